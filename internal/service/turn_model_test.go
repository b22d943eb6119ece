package service_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// newChain connects AI providers of the simulator, by their names there.
func newChain(k *testkit.Kit, key string, names ...string) (ids []string) {
	for _, name := range names {
		r := k.Do(http.MethodPost, "/v1/ai/providers", key, map[string]any{"name": name, "kind": "openai",
			"baseUrl": k.App.Sandbox.URL + "/ai/" + name + "/v1", "model": "sandbox-1", "timeoutSeconds": 15})
		ids = append(ids, r.Text("id"))
	}
	return ids
}

// withChain runs a test on a desk whose assistant has a chain of two providers.
func withChain(t *testing.T, config map[string]any, test func(t *testing.T, d *desk, chain []string)) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		chain := newChain(k, k.Key, "first", "second")
		all := map[string]any{"providerIds": chain}
		for name, v := range config {
			all[name] = v
		}
		test(t, newDesk(t, k, all), chain)
	})
}

// calls counts the rows of calls to AI providers.
func (d *desk) calls(where string) int {
	return d.Count("ai_calls", fmt.Sprintf("workspace_id = '%s' AND %s", d.WorkspaceID, where))
}

const asksDelivery = "How much does delivery cost and how many working days does it take?"

func TestModelsAndTheCache(t *testing.T) {
	withChain(t, nil, func(t *testing.T, d *desk, _ []string) {
		first := d.decided(d.ask(customer(1), asksDelivery))
		if !strings.Contains(first.AIReply, "4.90") || first.AITokensUsed == 0 || first.CacheHit {
			t.Fatalf("%+v; people were asked for %v", first, d.handOffs())
		}
		again := d.decided(d.ask(customer(2), strings.ToUpper(asksDelivery)+"!!"))
		if again.AIReply != first.AIReply || again.AITokensUsed != 0 || !again.CacheHit {
			t.Errorf("the same question is not answered from the cache: %+v", again)
		}
		if d.calls("class = 'cache_hit'") != 1 || d.calls("class = '' AND purpose = 'reply'") != 1 {
			t.Error("the calls do not add up")
		}
		for i, other := range []string{"How much does delivery cost and how many working days does it not take?", "How much does delivery cost for 2 and how many working days does it take?"} {
			if u := d.decided(d.ask(customer(10+i), other)); u.CacheHit {
				t.Errorf("%q is answered from the cache", other)
			}
		}
		// Knowledge that changes is answered anew.
		source := d.Rows("SELECT id FROM knowledge_sources WHERE workspace_id = '%s' AND kind = 'article'", d.WorkspaceID)[0]["id"].(string)
		if r := d.Do(http.MethodPatch, "/v1/knowledge/sources/"+source, d.Key, map[string]any{"content": "Delivery costs 5.50 euros and takes three working days."}); r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		d.settled(source)
		if u := d.decided(d.ask(customer(3), asksDelivery)); u.CacheHit || !strings.Contains(u.AIReply, "5.50") {
			t.Errorf("the knowledge changed: %+v", u)
		}
		if u := d.decided(d.ask(customer(4), asksDelivery)); !u.CacheHit || !strings.Contains(u.AIReply, "5.50") {
			t.Errorf("%+v", u)
		}
		if r := d.Do(http.MethodDelete, "/v1/assistant-cache", d.Key, nil); r.Status != http.StatusNoContent || d.Count("ai_cache") != 0 {
			t.Errorf("%d, %d answers are left", r.Status, d.Count("ai_cache"))
		}
		if u := d.decided(d.ask(customer(5), asksDelivery)); u.CacheHit {
			t.Errorf("the cache was cleared: %+v", u)
		}
		if rows := d.Rows("SELECT answer FROM ai_cache"); len(rows) == 0 || strings.Contains(string(rows[0]["answer"].([]byte)), "5.50") {
			t.Error("an answer stands in the table as plain text, or not at all")
		}
		if u := d.decided(d.ask(customer(6), asksDelivery+" My order is 48213.")); u.CacheHit || d.Count("ai_cache") != 1 {
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
		if u := d.decided(d.ask(customer(1), asksDelivery)); !strings.Contains(u.AIReply, "4.90") {
			t.Errorf("%+v", u)
		}
		list := eventsOf(d, crm.EventAIFailoverTriggered, func(crm.AIFailoverData) bool { return true })
		if len(list) != 1 || list[0].FromProvider != chain[0] || list[0].ToProvider == nil || *list[0].ToProvider != chain[1] || list[0].Reason != "server_error" || list[0].StatusCode != 503 {
			t.Errorf("%+v", list)
		}
		down("first", "second")
		u := d.decided(d.ask(customer(2), asksDelivery))
		if u.AIReply != delivery || u.AITokensUsed != 0 || u.CacheHit {
			t.Errorf("no provider is left, and the passage is not said word for word: %+v, %v", u, d.handOffs())
		}
		if u := d.decided(d.ask(customer(3), "Is the delivery of a parcel possible on a rainy holiday in the mountains?")); !strings.HasPrefix(u.AIReply, "Thank you for your message.") {
			t.Errorf("%+v", u)
		}
		last := eventsOf(d, crm.EventAIFailoverTriggered, func(f crm.AIFailoverData) bool { return f.ToProvider == nil })
		if len(last) == 0 || len(d.handOffs()) != 1 {
			t.Errorf("%d failovers end with nobody, people were asked for %v", len(last), d.handOffs())
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
		id := d.writes(customer(1), asksDelivery)
		asked()
		d.SendMessage(testkit.Text(customer(1), "I will look into it."))
		if u := d.decided(id); u.AIReply != "" {
			t.Errorf("a person spoke, and it answers: %+v", u)
		}
		d.Settle()
		if got := d.heard(customer(1)); !slices.Equal(got, []string{"I will look into it."}) {
			t.Errorf("the customer got %q", got)
		}
		slow()
		first := d.writes(customer(2), "How much does delivery cost?")
		asked()
		second := d.writes(customer(2), "And how many working days does delivery take?")
		u := d.decided(second)
		d.Settle()
		if got := d.heard(customer(2)); len(got) != 1 || u.AIReply == "" {
			t.Errorf("a newer message came: %+v, the customer got %q", u, got)
		}
		if u := d.decided(first); u.SupersededBy == nil || *u.SupersededBy != second {
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
		d.ask(customer(1), asksDelivery)
		if got := d.handOffs(); !slices.Equal(got, []string{"budget_used_up"}) {
			t.Errorf("people were asked for %v", got)
		}
		if u := d.decided(d.ask(customer(2), "When do you open?")); u.AIReply != hours {
			t.Errorf("approved answers cost nothing: %+v", u)
		}
	})
}
