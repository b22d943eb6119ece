package reply_test

import (
	"net/http"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit/testshop"
)

// What contacts say of an episode is answered by no assistant and routed nowhere; what
// they write then is.
func TestNoAssistantAnswersARating(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		set := func(method, path string, body any) {
			t.Helper()
			if r := d.Do(method, path, d.Key, body); r.Status != http.StatusOK {
				t.Fatalf("%s: %d %s", path, r.Status, r.Body)
			}
		}
		team := d.Post("/v1/teams", map[string]any{"name": "Everything"}).Text("id")
		set(http.MethodPut, "/v1/routing/rules", map[string]any{"rules": []any{}, "default": map[string]any{"teamId": team}})
		from := testshop.Customer(1)
		d.Ask(from, "When do you open?")
		id := d.Conversation(from)
		set(http.MethodPatch, "/v1/rating-settings", map[string]any{"enabled": true}) // only assistants answered: not asked
		set(http.MethodPut, "/v1/conversations/"+id+"/status", map[string]any{"status": "closed"})
		d.Settle()
		set(http.MethodPatch, "/v1/rating-settings", map[string]any{"onlyAnsweredByPeople": false})
		set(http.MethodPut, "/v1/conversations/"+id+"/status", map[string]any{"status": "open"})
		set(http.MethodPut, "/v1/conversations/"+id+"/status", map[string]any{"status": "closed"})
		d.Eventually("the contact is asked", func() bool { return d.Count("ratings", "state = 'asked'") == 1 })
		d.Settle()
		if n := d.Count("ratings"); n != 1 {
			t.Errorf("there are %d ratings", n)
		}
		turns, decisions, heard := d.Count("ai_turns"), d.Count("routing_decisions"), len(d.Heard(from))
		sent, err := d.Sandbox().Tap(from, "OK", nil)
		d.Must(err)
		if u := d.Decided(sent.MessageID); u.AIReply != "" || u.AIMessageID != nil {
			t.Errorf("the tap is answered: %+v", u)
		}
		d.Ask(from, "When do you open?") // it is the comment
		rated := testshop.EventsOf(d.Kit, crm.EventConversationRated, func(crm.ConversationRatedData) bool { return true })
		if len(rated) != 2 || rated[1].Score != 3 || rated[1].Comment != "When do you open?" {
			t.Errorf("told was %+v", rated)
		}
		if a, b, c := d.Count("ai_turns"), d.Count("routing_decisions"), len(d.Heard(from)); a != turns || b != decisions || c != heard {
			t.Errorf("%d turns, %d decisions and %d messages became %d, %d and %d", turns, decisions, heard, a, b, c)
		}
		if u := d.Decided(d.Ask(from, "When do you open?")); u.AIReply == "" {
			t.Errorf("the next question is not answered: %+v", u)
		}
		d.Eventually("the next question is routed", func() bool { return d.Count("routing_decisions") > decisions })
	})
}
