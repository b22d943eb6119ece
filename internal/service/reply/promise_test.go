package reply_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit/testshop"
)

// Where the workspace wants it, what people promise in their messages is proposed, by
// the clock of the business; what contacts, assistants and keys write is not read.
func TestPromisesAreFound(t *testing.T) {
	testshop.OnBothWithChain(t, nil, func(t *testing.T, d *testshop.Desk, _ []string) {
		who := testshop.Customer(1)
		d.Ask(who, "I'll come tomorrow. Where is my blue vase?")
		id := d.Conversation(who)
		anna := d.NewPerson(d.WorkspaceID, crm.RoleAgent)
		d.Do(http.MethodPut, "/v1/conversations/"+id+"/assignment", d.Key, map[string]any{"agentId": anna.ID})
		d.Do(http.MethodPost, "/v1/calendars", d.Key, map[string]any{"name": "Shop", "timeZone": "Asia/Kathmandu"})
		say := func(key, text string) string {
			t.Helper()
			r := d.Do(http.MethodPost, "/v1/messages", key, map[string]any{"to": who, "type": "text", "text": map[string]any{"body": text}})
			if r.Status != http.StatusAccepted {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
			d.Quiet()
			return r.Text("messageId")
		}
		proposed := func() []any {
			return d.Do(http.MethodGet, "/v1/promises?status=proposed", d.Key, nil).JSON()["data"].([]any)
		}
		say(anna.Key, "We'll look into it.")
		if n := len(proposed()); n != 0 || d.Calls("purpose = 'promise'") != 0 {
			t.Errorf("%d are proposed where nobody wants it", n)
		}
		if r := d.Do(http.MethodPatch, "/v1/inbox-settings", d.Key, map[string]any{"findPromises": true}); r.Status != http.StatusOK || !strings.Contains(string(r.Body), `"findPromises":true`) {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		say(d.Key, "We'll send it. I am a machine.")
		say(anna.Key, "It stands in the shop.")
		if n := len(proposed()); n != 0 {
			t.Errorf("%d are proposed of what promises nothing", n)
		}
		message := say(anna.Key, "Thanks! We'll send the vase. I will call you, too.")
		d.Eventually("both are proposed", func() bool { return len(proposed()) == 2 })
		p := proposed()[0].(map[string]any)
		zone, err := time.LoadLocation("Asia/Kathmandu")
		if err != nil {
			t.Fatal(err)
		}
		day := d.Now().In(zone)
		due := time.Date(day.Year(), day.Month(), day.Day()+1, 9, 0, 0, 0, zone).UTC().Format("2006-01-02T15:04:05.000Z")
		if p["messageId"] != message || p["userId"] != anna.ID || p["conversationId"] != id || p["dueAt"] != due || p["createdBy"].(map[string]any)["type"] != "assistant" {
			t.Errorf("proposed is %v, not for %s in %s of %s, due at %s", p, anna.ID, message, id, due)
		}
		if c := d.Do(http.MethodGet, "/v1/conversations/"+id, d.Key, nil).JSON(); c["promiseDueAt"] != nil {
			t.Errorf("a proposal is due at %v", c["promiseDueAt"])
		}
		if r := d.Do(http.MethodPatch, "/v1/promises/"+p["id"].(string), anna.Key, map[string]any{"status": "open"}); r.Status != http.StatusOK || r.Text("status") != "open" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		d.Advance(49 * time.Hour)
		d.Eventually("it comes back", func() bool { return d.Count("events", "kind = 'promise.due'") == 1 })
		if n := len(proposed()); n != 1 {
			t.Errorf("%d are proposed still", n)
		}
		d.Quiet()
	})
}
