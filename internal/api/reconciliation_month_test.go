package api_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// messagesCharged is from when on each message is charged, and no conversation.
var messagesCharged = time.Date(2025, 7, 1, 0, 0, 0, 0, time.UTC)

// payer is a business whose account pays in a currency.
type payer struct {
	testkit.Tenant
	currency string
}

// monthWorld lets days pass in which businesses of four currencies write to twelve markets.
type monthWorld struct {
	*testkit.Kit
	t      *testing.T
	random *rand.Rand
	payers []payer
	losers int // of how many payers statuses are lost; the last one has tiers, which go by what was counted before
	first  time.Time
	// grouped are the messages to the group, by workspace.
	grouped map[string][]string
}

var monthPrefixes = []string{"4915157", "1415557", "1809555", "9198765", "5511987", "3361234", "4479111", "9715012", "2782123", "5491123", "5198765", "2348031"}

// monthGroup is the number of a group, whose participants are in four markets.
const monthGroup = "+15550009000"

const offer = `{"name":"offer","language":"en_US","category":"MARKETING","components":[{"type":"BODY","text":"Our offer of today."}]}`

// monthAccounts are accounts of the simulator beside the first one, with few free replies
// and low volume tiers, so that a month of tests reaches them.
func monthAccounts(c *sandbox.Config) {
	c.AutoRead = true
	var out []sandbox.Account
	for i, currency := range []string{"USD", "EUR", "INR", "BRL"} {
		a := sandbox.DefaultAccount()
		a.ID, a.Name, a.Currency, a.FreeReplies = fmt.Sprint("20000000000010", i), "Payer "+currency, currency, 9
		a.Phones = []sandbox.Phone{{ID: fmt.Sprint("10000000000010", i), Number: fmt.Sprint("+1555000700", i), Name: "Payer", Throughput: 1000}}
		for n, t := range a.Templates {
			a.Templates[n] = sandbox.Template(strings.Replace(string(t), `"id":"9000`, fmt.Sprintf(`"id":"92%d0`, i), 1))
		}
		a.Templates = append(a.Templates, sandbox.Template(offer))
		if i == 3 {
			a.Tiers = []sandbox.VolumeTier{{Above: 5, Percent: 10}, {Above: 9, Percent: 20}}
		}
		out = append(out, a)
	}
	c.Accounts = append(c.Accounts, out...)
}

func newMonth(t *testing.T, k *testkit.Kit) *monthWorld {
	w := &monthWorld{Kit: k, t: t, random: rand.New(rand.NewPCG(17, 31)), first: k.Now().UTC().Truncate(crm.SpanDay), grouped: map[string][]string{}}
	for i, currency := range []string{"USD", "EUR", "INR", "BRL"} {
		p := payer{k.NewTenant("Payer "+currency, fmt.Sprint("20000000000010", i)), currency}
		var tiers []sandbox.VolumeTier
		if i == 3 {
			tiers = []sandbox.VolumeTier{{Above: 5, Percent: 10}, {Above: 9, Percent: 20}}
		}
		w.call(p, http.MethodPost, "/v1/rate-cards", map[string]any{"name": "The provider's", "prices": sandbox.RateCard(currency, tiers...)}, http.StatusCreated)
		w.payers = append(w.payers, p)
	}
	sandbox.Gather(k.Sandbox(), monthGroup, "491515700999", "919876500999", "551198700999", "447911100999", "447911100998")
	return w
}

func (w *monthWorld) call(p payer, method, path string, body any, status int) map[string]any {
	w.t.Helper()
	r := w.Do(method, path, p.Key, body)
	if r.Status != status {
		w.t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
	}
	return r.JSON()
}

func (w *monthWorld) send(p payer, to string, content map[string]any) string {
	w.t.Helper()
	content["to"] = to
	return w.call(p, http.MethodPost, "/v1/messages", content, http.StatusAccepted)["messageId"].(string)
}

