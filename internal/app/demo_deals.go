package app

import (
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/deal"
)

// demoDeal is something that the shop may sell in quantity.
type demoDeal struct {
	title, owner, amount, currency string
	// closesIn is in how many days it is expected to close; 0 for no date.
	closesIn int
	// phone is of the customer whose conversation it comes from; "" for none.
	phone string
	begun time.Duration
	moves []demoMove
}

// demoMove takes a deal to a stage, and says why it is won or lost.
type demoMove struct {
	at               time.Duration
	to, reason, note string
}

// The stages of the demo's pipeline.
const (
	inquiry = "Inquiry"
	sample  = "Sample sent"
	offered = "Offer"
	agreed  = "Agreed"
	won     = "Won"
	lost    = "Lost"
)

// demoReasons are why deals of the shop are lost.
var demoReasons = []string{"Too expensive", "Bought elsewhere", "Not in time", "No answer"}

// demoDeals are in motion: some came in over the day, some went on, some ended.
var demoDeals = []demoDeal{
	{"40 Luma lamps made to order", "Bilal", "3120.00", "USD", 21, "+919555501213", 50 * minute, []demoMove{{190 * minute, sample, "", ""}}},
	{"Lamps on account for Clarke & Sons", "Bilal", "880.00", "USD", 14, "+447700900216", 190 * minute, nil},
	{"Large order by Sophia Hall", "Olivia", "", "", 0, "+14155550223", 470 * minute, nil},
	{"Floor lamp for Mia Johnson", "Ana", "149.00", "USD", 1, "+14155550211", 12 * minute, []demoMove{{310 * minute, won, "", "She fetched it at noon"}}},
	{"Desk lamps for a law office", "Ana", "2340.00", "USD", 10, "", 5 * minute, []demoMove{{45 * minute, sample, "", ""}, {205 * minute, offered, "", ""}}},
	{"Lamps for 12 hotel rooms", "Bilal", "4560.00", "USD", 30, "", 5 * minute, []demoMove{{80 * minute, offered, "", ""}, {360 * minute, agreed, "", ""}}},
	{"Reading lights for the library", "Samuel", "6200.00", "USD", 45, "", 5 * minute, []demoMove{{110 * minute, sample, "", ""}}},
	{"Lighting of the café Lumière", "Ana", "1890.00", "EUR", 12, "", 5 * minute, []demoMove{{30 * minute, offered, "", ""}, {255 * minute, won, "", ""}}},
	{"Showroom in Osaka", "Olivia", "480000", "JPY", 60, "", 5 * minute, []demoMove{{150 * minute, sample, "", ""}}},
	{"Boutique in Kuwait City", "Olivia", "1250.500", "KWD", 40, "", 5 * minute, []demoMove{{240 * minute, offered, "", ""}}},
	{"25 bedside lamps", "Bilal", "1475.00", "USD", 7, "", 5 * minute, []demoMove{{85 * minute, offered, "", ""}, {300 * minute, lost, "Too expensive", "19 % above the other offer"}}},
	{"Lamps for a start-up's new floor", "Ana", "5400.00", "USD", 20, "", 8 * minute, []demoMove{{95 * minute, sample, "", ""}, {380 * minute, offered, "", ""}}},
	{"Lights for the yoga studio", "Bilal", "760.00", "USD", 9, "", 8 * minute, []demoMove{{70 * minute, agreed, "", ""}}},
	{"Gift set for 60 employees", "Samuel", "2940.00", "USD", 25, "", 8 * minute, nil},
	{"Workshop lamps, 8 pieces", "Ana", "1032.00", "EUR", 15, "", 8 * minute, []demoMove{{125 * minute, sample, "", ""}}},
	{"Lamps for the dental practice", "Bilal", "1290.00", "USD", 11, "", 8 * minute, []demoMove{{155 * minute, offered, "", ""}, {450 * minute, agreed, "", ""}}},
	{"Restaurant terrace", "Olivia", "3750.00", "EUR", 18, "", 8 * minute, []demoMove{{132 * minute, lost, "Not in time", "They open on Friday"}}},
	{"Nursery rooms, 14 lamps", "Ana", "1106.00", "USD", 28, "", 11 * minute, nil},
	{"Co-working space, second order", "Bilal", "4100.00", "USD", 16, "", 11 * minute, []demoMove{{95 * minute, agreed, "", ""}, {420 * minute, won, "", "Same price as last year"}}},
	{"Lamps for the reception", "Ana", "395.00", "USD", 6, "", 11 * minute, []demoMove{{180 * minute, offered, "", ""}}},
	{"Theatre foyer", "Samuel", "8800.00", "EUR", 75, "", 20 * minute, []demoMove{{215 * minute, sample, "", ""}}},
	{"Photo studio, dimmable", "Bilal", "1640.00", "USD", 19, "", 20 * minute, []demoMove{{312 * minute, sample, "", ""}}},
	{"Holiday homes, 30 lamps", "Olivia", "2670.00", "USD", 33, "", 20 * minute, []demoMove{{130 * minute, offered, "", ""}, {490 * minute, agreed, "", ""}}},
	{"Test order of a furniture chain", "Samuel", "990.00", "USD", 13, "", 20 * minute, []demoMove{{245 * minute, agreed, "", ""}, {503 * minute, won, "", ""}}},
	{"Office in Lyon", "Ana", "2210.00", "EUR", 22, "", 26 * minute, []demoMove{{360 * minute, lost, "Bought elsewhere", ""}}},
	{"Spa, waterproof lamps", "Bilal", "3300.00", "USD", 38, "", 26 * minute, nil},
	{"School library, phase two", "Samuel", "5150.00", "USD", 50, "", 45 * minute, []demoMove{{300 * minute, sample, "", ""}}},
	{"Bookshop windows", "Ana", "640.00", "USD", 8, "", 70 * minute, []demoMove{{255 * minute, offered, "", ""}}},
	{"Barber shop", "Bilal", "520.00", "USD", 10, "", 80 * minute, []demoMove{{420 * minute, sample, "", ""}}},
	{"Spare shades, 200 pieces", "Ana", "1400.00", "USD", 17, "", 85 * minute, []demoMove{{310 * minute, offered, "", ""}, {480 * minute, lost, "No answer", ""}}},
	{"Lamps for a film set", "Olivia", "2750.00", "USD", 5, "", 95 * minute, []demoMove{{150 * minute, offered, "", ""}, {190 * minute, agreed, "", ""}, {450 * minute, won, "", "Paid at once"}}},
	{"Bank branch, 18 desks", "Samuel", "3420.00", "USD", 42, "", 110 * minute, nil},
	{"Kindergarten in Porto", "Ana", "1175.00", "EUR", 24, "", 130 * minute, []demoMove{{490 * minute, sample, "", ""}}},
	{"Pharmacy counters", "Bilal", "930.00", "USD", 15, "", 180 * minute, []demoMove{{380 * minute, offered, "", ""}}},
	{"Vineyard tasting room", "Olivia", "2980.00", "EUR", 35, "", 205 * minute, nil},
	{"Student housing, 80 lamps", "Samuel", "5680.00", "USD", 55, "", 245 * minute, []demoMove{{500 * minute, sample, "", ""}}},
	{"Ceramics gallery", "Ana", "1820.00", "USD", 20, "", 300 * minute, nil},
	{"Ryokan in Kyoto", "Olivia", "365000", "JPY", 48, "", 312 * minute, []demoMove{{503 * minute, offered, "", ""}}},
	{"Night lights for a clinic", "Bilal", "2450.00", "USD", 29, "", 380 * minute, nil},
	{"Bakery, three branches", "Ana", "1260.00", "USD", 14, "", 480 * minute, nil},
}

