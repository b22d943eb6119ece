package assign

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

// world is a workspace with 200 rules, of which the last ones match.
func world(b *testing.B) (*Rules, Facts, State) {
	var body crm.RoutingBody
	for i := range crm.MaxRoutingRules {
		r := crm.RoutingRule{Key: fmt.Sprintf("rule_%d", i), Target: crm.RoutingTarget{TeamID: support, RequiredSkills: []string{"arabic"}, PreferredSkills: []string{"returns", "vip"}}}
		switch i % 4 {
		case 0:
			r.When.Keywords = []string{fmt.Sprintf("word%d", i), fmt.Sprintf("order status %d", i), fmt.Sprintf("refund %d", i)}
		case 1:
			r.When.ContactFields = []crm.RoutingField{{Key: "plan", Values: []string{"silver", fmt.Sprint("plan", i)}}}
			r.When.Languages = []string{"en", "de"}
		case 2:
			r.When.Tags = []string{fmt.Sprint("tag", i), "vip", "new"}
			r.When.PhoneNumberIDs = []string{number2}
		case 3:
			r.When.Hours = &crm.RoutingHours{CalendarID: calendar}
			r.When.ReplyIDs = []string{fmt.Sprint("reply", i)}
		}
		body.Rules = append(body.Rules, r)
	}
	body.Rules[crm.MaxRoutingRules-1].When = crm.RoutingConditions{Keywords: []string{"where is my parcel"}}
	text := ""
	for i := range 40 {
		text += fmt.Sprintf("some words about order number %d and ", i)
	}
	return compile(b, body), Facts{PhoneNumberID: number, Language: "en", Tags: []string{"new", "vip", "berlin"}, Fields: map[string]string{"plan": "gold", "city": "Berlin", "since": "2024-01-01"}, Text: text + "where is my parcel"},
		State{Open: map[string]bool{calendar: true}}
}

// members are n people of a team of whom nearly all are eligible: the worst case.
func members(n int) (out []Candidate) {
	r := rand.New(rand.NewPCG(1, 8))
	for i := range n {
		c := able(fmt.Sprintf("usr_01jd5k3v6rf0w8m2a4t9x7%04d", i))
		c.Skills = []string{"english", "german", "returns", "arabic"}[r.IntN(3):]
		c.VirtualTime, c.Load, c.LastAssignedAt = Units(r.IntN(10_000)), Units(r.IntN(5)*100), r.Int64N(1_000_000)
		out = append(out, c)
	}
	return out
}

// A decision is the rules and the candidates together, with the hash. 1,000 people
// in 100 teams are 10 to a team; 1,000 in one team are the worst case.
func BenchmarkDecision(b *testing.B) {
	rules, facts, state := world(b)
	for _, n := range []int{10, 100, 1000} {
		for _, method := range []crm.TeamMethod{crm.TeamRoundRobin, crm.TeamLeastLoad} {
			b.Run(fmt.Sprintf("%s/%d", method, n), func(b *testing.B) {
				in := Input{Team: Team{ID: support, Method: method, StickyDays: 7, AgentLimit: 50}, Candidates: members(n), Now: 1_000_000}
				took := make([]time.Duration, 0, b.N)
				b.ReportAllocs()
				for b.Loop() {
					begun := time.Now()
					in.Match = rules.Match(facts, state)
					if d := Choose(in); d.Winner == "" || d.Match.RuleKey != "rule_199" {
						b.Fatalf("%+v", d)
					}
					took = append(took, time.Since(begun))
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
			})
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	rules, facts, state := world(b)
	b.ReportAllocs()
	for b.Loop() {
		rules.Match(facts, state)
	}
}

func BenchmarkCompile(b *testing.B) {
	var body crm.RoutingBody
	for i := range crm.MaxRoutingRules {
		body.Rules = append(body.Rules, crm.RoutingRule{Key: fmt.Sprintf("r%d", i), When: crm.RoutingConditions{Keywords: []string{"order status", fmt.Sprint("word", i)}}, Target: crm.RoutingTarget{TeamID: support}})
	}
	b.ReportAllocs()
	for b.Loop() {
		compile(b, body)
	}
}
