package message

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	pastMessagesSQL = db.SQL(`SELECT id, conversation_id, phone_number_id, direction, type, status FROM messages
		WHERE workspace_id = $1 AND id < $2 AND id > $3 ORDER BY id DESC LIMIT $4`).By()
	selectMessagesFromSQL = db.SQL(`SELECT ` + MessageColumns + ` FROM messages INDEXED BY messages_conversation
		WHERE workspace_id = $1 AND conversation_id = $2 AND id >= $3 ORDER BY conversation_id, id LIMIT $4`).By("messages_conversation")
)

// PastMessage is a message as a look into the past sees it first.
type PastMessage struct {
	ID, ConversationID, PhoneNumberID string
	Direction                         crm.Direction
	Type                              string
	Status                            crm.Status
}

// PastMessages returns up to limit messages of the workspace between two
// identifiers, both excluded, newest first.
func PastMessages(tx *db.Tx, workspaceID, below, above string, limit int) (out []PastMessage, err error) {
	err = tx.Each(pastMessagesSQL, func(r db.Row) error {
		var m PastMessage
		var direction, status string
		err := r.Scan(&m.ID, &m.ConversationID, &m.PhoneNumberID, &direction, &m.Type, &status)
		m.Direction, m.Status = crm.Direction(direction), crm.Status(status)
		out = append(out, m)
		return err
	}, workspaceID, below, above, limit)
	return out, err
}

// MessagesBefore returns up to limit messages of a conversation before one of
// them, newest first.
func MessagesBefore(tx *db.Tx, workspaceID, conversationID, messageID string, limit int) ([]*crm.Message, error) {
	return QueryMessages(tx, selectConversationMessagesSQL, workspaceID, messageID, "", "", "", "", limit, "", conversationID)
}

// MessagesFrom returns up to limit messages of a conversation from one of them
// on, oldest first.
func MessagesFrom(tx *db.Tx, workspaceID, conversationID, messageID string, limit int) ([]*crm.Message, error) {
	return QueryMessages(tx, selectMessagesFromSQL, workspaceID, conversationID, messageID, limit)
}
