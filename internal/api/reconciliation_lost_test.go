package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// What the provider charges although its status was lost is found by its message: when
// nothing was told of it, also after the month of silence that ends it here, and when only
// a later status came, which tells no charge.
func TestALostChargeIsFoundByItsMessage(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Begin: time.Date(2026, 10, 2, 9, 0, 0, 0, time.UTC), Sandbox: monthAccounts}, func(t *testing.T, k *testkit.Kit) {
		w := newMonth(t, k)
		p, heard, silent := w.payers[0], "+4915157000001", "+5511987000001"
		w.writes(p, heard, nil)
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Drop: "before", Match: sandbox.Match{Kind: "webhook:status"}}))
		want := []string{
			w.send(p, heard, map[string]any{"type": "audio", "audio": map[string]any{"link": "https://shop.example/hello.ogg", "voice": true}}),
			w.send(p, silent, testkit.OrderShipped(silent)),
		}
		k.Settle()
		k.Eventually("sent, delivered and read are lost of both", func() bool { return k.Sandbox().Stats().Webhooks.Lost >= 6 })
		k.Must(k.Sandbox().SetFaults())
		_, err := k.Sandbox().Play(strings.TrimPrefix(heard, "+"), "")
		k.Must(err)
		status := func(i int) string { return k.Do("GET", "/v1/messages/"+want[i], p.Key, nil).Text("status") }
		k.Eventually("the service knows that", func() bool { return status(0) == "played" })
		explained := func(when string) {
			t.Helper()
			w.booked()
			_, list := w.reconcile(p, "")
			named := map[any]bool{}
			for _, d := range list {
				if d["cause"] != "status_missing" || d["count"] != 1.0 {
					t.Errorf("%s: %v", when, d)
				}
				for _, id := range d["messageIds"].([]any) {
					named[id] = true
				}
			}
			if len(list) != 2 || !named[want[0]] || !named[want[1]] {
				t.Errorf("%s are found %v", when, list)
			}
		}
		explained("at once")
		for range 32 {
			k.Advance(24 * time.Hour)
		}
		k.Eventually("it is ended here", func() bool { return status(1) == "expired" })
		explained("a month later")
	})
}

// What has been told and is not booked yet is no charge that was lost: whoever compares
// books it first. On PostgreSQL nobody else does here.
func TestWhatIsNotBookedYetIsNotLost(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Begin: time.Date(2026, 10, 2, 9, 0, 0, 0, time.UTC), Sandbox: monthAccounts}, func(t *testing.T, k *testkit.Kit) {
		w := newMonth(t, k)
		k.Must(k.DB().Update(t.Context(), "duties", func(tx *db.Tx) error {
			until := db.Ms(time.Now().Add(30 * time.Minute))
			_, err := tx.Exec(db.SQL(`INSERT INTO duties (name, owner, until) VALUES ('charges', 'another node', $1) ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until`), until)
			return err
		}))
		p := w.payers[0]
		for i, prefix := range monthPrefixes {
			to := "+" + prefix + fmt.Sprintf("%05d", i)
			w.send(p, to, testkit.OrderShipped(to))
		}
		k.Settle()
		k.Eventually("the provider has posted everything", func() bool { return k.Sandbox().Stats().Webhooks.Pending == 0 })
		r, list := w.reconcile(p, "")
		if ledger := r["result"].(map[string]any)["ledger"].(map[string]any); len(list) != 0 || ledger["count"].(float64) < 12 {
			t.Errorf("of %v, %d differences: %v", ledger, len(list), list)
		}
	})
}
