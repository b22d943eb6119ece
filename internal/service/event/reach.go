package event

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

// SightOf returns who can see an event: one of a conversation or a contact, who
// can see that; acts and charges, who can see everything; all others, everybody.
func SightOf(tx *db.Tx, known reach.Sights, workspaceID string, kind crm.EventKind, key string) (*reach.Sight, error) {
	if kind.Quiet() {
		return reach.Whole, nil
	}
	return known.Look(tx, workspaceID, key)
}

// inReach reports whether an event is in reach.
func inReach(tx *db.Tx, r crm.Reach, known reach.Sights, workspaceID string, kind crm.EventKind, key string) (bool, error) {
	if r.IsWhole() {
		return true, nil
	}
	sight, err := SightOf(tx, known, workspaceID, kind, key)
	return err == nil && sight.Within(r), err
}