// day lets a day pass: offers and news to whoever has not written and to a group, replies,
// voice messages that are played, visits from ads, statuses that are lost, doubled, late
// and out of order.
func (w *monthWorld) day() {
	w.t.Helper()
	faults := []sandbox.Fault{
		{Statuses: "reordered", Share: 0.2, Match: sandbox.Match{Kind: "send"}},
		{Statuses: "doubled", Share: 0.2, Match: sandbox.Match{Kind: "send"}},
		{Code: 131026, Async: true, Share: 0.05, Match: sandbox.Match{Kind: "send"}}}
	if !w.Now().Before(messagesCharged) { // of a conversation, the next message is charged in the place of a lost one
		for _, p := range w.payers[:w.losers] {
			faults = append([]sandbox.Fault{{Statuses: "lost", Share: 0.1, Match: sandbox.Match{Kind: "send", Path: "/" + p.ProviderNumberID + "/"}}}, faults...)
		}
	}
	w.Must(w.Sandbox().SetFaults(faults...))
	var heard []string
	for _, p := range w.payers {
		for i, prefix := range monthPrefixes {
			to := fmt.Sprintf("+%s%05d", prefix, 100*i+w.random.IntN(3))
			switch w.random.IntN(6) {
			case 0, 1:
				w.send(p, to, map[string]any{"type": "template", "templateName": "offer", "language": "en_US"})
			case 2, 3:
				w.send(p, to, testkit.OrderShipped(to))
			case 4:
				w.writes(p, to, nil)
				w.send(p, to, map[string]any{"type": "text", "text": map[string]any{"body": "A reply"}})
				w.send(p, to, testkit.OrderShipped(to)) // a utility message within the window
				w.send(p, to, map[string]any{"type": "audio", "audio": map[string]any{"link": "https://shop.example/hello.ogg", "voice": true}})
				heard = append(heard, to)
			case 5:
				w.writes(p, to, map[string]any{"source_type": "ad", "source_id": "1", "source_url": "https://ad.example"})
				w.send(p, to, map[string]any{"type": "text", "text": map[string]any{"body": "Welcome"}})
				w.send(p, to, map[string]any{"type": "template", "templateName": "offer", "language": "en_US"})
			}
		}
	}
	if !w.Now().Before(messagesCharged) { // there were no groups before
		for _, p := range w.payers[w.losers:] { // where nothing of a group is told, nobody knows its participants
			w.grouped[p.WorkspaceID] = append(w.grouped[p.WorkspaceID], w.send(p, monthGroup, testkit.OrderShipped(monthGroup)),
				w.send(p, monthGroup, map[string]any{"type": "template", "templateName": "offer", "language": "en_US"}))
		}
	}
	w.Settle()
	for _, number := range heard { // played comes after read, and is charged no second time
		_, err := w.Sandbox().Play(strings.TrimPrefix(number, "+"), "")
		w.Must(err)
	}
	w.Settle()
	w.Advance(time.Duration(20+w.random.IntN(8)) * time.Hour)
}

func (w *monthWorld) writes(p payer, from string, referral map[string]any) {
	w.t.Helper()
	sent, err := w.Sandbox().CustomerSends(sandbox.CustomerMessage{From: strings.TrimPrefix(from, "+"), To: p.Number, Text: "Hello", Referral: referral})
	w.Must(err)
	w.EventuallyStored(sent.MessageID)
}

// booked waits until the ledger has everything.
func (w *monthWorld) booked() {
	w.t.Helper()
	w.Settle()
	w.Eventually("the provider has posted everything", func() bool { return w.Sandbox().Stats().Webhooks.Pending == 0 })
	w.Eventually("everything is booked", func() bool { return w.Count("charge_facts") == 0 })
}

// reconcile compares the ledger of a business with the provider's analytics, or with an
// invoice, and returns the reconciliation and its differences.
func (w *monthWorld) reconcile(p payer, invoice string) (map[string]any, []map[string]any) {
	w.t.Helper()
	return reconcileCharges(w.t, w.Kit, p.Key, map[string]any{"from": w.first.Format(time.DateOnly), "to": w.first.AddDate(0, 0, 61).Format(time.DateOnly), "invoice": invoice})
}

func reconcileCharges(t *testing.T, k *testkit.Kit, key string, body map[string]any) (map[string]any, []map[string]any) {
	t.Helper()
	r := k.Do(http.MethodPost, "/v1/charges/reconciliations", key, body)
	if r.Status != http.StatusAccepted {
		t.Fatalf("a reconciliation: %d %s", r.Status, r.Body)
	}
	path := "/v1/charges/reconciliations/" + r.Text("id")
	var out map[string]any
	k.Eventually("it is completed", func() bool {
		out = k.Do(http.MethodGet, path, key, nil).JSON()
		return out["state"] != "running"
	})
	if out["state"] != "completed" {
		t.Fatalf("the reconciliation is %v: %v", out["state"], out["error"])
	}
	var list []map[string]any
	for next := path + "/differences?limit=50"; next != ""; {
		page := k.Do(http.MethodGet, next, key, nil).JSON()
		for _, d := range page["data"].([]any) {
			list = append(list, d.(map[string]any))
		}
		next = ""
		if cursor, _ := page["nextCursor"].(string); cursor != "" {
			next = path + "/differences?limit=50&cursor=" + cursor
		}
	}
	return out, list
}

