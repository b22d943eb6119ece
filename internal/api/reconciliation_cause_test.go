package api_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/rates"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// injected is a difference that was made.
type injected struct {
	payer         int
	cause, market string
}

// injector makes differences, each in a market of a business in which there is no other.
type injector struct {
	*monthWorld
	used map[string]bool // "payer market"
	made []injected
}

// injects makes twenty differences and more, and wants each found with its cause, and no
// other one.
func (w *monthWorld) injects() {
	w.t.Helper()
	in := &injector{monthWorld: w, used: map[string]bool{}}
	before := make([][]map[string]any, len(w.payers))
	for i, p := range w.payers {
		_, before[i] = w.reconcile(p, "")
		for _, d := range before[i] {
			in.used[fmt.Sprint(i, " ", d["provider"].(map[string]any)["market"])] = true
		}
	}
	now := w.Now().UTC()
	fresh := now.Add(-48 * time.Hour).Truncate(crm.SpanDay).Unix()
	// move puts one message of a line elsewhere on the bill, at a price.
	move := func(change func(*sandbox.BillLine), cost int64) func(map[sandbox.BillLine]sandbox.Billed, sandbox.BillLine) {
		return func(bill map[sandbox.BillLine]sandbox.Billed, line sandbox.BillLine) {
			sum := bill[line]
			bill[line] = sandbox.Billed{Volume: sum.Volume - 1, Cost: sum.Cost - sum.Cost/sum.Volume}
			if bill[line].Volume == 0 {
				delete(bill, line)
			}
			if change == nil {
				return
			}
			to := line
			change(&to)
			if cost < 0 {
				cost = sum.Cost / sum.Volume
			}
			bill[to] = sandbox.Billed{Volume: bill[to].Volume + 1, Cost: bill[to].Cost + cost}
		}
	}
	billed := func(category string) func(sandbox.BillLine) bool {
		return func(l sandbox.BillLine) bool { return l.Category == category && l.Kind == "regular" && l.Tier == "" }
	}
	old := func(is func(sandbox.BillLine) bool) func(sandbox.BillLine) bool {
		return func(l sandbox.BillLine) bool { return is(l) && l.Start < fresh }
	}
	for _, elsewhere := range []string{"CL", "CO"} {
		in.edit("category_differs", billed("marketing"), move(func(l *sandbox.BillLine) { l.Category = "utility" }, 1234))
		in.edit("category_differs", billed("utility"), move(func(l *sandbox.BillLine) { l.Category = "marketing" }, 43210))
		in.edit("free_differs", billed("utility"), move(func(l *sandbox.BillLine) { l.Kind = "free_customer_service" }, 0))
		in.edit("free_differs", func(l sandbox.BillLine) bool { return l.Kind == "free_entry_point" }, move(func(l *sandbox.BillLine) { l.Category, l.Kind = "service", "regular" }, 777))
		in.edit("day_differs", old(billed("marketing")), move(func(l *sandbox.BillLine) { l.Start += 86400 }, -1))
		in.edit("price_differs", billed("marketing"), func(bill map[sandbox.BillLine]sandbox.Billed, line sandbox.BillLine) {
			bill[line] = sandbox.Billed{Volume: bill[line].Volume, Cost: bill[line].Cost + 100*bill[line].Volume}
		})
		in.edit("not_charged", old(billed("marketing")), move(nil, 0))
		in.edit("market_differs", billed("marketing"), move(func(l *sandbox.BillLine) { l.Country = elsewhere }, -1))
	}
	in.edit("price_differs", billed("utility"), func(bill map[sandbox.BillLine]sandbox.Billed, line sandbox.BillLine) {
		bill[line] = sandbox.Billed{Volume: bill[line].Volume, Cost: bill[line].Cost - 1}
	})
	in.edit("volume_tier", billed("utility"), func(bill map[sandbox.BillLine]sandbox.Billed, line sandbox.BillLine) {
		sum := bill[line]
		delete(bill, line)
		line.Tier = "100:200"
		bill[line] = sandbox.Billed{Volume: sum.Volume, Cost: sum.Cost - 100*sum.Volume}
	})
	in.sends()
	in.edit("not_yet_charged", func(l sandbox.BillLine) bool { return billed("marketing")(l) && l.Start >= fresh }, move(nil, 0))
	if len(in.made) < 20 {
		w.t.Fatalf("%d differences were made", len(in.made))
	}
	found := 0
	for i, p := range w.payers {
		_, list := w.reconcile(p, "")
		for _, d := range before[i] {
			list = without(list, d)
		}
		for _, m := range in.made {
			if m.payer == i {
				at := slices.IndexFunc(list, func(d map[string]any) bool {
					return d["cause"] == m.cause && d["count"].(float64) >= 1 && marketOf(d) == m.market
				})
				if at < 0 {
					w.t.Errorf("%s: not found: %+v", p.currency, m)
					continue
				}
				w.isBehind(p, list[at])
				found++
				list = slices.Delete(list, at, at+1)
			}
		}
		for _, d := range list {
			w.t.Errorf("%s: found, and not made: %v", p.currency, d)
		}
		w.byInvoice(p)
	}
	w.t.Logf("%d differences were made, %d are found", len(in.made), found)
}

