package app

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
)

// demoPast is how long before its day the shop of the demo begins to send templates, so
// that what they cost can be seen by days.
const demoPast = 6 * 24 * time.Hour

// demoReader is a customer who gets what the shop sends to many. They buy in the web shop
// and never wrote: there is nothing to do in their conversations. tags are separated by
// spaces.
type demoReader struct{ phone, name, tags string }

var demoReaders = []demoReader{
	{"+14155550401", "Abigail Turner", "newsletter regular"}, {"+14155550402", "Benjamin Scott", "newsletter"},
	{"+14155550403", "Charlotte King", "newsletter regular"}, {"+14155550404", "Daniel Young", "newsletter"},
	{"+14155550405", "Ella Baker", "newsletter"}, {"+14155550406", "Finn Murphy", "newsletter regular"},
	{"+14155550407", "Hannah Price", "newsletter"}, {"+14155550408", "Isaac Reed", "newsletter"},
	{"+14155550409", "Julia Morgan", "newsletter company"}, {"+14155550410", "Kevin Park", "newsletter company"},
	{"+5511955550411", "Larissa Souza", "newsletter regular"}, {"+5511955550412", "Marcos Lima", "newsletter"},
	{"+5511955550413", "Natália Rocha", "newsletter"}, {"+5511955550414", "Otávio Dias", "newsletter"},
	{"+919555504115", "Priya Nair", "newsletter regular"}, {"+919555504116", "Rahul Mehta", "newsletter"},
	{"+919555504117", "Sana Kapoor", "newsletter"}, {"+919555504118", "Tarun Bose", "newsletter company"},
	{"+4915155550419", "Ulrike Braun", "newsletter regular"}, {"+4915155550420", "Viktor Lang", "newsletter"},
	{"+4915155550421", "Wiebke Hahn", "newsletter"}, {"+4915155550422", "Xaver Huber", "newsletter company"},
	{"+31655550423", "Yara Bakker", "newsletter regular"}, {"+31655550424", "Zoë de Wit", "newsletter"},
	{"+31655550425", "Anouk Visser", "newsletter"}, {"+5215555550426", "Beatriz Luna", "newsletter"},
	{"+5215555550427", "Carlos Vega", "newsletter regular"}, {"+33755550428", "Denis Petit", "newsletter"},
	{"+33755550429", "Élise Roux", "newsletter regular"}, {"+33755550430", "Fabien Noël", "newsletter company"},
	{"+14155550431", "Gavin Ross", "newsletter stopped"}, {"+31655550432", "Hugo Smit", "newsletter stopped"},
	// They write to the shop in the course of the day.
	{"+14155550211", "Mia Johnson", "newsletter"}, {"+14155550219", "Olivia Davis", "newsletter"}, {"+14155550220", "Ethan Wilson", "newsletter"},
}

// Those of them who do not get it: who blocked the shop, and whom the provider spares.
var (
	demoBlocks = []string{"+14155550408", "+5511955550414"}
	demoSpared = []string{"+4915155550421", "+33755550430", "+14155550405"}
)

// mailing is what the day knows of what the shop sends to many.
type mailing struct{ segments map[string]string } // ids by name

func (r demoReader) has(tag string) bool { return strings.Contains(r.tags, tag) }

// gathers makes the contacts of the newsletter, and how each of them stands to it.
func (d *day) gathers() {
	var all sync.WaitGroup
	var one sync.Mutex
	for i, r := range demoReaders {
		all.Go(func() {
			at, order := d.a.clock.Now(), 47_000+17*i
			consent := crm.ConsentRequest{Purpose: crm.PurposeMarketing, State: crm.ConsentOptedIn, At: &at, Proof: fmt.Sprintf("Asked for the newsletter with order %d.", order)}
			if r.has("stopped") {
				consent.State, consent.Proof = crm.ConsentOptedOut, "Wrote in a mail that the newsletter is too much."
			}
			c, err := d.a.Service.Contact.CreateContact(d.ctx, d.people["Olivia"], crm.ContactChange{Phone: &r.phone, Name: &r.name, Tags: strings.Fields(r.tags)})
			if err == nil {
				_, err = d.a.Service.Contact.RecordConsent(d.ctx, d.people["Olivia"], c.ID, consent)
			}
			one.Lock()
			defer one.Unlock()
			d.note(err)
		})
	}
	all.Wait()
}

