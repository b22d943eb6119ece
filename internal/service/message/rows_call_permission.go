package message

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// A content begins with its interactive part, and that with its type: nothing
// that a caller writes can look like it.
var selectCallPermissionsSQL = db.SQL(`SELECT CASE WHEN scheduled_at > created_at THEN scheduled_at ELSE created_at END FROM messages
	WHERE workspace_id = $1 AND conversation_id = $2 AND id >= $3
	AND direction = 'outbound' AND type = 'interactive' AND status NOT IN ('failed', 'expired', 'canceled')
	AND content LIKE '{"interactive":{"type":"callPermission"%'`)

// callPermissionsAsked returns when the contact of a conversation was, or will
// be, asked for permission to call, by messages made since a time.
func callPermissionsAsked(tx *db.Tx, workspaceID, conversationID string, since time.Time) ([]time.Time, error) {
	var out []time.Time
	err := tx.Each(selectCallPermissionsSQL, func(r db.Row) error {
		var asked int64
		err := r.Scan(&asked)
		out = append(out, db.At(asked))
		return err
	}, workspaceID, conversationID, crm.LowestID(crm.PrefixMessage, since))
	return out, err
}
