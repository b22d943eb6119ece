package app

import (
	"service.example/crm/internal/crm"
)

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
