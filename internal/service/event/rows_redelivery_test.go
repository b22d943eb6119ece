package event_test

import (
	"context"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// A delivery that is on its way again is not ended by the outcome of an attempt
// from before, which a node that was only slow records late.
func TestALateOutcomeDoesNotEndARedelivery(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		update := func(fn func(tx *db.Tx)) {
			t.Helper()
			if err := base.Update(context.Background(), "whk", func(tx *db.Tx) error { fn(tx); return nil }); err != nil {
				t.Fatal(err)
			}
		}
		var ev string
		update(func(tx *db.Tx) { ev = tx.NewID(crm.PrefixEvent) })
		record := func(state string, attempt int, redelivery string) {
			t.Helper()
			update(func(tx *db.Tx) {
				event.RecordDelivery(tx, event.Delivery{EndpointID: "whk", EventID: ev, WorkspaceID: "w", State: state, Attempt: attempt,
					Again: event.Again{RedeliveryID: redelivery}}, &event.DeliveryAttempt{StartedAt: tx.Now(), Latency: time.Millisecond, StatusCode: 200})
			})
		}
		state := func() crm.DeliveryState {
			t.Helper()
			var list []crm.DeliveryState
			err := base.View(context.Background(), func(tx *db.Tx) (err error) {
				list, err = event.DeliveryStates(tx, "w", "whk", []string{ev})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return list[0]
		}
		r := crm.Redelivery{ID: "rdl", WorkspaceID: "w", EndpointID: "whk"}
		update(func(tx *db.Tx) {
			if err := event.InsertRedelivery(tx, &r, tx.Now()); err != nil {
				t.Error(err)
			}
			event.AdvanceRedelivery(tx, &r, "1", 1, 1)
			event.AllQueued(tx, &r)
		})
		record(event.DeliverySucceeded, 1, "")
		update(func(tx *db.Tx) {
			if err := event.DeliverAgain(tx, "w", "whk", crm.TriggerReplay, "rdl", ev); err != nil {
				t.Error(err)
			}
		})
		record(event.DeliverySucceeded, 1, "") // late, and of before
		record(event.DeliveryFailed, 1, "rdl")
		if s := state(); s != event.DeliveryPending {
			t.Fatalf("a late outcome made it %q", s)
		}
		record(event.DeliverySucceeded, 2, "rdl")
		record(event.DeliveryFailed, 2, "rdl") // late
		if s := state(); s != event.DeliverySucceeded {
			t.Errorf("in the end it is %q", s)
		}
		err := base.View(context.Background(), func(tx *db.Tx) (err error) { r, err = event.Redelivery(tx, "w", "whk", "rdl"); return err })
		if err != nil || r.Done != 1 || r.Delivered != 1 || r.Failed != 0 || r.State != crm.RunCompleted || r.EndedAt == nil {
			t.Errorf("it is told as %+v, %v", r, err)
		}
	})
}

// Two nodes that record the end of one redelivery at the same time count it
// once: the second one waits, and sees that it has ended.
func TestTwoNodesCountARedeliveryOnce(t *testing.T) {
	url, ctx := testpg.New(t), context.Background()
	one, two := testdb.Open(t, url), testdb.Open(t, url)
	r := crm.Redelivery{ID: "rdl", WorkspaceID: "w", EndpointID: "whk"}
	err := one.Update(ctx, "whk", func(tx *db.Tx) error {
		if err := event.InsertRedelivery(tx, &r, tx.Now()); err != nil {
			return err
		}
		event.AdvanceRedelivery(tx, &r, "evt", 2, 2)
		event.AllQueued(tx, &r)
		return event.DeliverAgain(tx, "w", "whk", crm.TriggerReplay, "rdl", "evt_1", "evt_2")
	})
	if err != nil {
		t.Fatal(err)
	}
	record := func(tx *db.Tx) {
		event.RecordDelivery(tx, event.Delivery{EndpointID: "whk", EventID: "evt_1", WorkspaceID: "w", State: event.DeliverySucceeded, Attempt: 1,
			Again: event.Again{RedeliveryID: "rdl"}}, &event.DeliveryAttempt{StartedAt: tx.Now(), StatusCode: 200})
	}
	begun, second := make(chan struct{}), make(chan error, 1)
	go func() {
		<-begun
		second <- two.Update(ctx, "whk", func(tx *db.Tx) error { record(tx); return nil })
	}()
	watch := testdb.Beside(t, url)
	err = one.Update(ctx, "whk", func(tx *db.Tx) error {
		record(tx)
		if _, err := event.Redelivery(tx, "w", "whk", "rdl"); err != nil { // sends what was queued
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
	err = one.View(ctx, func(tx *db.Tx) (err error) { r, err = event.Redelivery(tx, "w", "whk", "rdl"); return err })
	if err != nil || r.Done != 1 || r.Delivered != 1 || r.State != crm.RunRunning || r.Phase != crm.PhaseDelivering {
		t.Errorf("of two that are queued one was delivered; it is told as %+v, %v", r, err)
	}
}