// divides saves the groups of contacts that the shop writes to.
func (d *day) divides() {
	tag := func(name string) crm.SegmentFilter {
		return crm.SegmentFilter{Tag: &crm.SegmentTag{AnyOf: []string{name}}}
	}
	for _, s := range []struct {
		name, description string
		filter            crm.SegmentFilter
	}{
		{"Newsletter", "Asked for it when they ordered.", tag("newsletter")},
		{"Regulars", "Ordered three times or more, and want to hear of offers.", crm.SegmentFilter{All: []crm.SegmentFilter{tag("regular"), {Consent: &crm.SegmentConsent{Marketing: crm.ConsentOptedIn}}}}},
		{"Companies", "Buy on account, or are about to.", crm.SegmentFilter{Any: []crm.SegmentFilter{tag("company"), {Deal: &crm.SegmentDeal{PipelineID: d.pipelineID, Status: crm.StageOpen}}}}},
	} {
		made, err := d.a.Service.Segment.Create(d.ctx, d.people["Olivia"], crm.SegmentChange{Name: &s.name, Description: &s.description, Filter: &s.filter})
		d.note(err)
		d.segments[s.name] = made.ID
	}
}

// demoTemplates are what the shop writes itself, in two wordings.
var demoTemplates = map[string]string{
	"lamp_week":       "It is lamp week at Lucky Shop: every Luma is 20 % off until Sunday. Shall we put one aside for you?",
	"lamp_week_short": "Lamp week! 20 % off every Luma until Sunday.",
}

// words lets the provider approve the templates of the shop.
func (d *day) words() {
	var ids []string
	for name, text := range demoTemplates {
		t, err := d.a.Service.Template.Create(d.ctx, d.people["Olivia"], crm.TemplateDraft{Name: name, Language: "en_US", Category: crm.CategoryMarketing, Components: []crm.TemplateComponent{
			{Type: "BODY", Text: text}, {Type: "FOOTER", Text: "Reply STOP to unsubscribe"}, {Type: "BUTTONS", Buttons: []crm.TemplateButton{{Type: "QUICK_REPLY", Text: "Yes, please"}}}}}, true)
		d.note(err)
		ids = append(ids, t.ID)
	}
	d.ticks("the templates are approved", func() (bool, error) {
		for _, id := range ids {
			if t, err := d.a.Service.Template.Get(d.ctx, d.people["Olivia"], id); err != nil || t.Status != "approved" {
				return false, err
			}
		}
		return true, nil
	})
}

// ticks lets time pass in small steps until something has happened: what the provider does
// takes a moment of its clock.
func (d *day) ticks(what string, done func() (bool, error)) {
	if d.err != nil {
		return
	}
	d.note(until(d.ctx, what, func() (bool, error) {
		d.a.Sandbox.server.Advance(time.Second)
		d.passed += time.Second
		return done()
	}))
}

// broadcasts makes a draft and returns it when its audience is known.
func (d *day) broadcasts(body crm.BroadcastBody) crm.Broadcast {
	body.PhoneNumberID = d.phoneNumberID
	b, err := d.a.Service.Broadcast.Create(d.ctx, d.people["Olivia"], body)
	d.note(err)
	d.ticks("the audience is known", func() (bool, error) {
		b, err = d.a.Service.Broadcast.Broadcast(d.ctx, d.people["Olivia"], b.ID)
		return b.PreparedAt != nil, err
	})
	return b
}

// sends lets a broadcast begin, and lets time pass until each message arrived.
func (d *day) sends(b crm.Broadcast) {
	_, err := d.a.Service.Broadcast.Start(d.ctx, d.people["Olivia"], b.ID)
	d.note(err)
	d.ticks("the broadcast arrives", func() (bool, error) {
		b, err = d.a.Service.Broadcast.Broadcast(d.ctx, d.people["Olivia"], b.ID)
		return b.Status == crm.BroadcastCompleted && b.Counts.Delivered == b.Counts.Sent, err
	})
}

// ships tells customers who ordered in the web shop that it is on its way, and lets time
// pass until they know.
func (d *day) ships(eta string, from, to int) {
	var list []*crm.SendRequest
	for i, r := range demoReaders[from:to] {
		list = append(list, &crm.SendRequest{To: r.phone, Type: "template", Template: &crm.TemplateContent{Name: "order_shipped", Language: "en_US",
			Parameters: map[string]string{"name": firstName(r.name), "order_number": fmt.Sprint(48_100 + 7*i), "eta": eta}}})
	}
	sent, err := d.a.Service.Message.SendBatch(d.ctx, d.people["Olivia"], list)
	d.note(err)
	d.ticks("the messages arrive", func() (bool, error) {
		for _, one := range sent {
			m, err := d.a.Service.Message.Message(d.ctx, d.people["Olivia"], one.MessageID)
			if err != nil || !m.Status.Arrived() && !m.Status.Final() {
				return false, err
			}
		}
		return true, nil
	})
}

