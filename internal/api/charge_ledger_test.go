package api_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// fetch is the body of an answer.
func fetch(k *testkit.Kit, path string) (out map[string]any) {
	k.Must(json.Unmarshal(k.Do(http.MethodGet, path, k.Key, nil).Body, &out))
	return out
}

// ledger are the charges of a message, oldest first, as lines.
func ledger(k *testkit.Kit, messageID string) (out []string) {
	list, _ := fetch(k, "/v1/charges?limit=100&messageId="+messageID)["data"].([]any)
	for i := len(list) - 1; i >= 0; i-- {
		c := list[i].(map[string]any)
		out = append(out, fmt.Sprint(c["kind"], " ", c["count"], " ", c["category"], " ", c["market"], " ", c["rule"], " ", c["amount"], " ", c["currency"], " ", c["markup"]))
	}
	return out
}

// A message is booked once, when the first status says that it arrived, in whatever order
// statuses come and however often.
func TestAChargeIsBookedOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now().Truncate(time.Second)
		var ids []string
		for i, order := range permutations([]string{"sent", "delivered", "read", "played"})[:12] {
			id := k.SendMessage(testkit.OrderShipped(fmt.Sprintf("+4915157%05d", i)))
			wamid := k.EventuallyMessage(id, "accepted")["providerMessageId"].(string)
			all := map[string]map[string]any{
				"sent":      priced(wamid, "sent", at, "PMP", "regular", "utility", true),
				"delivered": priced(wamid, "delivered", at, "PMP", "regular", "utility", true),
				"read":      testkit.Status(wamid, "read", customer, at),
				"played":    testkit.Status(wamid, "played", customer, at)}
			for range 2 {
				for _, status := range order {
					post(t, k, "messages", "statuses", all[status])
				}
			}
			ids = append(ids, id)
		}
		for _, id := range ids {
			k.Eventually("it is booked", func() bool { return len(ledger(k, id)) > 0 && k.Count("charge_facts") == 0 })
			if got := ledger(k, id); len(got) != 1 || got[0] != "booking 1 utility Germany per_message 0.055 USD 0" {
				t.Errorf("the ledger has %q", got)
			}
		}
		if got := fetch(k, "/v1/charges/summary?groupBy=market"); fmt.Sprint(got["data"]) != "[map[amount:0.66 count:12 currency:USD free:0 key:Germany markup:0 unpriced:0]]" {
			t.Errorf("the sums are %v", got["data"])
		}
	})
}

// A later status never changes what was booked: it is taken back and booked anew.
func TestALaterStatusCorrectsACharge(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now().Truncate(time.Second)
		id := k.SendMessage(testkit.OrderShipped("+4915157000001"))
		wamid := k.EventuallyMessage(id, "accepted")["providerMessageId"].(string)
		post(t, k, "messages", "statuses", priced(wamid, "read", at.Add(time.Minute), "PMP", "regular", "utility", true))
		k.Eventually("it is booked", func() bool { return len(ledger(k, id)) == 1 })
		post(t, k, "messages", "statuses", priced(wamid, "delivered", at, "PMP", "regular", "marketing", true))
		k.Eventually("it is corrected", func() bool { return len(ledger(k, id)) == 3 })
		post(t, k, "messages", "statuses", priced(wamid, "sent", at, "PMP", "regular", "utility", true))
		k.Quiet()
		k.Eventually("nothing is left to book", func() bool { return k.Count("charge_facts") == 0 })
		want := "[booking 1 utility Germany per_message 0.055 USD 0 correction -1 utility Germany per_message -0.055 USD 0 correction 1 marketing Germany per_message 0.1365 USD 0]"
		if got := fmt.Sprint(ledger(k, id)); got != want {
			t.Errorf("the ledger has %s", got)
		}
		if got := fmt.Sprint(fetch(k, "/v1/charges/summary")["data"]); got != "[map[amount:0.1365 count:1 currency:USD free:0 key:marketing markup:0 unpriced:0] map[amount:0.00 count:0 currency:USD free:0 key:utility markup:0 unpriced:0]]" {
			t.Errorf("the sums are %s", got)
		}
	})
}

// What is free says why, a message that failed is not booked, and what no card knows is
// not known: never 0.
func TestWhatAChargeCosts(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now().Truncate(time.Second)
		for _, c := range []struct{ to, status, model, kind, category, want string }{
			{"+4915157000001", "delivered", "PMP", "free_entry_point", "referral_conversion", "[booking 1 referral_conversion Germany entry_point 0.00 USD 0]"},
			{"+4915157000002", "delivered", "PMP", "free_customer_service", "service", "[booking 1 service Germany FREE 0.00 USD 0]"},
			{"+4915157000003", "delivered", "PMP", "regular", "marketing_lite", "[booking 1 marketing_lite Germany per_message <nil> USD 0]"},
			{"+4915157000004", "delivered", "XYZ", "regular", "marketing", "[booking 1 marketing Germany unknown <nil> USD 0]"},
			{"+48512345678", "delivered", "PMP", "regular", "marketing", "[booking 1 marketing POLAND]"},
			{"+4915157000005", "failed", "PMP", "regular", "marketing", "[]"},
			{"+18095550123", "read", "PMP", "regular", "authentication", "[booking 1 authentication Rest of Latin America per_message 0.0113 USD 0]"},
		} {
			id := k.SendMessage(testkit.OrderShipped(c.to))
			wamid := k.EventuallyMessage(id, "accepted")["providerMessageId"].(string)
			post(t, k, "messages", "statuses", priced(wamid, c.status, at, c.model, c.kind, c.category, c.kind == "regular"))
			k.EventuallyMessage(id, c.status)
			k.Eventually("it is booked", func() bool { return k.Count("charge_facts") == 0 })
			want := strings.ReplaceAll(c.want, "FREE", map[bool]string{true: "service_window", false: "monthly_allowance"}[at.Before(time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC))])
			want = strings.ReplaceAll(want, "POLAND", map[bool]string{true: "Rest of Central & Eastern Europe per_message 0.086 USD 0", false: "Poland per_message <nil> USD 0"}[at.Before(time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC))])
			if got := fmt.Sprint(ledger(k, id)); got != want {
				t.Errorf("%s %s: %s, want %s", c.kind, c.category, got, want)
			}
		}
	})
}