// monthDays is how many days pass: few in the gate, and 31 by make charges-month.
func monthDays(t *testing.T) int {
	text := os.Getenv("CRM_CHARGE_DAYS")
	if text == "" {
		return 6
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 2 {
		t.Fatalf("CRM_CHARGE_DAYS is %q", text)
	}
	return n
}

// The ledger is the provider's bill, to the last unit, in four currencies and twelve
// markets, over the day on which replies came to be charged and prices changed, and over
// that on which messages came to be charged instead of conversations. What of it had no
// status is found by the reconciliation, and nothing else is. Then twenty differences are
// made, and each is found with its cause.
func TestTheMonthOfCharges(t *testing.T) {
	days := monthDays(t)
	for name, change := range map[string]time.Time{
		"replies charged":  time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC),
		"messages charged": messagesCharged,
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnBoth(t, testkit.Options{Begin: change.AddDate(0, 0, -days/2).Add(9 * time.Hour), Sandbox: monthAccounts}, func(t *testing.T, k *testkit.Kit) {
				w := newMonth(t, k)
				if w.losers = 3; name == "replies charged" {
					w.losers = 1 // what is injected is told apart from what is lost by payer and market
				}
				for range days {
					w.day()
				}
				w.booked()
				for _, p := range w.payers {
					w.agrees(p)
				}
				if name == "replies charged" {
					w.injects()
				}
			})
		})
	}
}

// agrees holds the ledger of a business against the provider's bill.
func (w *monthWorld) agrees(p payer) {
	w.t.Helper()
	r, list := w.reconcile(p, "")
	result := r["result"].(map[string]any)
	missing := 0.0
	for _, d := range list {
		if d["cause"] != "status_missing" {
			w.t.Errorf("%s: the ledger differs: %v", p.currency, d)
			continue
		}
		missing += d["count"].(float64)
	}
	ledger, provider := result["ledger"].(map[string]any), result["provider"].(map[string]any)
	lost := w.Rows("SELECT count(*) AS n FROM message_states s JOIN messages m ON m.workspace_id = s.workspace_id AND m.id = s.message_id WHERE s.workspace_id = '%s' AND m.direction = 'outbound' AND m.id > '%s' AND s.status NOT IN ('queued', 'failed') AND NOT EXISTS (SELECT 1 FROM charges c WHERE c.workspace_id = s.workspace_id AND c.message_id = s.message_id)", p.WorkspaceID, crm.LowestID(crm.PrefixMessage, messagesCharged))[0]["n"]
	if n := fmt.Sprint(lost); n != fmt.Sprint(missing) {
		w.t.Errorf("%s: no status charged %s messages, %v are found", p.currency, n, missing)
	}
	inGroup := int64(0)
	for _, id := range w.grouped[p.WorkspaceID] {
		of := w.Rows("SELECT s.status AS status, (SELECT count(DISTINCT participant) FROM charges c WHERE c.workspace_id = s.workspace_id AND c.message_id = s.message_id AND participant <> '') AS n FROM message_states s WHERE s.workspace_id = '%s' AND s.message_id = '%s'", p.WorkspaceID, id)[0]
		if n := of["n"].(int64); of["status"] != "failed" && n != 5 || of["status"] == "failed" && n != 0 {
			w.t.Errorf("%s: a message to the group is %v, and booked for %d participants", p.currency, of["status"], n)
		} else {
			inGroup += n
		}
	}
	if played := w.Rows("SELECT count(*) AS n FROM message_states WHERE workspace_id = '%s' AND status = 'played'", p.WorkspaceID)[0]["n"]; fmt.Sprint(played) == "0" {
		w.t.Errorf("%s: no voice message was played", p.currency)
	}
	if provider["count"].(float64) != ledger["count"].(float64)+missing || ledger["unpriced"].(float64) != 0 || ledger["count"].(float64) < 20 || result["agreed"] != ledger["count"] {
		w.t.Errorf("%s: %v", p.currency, result)
	}
	w.t.Logf("%s: %v messages, %d of them to participants of a group, %v %s; %v whose charge was lost", p.currency, ledger["count"], inGroup, ledger["amount"], p.currency, missing)
}
