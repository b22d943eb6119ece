package reply_test

import (
	"net/http"
	"testing"

	"service.example/crm/internal/testkit/testshop"
)

// Where an assistant answers, contacts are greeted, or told that the business is
// closed, only if that is wanted.
func TestAnAssistantGreetsItself(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		says := func(body map[string]any) {
			t.Helper()
			if r := d.Do(http.MethodPatch, "/v1/phone-numbers/"+d.NumberID+"/automatic-messages", d.Key, body); r.Status != http.StatusOK {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
		}
		heard := func(customer int, text string) bool {
			t.Helper()
			from := testshop.Customer(customer)
			d.Decided(d.Ask(from, "When do you open?"))
			d.Settle()
			for _, m := range d.Sandbox().Phone(from) {
				if m.Text == text {
					return true
				}
			}
			return false
		}
		never := d.Post("/v1/calendars", map[string]any{"name": "Never", "timeZone": "UTC"}).Text("id")
		says(map[string]any{"greeting": map[string]any{"enabled": true, "text": "Welcome!"}})
		if heard(1, "Welcome!") {
			t.Error("a contact whom an assistant answers is greeted")
		}
		says(map[string]any{"greeting": map[string]any{"withAssistant": true}})
		if !heard(2, "Welcome!") {
			t.Error("a contact is not greeted, though that is wanted")
		}
		says(map[string]any{"greeting": map[string]any{"enabled": false}, "outOfHours": map[string]any{"enabled": true, "text": "We are closed.", "calendarId": never}})
		if heard(3, "We are closed.") {
			t.Error("a contact whom an assistant answers is told that nobody is there")
		}
		says(map[string]any{"outOfHours": map[string]any{"withAssistant": true}})
		if !heard(4, "We are closed.") {
			t.Error("a contact is not told, though that is wanted")
		}
		if n := d.Count("conversation_states", "conversation_id = '"+d.Conversation(testshop.Customer(4))+"' AND answers = 1"); n != 1 {
			t.Error("only the assistant answers")
		}
	})
}
