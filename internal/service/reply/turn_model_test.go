package reply_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

func TestModelsAndTheCache(t *testing.T) {
	withChain(t, nil, func(t *testing.T, d *desk, _ []string) {
		first := d.Decided(d.Ask(testshop.Customer(1), testshop.AsksDelivery))
		if !strings.Contains(first.AIReply, "4.90") || first.AITokensUsed == 0 || first.CacheHit {
			t.Fatalf("%+v; people were asked for %v", first, d.HandOffs())
		}
		again := d.Decided(d.Ask(testshop.Customer(2), strings.ToUpper(testshop.AsksDelivery)+"!!"))
		if again.AIReply != first.AIReply || again.AITokensUsed != 0 || !again.CacheHit {
			t.Errorf("the same question is not answered from the cache: %+v", again)
		}
		if d.Calls("class = 'cache_hit'") != 1 || d.Calls("class = '' AND purpose = 'reply'") != 1 {
			t.Error("the calls do not add up")
		}
		for i, other := range []string{"How much does delivery cost and how many working days does it not take?", "How much does delivery cost for 2 and how many working days does it take?"} {
			if u := d.Decided(d.Ask(testshop.Customer(10+i), other)); u.CacheHit {
				t.Errorf("%q is answered from the cache", other)
			}
		}
		// Knowledge that changes is answered anew.
		source := d.Rows("SELECT id FROM knowledge_sources WHERE workspace_id = '%s' AND kind = 'article'", d.WorkspaceID)[0]["id"].(string)
		if r := d.Do(http.MethodPatch, "/v1/knowledge/sources/"+source, d.Key, map[string]any{"content": "Delivery costs 5.50 euros and takes three working days."}); r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		d.Settled(source)
		if u := d.Decided(d.Ask(testshop.Customer(3), testshop.AsksDelivery)); u.CacheHit || !strings.Contains(u.AIReply, "5.50") {
			t.Errorf("the knowledge changed: %+v", u)
		}
		if u := d.Decided(d.Ask(testshop.Customer(4), testshop.AsksDelivery)); !u.CacheHit || !strings.Contains(u.AIReply, "5.50") {
			t.Errorf("%+v", u)
		}
		if r := d.Do(http.MethodDelete, "/v1/assistant-cache", d.Key, nil); r.Status != http.StatusNoContent || d.Count("ai_cache") != 0 {
			t.Errorf("%d, %d answers are left", r.Status, d.Count("ai_cache"))
		}
		if u := d.Decided(d.Ask(testshop.Customer(5), testshop.AsksDelivery)); u.CacheHit {
			t.Errorf("the cache was cleared: %+v", u)
		}
		if rows := d.Rows("SELECT answer FROM ai_cache"); len(rows) == 0 || strings.Contains(string(rows[0]["answer"].([]byte)), "5.50") {
			t.Error("an answer stands in the table as plain text, or not at all")
		}
		if u := d.Decided(d.Ask(testshop.Customer(6), testshop.AsksDelivery+" My order is 48213.")); u.CacheHit || d.Count("ai_cache") != 1 {
			t.Errorf("a personal question is remembered: %+v", u)
		}
	})
}

func TestFailover(t *testing.T) {
	withChain(t, map[string]any{"cacheSeconds": 0}, func(t *testing.T, d *desk, chain []string) {
		down := func(names ...string) {
			var list []sandbox.Fault
			for _, name := range names {
				list = append(list, sandbox.Fault{Match: sandbox.Match{Path: "/ai/" + name + "/"}, Status: 503})
			}
			d.Must(d.Sandbox().SetAIFaults(list...))
		}
		down("first")
		if u := d.Decided(d.Ask(testshop.Customer(1), testshop.AsksDelivery)); !strings.Contains(u.AIReply, "4.90") {
			t.Errorf("%+v", u)
		}
		list := testshop.EventsOf(d.Kit, crm.EventAIFailoverTriggered, func(crm.AIFailoverData) bool { return true })
		if len(list) != 1 || list[0].FromProvider != chain[0] || list[0].ToProvider == nil || *list[0].ToProvider != chain[1] || list[0].Reason != "server_error" || list[0].StatusCode != 503 {
			t.Errorf("%+v", list)
		}
		down("first", "second")
		u := d.Decided(d.Ask(testshop.Customer(2), testshop.AsksDelivery))
		if u.AIReply != testshop.Delivery || u.AITokensUsed != 0 || u.CacheHit {
			t.Errorf("no provider is left, and the passage is not said word for word: %+v, %v", u, d.HandOffs())
		}
		if u := d.Decided(d.Ask(testshop.Customer(3), "Is the delivery of a parcel possible on a rainy holiday in the mountains?")); !strings.HasPrefix(u.AIReply, "Thank you for your message.") {
			t.Errorf("%+v", u)
		}
		last := testshop.EventsOf(d.Kit, crm.EventAIFailoverTriggered, func(f crm.AIFailoverData) bool { return f.ToProvider == nil })
		if len(last) == 0 || len(d.HandOffs()) != 1 {
			t.Errorf("%d failovers end with nobody, people were asked for %v", len(last), d.HandOffs())
		}
	})
}

func TestAnAnswerThatComesTooLate(t *testing.T) {
	withChain(t, map[string]any{"cacheSeconds": 0}, func(t *testing.T, d *desk, _ []string) {
		slow := func() {
			d.Must(d.Sandbox().SetAIFaults(sandbox.Fault{DelayMs: 14_000, Times: 1}))
		}
		asked := func() { d.Eventually("the model is asked", func() bool { return d.asking() }) }
		slow()
		id := d.Writes(testshop.Customer(1), testshop.AsksDelivery)
		asked()
		d.SendMessage(testkit.Text(testshop.Customer(1), "I will look into it."))
		if u := d.Decided(id); u.AIReply != "" {
			t.Errorf("a person spoke, and it answers: %+v", u)
		}
		d.Settle()
		if got := d.Heard(testshop.Customer(1)); !slices.Equal(got, []string{"I will look into it."}) {
			t.Errorf("the customer got %q", got)
		}
		slow()
		first := d.Writes(testshop.Customer(2), "How much does delivery cost?")
		asked()
		second := d.Writes(testshop.Customer(2), "And how many working days does delivery take?")
		u := d.Decided(second)
		d.Settle()
		if got := d.Heard(testshop.Customer(2)); len(got) != 1 || u.AIReply == "" {
			t.Errorf("a newer message came: %+v, the customer got %q", u, got)
		}
		if u := d.Decided(first); u.SupersededBy == nil || *u.SupersededBy != second {
			t.Errorf("%+v", u)
		}
	})
}

// asking reports whether a call to an AI provider has struck the fault.
func (d *desk) asking() bool {
	for _, f := range d.Sandbox().AIFaults() {
		if f.Hits > 0 {
			return true
		}
	}
	return false
}

func TestTheBudget(t *testing.T) {
	withChain(t, nil, func(t *testing.T, d *desk, _ []string) {
		d.Do(http.MethodPatch, "/v1/ai/settings", d.Key, map[string]any{"dailyTokens": 1})
		d.Ask(testshop.Customer(1), testshop.AsksDelivery)
		if got := d.HandOffs(); !slices.Equal(got, []string{"budget_used_up"}) {
			t.Errorf("people were asked for %v", got)
		}
		if u := d.Decided(d.Ask(testshop.Customer(2), "When do you open?")); u.AIReply != testshop.Hours {
			t.Errorf("approved answers cost nothing: %+v", u)
		}
	})
}
