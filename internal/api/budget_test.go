package api_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// thrift is the workspace of a budget in EUR that sends broadcasts slowly.
type thrift struct {
	broadcasting
	pace int64 // messages a second
}

const thriftPace = 20

// thriftAccount is an account in EUR whose number takes few messages a second.
func thriftAccount(c *sandbox.Config) {
	monthAccounts(c)
	for i := range c.Accounts {
		if c.Accounts[i].Currency == "EUR" {
			c.Accounts[i].Phones[0].Throughput = thriftPace
		}
	}
}

func newThrift(t *testing.T, k *testkit.Kit) thrift {
	k.Tenant = k.NewTenant("Thrift", "200000000000101")
	if r := k.Do(http.MethodPost, "/v1/rate-cards", k.Key, map[string]any{"name": "The provider's", "prices": sandbox.RateCard("EUR")}); r.Status != http.StatusCreated {
		t.Fatalf("the card: %d %s", r.Status, r.Body)
	}
	return thrift{broadcasting{k, t}, thriftPace}
}

func (w thrift) budget(body map[string]any) string {
	w.t.Helper()
	r := w.Do(http.MethodPost, "/v1/budgets", w.Key, body)
	if r.Status != http.StatusCreated {
		w.t.Fatalf("the budget: %d %s", r.Status, r.Body)
	}
	return r.Text("id")
}

// micros is an amount of the budget.
func (w thrift) micros(id, name string) int64 {
	w.t.Helper()
	n, ok := crm.ParseMicros(w.Do(http.MethodGet, "/v1/budgets/"+id, w.Key, nil).Text("current", name))
	if !ok {
		w.t.Fatalf("%s of the budget is no amount", name)
	}
	return n
}

func (w thrift) sends(to, name string) testkit.Response {
	return w.Do(http.MethodPost, "/v1/messages", w.Key, map[string]any{"to": to, "type": "template", "templateName": name, "language": "en_US"})
}

// alerts are the parts of the budget that were told.
func (w thrift) alerts() (out string) {
	for _, row := range w.Rows("SELECT percent FROM budget_alerts WHERE workspace_id = '%s' ORDER BY period_start, percent", w.WorkspaceID) {
		out += fmt.Sprint(row["percent"], " ")
	}
	return out
}

func (w thrift) told() int {
	return w.Count("events", "kind = 'budget.reached'", "workspace_id = '"+w.WorkspaceID+"'")
}

