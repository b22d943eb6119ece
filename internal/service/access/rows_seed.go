package access

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SeedWorkspace stores a workspace with a key, as one whose messages were looked
// through until now.
func SeedWorkspace(tx *db.Tx, w crm.Workspace) {
	InsertWorkspace(tx, w)
	MoveSwept(tx, w.ID, tx.Now())
	insertKey(tx, w.ID, w.Live, crm.NewAPIKeyRequest{Name: "First key", Scopes: []crm.Scope{crm.ScopeAll}}, crm.DoneBy{Type: crm.ActorOperator})
}
