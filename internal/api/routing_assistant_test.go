package api_test

import (
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// assistant is one that answers on the number of the world, after a pause; with none it
// is on duty nowhere.
func (w routingWorld) assistant(name string, numbers ...string) string {
	w.t.Helper()
	return w.do(http.StatusCreated, http.MethodPost, "/v1/assistants", w.Key, map[string]any{"name": name, "phoneNumberIds": append([]string{}, numbers...),
		"config": map[string]any{"burstPauseMs": 8000, "limits": map[string]any{"pauseSeconds": 0}}}).Text("id")
}

// An assistant keeps what contacts write, whether a rule names it or a team. What it
// hands off goes to people by the rules, past those that name assistants, with the time
// that the contact has waited.
func TestWhatAnAssistantHandsOffGoesToPeople(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		member := w.people[0].ID
		helper := w.assistant("Helper", k.NumberID)
		w.do(http.StatusOK, http.MethodPut, rulesPath, k.Key, map[string]any{"rules": []any{
			map[string]any{"key": "bot", "when": map[string]any{"keywords": []string{"human"}}, "target": map[string]any{"assistantId": helper}},
			map[string]any{"key": "people", "target": map[string]any{"teamId": w.team, "priority": "high"}}}})
		w.available(member, "offline")
		for phone, c := range map[string]struct{ text, rule string }{
			"+14155550231": {"Can I talk to a human please?", "bot"},
			"+14155550232": {"Quiero hablar con una persona", "people"},
		} {
			id := w.writes(phone, c.text)
			k.Eventually("the assistant keeps it", func() bool {
				d := w.decisions(id)
				return len(d) == 1 && d[0]["outcome"] == "assistant" && d[0]["cause"] == "contact_wrote" && d[0]["ruleKey"] == c.rule
			})
			if d := w.decisions(id)[0]; c.rule == "bot" && d["target"].(map[string]any)["assistantId"] != helper || d["rulesVersion"] != 2.0 || d["agentId"] != "" {
				t.Errorf("the decision is %v", d)
			}
			if team := w.teamOf(id); team != "" {
				t.Errorf("%s has what the assistant keeps", team)
			}
			since := w.waitsSince(id)
			k.Advance(10 * time.Second)
			k.Eventually("it waits in the team of the next rule", func() bool {
				d := w.decisions(id)
				return len(d) == 2 && d[0]["cause"] == "hand_off" && d[0]["outcome"] == "queued" && d[0]["candidateCount"] == 1.0 && w.teamOf(id) == w.team
			})
			d := w.decisions(id)[0]
			if skipped := d["skipped"].([]any); d["ruleKey"] != "people" || (len(skipped) == 1) != (c.rule == "bot") || d["reasons"].(map[string]any)["offline"] != 1.0 {
				t.Errorf("the decision after the hand-off is %v", d)
			}
			if now := w.waitsSince(id); now != since {
				t.Errorf("the contact waits since %s, not %s", now, since)
			}
			if in := k.Count("routing_queue", "conversation_id = '"+id+"' AND waiting_since = (SELECT waiting_since FROM conversation_states s WHERE s.conversation_id = '"+id+"')"); in != 1 {
				t.Error("its place in the queue is not by that time")
			}
			w.available(member, "online")
			k.Eventually("who comes gets it", func() bool { return w.agent(id) == member })
			w.available(member, "offline")
		}
	})
}

// A rule that names an assistant which does not answer there gives the conversation to
// nobody, and the decision says so.
func TestARuleNamesAnAssistantThatIsNotThere(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		elsewhere := w.assistant("Elsewhere")
		w.do(http.StatusOK, http.MethodPut, rulesPath, k.Key, map[string]any{"rules": []any{
			map[string]any{"key": "bot", "target": map[string]any{"assistantId": elsewhere}}}, "default": map[string]any{"teamId": w.team}})
		id := w.writes("+14155550233", "Hello")
		k.Eventually("no assistant gets it", func() bool {
			d := w.decisions(id)
			return len(d) == 1 && d[0]["outcome"] == "no_assistant"
		})
		k.Quiet()
		if d := w.decisions(id)[0]; d["ruleKey"] != "bot" || d["target"].(map[string]any)["assistantId"] != elsewhere || d["agentId"] != "" || d["method"] != "" {
			t.Errorf("the decision is %v", d)
		}
		if who, team := w.agent(id), w.teamOf(id); who != "" || team != "" || k.Count("routing_queue") != 0 {
			t.Errorf("%q of %q has it", who, team)
		}
	})
}

// Whoever answered the contact last gets them again within the days of the team, unless
// they are not there; after these days whose turn it is.
func TestWhoAnsweredLastComesFirst(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 2, map[string]any{"method": "least_load", "stickyDays": 3})
		w.capacity(20)
		first, second := w.people[0], w.people[1]
		top := func(id string) map[string]any { return w.decisions(id)[0]["top"].([]any)[0].(map[string]any) }
		const phone = "+14155550241"
		// The second one answers, and has more to do than the first one from then on.
		w.available(first.ID, "offline")
		id, busy := w.writes(phone, "Hello"), w.writes("+14155550242", "Hello")
		k.Eventually("the second one has both", func() bool { return w.agent(id) == second.ID && w.agent(busy) == second.ID })
		w.do(http.StatusAccepted, http.MethodPost, "/v1/messages", second.Key, w.text(phone, "Here you are."))
		k.Eventually("the contact has the answer", func() bool { return w.waits(id) == nil })
		w.available(first.ID, "online")
		again := func(ahead time.Duration) {
			t.Helper()
			w.status(id, "closed")
			k.Advance(ahead)
			before := len(w.decisions(id))
			w.writes(phone, "Hello again")
			k.Eventually("somebody has it again", func() bool { return len(w.decisions(id)) > before && w.agent(id) != "" })
		}
		again(time.Hour)
		if who, best := w.agent(id), top(id); who != second.ID || best["agentId"] != second.ID || best["sticky"] != true {
			t.Errorf("%s has it, the first is %v", who, best)
		}
		w.available(second.ID, "away")
		again(time.Hour)
		if who, best := w.agent(id), top(id); who != first.ID || best["sticky"] != false {
			t.Errorf("while they are away %s has it, the first is %v", who, best)
		}
		for _, c := range w.decisions(id)[0]["top"].([]any) {
			if c := c.(map[string]any); c["agentId"] == second.ID && (c["reason"] != "away" || c["sticky"] != true) {
				t.Errorf("the decision says %v of who answered", c)
			}
		}
		w.available(second.ID, "online")
		again(4 * 24 * time.Hour)
		if who, best := w.agent(id), top(id); who != first.ID || best["sticky"] != false {
			t.Errorf("after these days %s has it, the first is %v", who, best)
		}
	})
}
