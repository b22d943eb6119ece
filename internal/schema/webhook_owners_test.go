package schema_test

import (
	"context"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/inbound"
)

// beforeOwners are bodies as they were stored before they had owners.
var beforeOwners = []string{
	`INSERT INTO provider_webhooks (id, account, received_at, state, problem, pending, body) VALUES
		(5, 'live', 3, 'stored', '', '', '{"entry":[]}'), (6, 'live', 4, 'partial', 'odd', '0-12,', '{"entry":[1]}')`,
}

// Bodies that were stored before are nobody's, are read as they came, and what was
// not applied of them is still found.
func TestOldBodiesStayReadable(t *testing.T) {
	onUpgraded(t, "0044_webhook_owners.sql", always(beforeOwners), func(t *testing.T, base *db.DB) {
		err := base.View(context.Background(), func(tx *db.Tx) error {
			pending, err := inbound.PendingWebhooks(tx, time.Time{}, 0, 10)
			if err != nil || len(pending) != 1 || pending[0].ID != 6 || pending[0].WorkspaceID != "" || pending[0].Parts.String() != "0-12," {
				t.Errorf("what was not applied is %+v: %v", pending, err)
			}
			var size int
			var stored []byte
			if _, err := tx.One(db.SQL(`SELECT size, body FROM provider_webhooks WHERE workspace_id = '' AND id = 5`), []any{&size, &stored}); err != nil {
				return err
			}
			if body, err := inbound.UnpackBody(size, stored); err != nil || string(body) != `{"entry":[]}` {
				t.Errorf("an old body is %q: %v", body, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}
