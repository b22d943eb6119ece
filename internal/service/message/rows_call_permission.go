package message

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// A content begins with its interactive part, and that with its type: nothing
// that a caller writes can look like it.
var selectCallPermissionsSQL = db.SQL(`SELECT CASE WHEN m.scheduled_at > m.created_at THEN m.scheduled_at ELSE m.created_at END FROM ` + MessageTables + `
	WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND m.id >= $3
	AND m.direction = 'outbound' AND m.type = 'interactive' AND s.status NOT IN ('failed', 'expired', 'canceled')
	AND m.content LIKE '{"interactive":{"type":"callPermission"%'`)

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
