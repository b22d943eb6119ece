package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/templatestats"
	"service.example/crm/internal/testkit"
)

// What became of a template is counted once, for the day on which a message was due.
func TestTemplateStatistics(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond, Sandbox: asking}, func(t *testing.T, k *testkit.Kit) {
		w := ratingWorld{noteWorld{k, t}}
		id := templateNamed(t, k, "rate_us")
		today := k.Now().UTC().Format(time.DateOnly)
		phone := func(i int) string { return fmt.Sprintf("+4479460001%02d", i) }
		send := func(to string) string {
			return k.SendMessage(map[string]any{"type": "template", "to": to, "templateName": "rate_us", "language": "en_US"})
		}
		var sent []string
		for i := range 6 {
			sent = append(sent, send(phone(i)))
		}
		for _, one := range sent {
			k.EventuallyMessage(one, "delivered")
		}
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "send"}, Status: 400, Code: 131026}))
		k.EventuallyMessage(send(phone(6)), "failed")
		k.Must(k.Sandbox().SetFaults())
		reads := func(i int) {
			t.Helper()
			if n, err := k.Sandbox().Read(phone(i), ""); err != nil || n == 0 {
				t.Fatalf("%d messages were read: %v", n, err)
			}
		}
		reads(0)
		reads(1)
		w.taps(phone(1), "Great")
		w.taps(phone(1), "Fair") // once is once
		k.CustomerWrites(phone(2), "I was pleased.")
		k.CustomerWrites(phone(2), "Really.")
		statistics := func(query string) testkit.Response {
			return k.Do(http.MethodGet, "/v1/templates/"+id+"/statistics"+query, k.Key, nil)
		}
		figures := func(of map[string]any) string {
			var out []string
			for _, name := range []string{"sent", "delivered", "read", "tapped", "answered", "failed", "billed", "unpriced"} {
				out = append(out, fmt.Sprint(of[name]))
			}
			return strings.Join(out, " ")
		}
		const want = "6 6 2 1 2 1 6 0"
		var r testkit.Response
		defer func() {
			if t.Failed() {
				t.Logf("at last: %s", r.Body)
			}
		}()
		k.Eventually("it is counted", func() bool { r = statistics(""); return figures(r.JSON()) == want })
		days, _ := r.JSON()["days"].([]any)
		if len(days) != 1 || figures(days[0].(map[string]any)) != want || r.Text("days", "0", "date") != today || r.Text("to") != today {
			t.Errorf("by day: %s", r.Body)
		}
		if got := r.Text("cost", "amount"); got == "0.00" || r.Text("cost", "currency") != "USD" {
			t.Errorf("the cost: %s", r.Body)
		}

		// What comes later counts for the day of the message. What the contact writes after
		// three days is no answer.
		k.Advance(30 * time.Hour)
		reads(3)
		k.EventuallyMessage(send(phone(7)), "delivered")
		k.CustomerWrites(phone(3), "Late, but an answer.")
		k.Advance(80 * time.Hour)
		k.CustomerWrites(phone(4), "Too late.")
		k.Eventually("later things are counted", func() bool {
			r = statistics("")
			return figures(r.JSON()) == "7 7 3 1 3 1 7 0"
		})
		k.Settle()
		if r = statistics("?to=" + today); figures(r.JSON()) != "6 6 3 1 3 1 6 0" {
			t.Errorf("until the first day: %s", r.Body)
		}
		for query, code := range map[string]crm.Code{"?from=yesterday": crm.CodeParameterInvalid, "?from=2027-01-02&to=2027-01-01": crm.CodeOutOfRange, "?from=2020-01-01": crm.CodeOutOfRange} {
			if r := statistics(query); r.Status != http.StatusUnprocessableEntity || r.Text("code") != string(code) {
				t.Errorf("%s: %d %s", query, r.Status, r.Body)
			}
		}
		if r := k.Do(http.MethodGet, "/v1/templates/tpl_none/statistics", k.Key, nil); r.Status != http.StatusNotFound {
			t.Errorf("of an unknown template: %d %s", r.Status, r.Body)
		}
		w.recounts(id)
	})
}

// recounts holds what was counted against the messages, and has what is missing added.
func (w ratingWorld) recounts(templateID string) {
	w.t.Helper()
	var found []templatestats.Difference
	compare := func(repair bool) int {
		found = nil
		w.Must(w.App.Service.TemplateStats.Compare(w.t.Context(), repair, func(d templatestats.Difference) { found = append(found, d) }))
		return len(found)
	}
	if compare(false) != 0 {
		w.t.Errorf("of %s is wrong: %+v", templateID, found)
	}
	w.Must(w.DB().Update(w.t.Context(), w.WorkspaceID, func(tx *db.Tx) error {
		_, err := tx.Exec(db.SQL(`UPDATE template_days SET delivered = delivered - 2, failed = 0 WHERE workspace_id = $1 AND template_id = $2 AND sent = 6`), w.WorkspaceID, templateID)
		return err
	}))
	if compare(true) != 1 || found[0].There.Delivered-found[0].Kept.Delivered != 2 || found[0].There.Failed != 1 {
		w.t.Errorf("after a loss is found: %+v", found)
	}
	if compare(false) != 0 {
		w.t.Errorf("after the repair is wrong: %+v", found)
	}
}

func templateNamed(t *testing.T, k *testkit.Kit, name string) string {
	t.Helper()
	r := k.Do(http.MethodGet, "/v1/templates?name="+name, k.Key, nil)
	id := r.Text("data", "0", "id")
	if id == "" {
		t.Fatalf("there is no template %s: %s", name, r.Body)
	}
	return id
}