// byInvoice wants an invoice to say what the provider's analytics do.
func (w *monthWorld) byInvoice(p payer) {
	w.t.Helper()
	var invoice strings.Builder
	invoice.WriteString("date,country,category,type,phone_number,volume,cost,currency\n")
	sandbox.EditBill(w.Sandbox(), p.WABAID, func(bill map[sandbox.BillLine]sandbox.Billed) {
		for line, sum := range bill {
			fmt.Fprintf(&invoice, "%s,%s,%s,%s,+%s,%d,%s,%s\n", time.Unix(line.Start, 0).UTC().Format(time.DateOnly), line.Country, line.Category, line.Kind, line.Phone, sum.Volume, crm.FormatMicros(sum.Cost), p.currency)
		}
	})
	_, want := w.reconcile(p, "")
	_, got := w.reconcile(p, invoice.String())
	told := func(list []map[string]any) (out []string) {
		for _, d := range list {
			cause := fmt.Sprint(d["cause"])
			if cause == "volume_tier" { // an invoice tells no tiers
				cause = "price_differs"
			}
			out = append(out, fmt.Sprint(cause, d["count"], d["ledger"], d["provider"], d["messageIds"]))
		}
		return out
	}
	if !slices.Equal(told(want), told(got)) {
		w.t.Errorf("%s: by the invoice are found\n%s\nby the analytics\n%s", p.currency, strings.Join(told(got), "\n"), strings.Join(told(want), "\n"))
	}
}

// marketOf is the market of a difference: that of the ledger where it has the messages.
func marketOf(d map[string]any) string {
	side, _ := d["ledger"].(map[string]any)
	if side == nil {
		side = d["provider"].(map[string]any)
	}
	return fmt.Sprint(side["market"])
}

// without leaves out a difference that was there before.
func without(list []map[string]any, d map[string]any) []map[string]any {
	at := slices.IndexFunc(list, func(one map[string]any) bool {
		return one["cause"] == d["cause"] && one["count"] == d["count"] && fmt.Sprint(one["provider"]) == fmt.Sprint(d["provider"])
	})
	if at < 0 {
		return list
	}
	return slices.Delete(list, at, at+1)
}

// isBehind checks that the messages that a difference names are such as it is about.
func (w *monthWorld) isBehind(p payer, d map[string]any) {
	w.t.Helper()
	ids := d["messageIds"].([]any)
	switch d["cause"] {
	case "not_sent_here":
		if len(ids) != 0 {
			w.t.Errorf("of what is not ours it names %v", ids)
		}
		return
	}
	if len(ids) == 0 {
		w.t.Errorf("no messages are named of %v", d)
	}
	for _, id := range ids {
		m := w.Do(http.MethodGet, "/v1/messages/"+id.(string), p.Key, nil).JSON()
		if market := rates.Listed().Market(fmt.Sprint(m["to"]), w.Now()); market != marketOf(d) {
			w.t.Errorf("the message %v is of %s: %v", id, market, d)
		}
	}
}

