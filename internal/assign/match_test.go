package assign

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
)

const (
	idTail   = "_01jd5k3v6rf0w8m2a4t9x7bq1"
	number   = "num" + idTail + "a"
	number2  = "num" + idTail + "b"
	calendar = "cal" + idTail + "a"
	support  = "tem" + idTail + "a"
	sales    = "tem" + idTail + "b"
	helper   = "ast" + idTail + "a"
	ada      = "usr" + idTail + "a"
	urgent   = "lbl" + idTail + "a"
)

func compile(t testing.TB, body crm.RoutingBody) *Rules {
	t.Helper()
	r, err := Compile(7, body)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func one(when crm.RoutingConditions) crm.RoutingBody {
	return crm.RoutingBody{Rules: []crm.RoutingRule{{Key: "one", When: when, Target: crm.RoutingTarget{TeamID: support}}}}
}

// Each condition holds for what it says, and for nothing else; all that are given
// must hold.
func TestEachConditionHolds(t *testing.T) {
	all := Facts{PhoneNumberID: number, Language: "pt_BR", Tags: []string{"vip"}, Labels: []string{urgent}, Fields: map[string]string{"plan": "gold"}, Text: "Quero um REEMBOLSO, já!", ReplyID: "yes", Referred: true, ReferralID: "120"}
	open := State{Open: map[string]bool{calendar: true}}
	for name, c := range map[string]struct {
		when crm.RoutingConditions
		not  func(*Facts)
	}{
		"nothing":     {crm.RoutingConditions{}, nil},
		"number":      {crm.RoutingConditions{PhoneNumberIDs: []string{number2, number}}, func(f *Facts) { f.PhoneNumberID = "num_other" }},
		"language":    {crm.RoutingConditions{Languages: []string{"pt"}}, func(f *Facts) { f.Language = "" }},
		"tag":         {crm.RoutingConditions{Tags: []string{"new", "vip"}}, func(f *Facts) { f.Tags = []string{"VIP"} }},
		"label":       {crm.RoutingConditions{LabelIDs: []string{"lbl" + idTail + "b", urgent}}, func(f *Facts) { f.Labels = nil }},
		"field":       {crm.RoutingConditions{ContactFields: []crm.RoutingField{{Key: "plan", Values: []string{"silver", "gold"}}}}, func(f *Facts) { f.Fields = nil }},
		"keyword":     {crm.RoutingConditions{Keywords: []string{"Reembolso"}}, func(f *Facts) { f.Text = "reembolsos" }},
		"reply":       {crm.RoutingConditions{ReplyIDs: []string{"yes"}}, func(f *Facts) { f.ReplyID = "" }},
		"referral":    {crm.RoutingConditions{Referral: &crm.RoutingReferral{}}, func(f *Facts) { f.Referred, f.ReferralID = false, "" }},
		"source":      {crm.RoutingConditions{Referral: &crm.RoutingReferral{SourceIDs: []string{"120"}}}, func(f *Facts) { f.ReferralID = "121" }},
		"several":     {crm.RoutingConditions{Tags: []string{"vip"}, Keywords: []string{"reembolso"}}, func(f *Facts) { f.Text = "?" }},
		"within":      {crm.RoutingConditions{Hours: &crm.RoutingHours{CalendarID: calendar, Within: true}}, nil},
		"both fields": {crm.RoutingConditions{ContactFields: []crm.RoutingField{{Key: "plan", Values: []string{"gold"}}, {Key: "plan", Values: []string{"gold"}}}}, func(f *Facts) { f.Fields = map[string]string{"plan": "iron"} }},
	} {
		r := compile(t, one(c.when))
		if m := r.Match(all, open); m.RuleKey != "one" || m.Version != 7 || m.Target.Priority != crm.PriorityNormal {
			t.Errorf("%s does not hold: %+v", name, m)
		}
		if c.not == nil {
			continue
		}
		other := all
		c.not(&other)
		if m := r.Match(other, open); !m.None() {
			t.Errorf("%s holds for %+v", name, other)
		}
	}
	outside := compile(t, one(crm.RoutingConditions{Hours: &crm.RoutingHours{CalendarID: calendar}}))
	if !outside.Match(all, open).None() || outside.Match(all, State{Open: map[string]bool{calendar: false}}).None() {
		t.Error("outside the hours")
	}
}

// Keywords are whole words, folded; scripts that set no words apart have them
// anywhere.
func TestKeywordsAreWholeWords(t *testing.T) {
	for _, c := range []struct {
		keyword, text string
		want          bool
	}{
		{"refund", "I want a REFUND.", true}, {"refund", "refunded", false}, {"refund", "re-fund", false},
		{"order status", "what's my Order   status?", true}, {"order status", "status of my order", false},
		{"cancelación", "CANCELACION", true}, {"cancelacion", "cancelación", true}, {"strasse", "Straße", true},
		{"don't", "I don’t know", true}, {"é", "e", true}, {"退款", "我要退款", true}, {"退款", "退我款", false},
		{"คืนเงิน", "ขอคืนเงินค่ะ", true}, {"سعر", "ما السِّعر؟ سِعر", true}, {"सेवा", "मुझे सेवा चाहिए", true}, {"सेव", "सेवा", false},
		{"１２", "order 12", true}, {"price", "", false}, {"a b", "a", false},
	} {
		got := !compile(t, one(crm.RoutingConditions{Keywords: []string{c.keyword}})).Match(Facts{Text: c.text}, State{}).None()
		if got != c.want {
			t.Errorf("%q in %q: %v (%q, %q)", c.keyword, c.text, got, wordsOf(c.keyword), wordsOf(c.text))
		}
	}
}

// The first rule that matches decides, else the default. What is gone is skipped,
// and told.
func TestTheFirstRuleDecides(t *testing.T) {
	body := crm.RoutingBody{Rules: []crm.RoutingRule{
		{Key: "night", When: crm.RoutingConditions{Hours: &crm.RoutingHours{CalendarID: calendar}}, Target: crm.RoutingTarget{AssistantID: helper}},
		{Key: "vip", When: crm.RoutingConditions{Tags: []string{"vip"}}, Target: crm.RoutingTarget{AgentID: ada, Priority: crm.PriorityHigh}},
		{Key: "rest", When: crm.RoutingConditions{PhoneNumberIDs: []string{number}}, Target: crm.RoutingTarget{TeamID: support, Overflow: &crm.RoutingOverflow{AfterMinutes: 5, TeamID: sales}}},
	}, Default: &crm.RoutingTarget{TeamID: sales}}
	r := compile(t, body)
	vip := Facts{PhoneNumberID: number, Tags: []string{"vip"}}
	for _, c := range []struct {
		facts Facts
		state State
		want  string
	}{
		{vip, State{Open: map[string]bool{calendar: false}}, "night []"},
		{vip, State{Open: map[string]bool{calendar: true}}, "vip []"},
		{vip, State{}, "vip [{night calendar_gone}]"},
		{vip, State{Open: map[string]bool{calendar: true}, Gone: map[string]bool{ada: true}}, "rest [{vip target_gone}]"},
		{Facts{}, State{Open: map[string]bool{calendar: true}}, " []"},
		{Facts{}, State{Open: map[string]bool{calendar: true}, Gone: map[string]bool{sales: true}}, "none [{ target_gone}]"},
	} {
		m := r.Match(c.facts, c.state)
		got := m.RuleKey
		if m.None() {
			got = "none"
		}
		if got += fmt.Sprint(" ", m.Skipped); got != c.want {
			t.Errorf("%+v %+v: %s, want %s", c.facts, c.state, got, c.want)
		}
	}
	if m := r.Match(Facts{PhoneNumberID: number}, State{Open: map[string]bool{calendar: true}, Gone: map[string]bool{sales: true}}); m.RuleKey != "rest" || m.Target.Overflow != nil {
		t.Errorf("the overflow is gone: %+v", m)
	}
	if !slices.Equal(r.Calendars(), []string{calendar}) || !slices.Equal(r.Named(), []string{helper, calendar, support, sales, ada}) {
		t.Errorf("%v %v", r.Calendars(), r.Named())
	}
	if body.Default = nil; !compile(t, body).Match(Facts{}, State{Open: map[string]bool{calendar: true}}).None() {
		t.Error("without a default")
	}
}

// Whatever a document says, it is refused with faults that have a pointer, or it is
// compiled, and then every conversation gets an answer, the same each time.
func FuzzRules(f *testing.F) {
	full, err := json.Marshal(crm.RoutingBody{Rules: []crm.RoutingRule{{Key: "a", When: crm.RoutingConditions{PhoneNumberIDs: []string{number}, Languages: []string{"en"}, Tags: []string{"vip"},
		ContactFields: []crm.RoutingField{{Key: "plan", Values: []string{"gold"}}}, Keywords: []string{"order status"}, ReplyIDs: []string{"x"}, Referral: &crm.RoutingReferral{SourceIDs: []string{"1"}},
		Hours: &crm.RoutingHours{CalendarID: calendar, Within: true}}, Target: crm.RoutingTarget{TeamID: support, RequiredSkills: []string{"x"}, Overflow: &crm.RoutingOverflow{AfterMinutes: 1, TeamID: sales}}}}})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{string(full), `{}`, `{"rules":[{"key":"a","target":{"agentId":"` + ada + `"}}],"default":{"assistantId":"` + helper + `"}}`, `{"rules":[{"when":{"keywords":["\u0301"]}}]}`, `{"rules":[{"key":"a","when":{"contactFields":[{}],"tags":[]}}]}`} {
		f.Add(seed, "Order status?")
	}
	f.Fuzz(func(t *testing.T, document, text string) {
		var body crm.RoutingBody
		if json.Unmarshal([]byte(document), &body) != nil {
			return
		}
		r, err := Compile(1, body)
		if err != nil {
			if e := crm.AsError(err); e.Kind != crm.KindInvalid || len(e.Fields) == 0 || !strings.HasPrefix(e.Fields[0].Pointer, "/") {
				t.Errorf("%+v", e)
			}
			return
		}
		facts := Facts{PhoneNumberID: number, Language: "en", Tags: []string{"vip"}, Fields: map[string]string{"plan": "gold"}, Text: text, ReplyID: "x", Referred: true, ReferralID: "1"}
		state := State{Open: map[string]bool{calendar: true}, Gone: map[string]bool{ada: true}}
		first, again := r.Match(facts, state), r.Match(facts, state)
		if fmt.Sprintf("%+v", first) != fmt.Sprintf("%+v", again) {
			t.Errorf("%+v and then %+v", first, again)
		}
		if first.Target.AgentID == ada {
			t.Error("somebody who is gone")
		}
		for _, rule := range body.Rules {
			for _, k := range rule.When.Keywords {
				if len(wordsOf(k)) == 0 {
					t.Errorf("the keyword %q has no word", k)
				}
			}
		}
	})
}