// selling is what the day knows of its deals.
type selling struct {
	pipelineID      string
	stages, reasons map[string]string // ids by name
	deals           map[int]string    // ids by their place in demoDeals
}

func newSelling() selling {
	return selling{stages: map[string]string{}, reasons: map[string]string{}, deals: map[int]string{}}
}

// dealSteps are the steps of the demo's deals, which come at times of the script: they
// let no time pass of their own.
func dealSteps() (out []step) {
	for i, of := range demoDeals {
		out = append(out, step{of.begun, func(d *day) { d.begins(i) }})
		for _, m := range of.moves {
			out = append(out, step{m.at, func(d *day) { d.moves(i, m) }})
		}
	}
	return out
}

// wholeScript is the script of the day with the steps of the deals, and of what is sent to
// many, in it.
func wholeScript() []step {
	out := slices.Concat(demoMailings, demoScript, dealSteps())
	slices.SortStableFunc(out, func(a, b step) int { return int(a.at - b.at) })
	return out
}

// sells makes the pipeline of the shop, and why deals are lost.
func (d *day) sells() {
	text := func(s string) *string { return &s }
	number := func(n int) *int { return &n }
	stage := func(name string, percent, rots int, requires ...string) crm.StageSpec {
		return crm.StageSpec{Name: text(name), Probability: number(percent), RotsAfterDays: number(rots), Requires: &requires}
	}
	stages := []crm.StageSpec{stage(inquiry, 10, 3), stage(sample, 30, 10), stage(offered, 60, 7, "amount"), stage(agreed, 90, 14, "amount", "expectedCloseOn")}
	p, err := d.a.Service.Deal.CreatePipeline(d.ctx, d.people["Olivia"], crm.PipelineChange{Name: text("Wholesale"), Currency: text("USD"), Stages: &stages})
	d.note(err)
	d.pipelineID = p.ID
	for _, s := range p.Stages {
		d.stages[s.Name] = s.ID
	}
	for _, name := range demoReasons {
		r, err := d.a.Service.Deal.CreateReason(d.ctx, d.people["Olivia"], crm.StageLost, name)
		d.note(err)
		d.reasons[name] = r.ID
	}
}

// begins makes a deal, at the time of its conversation if it has one.
func (d *day) begins(i int) {
	of := demoDeals[i]
	ch := crm.DealChange{Title: &of.title}
	if of.amount != "" {
		ch.Amount, ch.Currency = &of.amount, &of.currency
	}
	if of.closesIn > 0 {
		on := d.a.clock.Now().AddDate(0, 0, of.closesIn).Format(time.DateOnly)
		ch.ExpectedCloseOn = &on
	}
	if of.phone != "" {
		id := d.conversation(of.phone).ID
		ch.ConversationID = &id
	}
	made, err := d.a.Service.Deal.Create(d.ctx, d.people[of.owner], deal.NewDeal{PipelineID: d.pipelineID, Change: ch})
	d.note(err)
	d.deals[i] = made.ID
}

func (d *day) moves(i int, m demoMove) {
	_, err := d.a.Service.Deal.Move(d.ctx, d.people[demoDeals[i].owner], d.deals[i], crm.DealMove{ToStageID: d.stages[m.to], LostReasonID: d.reasons[m.reason], Note: m.note})
	d.note(err)
}
