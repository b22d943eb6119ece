package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// A charge is told of to those who name the event, and to nobody else.
func TestChargesAreToldToWhomNamesThem(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		id := k.SendMessage(testkit.OrderShipped("+4915157000001"))
		wamid := k.EventuallyMessage(id, "accepted")["providerMessageId"].(string)
		post(t, k, "messages", "statuses", priced(wamid, "delivered", k.Now(), "PMP", "regular", "utility", true))
		k.Eventually("it is booked", func() bool { return len(ledger(k, id)) == 1 })
		told := func(query string) (out []string) {
			list, _ := fetch(k, "/v1/events?limit=100"+query)["data"].([]any)
			for _, one := range list {
				ev := one.(map[string]any)
				if ev["event"] == "charge.recorded" {
					d := ev["data"].(map[string]any)
					out = append(out, fmt.Sprint(d["charge_id"], " ", d["amount"], " ", d["market"], " ", d["markup"]))
				}
			}
			return out
		}
		want := []string{"chg" + id[len("msg"):] + "_1 0.055 Germany 0"}
		for _, query := range []string{"&events=charge.recorded", "&events=charge.*"} {
			if got := told(query); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %v", query, got)
			}
		}
		for _, query := range []string{"", "&events=*", "&events=messages.*"} {
			if got := told(query); len(got) > 0 {
				t.Errorf("%q: %v", query, got)
			}
		}
		if r := k.Do(http.MethodGet, "/v1/event-types/charge.recorded", k.Key, nil); r.Status != http.StatusOK {
			t.Errorf("the catalogue: %d %s", r.Status, r.Body)
		}
	})
}