// A hard stop pauses a broadcast that is under way: what is spent passes the amount by no
// more than what the number takes in the time until the stop applies. Replies go on, and
// the next day opens again.
func TestAHardStop(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond, Sandbox: thriftAccount}, func(t *testing.T, k *testkit.Kit) {
		w := newThrift(t, k)
		if left := 24*time.Hour - w.Now().Sub(w.Now().UTC().Truncate(crm.SpanDay)); left < time.Hour {
			w.Advance(left) // the test is to end on the day on which it began
		}
		k.CustomerWrites("14155579999", "Hello")
		r := w.sends("+14155578888", "offer")
		if r.Status != http.StatusAccepted {
			t.Fatalf("the first offer: %d %s", r.Status, r.Body)
		}
		k.Eventually("its price is known", func() bool { return k.Count("charges", "workspace_id = '"+w.WorkspaceID+"'") == 1 })
		price := k.Rows("SELECT amount FROM charges WHERE workspace_id = '%s'", w.WorkspaceID)[0]["amount"].(int64)
		amount := 30 * price
		hard := w.budget(map[string]any{"name": "Marketing of a day", "period": "day", "category": "marketing", "amount": crm.FormatMicros(amount), "currency": "EUR", "alerts": []int{50, 100}, "hardStop": true})
		id := w.create(numbers(0, 400), map[string]any{"templateName": "offer"})
		w.prepared(id)
		if r := w.act(id, "start"); r.Status != http.StatusOK {
			t.Fatalf("start: %d %s", r.Status, r.Body)
		}
		k.Eventually("it pauses", func() bool { return w.get(id).Text("status") == "paused" })
		if got := w.get(id).Text("pausedBy"); got != "budget_reached" && w.get(id).Text("reason") != "budget_reached" {
			t.Errorf("it is paused for %s: %s", got, w.get(id).Body)
		}
		k.Eventually("everything is booked", func() bool {
			c := w.get(id).JSON()["counts"].(map[string]any)
			return c["sending"] == 0.0 && k.Count("charges", "workspace_id = '"+w.WorkspaceID+"'") == int(c["sent"].(float64))+1
		})
		spent := w.micros(hard, "spent")
		// A look each second, another second until sends see it, and half a second of the
		// number's pace that waits for it, with as much again for a machine that is slow.
		if most := amount + 5*w.pace*price; spent < amount || spent > most {
			t.Errorf("%d were spent of %d, at most %d may be", spent, amount, most)
		}
		t.Logf("%s of %s EUR were spent: %d messages too many", crm.FormatMicros(spent), crm.FormatMicros(amount), (spent-amount)/price)
		k.Eventually("both alerts are told", func() bool { return w.alerts() == "50 100 " && w.told() == 2 })
		if c := w.micros(hard, "committed"); c != 0 {
			t.Errorf("%d are committed when everything is booked", c)
		}
		if r := w.sends("+14155577777", "offer"); r.Status != http.StatusUnprocessableEntity || r.Code() != "budget_reached" {
			t.Errorf("another offer: %d %s", r.Status, r.Body)
		}
		if r := w.sends("+14155577777", "hello_world"); r.Status != http.StatusAccepted {
			t.Errorf("a template of another category: %d %s", r.Status, r.Body)
		}
		if r := w.Do(http.MethodPost, "/v1/messages", w.Key, map[string]any{"to": "+14155579999", "type": "text", "text": map[string]any{"body": "Of course."}}); r.Status != http.StatusAccepted {
			t.Errorf("a reply: %d %s", r.Status, r.Body)
		}
		if r := w.act(id, "resume"); r.Status != http.StatusConflict || r.Code() != "budget_reached" {
			t.Errorf("resume: %d %s", r.Status, r.Body)
		}
		w.Advance(24 * time.Hour)
		k.Eventually("the next day opens again", func() bool { return w.sends("+14155577777", "offer").Status == http.StatusAccepted })
		if r := w.act(id, "resume"); r.Status != http.StatusOK {
			t.Errorf("resume on the next day: %d %s", r.Status, r.Body)
		}
		k.Eventually("the next day is used up, too", func() bool { return w.get(id).Text("status") == "paused" })
		if r := w.Do(http.MethodPatch, "/v1/budgets/"+hard, w.Key, map[string]any{"hardStop": false}); r.Status != http.StatusOK {
			t.Fatalf("change: %d %s", r.Status, r.Body)
		}
		k.Eventually("a changed budget stops nothing", func() bool { return w.act(id, "resume").Status == http.StatusOK })
		k.Eventually("it is completed", func() bool { return w.get(id).Text("status") == "completed" })
		if c := w.get(id).JSON()["counts"].(map[string]any); c["failed"] != 0.0 {
			t.Errorf("what was accepted before a stop is not sent: %v", c)
		}
		k.Eventually("the alerts of the next day are told", func() bool { return w.alerts() == "50 100 50 100 " && w.told() == 4 })
	})
}

// What a broadcast may still be billed for counts, however many were made after it, while
// it goes on and for two days after its end.
func TestAnOldBroadcastIsCommitted(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Parallel: true, StatusDelay: 100 * time.Hour, Sandbox: thriftAccount}, func(t *testing.T, k *testkit.Kit) {
		w := newThrift(t, k)
		budget := w.budget(map[string]any{"name": "Everything", "period": "month", "amount": "1000", "currency": "EUR"})
		id := w.create(numbers(0, 3), map[string]any{"templateName": "offer"})
		w.prepared(id)
		if r := w.act(id, "start"); r.Status != http.StatusOK {
			t.Fatalf("start: %d %s", r.Status, r.Body)
		}
		k.Eventually("it is sent", func() bool { return w.get(id).Text("status") == "completed" })
		committed := w.micros(budget, "committed")
		if committed == 0 {
			t.Fatal("nothing is committed of what nobody has been charged for")
		}
		for range 2 {
			later := w.create(numbers(0, 1), map[string]any{"templateName": "offer", "scheduledAt": k.Now().Add(1000 * time.Hour)})
			for _, act := range []string{"start", "cancel"} {
				if r := w.act(later, act); r.Status != http.StatusOK {
					t.Fatalf("%s: %d %s", act, r.Status, r.Body)
				}
			}
		}
		for range 205 {
			w.create(numbers(0, 1), map[string]any{"templateName": "offer", "scheduledAt": k.Now().Add(1000 * time.Hour)})
		}
		if c := w.micros(budget, "committed"); c != committed {
			t.Errorf("%d are committed after other broadcasts were made, before %d", c, committed)
		}
		w.Advance(49 * time.Hour)
		if c := w.micros(budget, "committed"); c != 0 {
			t.Errorf("%d are committed two days after its end", c)
		}
	})
}