// lampWeek is the broadcast that people look at: two wordings are compared, some customers
// do not read it, some do not get it, and some answer in the course of the day.
func (d *day) lampWeek() {
	sim := d.a.Sandbox.server
	sandbox.SetAutoRead(sim, false)
	for _, phone := range demoBlocks {
		d.note(sim.Block(phone, true))
	}
	var faults []sandbox.Fault
	for _, phone := range demoSpared {
		faults = append(faults, sandbox.Fault{Match: sandbox.Match{To: phone}, Code: 131049, Async: true})
	}
	d.note(sim.SetFaults(faults...))
	b := d.broadcasts(crm.BroadcastBody{Name: "Lamp week", Template: crm.TemplateContent{Name: "lamp_week", Language: "en_US"}, Audience: crm.BroadcastAudience{SegmentID: d.segments["Newsletter"]},
		Experiment: crm.BroadcastExperiment{Goal: &crm.BroadcastGoal{Event: crm.GoalRead, Hours: 4}, B: &crm.TemplateContent{Name: "lamp_week_short", Language: "en_US"}, SampleSize: 10}})
	d.sends(b)
	d.note(sim.SetFaults())
	sandbox.SetAutoRead(sim, true)
	got, err := d.a.Service.Broadcast.Recipients(d.ctx, d.people["Olivia"], b.ID, crm.RecipientDelivered, crm.Page{Limit: len(demoReaders)})
	d.note(err)
	seen := map[crm.BroadcastArm]int{}
	for _, r := range got.Items { // the short wording is read by most, the long one by few
		if seen[r.Arm]++; (seen[r.Arm]%5 == 0) == (r.Arm == crm.ArmA) {
			_, err := sim.Read(r.Phone, "")
			d.note(err)
		}
	}
}

// plans leaves a broadcast that waits for its time, and one that is a draft.
func (d *day) plans() {
	now := d.a.clock.Now()
	morning := time.Date(now.Year(), now.Month(), now.Day()+1, 10, 0, 0, 0, time.UTC)
	if morning.Sub(now) < 16*time.Hour { // where the day begins first, that morning is near
		morning = morning.AddDate(0, 0, 1)
	}
	next := d.broadcasts(crm.BroadcastBody{Name: "Last days of lamp week", Template: crm.TemplateContent{Name: "lamp_week_short", Language: "en_US"}, Audience: crm.BroadcastAudience{SegmentID: d.segments["Regulars"]},
		ScheduledAt: &morning, Delivery: crm.BroadcastDelivery{TimeZone: crm.ZoneOfRecipient}})
	_, err := d.a.Service.Broadcast.Start(d.ctx, d.people["Olivia"], next.ID)
	d.note(err)
	d.broadcasts(crm.BroadcastBody{Name: "Lamps for offices", Template: crm.TemplateContent{Name: "lamp_week", Language: "en_US"}, Audience: crm.BroadcastAudience{SegmentID: d.segments["Companies"]}})
}

// demoMailings are the steps of what the shop sends to many, the first ones days before
// the day.
var demoMailings = []step{
	{-demoPast, func(d *day) {
		d.gathers()
		d.divides()
		d.words()
	}},
	{-5 * 24 * time.Hour, func(d *day) { d.ships("on Monday", 0, 6) }},
	{-4 * 24 * time.Hour, func(d *day) { d.ships("on Tuesday", 9, 17) }},
	{-3 * 24 * time.Hour, func(d *day) {
		d.sends(d.broadcasts(crm.BroadcastBody{Name: "Lamp week, for regulars first", Template: crm.TemplateContent{Name: "lamp_week", Language: "en_US"}, Audience: crm.BroadcastAudience{SegmentID: d.segments["Regulars"]}}))
	}},
	{-2 * 24 * time.Hour, func(d *day) { d.ships("on Thursday", 4, 9) }},
	{-24 * time.Hour, func(d *day) { d.ships("on Friday", 18, 26) }},
	{2 * minute, func(d *day) { d.lampWeek() }},
	{20 * minute, func(d *day) { d.ships("tomorrow", 0, 6) }},
	{502 * minute, func(d *day) { d.plans() }},
}
