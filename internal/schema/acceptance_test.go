package schema_test

import (
	"context"
	"testing"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/people"
)

// Who works or was seen in a workspace has accepted; nobody else has.
func TestMembersOfBeforeHaveAccepted(t *testing.T) {
	former := []string{
		`INSERT INTO users (id, email, address_key, name, handle, created_at) VALUES ('u1', 'a', 'a', '', '1', 1), ('u2', 'b', 'b', '', '2', 1), ('u3', 'c', 'c', '', '3', 1), ('u4', 'd', 'd', '', '4', 1)`,
		`INSERT INTO members (workspace_id, user_id, role_id, state, created_at, created_by, changed_at, last_seen_at) VALUES
			('w', 'u1', 'agent', 'active', 5, 'operator:', 6, 0), ('w', 'u2', 'agent', 'invited', 5, 'operator:', 6, 0),
			('w', 'u3', 'agent', 'deactivated', 5, 'operator:', 6, 7), ('w', 'u4', 'agent', 'deactivated', 5, 'operator:', 6, 0)`,
	}
	onUpgraded(t, "0056_acceptance.sql", always(former), func(t *testing.T, base *db.DB) {
		err := base.View(context.Background(), func(tx *db.Tx) error {
			for id, want := range map[string]bool{"u1": true, "u2": false, "u3": true, "u4": false} {
				m, err := people.Member(tx, "w", id)
				if err != nil {
					return err
				}
				if (m.AcceptedAt != nil) != want || want && m.AcceptedAt.UnixMilli() != 5 {
					t.Errorf("%s accepted at %v", id, m.AcceptedAt)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}
