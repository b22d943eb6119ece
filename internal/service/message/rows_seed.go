package message

import "service.example/crm/internal/db"

var anyMessageSQL = db.SQL(`SELECT id FROM messages ORDER BY workspace_id, id LIMIT 1`).Unlimited("the first row").
	AcrossWorkspaces("whether anything was ever sent or received")

// AnyMessage reports whether the database has messages.
func AnyMessage(tx *db.Tx) (bool, error) {
	var id string
	return tx.One(anyMessageSQL, []any{&id})
}
