package inbound_test

import (
	"context"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/inbound"
	"service.example/crm/internal/testkit/testdb"
)

// What is too old is removed in parts; each tells how much it was, so that
// whoever removes knows when nothing is left.
func TestOldBodiesAndDeliveriesAreRemovedInParts(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		old := time.Now().Add(-48 * time.Hour)
		in := func(fn func(tx *db.Tx) error) {
			t.Helper()
			if err := base.Update(context.Background(), "k", fn); err != nil {
				t.Fatal(err)
			}
		}
		in(func(tx *db.Tx) error {
			for range 5 {
				inbound.InsertProviderWebhook(tx, "ingest", inbound.ProviderWebhook{WorkspaceID: "w", Account: "live", Body: []byte("{}")}, nil)
				event.RecordDelivery(tx, event.Delivery{EndpointID: "whe", EventID: tx.NewIDAt("evt", old), WorkspaceID: "w", State: event.DeliverySucceeded, Attempt: 1},
					&event.DeliveryAttempt{StartedAt: old})
			}
			return nil
		})
		for _, want := range []int64{2, 2, 1, 0} {
			in(func(tx *db.Tx) error {
				bodies, err := inbound.ExpireProviderWebhooks(tx, "w", time.Now().Add(time.Minute), 2)
				if err != nil || bodies != want {
					t.Errorf("%d bodies were removed, want %d: %v", bodies, want, err)
				}
				deliveries, err := event.ExpireDeliveries(tx, event.EndpointKey{WorkspaceID: "w", ID: "whe"}, old.Add(time.Hour), 2)
				if deliveries != want {
					t.Errorf("%d deliveries were removed, want %d", deliveries, want)
				}
				return err
			})
		}
	})
}