// A conversation of 24 hours is charged once, whether statuses name it or not.
func TestAConversationIsChargedOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now().Truncate(time.Second)
		charged := 0
		for i, c := range []struct {
			conversation string
			after        time.Duration
			books        bool
		}{{"c1", 0, true}, {"c1", time.Hour, false}, {"", 2 * time.Hour, false}, {"", 25 * time.Hour, true}, {"c2", 26 * time.Hour, false}, {"c2", 27 * time.Hour, false}, {"c3", 60 * time.Hour, true}} {
			id := k.SendMessage(testkit.OrderShipped("+4915157000001"))
			wamid := k.EventuallyMessage(id, "accepted")["providerMessageId"].(string)
			s := priced(wamid, "delivered", at.Add(c.after), "CBP", "", "marketing", true)
			if c.conversation != "" {
				s["conversation"] = map[string]any{"id": c.conversation, "origin": map[string]any{"type": "marketing"}}
			}
			post(t, k, "messages", "statuses", s)
			k.EventuallyMessage(id, "delivered")
			k.Eventually("it is booked", func() bool { return k.Count("charge_facts") == 0 })
			rows := ledger(k, id)
			if (len(rows) == 1) != c.books {
				t.Errorf("message %d: the ledger has %q", i, rows)
			}
			charged += len(rows)
		}
		if charged != 3 {
			t.Errorf("%d conversations were charged, want 3", charged)
		}
	})
}

// A card of one's own goes before the listed one, its volume tiers count the charged
// messages of the month, and what had no price gets one.
func TestARateCardOfOnesOwn(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now().Truncate(time.Second)
		deliver := func(n int, category string) string {
			id := k.SendMessage(testkit.OrderShipped(fmt.Sprintf("+4915157%05d", n)))
			wamid := k.EventuallyMessage(id, "accepted")["providerMessageId"].(string)
			post(t, k, "messages", "statuses", priced(wamid, "delivered", at, "PMP", "regular", category, true))
			k.Eventually("it is booked", func() bool { return len(ledger(k, id)) > 0 })
			return id
		}
		before := deliver(1, "utility")
		unpriced := deliver(2, "marketing_lite")
		month := at.UTC().Format("2006-01") + "-01"
		prices := "valid_from,market,category,currency,above,amount\n" + month + ",Germany,utility,USD,0,0.05\n" + month + ",Germany,utility,USD,2,0.04\n" + month + ",Germany,marketing_lite,USD,0,0.09\n"
		res := k.Do(http.MethodPost, "/v1/rate-cards", k.Key, map[string]any{"name": " Ours ", "prices": prices})
		if res.Status != http.StatusCreated || res.Text("name") != "Ours" {
			t.Fatalf("%d %s", res.Status, res.Body)
		}
		k.Eventually("what had no price gets one", func() bool { return len(ledger(k, unpriced)) == 3 && k.Count("charge_repricings") == 0 })
		if got := ledger(k, unpriced)[2]; got != "correction 1 marketing_lite Germany per_message 0.09 USD 0" {
			t.Errorf("it costs %s", got)
		}
		if got := ledger(k, before); len(got) != 1 {
			t.Errorf("what had a price has become %q", got)
		}
		for n, want := range []string{"0.05", "0.04", "0.04"} { // the first one of the month was the listed one's
			if got := ledger(k, deliver(3+n, "utility"))[0]; got != "booking 1 utility Germany per_message "+want+" USD 0" {
				t.Errorf("message %d costs %s", n, got)
			}
		}
		card := res.Text("id")
		if got := fetch(k, "/v1/rate-cards/"+card); got["prices"] != prices || got["rows"] != 3.0 {
			t.Errorf("the card is %v", got)
		}
		if res := k.Do(http.MethodDelete, "/v1/rate-cards/"+card, k.Key, nil); res.Status != http.StatusNoContent {
			t.Errorf("%d %s", res.Status, res.Body)
		}
		if got := ledger(k, deliver(9, "utility"))[0]; got != "booking 1 utility Germany per_message 0.055 USD 0" {
			t.Errorf("without the card it costs %s", got)
		}
		bad := k.Do(http.MethodPost, "/v1/rate-cards", k.Key, map[string]any{"name": "x", "prices": "valid_from,market\n"})
		if bad.Status != http.StatusUnprocessableEntity {
			t.Errorf("%d %s", bad.Status, bad.Body)
		}
		table := k.Do(http.MethodGet, "/v1/charges/export", k.Key, nil)
		rows, err := csv.NewReader(strings.NewReader(string(table.Body))).ReadAll()
		if err != nil || len(rows) != 1+8 || rows[0][0] != "id" {
			t.Errorf("the table is %v %v", rows, err)
		}
	})
}
