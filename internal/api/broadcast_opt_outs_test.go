package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// A broadcast pauses when too many of those who got it say stop. Who said so before does
// not pause it again, and what the business notes down of others does not count.
func TestOptOutsPauseABroadcast(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		id := w.create(numbers(0, 900), nil)
		w.act(id, "start")
		delivered := func() float64 {
			n, _ := w.get(id).JSON()["counts"].(map[string]any)["delivered"].(float64)
			return n
		}
		k.Eventually("a hundred have it", func() bool { return delivered() >= 100 })
		// An import of what others said, of people whose turn has come.
		for i := range 20 {
			if r := k.Do(http.MethodPost, "/v1/contacts/"+contactID(k, fmt.Sprintf("+1415557%04d", i))+"/consent", k.Key, map[string]any{"purpose": "marketing", "state": "opted_out", "proof": "on paper"}); r.Status >= 300 {
				t.Fatalf("a consent by the API: %d %s", r.Status, r.Body)
			}
		}
		before := delivered()
		k.Eventually("it goes on", func() bool { return delivered() >= before+100 })
		if r := w.get(id); r.Text("status") != "running" {
			t.Fatalf("it is %s", r.Body)
		}
		for i := range 40 {
			_, err := k.Sandbox().CustomerSends(sandbox.CustomerMessage{From: fmt.Sprintf("1415557%04d", 30+i), To: k.Number, Text: "STOP"})
			k.Must(err)
		}
		k.Eventually("too many opt out", func() bool {
			r := w.get(id)
			return r.Text("status") == "paused" && r.Text("reason") == "too_many_opt_outs"
		})
		k.Settle()
		if n := delivered(); n >= 880 {
			t.Errorf("%v have it when it pauses", n)
		}
		w.act(id, "resume")
		k.Eventually("it is completed", func() bool { return w.get(id).Text("status") == "completed" })
	})
}
