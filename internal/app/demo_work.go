package app

import (
	"errors"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
)

// prepares makes what the shop promises and what its people press, before the day.
func (d *day) prepares(operator crm.Actor) {
	_, err := d.a.Service.ServiceLevel.ReplacePolicies(d.ctx, operator, crm.ServiceLevelBody{Policies: []crm.ServicePolicy{
		{Key: "shop", Name: "What the shop promises", Targets: crm.ServiceTargets{First: 30, Next: 60, Resolution: 24 * 60}, WarnMinutesBefore: 5}}}, "")
	d.note(err)
	label, url := "Open in the shop", "https://lucky-shop.example/customers?phone={contact.phone}"
	_, err = d.a.Service.Button.Create(d.ctx, operator, crm.ButtonOpenURL, crm.ButtonChange{Label: &label, URL: &url})
	d.note(err)
}

// follows lets somebody hear of a conversation that is not theirs.
func (d *day) follows(who, phone string) {
	d.note(d.a.Service.Conversation.Follow(d.ctx, d.people[who], d.conversation(phone).ID))
}

// drafts leaves what somebody has begun to write.
func (d *day) drafts(who, phone, text string) {
	_, err := d.a.Service.Draft.Set(d.ctx, d.people[who], d.conversation(phone).ID, crm.DraftChange{Body: text}, "")
	d.note(err)
}

// marks gives several conversations a label at once, which can be undone.
func (d *day) marks(who, label string, phones ...string) {
	var ids []string
	for _, phone := range phones {
		ids = append(ids, d.conversation(phone).ID)
	}
	_, err := d.a.Service.Conversation.Act(d.ctx, d.people[who], ids, crm.ActionChange{AddLabelIDs: []string{d.labels[label]}})
	d.note(err)
}

// asks turns the question for a rating on or off: the shop tries it for a while.
func (d *day) asks(enabled bool) {
	question, thanks, delay := "How did we do?", "Thank you! You may add a few words.", 0
	_, err := d.a.Service.Rating.UpdateSettings(d.ctx, d.people["Olivia"], crm.RatingSettingsChange{Enabled: &enabled, Question: &question, Thanks: &thanks, DelayMinutes: &delay})
	d.note(err)
}

// rates lets a customer answer the question for a rating, and comment.
func (d *day) rates(phone, name, answer, comment string) {
	d.note(until(d.ctx, "the question for a rating is answered", func() (bool, error) {
		_, err := d.a.Sandbox.server.Tap(phone, answer, nil)
		return err == nil, d.err
	}))
	rating := func(what string, has func(crm.Rating) bool) {
		d.note(until(d.ctx, what, func() (bool, error) {
			list, err := d.a.Service.Rating.Ratings(d.ctx, d.people["Olivia"], crm.RatingFilter{}, crm.Page{Limit: 1})
			return err == nil && len(list.Items) > 0 && has(list.Items[0]), errors.Join(d.err, err)
		}))
	}
	rating("the rating is stored", func(r crm.Rating) bool { return r.RatedAt != nil })
	_, err := d.a.Sandbox.server.CustomerSends(sandbox.CustomerMessage{From: phone, Name: name, Text: comment})
	d.note(err)
	rating("the comment is stored", func(r crm.Rating) bool { return r.Comment != "" })
}

// demoSkills are what the people of the shop speak beside English, by the first name.
var demoSkills = map[string][]string{"Ana": {"portuguese", "spanish"}, "Chen": {"german"}}

// routes sets where conversations go: complaints to support, and who writes in another
// language to somebody of sales who speaks it. All else people take themselves, as before
// there were rules.
func (d *day) routes(operator crm.Actor) {
	sales, support := d.teams["Sales"], d.teams["Support"]
	for _, id := range []string{sales, support} {
		_, err := d.a.Service.Routing.SetTeam(d.ctx, operator, id, crm.RoutingTeamSettings{Method: crm.TeamRoundRobin})
		d.note(err)
	}
	for name, skills := range demoSkills {
		_, err := d.a.Service.Routing.SetAgent(d.ctx, operator, d.people[name].ID, crm.RoutingAgentChange{Skills: skills})
		d.note(err)
	}
	_, err := d.a.Service.Routing.ReplaceRules(d.ctx, operator, crm.RoutingBody{Rules: []crm.RoutingRule{
		{Key: "complaints", Name: "Complaints", When: crm.RoutingConditions{Keywords: []string{"charged twice", "wrong lamp", "zerbrochen"}},
			Target: crm.RoutingTarget{TeamID: support, Priority: crm.PriorityHigh}},
		{Key: "portuguese", Name: "In Portuguese", When: crm.RoutingConditions{Languages: []string{"pt"}}, Target: crm.RoutingTarget{TeamID: sales, RequiredSkills: []string{"portuguese"}}},
		{Key: "french", Name: "In French", When: crm.RoutingConditions{Languages: []string{"fr"}}, Target: crm.RoutingTarget{TeamID: sales, RequiredSkills: []string{"french"}}},
	}}, "")
	d.note(err)
}

// is says whether somebody takes conversations.
func (d *day) is(who string, status crm.AvailabilityStatus) {
	_, err := d.a.Service.Teams.SetAvailability(d.ctx, d.people[who], d.people[who].ID, crm.AvailabilityChange{Status: status})
	d.note(err)
}
