package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// What could have been saved is what the ledger has, each message once; the lists have the
// messages, page by page.
func TestChargeSavings(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		k.EventuallyStored(k.CustomerWrites("+4915157000001", "Hello"))
		at := k.Now().Truncate(time.Second)
		arrives := func(body any, kind, category string, billed bool) string {
			id := k.SendMessage(body)
			wamid := k.EventuallyMessage(id, "accepted")["providerMessageId"].(string)
			post(t, k, "messages", "statuses", priced(wamid, "delivered", at, "PMP", kind, category, billed))
			k.Eventually("it is booked", func() bool { return len(ledger(k, id)) > 0 })
			return id
		}
		text := map[string]any{"to": "+4915157000001", "type": "text", "text": map[string]any{"body": "One"}}
		arrives(text, "regular", "service", true)
		second := arrives(text, "regular", "service", true)
		third := arrives(text, "regular", "service", true)
		arrives(text, "free_customer_service", "service", false) // free
		var ads []string
		for range 5 {
			ads = append(ads, arrives(testkit.OrderShipped("+4915157000002"), "regular", "marketing", true))
		}
		s := fetch(k, "/v1/charges/savings")
		if got := fmt.Sprint(s["count"], s["complete"], s["amounts"]); got != "4 true [map[amount:0.383 currency:USD]]" {
			t.Errorf("in all: %s", got)
		}
		of := map[string]string{}
		for _, c := range s["causes"].([]any) {
			c := c.(map[string]any)
			of[c["cause"].(string)] = fmt.Sprint(c["count"], " ", c["amounts"], " ", c["rule"] != "")
		}
		for cause, want := range map[string]string{"entry_window_unused": "0 [] true", "utility_outside_window": "0 [] true",
			"marketing_never_read": "2 [map[amount:0.273 currency:USD]] true", "bubbles": "2 [map[amount:0.11 currency:USD]] true"} {
			if of[cause] != want {
				t.Errorf("%s: %s, want %s", cause, of[cause], want)
			}
		}
		list := func(cause string) (ids []string) {
			for cursor := ""; ; {
				r := k.Do(http.MethodGet, "/v1/charges/savings/"+cause+"/messages?limit=1&cursor="+cursor, k.Key, nil)
				for _, one := range r.JSON()["data"].([]any) {
					ids = append(ids, one.(map[string]any)["messageId"].(string))
				}
				if cursor = r.Text("nextCursor"); cursor == "" {
					return ids
				}
			}
		}
		if got := fmt.Sprint(list("bubbles")); got != fmt.Sprint([]string{third, second}) {
			t.Errorf("bubbles: %s", got)
		}
		if got := fmt.Sprint(list("marketing_never_read")); got != fmt.Sprint([]string{ads[4], ads[3]}) {
			t.Errorf("never read: %s", got)
		}
		if r := k.Do(http.MethodGet, "/v1/charges/savings?from=2026-01-01&to=2026-04-03", k.Key, nil); r.Status != http.StatusUnprocessableEntity {
			t.Errorf("93 days: %d %s", r.Status, r.Body)
		}
	})
}
