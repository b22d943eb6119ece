package deal

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var deleteDealSQL = db.SQL(`DELETE FROM deals WHERE workspace_id = $1 AND id = $2`)

// removeDeal removes a deal with what it alone has. Its past stays.
func removeDeal(tx *db.Tx, d crm.Deal) {
	tx.Write(deleteLinesSQL, d.WorkspaceID, d.ID)
	tx.Write(deleteDealContactsSQL, d.WorkspaceID, d.ID)
	tx.Write(deleteDealSQL, d.WorkspaceID, d.ID)
}

// endSpan ends the stretch of time on the stage on which a deal is.
func endSpan(tx *db.Tx, d crm.Deal) {
	tx.Write(endSpanSQL, d.WorkspaceID, d.ID, db.Ms(tx.Now()))
}
