package app_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit"
)

// However many workspaces and endpoints there are, nothing of any is forgotten.
func TestTheJanitorComesToEverybody(t *testing.T) {
	const workspaces, endpoints = 1200, 10_500
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		ctx := context.Background()
		old := k.Now().Add(-crm.DeliveryLife - 48*time.Hour)
		k.Must(k.DB().Update(ctx, "fill", func(tx *db.Tx) error {
			return event.AppendEvent(tx, crm.EventMessagesReceived, "w", "", crm.EventScope{}, nil)
		}))
		waits := k.Rows("SELECT id FROM events WHERE workspace_id = 'w'")[0]["id"].(string)
		for from := 0; from < endpoints; from += 500 {
			k.Must(k.DB().Update(ctx, "fill", func(tx *db.Tx) error {
				for i := from; i < from+500; i++ {
					event.RecordDelivery(tx, event.Delivery{EndpointID: fmt.Sprintf("whe_%05d", i), EventID: tx.NewIDAt("evt", old), WorkspaceID: "w",
						State: event.DeliverySucceeded, Attempt: 1}, &event.DeliveryAttempt{StartedAt: old})
					event.RecordDelivery(tx, event.Delivery{EndpointID: fmt.Sprintf("whe_%05d", i), EventID: waits, WorkspaceID: "w",
						State: event.DeliveryPending, NextAt: tx.Now().Add(time.Hour)}, nil)
				}
				return nil
			}))
		}
		k.Must(k.DB().Update(ctx, "fill", func(tx *db.Tx) error {
			for i := range workspaces {
				w := crm.Workspace{ID: tx.NewIDAt(crm.PrefixWorkspace, old), Name: fmt.Sprint(i), CreatedAt: old}
				access.InsertWorkspace(tx, w)
				message.InsertMessage(tx, &crm.Message{ID: tx.NewIDAt(crm.PrefixMessage, old), WorkspaceID: w.ID, ConversationID: "c", ContactID: "c", PhoneNumberID: "p",
					Direction: crm.Outbound, Type: "template", Status: crm.StatusAccepted, CreatedAt: old, Times: map[crm.Status]time.Time{crm.StatusAccepted: old}})
			}
			return nil
		}))
		k.Eventually("the messages of every workspace have expired", func() bool {
			return k.Count("message_states", "status = 'accepted'") == 0 || k.Count("message_states", "status = 'expired'") == workspaces
		})
		waiting, after := 0, event.EndpointKey{}
		for looks := 0; looks == 0 || after != (event.EndpointKey{}); looks++ {
			k.Must(k.DB().View(ctx, func(tx *db.Tx) (err error) {
				var list map[event.EndpointKey]time.Time
				list, after, err = event.WaitingEndpoints(tx, after, 1000)
				waiting += len(list)
				return err
			}))
		}
		if waiting != endpoints {
			t.Errorf("%d endpoints are known to wait, want %d", waiting, endpoints)
		}
		k.Must(app.RemoveOld(ctx, k.App))
		if n := k.Count("deliveries"); n != endpoints {
			t.Errorf("%d deliveries are left, want %d", n, endpoints)
		}
	})
}

// A duty is one node's until it does not come back to it.
func TestADutyIsDoneByOneNode(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		takes := func(node string, life time.Duration) bool {
			t.Helper()
			mine, err := k.DB().TakeDuty(context.Background(), "test", node, life)
			k.Must(err)
			return mine
		}
		if !takes("one", time.Minute) || takes("two", time.Minute) || !takes("one", -time.Minute) {
			t.Error("the first one does not keep the duty")
		}
		if !takes("two", time.Minute) || takes("one", time.Minute) {
			t.Error("the second one does not take over what the first one left")
		}
	})
}
