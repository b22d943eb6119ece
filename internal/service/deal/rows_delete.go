package deal

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/erase"
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

// A deal is the business's own: it stays, with its title and notes, and names nobody any
// more that is erased.
var (
	forgetContactSQL      = db.SQL(`UPDATE deals INDEXED BY deals_contact SET contact_id = '', version = version + 1, updated_at = $3 WHERE workspace_id = $1 AND contact_id = $2 AND contact_id <> ''`).By("deals_contact")
	forgetConversationSQL = db.SQL(`UPDATE deals INDEXED BY deals_conversation SET conversation_id = '', version = version + 1, updated_at = $3 WHERE workspace_id = $1 AND conversation_id = $2 AND conversation_id <> ''`).By("deals_conversation")

	_ = erase.ByContact("deal_contacts")
	_ = erase.InContact(func(tx *db.Tx, workspaceID, id string) error {
		tx.Write(forgetContactSQL, workspaceID, id, db.Ms(tx.Now()))
		return nil
	})
	_ = erase.InConversation(func(tx *db.Tx, workspaceID, id string) error {
		tx.Write(forgetConversationSQL, workspaceID, id, db.Ms(tx.Now()))
		return nil
	})
)
