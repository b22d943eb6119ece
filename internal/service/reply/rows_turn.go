package reply

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/message"
)

var (
	oldTurnsSQL = db.SQL(`SELECT workspace_id, conversation_id, epoch FROM ai_turns WHERE opened_at < $1 AND state <> 'open' ORDER BY opened_at LIMIT $2`).By("ai_turns_age").
		AcrossWorkspaces("retention")
)

var (
	deleteTurnSQL = db.SQL(`DELETE FROM ai_turns WHERE workspace_id = $1 AND conversation_id = $2 AND epoch = $3`)
)

var (
	deleteTurnMessagesSQL = db.SQL(`DELETE FROM ai_turn_messages WHERE workspace_id = $1 AND conversation_id = $2 AND epoch = $3`)
)

var (
	insertTurnSQL = db.SQL(`INSERT INTO ai_turns (workspace_id, conversation_id, epoch, id, contact_id, phone_number_id, state, assistant_id, last_message_id, messages, opened_at, due_at)
		VALUES ($1, $2, $3, $4, $5, $6, 'open', $7, $8, 1, $9, $10)`)
)

var (
	extendTurnSQL = db.SQL(`UPDATE ai_turns SET last_message_id = $4, messages = messages + 1, due_at = $5
		WHERE workspace_id = $1 AND conversation_id = $2 AND epoch = $3 AND state = 'open'`)
)

var (
	insertTurnMessageSQL = db.SQL(`INSERT INTO ai_turn_messages (workspace_id, conversation_id, epoch, message_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`)
)

var (
	discardTurnSQL = db.SQL(`UPDATE ai_turns SET discarded = discarded + 1 WHERE workspace_id = $1 AND conversation_id = $2 AND epoch = $3`)
)

var (
	// Whoever decides a turn must have seen its newest message.
	decideTurnSQL = db.SQL(`UPDATE ai_turns SET state = $5, revision = $6, decided_at = $7, message_id = $8, result = $9
		WHERE workspace_id = $1 AND conversation_id = $2 AND epoch = $3 AND last_message_id = $4 AND state = 'open'`)
)

var (
	selectTurnSQL = db.SQL(`SELECT ` + turnColumns + ` FROM ai_turns WHERE workspace_id = $1 AND conversation_id = $2 AND epoch = $3`)
)

var (
	selectTurnsSQL = db.SQL(`SELECT ` + turnColumns + ` FROM ai_turns WHERE workspace_id = $1 AND conversation_id = $2 AND epoch < CASE WHEN CAST($3 AS BIGINT) = 0 THEN 9223372036854775807 ELSE CAST($3 AS BIGINT) END
		ORDER BY epoch DESC LIMIT $4`)
)

var (
	selectTurnMessagesSQL = db.SQL(`SELECT ` + message.MessageColumns + ` FROM ai_turn_messages t JOIN messages m ON m.workspace_id = t.workspace_id AND m.id = t.message_id
		JOIN message_states s ON s.workspace_id = t.workspace_id AND s.message_id = t.message_id WHERE t.workspace_id = $1 AND t.conversation_id = $2 AND t.epoch = $3 ORDER BY t.message_id LIMIT $4`)
)

const turnColumns = `id, contact_id, phone_number_id, epoch, state, assistant_id, revision, last_message_id, messages, opened_at, due_at, decided_at, discarded, message_id, result`

// insertTurn opens a turn with its first message.
func insertTurn(tx *db.Tx, t crm.Turn) {
	tx.Write(insertTurnSQL, t.WorkspaceID, t.ConversationID, t.Epoch, t.ID, t.ContactID, t.PhoneNumberID, t.AssistantID, t.LastMessageID, db.Ms(t.OpenedAt), db.Ms(t.DueAt))
	tx.Write(insertTurnMessageSQL, t.WorkspaceID, t.ConversationID, t.Epoch, t.LastMessageID)
}

// extendTurn adds a message to an open turn, which is due later then.
func extendTurn(tx *db.Tx, t crm.Turn) {
	tx.Write(extendTurnSQL, t.WorkspaceID, t.ConversationID, t.Epoch, t.LastMessageID, db.Ms(t.DueAt))
	tx.Write(insertTurnMessageSQL, t.WorkspaceID, t.ConversationID, t.Epoch, t.LastMessageID)
}