// edit makes a difference of a line that is such a one, in a market that has none yet.
func (in *injector) edit(cause string, is func(sandbox.BillLine) bool, change func(map[sandbox.BillLine]sandbox.Billed, sandbox.BillLine)) {
	in.t.Helper()
	made := false
	for i := range in.payers {
		i = (i + len(in.made)) % len(in.payers)
		sandbox.EditBill(in.Sandbox(), in.payers[i].WABAID, func(bill map[sandbox.BillLine]sandbox.Billed) {
			lines := slices.SortedFunc(maps.Keys(bill), func(a, b sandbox.BillLine) int {
				return cmp.Or(cmp.Compare(a.Start, b.Start), strings.Compare(fmt.Sprint(a), fmt.Sprint(b)))
			})
			for _, line := range lines {
				market := rates.Listed().MarketOf(line.Country, in.Now())
				cell := fmt.Sprint(i, " ", market)
				moved := line.Country == "CL" || line.Country == "CO" // nobody writes there
				if made || moved || in.used[cell] || !is(line) {
					continue
				}
				change(bill, line)
				in.used[cell], made = true, true
				in.made = append(in.made, injected{i, cause, market})
			}
		})
		if made {
			return
		}
	}
	in.t.Fatalf("there is no line for %s", cause)
}

// sends makes what no edit of a bill does: messages past this service, statuses that are
// lost, and one whose price no card has.
func (in *injector) sends() {
	in.t.Helper()
	in.Must(in.Sandbox().SetFaults())
	for i, to := range []string{"34612345678", "31612345678"} {
		body := fmt.Sprintf(`{"messaging_product":"whatsapp","to":"%s","type":"template","template":{"name":"offer","language":{"code":"en_US"}}}`, to)
		req, err := http.NewRequest(http.MethodPost, in.App.Sandbox.URL+"/v25.0/"+in.payers[i].ProviderNumberID+"/messages", bytes.NewReader([]byte(body)))
		in.Must(err)
		req.Header.Set("Authorization", "Bearer "+in.App.Sandbox.Token)
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		in.Must(err)
		res.Body.Close()
		if res.StatusCode != http.StatusOK {
			in.t.Fatalf("sent past the service: %d", res.StatusCode)
		}
		in.made = append(in.made, injected{i, "not_sent_here", []string{"Spain", "Netherlands"}[i]})
	}
	in.Must(in.Sandbox().SetFaults(sandbox.Fault{Statuses: "lost", Match: sandbox.Match{Kind: "send"}}))
	in.send(in.payers[2], "+34612345678", map[string]any{"type": "template", "templateName": "offer", "language": "en_US"})
	in.send(in.payers[3], "+34612345678", testkit.OrderShipped("+34612345678"))
	in.made = append(in.made, injected{2, "status_missing", "Spain"}, injected{3, "status_missing", "Spain"})
	in.Settle()
	in.Must(in.Sandbox().SetFaults())
	cards := in.Do(http.MethodGet, "/v1/rate-cards", in.payers[1].Key, nil).JSON()["data"].([]any)
	if r := in.Do(http.MethodDelete, "/v1/rate-cards/"+cards[0].(map[string]any)["id"].(string), in.payers[1].Key, nil); r.Status != http.StatusNoContent {
		in.t.Fatalf("the card is not deleted: %d", r.Status)
	}
	in.send(in.payers[1], "+34612345678", map[string]any{"type": "template", "templateName": "offer", "language": "en_US"})
	in.made = append(in.made, injected{1, "price_unknown", "Spain"})
	in.booked()
}
