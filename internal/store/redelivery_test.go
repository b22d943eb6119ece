package store_test

import (
	"context"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// A delivery that is on its way again is not ended by the outcome of an attempt
// from before, which a node that was only slow records late.
func TestALateOutcomeDoesNotEndARedelivery(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *store.DB) {
		update := func(fn func(tx *store.Tx)) {
			t.Helper()
			if err := base.Update(context.Background(), "whk", func(tx *store.Tx) error { fn(tx); return nil }); err != nil {
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
			err := base.View(context.Background(), func(tx *store.Tx) (err error) {
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
		err := base.View(context.Background(), func(tx *store.Tx) (err error) { r, err = tx.Redelivery("w", "whk", "rdl"); return err })
		if err != nil || r.Done != 1 || r.Failed != 0 || r.State != crm.RedeliveryCompleted || r.FinishedAt == nil {
			t.Errorf("it is told as %+v, %v", r, err)
		}
	})
}

// Two nodes that record the end of one redelivery at the same time count it
// once: the second one waits, and sees that it has ended.
func TestTwoNodesCountARedeliveryOnce(t *testing.T) {
	url, ctx := testpg.New(t), context.Background()
	one, two := testdb.Open(t, url), testdb.Open(t, url)
	r := crm.Redelivery{ID: "rdl", WorkspaceID: "w", EndpointID: "whk", State: crm.RedeliveryRunning}
	err := one.Update(ctx, "whk", func(tx *store.Tx) error {
		if err := tx.InsertRedelivery(&r); err != nil {
			return err
		}
		tx.AdvanceRedelivery(&r, "evt", 2, 2)
		tx.AllQueued(&r)
		tx.DeliverAgain("w", "whk", "evt_1", crm.TriggerReplay, "rdl")
		tx.DeliverAgain("w", "whk", "evt_2", crm.TriggerReplay, "rdl")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	record := func(tx *store.Tx) {
		tx.RecordDelivery(store.Delivery{EndpointID: "whk", EventID: "evt_1", WorkspaceID: "w", State: store.DeliverySucceeded, Attempt: 1,
			Again: store.Again{RedeliveryID: "rdl"}}, &store.DeliveryAttempt{StartedAt: tx.Now(), StatusCode: 200})
	}
	begun, second := make(chan struct{}), make(chan error, 1)
	go func() {
		<-begun
		second <- two.Update(ctx, "whk", func(tx *store.Tx) error { record(tx); return nil })
	}()
	watch := testdb.Beside(t, url)
	err = one.Update(ctx, "whk", func(tx *store.Tx) error {
		record(tx)
		if _, err := tx.Redelivery("w", "whk", "rdl"); err != nil { // sends what was queued
			return err
		}
		close(begun)
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
			var waiting int
			err := watch.QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&waiting)
			if err != nil || waiting > 0 || time.Now().After(deadline) {
				return err
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-second; err != nil {
		t.Fatal(err)
	}
	err = one.View(ctx, func(tx *store.Tx) (err error) { r, err = tx.Redelivery("w", "whk", "rdl"); return err })
	if err != nil || r.Done != 1 || r.State != crm.RedeliveryDelivering {
		t.Errorf("of two that are queued one was delivered; it is told as %+v, %v", r, err)
	}
}
