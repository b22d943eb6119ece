package store_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

// A delivery that is on its way again is not ended by the outcome of an attempt
// from before, which a node that was only slow records late.
func TestALateOutcomeDoesNotEndARedelivery(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		update := func(fn func(tx *store.Tx)) {
			t.Helper()
			if err := db.Update(context.Background(), "whk", func(tx *store.Tx) error { fn(tx); return nil }); err != nil {
				t.Fatal(err)
			}
		}
		var event string
		update(func(tx *store.Tx) { event = tx.NewID(crm.PrefixEvent) })
		record := func(state string, attempt int, redelivery string) {
			t.Helper()
			update(func(tx *store.Tx) {
				tx.RecordDelivery(store.Delivery{EndpointID: "whk", EventID: event, WorkspaceID: "w", State: state, Attempt: attempt,
					Again: store.Again{RedeliveryID: redelivery}}, &store.DeliveryAttempt{StartedAt: tx.Now(), Latency: time.Millisecond, StatusCode: 200})
			})
		}
		state := func() crm.DeliveryState {
			t.Helper()
			var list []crm.DeliveryState
			err := db.View(context.Background(), func(tx *store.Tx) (err error) {
				list, err = tx.DeliveryStates("w", "whk", []string{event})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return list[0]
		}
		r := crm.Redelivery{ID: "rdl", WorkspaceID: "w", EndpointID: "whk", State: crm.RedeliveryRunning}
		update(func(tx *store.Tx) {
			if err := tx.InsertRedelivery(&r); err != nil {
				t.Error(err)
			}
			tx.AdvanceRedelivery(&r, "evt", 1, 1)
			tx.AllQueued(&r)
		})
		record(store.DeliverySucceeded, 1, "")
		update(func(tx *store.Tx) { tx.DeliverAgain("w", "whk", event, crm.TriggerReplay, "rdl") })
		record(store.DeliverySucceeded, 1, "") // late, and of before
		record(store.DeliveryFailed, 1, "rdl")
		if s := state(); s != store.DeliveryPending {
			t.Fatalf("a late outcome made it %q", s)
		}
		record(store.DeliverySucceeded, 2, "rdl")
		record(store.DeliveryFailed, 2, "rdl") // late
		if s := state(); s != store.DeliverySucceeded {
			t.Errorf("in the end it is %q", s)
		}
		err := db.View(context.Background(), func(tx *store.Tx) (err error) { r, err = tx.Redelivery("w", "whk", "rdl"); return err })
		if err != nil || r.Done != 1 || r.Failed != 0 || r.State != crm.RedeliveryCompleted || r.FinishedAt == nil {
			t.Errorf("it is told as %+v, %v", r, err)
		}
	})
}

// What waits or has failed is found without reading what succeeded: an endpoint
// has a month of that.
func TestWhatHasNotSucceededIsFoundByItsIndex(t *testing.T) {
	plans, err := store.PlansOfWaiting(open(t, filepath.Join(t.TempDir(), "crm.db")))
	if err != nil {
		t.Fatal(err)
	}
	for text, plan := range plans {
		t.Errorf("%s\ngoes by\n%s", text, plan)
	}
}