// discardGeneration notes that an answer was made in vain.
func discardGeneration(tx *db.Tx, t crm.Turn) {
	tx.Write(discardTurnSQL, t.WorkspaceID, t.ConversationID, t.Epoch)
}

// decideTurn ends an open turn. When the turn is decided already, by another
// node, or has a newer message than t, the whole update fails with ErrLost.
func decideTurn(tx *db.Tx, t crm.Turn) {
	tx.WriteExactlyOne(decideTurnSQL, jobs.ErrLost, t.WorkspaceID, t.ConversationID, t.Epoch, t.LastMessageID, string(t.State), t.Revision, db.Ms(tx.Now()), t.Result.MessageID, db.Text(t.Result))
}

// readTurn returns a turn, or a KindNotFound error.
func readTurn(tx *db.Tx, workspaceID, conversationID string, epoch int) (crm.Turn, error) {
	list, err := readTurns(tx, selectTurnSQL, workspaceID, conversationID, workspaceID, conversationID, epoch)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("turn", conversationID)
	}
	if err != nil {
		return crm.Turn{}, err
	}
	return list[0], nil
}

// turns returns up to limit turns of a conversation below the epoch, 0 for all,
// newest first.
func turns(tx *db.Tx, workspaceID, conversationID string, below, limit int) ([]crm.Turn, error) {
	return readTurns(tx, selectTurnsSQL, workspaceID, conversationID, workspaceID, conversationID, below, limit)
}

// expireTurns removes at most limit decided turns that were opened before the
// time and returns how many. The messages stay.
func expireTurns(tx *db.Tx, before time.Time, limit int) (int64, error) {
	var keys [][]any
	err := tx.Each(oldTurnsSQL, func(r db.Row) error {
		var workspaceID, conversationID string
		var epoch int
		err := r.Scan(&workspaceID, &conversationID, &epoch)
		keys = append(keys, []any{workspaceID, conversationID, epoch})
		return err
	}, db.Ms(before), limit)
	for _, key := range keys {
		tx.Write(deleteTurnMessagesSQL, key...)
		tx.Write(deleteTurnSQL, key...)
	}
	return int64(len(keys)), err
}

// turnMessages returns the messages of a turn, oldest first.
func turnMessages(tx *db.Tx, t crm.Turn, limit int) ([]*crm.Message, error) {
	return message.QueryMessages(tx, selectTurnMessagesSQL, t.WorkspaceID, t.ConversationID, t.Epoch, limit)
}

func readTurns(tx *db.Tx, s *db.Stmt, workspaceID, conversationID string, args ...any) (out []crm.Turn, err error) {
	err = tx.Each(s, func(r db.Row) error {
		t := crm.Turn{WorkspaceID: workspaceID, ConversationID: conversationID}
		var state, message, result string
		var opened, due, decided int64
		if err := r.Scan(&t.ID, &t.ContactID, &t.PhoneNumberID, &t.Epoch, &state, &t.AssistantID, &t.Revision, &t.LastMessageID, &t.Messages,
			&opened, &due, &decided, &t.Discarded, &message, &result); err != nil {
			return err
		}
		t.State, t.OpenedAt, t.DueAt, t.DecidedAt = crm.TurnState(state), db.At(opened), db.At(due), db.AtOf(decided)
		err := parseResult(result, &t.Result)
		out = append(out, t)
		return err
	}, args...)
	return out, err
}

func parseResult(stored string, into *crm.TurnResult) error {
	into.Citations, into.Attempts = []crm.KnowledgeCitation{}, []crm.TurnAttempt{}
	if stored == "" {
		return nil
	}
	return json.Unmarshal([]byte(stored), into)
}

// Who ended the latest episode of a conversation, at a time or after it.
var closerSQL = db.SQL(`SELECT closed_by FROM episodes WHERE workspace_id = $1 AND conversation_id = $2 AND closed_at >= $3 ORDER BY conversation_id DESC, no DESC LIMIT 1`)

func closer(tx *db.Tx, workspaceID, conversationID string, since time.Time) (by crm.DoneBy, found bool, err error) {
	var text string
	if found, err = tx.One(closerSQL, []any{&text}, workspaceID, conversationID, db.Ms(since)); err == nil && found {
		by, err = crm.ParseDoneBy(text)
	}
	return by, found, err
}
