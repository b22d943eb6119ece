package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/charge"
	"service.example/crm/internal/testkit"
)

var loseLabelTotalsSQL = db.SQL(`UPDATE charge_totals SET charges = charges + 1, amount = amount - 5 WHERE workspace_id = $1 AND dimension = 'label'`)

// A charge counts with each label that its conversation had when it was booked, and
// corrections keep to these. The sums are those of the rows, and are set right if they are not.
func TestChargesByLabel(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		at := k.Now().Truncate(time.Second)
		vip, late := follows(t, k).label, k.Do(http.MethodPost, "/v1/labels", k.Key, map[string]any{"name": "Late"}).Text("id")
		put := func(conversation any, ids ...string) {
			t.Helper()
			if r := k.Do(http.MethodPut, fmt.Sprintf("/v1/conversations/%s/labels", conversation), k.Key, map[string]any{"labelIds": append([]string{}, ids...)}); r.Status != http.StatusOK {
				t.Fatalf("labels: %d %s", r.Status, r.Body)
			}
		}
		var last struct{ id, wamid, conversation string }
		for i, labels := range [][]string{nil, {vip}, {vip, late}} {
			id := k.SendMessage(testkit.OrderShipped(fmt.Sprintf("+4915157%05d", i)))
			m := k.EventuallyMessage(id, "accepted")
			put(m["conversationId"], labels...)
			last.id, last.wamid, last.conversation = id, m["providerMessageId"].(string), m["conversationId"].(string)
			post(t, k, "messages", "statuses", priced(last.wamid, "read", at, "PMP", "regular", "utility", true))
			k.Eventually("it is booked", func() bool { return len(ledger(k, id)) == 1 })
		}
		put(last.conversation)
		post(t, k, "messages", "statuses", priced(last.wamid, "delivered", at, "PMP", "regular", "marketing", true))
		k.Eventually("it is corrected", func() bool { return len(ledger(k, last.id)) == 3 })
		for _, row := range fetch(k, "/v1/charges?messageId="+last.id)["data"].([]any) {
			if ids := row.(map[string]any)["labelIds"]; fmt.Sprint(ids) != fmt.Sprint([]string{vip, late}) && fmt.Sprint(ids) != fmt.Sprint([]string{late, vip}) {
				t.Errorf("the labels of a row are %v", ids)
			}
		}
		want := map[string]string{"": "1 0.055", vip: "2 0.1915", late: "1 0.1365"}
		hold := func() {
			t.Helper()
			got := map[string]string{}
			for _, sum := range fetch(k, "/v1/charges/summary?groupBy=label")["data"].([]any) {
				s := sum.(map[string]any)
				got[fmt.Sprint(s["key"])] = fmt.Sprint(s["count"], " ", s["amount"])
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("by label: %v, want %v", got, want)
			}
		}
		hold()
		compare := func(repair bool) (wrong int) {
			k.Must(k.App.Service.Charge.Compare(t.Context(), repair, func(d charge.Difference) { wrong += d.Keys }))
			return wrong
		}
		if n := compare(false); n != 0 {
			t.Errorf("%d sums are wrong", n)
		}
		k.Must(k.DB().Update(t.Context(), k.WorkspaceID, func(tx *db.Tx) error { tx.Write(loseLabelTotalsSQL, k.WorkspaceID); return nil }))
		if n, left := compare(true), compare(false); n != 3 || left != 0 {
			t.Errorf("%d sums were wrong, and then %d", n, left)
		}
		hold()
	})
}