// The whole workspace's budget stops utility templates, but not in an open window; a
// budget that is deleted stops nothing.
func TestAHardStopOfEverything(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond, Sandbox: thriftAccount}, func(t *testing.T, k *testkit.Kit) {
		w := newThrift(t, k)
		k.CustomerWrites("14155579999", "Hello")
		month := w.budget(map[string]any{"name": "Everything", "period": "month", "amount": "0.000001", "currency": "EUR", "hardStop": true})
		other := w.budget(map[string]any{"name": "Dollars", "period": "month", "amount": "0.000001", "currency": "USD", "hardStop": true, "alerts": []int{1}})
		if r := w.sends("+14155578888", "offer"); r.Status != http.StatusAccepted {
			t.Fatalf("the first offer: %d %s", r.Status, r.Body)
		}
		k.Eventually("nothing more is sent", func() bool { return w.sends("+14155577777", "hello_world").Code() == "budget_reached" })
		if r := w.sends("+14155579999", "hello_world"); r.Status != http.StatusAccepted {
			t.Errorf("a utility template in a window: %d %s", r.Status, r.Body)
		}
		if got := w.Do(http.MethodGet, "/v1/budgets/"+other, w.Key, nil); got.Text("current", "spent") != "0.00" || got.Text("closedUntil") != "" || w.told() != 0 {
			t.Errorf("a budget in another currency: %s", got.Body)
		}
		if r := w.Do(http.MethodDelete, "/v1/budgets/"+month, w.Key, nil); r.Status != http.StatusNoContent {
			t.Fatalf("delete: %d %s", r.Status, r.Body)
		}
		k.Eventually("everything is sent again", func() bool { return w.sends("+14155577777", "hello_world").Status == http.StatusAccepted })
	})
}

// However many look at once, on one node or on two, an alert is told once.
func TestAlertsOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond, Sandbox: thriftAccount}, func(t *testing.T, k *testkit.Kit) {
		w := newThrift(t, k)
		w.budget(map[string]any{"name": "Soft", "period": "month", "amount": "0.01", "currency": "EUR", "alerts": []int{10, 100, 600}})
		for i := range 3 {
			w.sends(fmt.Sprintf("+1415557%04d", i), "offer")
		}
		second, looks := k.Second(), new(sync.WaitGroup)
		for _, node := range []*testkit.Kit{k, second} {
			looks.Go(func() {
				for range 100 {
					if _, err := node.App.Service.Budget.Look(t.Context(), w.WorkspaceID); err != nil {
						t.Error(err)
					}
				}
			})
		}
		looks.Wait()
		k.Eventually("all alerts are told", func() bool { return w.alerts() == "10 100 600 " && w.told() == 3 })
		for i := range 3 {
			if r := w.sends(fmt.Sprintf("+1415558%04d", i), "offer"); r.Status != http.StatusAccepted {
				t.Errorf("an alert stops nothing: %d %s", r.Status, r.Body)
			}
		}
		k.Eventually("the rest is booked", func() bool { return k.Count("charges", "workspace_id = '"+w.WorkspaceID+"'") == 6 })
		for _, of := range []struct {
			days time.Duration
			want string
		}{{0, "10 100 600 "}, {31, "10 100 600 "}, {60, ""}} { // the month began 31 days ago at most
			w.Advance(of.days * 24 * time.Hour)
			if k.Must(k.App.Service.Budget.Sweep(t.Context())); w.alerts() != of.want {
				t.Errorf("%d days later the alerts are %q, want %q", of.days, w.alerts(), of.want)
			}
		}
		if w.told() != 3 {
			t.Errorf("%d alerts were told, of %s", w.told(), w.alerts())
		}
	})
}

