package rating

import (
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/erase"
)

// The score of a conversation that is erased stays, what the contact wrote with it goes.
var (
	eraseCommentsSQL = db.SQL(`UPDATE ratings INDEXED BY ratings_conversation SET comment = '' WHERE workspace_id = $1 AND conversation_id = $2`).By("ratings_conversation")

	_ = erase.InConversation(func(tx *db.Tx, workspaceID, id string) error {
		tx.Write(eraseCommentsSQL, workspaceID, id)
		return nil
	})
)
