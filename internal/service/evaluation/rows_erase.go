package evaluation

import (
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/erase"
)

// A question of a conversation that is erased stays, with its scores and without words.
var (
	eraseWordsSQL = db.SQL(`UPDATE evaluation_items SET question = '', answers = '' WHERE workspace_id = $1 AND conversation_id = $2`)

	_ = erase.InConversation(func(tx *db.Tx, workspaceID, id string) error {
		tx.Write(eraseWordsSQL, workspaceID, id)
		return nil
	})
)
