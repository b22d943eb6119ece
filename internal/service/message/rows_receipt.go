package message

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/contact"
)

var (
	// The newest message of the contact before $3, "" for any, among the newest 200 of
	// the conversation.
	newestInboundSQL = db.SQL(`SELECT n.id FROM (SELECT m.id, m.direction, m.type FROM messages m INDEXED BY messages_conversation
		WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND m.id < CASE WHEN $3 = '' THEN '~' ELSE $3 END ORDER BY m.conversation_id DESC, m.id DESC LIMIT 200) AS n
		WHERE n.direction = 'inbound' AND n.type NOT IN ('reaction', 'call') ORDER BY n.id DESC LIMIT 1`).By("messages_conversation").ByOnPostgres("messages_conversation")
	noteReceiptSQL = db.SQL(`INSERT INTO read_receipts (workspace_id, conversation_id, message_id) VALUES ($1, $2, $3)
		ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET message_id = excluded.message_id WHERE read_receipts.message_id < excluded.message_id`)
	lastReceiptSQL = db.SQL(`SELECT message_id FROM read_receipts WHERE workspace_id = $1 AND conversation_id = $2`)
)

// tellRead has the contact told that the newest of their messages before one of ours,
// "" for any, was read, unless they were told of it or of a later one.
func tellRead(tx *db.Tx, workspaceID, conversationID, numberID, before string) error {
	newest, err := newestInbound(tx, workspaceID, conversationID, before)
	if err != nil || newest == "" {
		return err
	}
	return enqueueReceipt(tx, workspaceID, conversationID, numberID, newest)
}

// newestInbound returns the newest message of the contact before one, "" for the end;
// "" if there is none.
func newestInbound(tx *db.Tx, workspaceID, conversationID, before string) (newest string, err error) {
	family, err := contact.Family(tx, workspaceID, conversationID)
	for _, member := range family {
		var id string
		if err == nil {
			_, err = tx.One(newestInboundSQL, []any{&id}, workspaceID, member, before)
		}
		newest = max(newest, id)
	}
	return newest, err
}

// enqueueReceipt has the contact told that a message was read, unless they were told
// of it or of a later one.
func enqueueReceipt(tx *db.Tx, workspaceID, conversationID, numberID, newest string) error {
	fresh, err := noteReceipt(tx, workspaceID, conversationID, newest)
	if err == nil && fresh {
		jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: workspaceID, Kind: jobMarkRead, Queue: numberID, Key: conversationID, Payload: newest})
	}
	return err
}

// noteReceipt notes of which message the contact is told, and reports false when they
// were told of it or of a later one.
func noteReceipt(tx *db.Tx, workspaceID, conversationID, messageID string) (bool, error) {
	n, err := tx.Exec(noteReceiptSQL, workspaceID, conversationID, messageID)
	return n > 0, err
}

// receiptOf returns the message of a job, and the newest one that the contact of its
// conversation is told of.
func receiptOf(tx *db.Tx, j jobs.Job) (m *crm.Message, newest string, err error) {
	if m, err = Message(tx, j.WorkspaceID, j.Payload); err == nil {
		_, err = tx.One(lastReceiptSQL, []any{&newest}, j.WorkspaceID, j.Key)
	}
	return m, newest, err
}
