package broadcast

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var audienceSQL = db.SQL(`UPDATE broadcasts SET audience = $3 WHERE workspace_id = $1 AND id = $2`)

// addPart stores a part of an audience that is read from a table.
func addPart(tx *db.Tx, b crm.Broadcast, part int64, entries []crm.BroadcastRecipient) {
	tx.Write(insertPartSQL, b.WorkspaceID, b.ID, part, db.Text(entries))
}

// dropParts forgets what was read of a table.
func dropParts(tx *db.Tx, b crm.Broadcast) { tx.Write(removePartsSQL, b.WorkspaceID, b.ID) }

// saveAudience stores what is known of an audience.
func saveAudience(tx *db.Tx, b crm.Broadcast) {
	tx.Write(audienceSQL, b.WorkspaceID, b.ID, db.Text(b.Audience))
}