// A broadcast is priced in the currency of its account, by the card that was imported; what
// no card has in it is unpriced, and left out where there is a limit.
func TestABroadcastInEuros(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond, Sandbox: monthAccounts}, func(t *testing.T, k *testkit.Kit) {
		k.Tenant = k.NewTenant("Euros", "200000000000101")
		w := broadcasting{k, t}
		unpriced := w.create(numbers(0, 3), map[string]any{"templateName": "offer"})
		w.prepared(unpriced)
		f := k.Do(http.MethodGet, "/v1/broadcasts/"+unpriced+"/forecast", k.Key, nil)
		if f.Text("charge", "currency") != "EUR" || f.JSON()["unpriced"] != 3.0 || f.Text("markets", "0", "price") != "" {
			t.Errorf("without a card: %s", f.Body)
		}
		card := k.Do(http.MethodPost, "/v1/rate-cards", k.Key, map[string]any{"name": "Mine", "prices": "valid_from,market,category,currency,above,amount\n2025-01-01,North America,marketing,EUR,0,0.5\n"})
		f = k.Do(http.MethodGet, "/v1/broadcasts/"+unpriced+"/forecast", k.Key, nil)
		if f.Text("charge", "worst") != "1.50" || f.JSON()["unpriced"] != 0.0 || f.Text("rateCard") != card.Text("id")+" 2025-01-01" {
			t.Errorf("with a card: %s", f.Body)
		}
		if r := k.Do(http.MethodPatch, "/v1/broadcasts/"+unpriced, k.Key, map[string]any{"limits": map[string]any{"amount": "1.20", "currency": "USD"}}); r.Status != http.StatusUnprocessableEntity || r.Text("errors", "0", "pointer") != "/limits/currency" {
			t.Errorf("a limit in another currency: %d %s", r.Status, r.Body)
		}
		audience := numbers(0, 3)
		audience["recipients"] = append(audience["recipients"].([]any), map[string]any{"to": "+4915157000001"})
		limited := w.create(audience, map[string]any{"templateName": "offer", "limits": map[string]any{"amount": "1.20"}})
		w.prepared(limited)
		if got := w.excluded(limited); got != "[map[count:1 reason:price_unknown]]" {
			t.Errorf("left out: %s", got)
		}
		w.act(limited, "start")
		k.Eventually("it pauses at its limit", func() bool { return w.get(limited).Text("reason") == "amount_limit_reached" })
		if got := w.get(limited); got.Text("charge", "amount")+got.Text("charge", "currency")+got.Text("limits", "currency") != "1.00EUREUR" {
			t.Errorf("what it costs: %s", got.Body)
		}
	})
}

// What is wrong of a budget is told at once.
func TestBudgetFaults(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		good := func() map[string]any {
			return map[string]any{"name": "Mine", "period": "day", "amount": "5", "currency": "USD", "alerts": []int{50, 100}}
		}
		for field, wrong := range map[string]any{"name": " ", "period": "year", "amount": "-1", "currency": "usd", "alerts": []int{100, 50}, "category": "gossip"} {
			body := good()
			body[field] = wrong
			if r := k.Do(http.MethodPost, "/v1/budgets", k.Key, body); r.Status != http.StatusUnprocessableEntity || r.Text("errors", "0", "pointer") != "/"+field {
				t.Errorf("%s: %d %s", field, r.Status, r.Body)
			}
		}
		for range crm.MaxBudgets {
			if r := k.Do(http.MethodPost, "/v1/budgets", k.Key, good()); r.Status != http.StatusCreated {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
		}
		if r := k.Do(http.MethodPost, "/v1/budgets", k.Key, good()); r.Status != http.StatusConflict || r.Code() != "budget_limit_reached" {
			t.Errorf("one too many: %d %s", r.Status, r.Body)
		}
	})
}
