package event_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
)

// What is kept in runs is told like what has rows, in one order with it, by every
// filter, and can be delivered again.
func TestRunsAreToldLikeRows(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		ctx := context.Background()
		actor := crm.Actor{WorkspaceID: k.WorkspaceID, Scopes: crm.Scopes}
		begin := k.Now().Add(-time.Hour)
		endpoint := k.Do("POST", "/v1/webhook-endpoints", k.Key, map[string]any{"url": "https://receiver.example/hook", "enabled": false}).Text("id")
		var ids []string
		var records []event.Taken
		in := func(fn func(tx *db.Tx) error) {
			t.Helper()
			k.Must(k.DB().Update(ctx, endpoint, fn))
		}
		in(func(tx *db.Tx) error {
			for i := range 300 {
				at := begin.Add(time.Duration(i) * 10 * time.Millisecond)
				ev := event.LoggedEvent{WorkspaceID: k.WorkspaceID, Kind: crm.EventMessagesReceived, Key: "k", CreatedAt: at, Body: []byte("{}")}
				ev.ID = tx.NewIDAt(crm.PrefixEvent, at)
				if i%10 == 0 {
					ev.Kind = crm.EventMessagesUpsert
				}
				event.SeedEvent(tx, ev)
				ids = append(ids, ev.ID)
				records = append(records, event.Taken{
					Delivery: event.Delivery{EndpointID: endpoint, EventID: ev.ID, WorkspaceID: k.WorkspaceID, State: event.DeliverySucceeded, Attempt: 1, Sequence: int64(i + 1)},
					DeliveryAttempt: event.DeliveryAttempt{StartedAt: at.Add(time.Second), Latency: time.Duration(i) * time.Millisecond, StatusCode: 200 + i%3,
						Signature: fmt.Sprint("v1,", i), AnswerHeaders: "Server: x\n", AnswerBody: []byte("fine"), BatchID: fmt.Sprint("bat_", i/5)}})
			}
			return nil
		})
		// Calls end out of order: runs overlap. Two events have none, one is written
		// again by a node that is late, and one has failed.
		const none, failed = 137, 260
		for _, part := range [][2]int{{0, 2}, {1, 2}} {
			for from := 0; from < 300; from += 60 {
				var list []event.Taken
				for i := from + part[0]; i < from+60; i += part[1] {
					if i != none && i != none+1 && i != failed {
						list = append(list, records[i])
					}
				}
				in(func(tx *db.Tx) error { event.RecordTaken(tx, k.WorkspaceID, endpoint, list); return nil })
			}
		}
		in(func(tx *db.Tx) error {
			event.RecordTaken(tx, k.WorkspaceID, endpoint, records[20:30])
			d := records[failed]
			d.State, d.StatusCode, d.Error = event.DeliveryFailed, 500, "http_500"
			event.RecordDelivery(tx, d.Delivery, &d.DeliveryAttempt)
			return nil
		})
		if n := k.Count("delivery_runs"); n < 10 || n > 25 || k.Count("deliveries") != 1 {
			t.Fatalf("%d runs and %d rows", n, k.Count("deliveries"))
		}
		read := func(f crm.DeliveryFilter, limit int) (out []crm.Delivery) {
			t.Helper()
			for p := (crm.Page{Limit: limit}); ; {
				list, err := k.App.Service.Event.Deliveries(ctx, actor, endpoint, f, p)
				k.Must(err)
				out = append(out, list.Items...)
				if p.After = list.Next; p.After == "" {
					return out
				}
			}
		}
		want := func(pick func(i int) bool) (out []string) {
			for i, id := range slices.Backward(ids) {
				if i != none && i != none+1 && pick(i) {
					out = append(out, id)
				}
			}
			return out
		}
		since, until := begin.Add(time.Second), begin.Add(2*time.Second)
		for name, c := range map[string]struct {
			crm.DeliveryFilter
			pick func(i int) bool
		}{
			"all":       {crm.DeliveryFilter{}, func(int) bool { return true }},
			"kind":      {crm.DeliveryFilter{Kind: crm.EventMessagesUpsert}, func(i int) bool { return i%10 == 0 }},
			"succeeded": {crm.DeliveryFilter{State: event.DeliverySucceeded}, func(i int) bool { return i != failed }},
			"failed":    {crm.DeliveryFilter{State: event.DeliveryFailed}, func(i int) bool { return i == failed }},
			"time":      {crm.DeliveryFilter{Since: &since, Until: &until}, func(i int) bool { return i >= 100 && i <= 200 }},
			"event":     {crm.DeliveryFilter{EventID: ids[7]}, func(i int) bool { return i == 7 }},
			"no event":  {crm.DeliveryFilter{EventID: ids[none]}, func(int) bool { return false }},
		} {
			for _, limit := range []int{1, 7, 200} {
				var got []string
				for _, d := range read(c.DeliveryFilter, limit) {
					got = append(got, d.EventID)
				}
				if expected := want(c.pick); !slices.Equal(got, expected) {
					t.Errorf("%s by %d lists %d, want %d", name, limit, len(got), len(expected))
				}
			}
		}
		d, err := k.App.Service.Event.Delivery(ctx, actor, endpoint, crm.DeliveryID(ids[7]))
		k.Must(err)
		a := d.List[0]
		if len(d.List) != 1 || d.State != event.DeliverySucceeded || d.Attempts != 1 || a.Number != 1 || a.Latency != 7*time.Millisecond || a.StatusCode != 201 || a.Signature != "v1,7" ||
			a.AnswerHeaders != "Server: x\n" || string(a.AnswerBody) != "fine" || a.BatchID != "bat_1" || !a.StartedAt.Equal(records[7].StartedAt.Truncate(time.Millisecond)) || string(d.Body) != "{}" {
			t.Errorf("it is told as %+v", d)
		}
		if _, err := k.App.Service.Event.Delivery(ctx, actor, endpoint, crm.DeliveryID(ids[none])); crm.AsError(err).Kind != crm.KindNotFound {
			t.Errorf("what was not delivered is told: %v", err)
		}
		e, err := k.App.Service.Event.Event(ctx, actor, ids[7])
		k.Must(err)
		if len(e.Deliveries) != 1 || e.Deliveries[0].State != event.DeliverySucceeded {
			t.Errorf("the event has %+v", e.Deliveries)
		}
		err = k.DB().View(ctx, func(tx *db.Tx) error {
			states, err := event.DeliveryStates(tx, k.WorkspaceID, endpoint, []string{ids[299], ids[none], ids[failed], ids[0]})
			if !slices.Equal(states, []crm.DeliveryState{event.DeliverySucceeded, "", event.DeliveryFailed, event.DeliverySucceeded}) {
				t.Errorf("states %v", states)
			}
			from, _, err2 := event.EventPosition(tx, k.WorkspaceID, ids[0])
			from.Number, from.ID = from.Number-1, ""
			list, err3 := event.LogPage(tx, k.WorkspaceID, endpoint, from, 300)
			for i, ev := range list {
				number := int64(i + 1)
				if recorded := i != none && i != none+1; ev.Recorded != recorded || recorded && ev.Sequence != number {
					t.Errorf("event %d: recorded %v as %d", i, ev.Recorded, ev.Sequence)
				}
			}
			return firstError(err, err2, err3)
		})
		k.Must(err)
		// What is delivered again has a row that goes before, and keeps its attempt.
		in(func(tx *db.Tx) error {
			return event.DeliverAgain(tx, k.WorkspaceID, endpoint, crm.TriggerManual, "", ids[7], ids[none])
		})
		if d, err = k.App.Service.Event.Delivery(ctx, actor, endpoint, crm.DeliveryID(ids[7])); err != nil || d.State != event.DeliveryPending || len(d.List) != 1 || d.List[0].Signature != "v1,7" {
			t.Errorf("on its way again it is told as %+v, %v", d, err)
		}
		if n := len(read(crm.DeliveryFilter{State: event.DeliverySucceeded}, 50)); n != 296 {
			t.Errorf("%d have succeeded", n)
		}
		if n := len(read(crm.DeliveryFilter{}, 50)); n != 299 {
			t.Errorf("%d are listed", n)
		}
		// What is old goes.
		k.Advance(crm.DeliveryLife + 24*time.Hour)
		k.Must(k.App.Service.Event.Sweep(ctx))
		if n := k.Count("delivery_runs"); n != 0 {
			t.Errorf("%d runs are left", n)
		}
	})
}

func firstError(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}
