package message

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	pastMessagesSQL = db.SQL(`SELECT m.id, m.conversation_id, m.phone_number_id, m.direction, m.type, s.status, s.provider_message_id FROM ` + MessageTables + `
		WHERE m.workspace_id = $1 AND m.id < $2 AND m.id > $3 ORDER BY m.id DESC LIMIT $4`).By()
	selectMessagesFromSQL = db.SQL(`SELECT ` + MessageColumns + ` FROM messages AS m INDEXED BY messages_conversation
		JOIN message_states s ON s.workspace_id = m.workspace_id AND s.message_id = m.id
		WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND m.id >= $3 ORDER BY m.conversation_id, m.id LIMIT $4`).By("messages_conversation")
)

// PastMessage is a message as a look into the past sees it first.
type PastMessage struct {
	ID, ConversationID, PhoneNumberID string
	Direction                         crm.Direction
	Type                              string
	Status                            crm.Status
	ProviderMessageID                 string // "" until the provider has taken it
}

// PastMessages returns up to limit messages of the workspace between two
// identifiers, both excluded, newest first.
func PastMessages(tx *db.Tx, workspaceID, below, above string, limit int) (out []PastMessage, err error) {
	err = tx.Each(pastMessagesSQL, func(r db.Row) error {
		var m PastMessage
		var direction, status string
		err := r.Scan(&m.ID, &m.ConversationID, &m.PhoneNumberID, &direction, &m.Type, &status, &m.ProviderMessageID)
		m.Direction, m.Status = crm.Direction(direction), crm.Status(status)
		out = append(out, m)
		return err
	}, workspaceID, below, above, limit)
	return out, err
}

// MessagesBefore returns up to limit messages before each of several ones in its
// conversation, newest first.
func MessagesBefore(tx *db.Tx, workspaceID string, of []*crm.Message, limit int) ([][]*crm.Message, error) {
	rows, out := make([][]any, len(of)), make([][]*crm.Message, len(of))
	for i, m := range of {
		rows[i] = []any{workspaceID, m.ID, "", "", "", "", limit, "", "", m.ConversationID}
	}
	err := tx.EachOf(selectConversationMessagesSQL, rows, func(i int, r db.Row) error {
		m, err := scanMessage(r)
		out[i] = append(out[i], m)
		return err
	})
	return out, err
}

// MessagesFrom returns up to limit messages of a conversation from one of them
// on, oldest first.
func MessagesFrom(tx *db.Tx, workspaceID, conversationID, messageID string, limit int) ([]*crm.Message, error) {
	return QueryMessages(tx, selectMessagesFromSQL, workspaceID, conversationID, messageID, limit)
}
