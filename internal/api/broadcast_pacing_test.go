package api_test

import (
	"fmt"
	"testing"
	"time"

	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// A broadcast pauses when the provider holds messages back, and goes on when somebody
// says so. Those that were held arrive once the template is judged to be good, and fail with
// a reason once it is judged to be bad.
func TestPacingPausesABroadcast(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond, Sandbox: func(c *sandbox.Config) {
		c.TemplatePacing = sandbox.Pacing{After: 20, HoldMs: 3_600_000}
		for _, name := range []string{"good", "bad"} {
			c.Accounts[0].Templates = append(c.Accounts[0].Templates, sandbox.Template(fmt.Sprintf(`{"name":%q,"language":"en_US","category":"MARKETING","components":[{"type":"BODY","text":"Our %s offer."}]}`, name, name)))
		}
	}}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		counts := func(id string) (sent, delivered, failed float64) {
			c := w.get(id).JSON()["counts"].(map[string]any)
			return c["sent"].(float64), c["delivered"].(float64), c["failed"].(float64)
		}
		before := 0.0 // what the provider took for the broadcast before this one
		pauses := func(id string) {
			t.Helper()
			k.Eventually("the provider holds messages back", func() bool {
				r := w.get(id)
				return r.Text("status") == "paused" && r.Text("reason") == "held_by_provider"
			})
			k.Settle()
			k.Eventually("everything is counted that the provider took", func() bool {
				sent, delivered, _ := counts(id)
				return delivered == 20 && sent == float64(k.Sandbox().Stats().Accepted)-before
			})
		}
		// Taken well.
		id := w.create(numbers(0, 300), map[string]any{"templateName": "good"})
		w.act(id, "start")
		pauses(id)
		sent, delivered, failed := counts(id)
		if sent <= 20 || sent >= 300 || delivered != 20 || failed != 0 {
			t.Fatalf("%v are sent, %v delivered, %v failed", sent, delivered, failed)
		}
		// Somebody goes on too early: a few more are held.
		w.act(id, "resume")
		pauses(id)
		if again, delivered, _ := counts(id); again <= sent || again >= 300 || delivered != 20 {
			t.Fatalf("%v are sent, %v delivered", again, delivered)
		}
		k.Advance(time.Hour + time.Minute)
		k.Eventually("what was held arrives", func() bool { sent, delivered, _ := counts(id); return sent == delivered })
		w.act(id, "resume")
		k.Eventually("it is completed", func() bool { _, delivered, _ := counts(id); return delivered == 300 })

		// Taken badly.
		before = 300
		id = w.create(numbers(300, 300), map[string]any{"templateName": "bad"})
		w.act(id, "start")
		pauses(id)
		for i := range 3 {
			k.Must(k.Sandbox().Block(fmt.Sprintf("1415557%04d", 300+i), true))
		}
		k.Advance(time.Hour + time.Minute)
		k.Eventually("what was held fails", func() bool { sent, delivered, failed := counts(id); return delivered == 20 && failed > 0 && sent == 20 })
		reasons := fetch(k, "/v1/broadcasts/"+id+"/failures")["data"].([]any)
		if len(reasons) != 1 || fmt.Sprint(reasons[0].(map[string]any)["providerCode"]) != "132015" {
			t.Errorf("the reasons are %v", reasons)
		}
	})
}
