package store

import (
	"encoding/json"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const floorColumns = `speaker, since_at, until_at, taken_by, switch, epoch, is_open, pauses, asked_at, ask_due_at, note, assignee`

var (
	insertFloor = db.SQL(`INSERT INTO conversation_floors (workspace_id, conversation_id, speaker, is_open) VALUES ($1, $2, 'assistant', FALSE) ON CONFLICT DO NOTHING`)
	lockFloor   = db.SQL(`SELECT ` + floorColumns + ` FROM conversation_floors WHERE workspace_id = $1 AND conversation_id = $2 FOR UPDATE`)
	selectFloor = db.SQL(`SELECT ` + floorColumns + ` FROM conversation_floors WHERE workspace_id = $1 AND conversation_id = $2`)
	saveFloor   = db.SQL(`UPDATE conversation_floors SET speaker = $3, since_at = $4, until_at = $5, taken_by = $6, switch = $7, epoch = $8, is_open = $9, pauses = $10,
		asked_at = $11, ask_due_at = $12, note = $13, assignee = $14
		WHERE workspace_id = $1 AND conversation_id = $2`)
	// A person speaks. Where no assistant ever was on duty there is no row, and
	// nothing to take.
	takeFloor = db.SQL(`UPDATE conversation_floors SET speaker = 'person', since_at = $3, until_at = $4, taken_by = $5, pauses = 0, asked_at = 0, ask_due_at = 0
		WHERE workspace_id = $1 AND conversation_id = $2`)

	// Across workspaces: retention.
	oldTurns           = db.SQL(`SELECT workspace_id, conversation_id, epoch FROM ai_turns WHERE opened_at < $1 AND state <> 'open' ORDER BY opened_at LIMIT $2`).By("ai_turns_age")
	deleteTurn         = db.SQL(`DELETE FROM ai_turns WHERE workspace_id = $1 AND conversation_id = $2 AND epoch = $3`)
	deleteTurnMessages = db.SQL(`DELETE FROM ai_turn_messages WHERE workspace_id = $1 AND conversation_id = $2 AND epoch = $3`)
	// Across workspaces: questions whose time has come, on every node.
	dueQuestions = db.SQL(`SELECT workspace_id, conversation_id FROM conversation_floors WHERE ask_due_at > 0 AND ask_due_at <= $1 ORDER BY ask_due_at LIMIT $2`).By("conversation_floors_due")

	insertTurn = db.SQL(`INSERT INTO ai_turns (workspace_id, conversation_id, epoch, id, contact_id, phone_number_id, state, assistant_id, last_message_id, messages, opened_at, due_at)
		VALUES ($1, $2, $3, $4, $5, $6, 'open', $7, $8, 1, $9, $10)`)
	extendTurn = db.SQL(`UPDATE ai_turns SET last_message_id = $4, messages = messages + 1, due_at = $5
		WHERE workspace_id = $1 AND conversation_id = $2 AND epoch = $3 AND state = 'open'`)
	insertTurnMessage = db.SQL(`INSERT INTO ai_turn_messages (workspace_id, conversation_id, epoch, message_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`)
	discardTurn       = db.SQL(`UPDATE ai_turns SET discarded = discarded + 1 WHERE workspace_id = $1 AND conversation_id = $2 AND epoch = $3`)
	// Whoever decides a turn must have seen its newest message.
	decideTurn = db.SQL(`UPDATE ai_turns SET state = $5, revision = $6, decided_at = $7, message_id = $8, result = $9
		WHERE workspace_id = $1 AND conversation_id = $2 AND epoch = $3 AND last_message_id = $4 AND state = 'open'`)
	selectTurn  = db.SQL(`SELECT ` + turnColumns + ` FROM ai_turns WHERE workspace_id = $1 AND conversation_id = $2 AND epoch = $3`)
	selectTurns = db.SQL(`SELECT ` + turnColumns + ` FROM ai_turns WHERE workspace_id = $1 AND conversation_id = $2 AND ($3 = 0 OR epoch < $3)
		ORDER BY epoch DESC LIMIT $4`)
	selectTurnMessages = db.SQL(`SELECT ` + columnsOf("m", messageColumns) + ` FROM ai_turn_messages t JOIN messages m ON m.workspace_id = t.workspace_id AND m.id = t.message_id
		WHERE t.workspace_id = $1 AND t.conversation_id = $2 AND t.epoch = $3 ORDER BY t.message_id LIMIT $4`)
)

const turnColumns = `id, contact_id, phone_number_id, epoch, state, assistant_id, revision, last_message_id, messages, opened_at, due_at, decided_at, discarded, message_id, result`

// Floor returns who has the word in a conversation; the zero Floor, with its
// identifiers, where no assistant ever was on duty.
func (tx *Tx) Floor(workspaceID, conversationID string) (crm.Floor, error) {
	return tx.floor(selectFloor, workspaceID, conversationID)
}

// LockFloor is Floor for whoever changes it: it is made where there is none,
// and other nodes wait. It comes before every other lock of a conversation.
func (tx *Tx) LockFloor(workspaceID, conversationID string) (crm.Floor, error) {
	tx.Write(insertFloor, workspaceID, conversationID)
	return tx.floor(lockFloor, workspaceID, conversationID)
}

func (tx *Tx) floor(s *db.Stmt, workspaceID, conversationID string) (crm.Floor, error) {
	f := crm.Floor{WorkspaceID: workspaceID, ConversationID: conversationID, Speaker: crm.SpeakerAssistant, Switch: crm.SwitchDefault}
	err := tx.Each(s, func(r db.Row) error {
		var speaker, position string
		var since, until, asked, due int64
		err := r.Scan(&speaker, &since, &until, &f.TakenBy, &position, &f.Epoch, &f.Open, &f.Pauses, &asked, &due, &f.Note, &f.Assignee)
		f.Speaker, f.Switch, f.Since, f.Until = crm.Speaker(speaker), crm.AssistantSwitch(position), db.AtOf(since), db.AtOf(until)
		f.AskedAt, f.AskDue = db.AtOf(asked), db.AtOf(due)
		return err
	}, workspaceID, conversationID)
	return f, err
}

// SaveFloor stores a floor that was locked.
func (tx *Tx) SaveFloor(f crm.Floor) {
	tx.Write(saveFloor, f.WorkspaceID, f.ConversationID, string(f.Speaker), db.MsOf(f.Since), db.MsOf(f.Until), f.TakenBy, string(f.Switch), f.Epoch, f.Open, f.Pauses,
		db.MsOf(f.AskedAt), db.MsOf(f.AskDue), f.Note, f.Assignee)
}

// TakeFloor gives the word to a person who answers, where an assistant may have
// it.
func (tx *Tx) TakeFloor(f crm.Floor) {
	tx.Write(takeFloor, f.WorkspaceID, f.ConversationID, db.MsOf(f.Since), db.MsOf(f.Until), f.TakenBy)
}

// DueQuestions returns up to limit floors, of every workspace, whose open
// question is due: their identifiers only.
func (tx *Tx) DueQuestions(limit int) (out []crm.Floor, err error) {
	err = tx.Each(dueQuestions, func(r db.Row) error {
		var f crm.Floor
		err := r.Scan(&f.WorkspaceID, &f.ConversationID)
		out = append(out, f)
		return err
	}, db.Ms(tx.Now()), limit)
	return out, err
}

// InsertTurn opens a turn with its first message.
func (tx *Tx) InsertTurn(t crm.Turn) {
	tx.Write(insertTurn, t.WorkspaceID, t.ConversationID, t.Epoch, t.ID, t.ContactID, t.PhoneNumberID, t.AssistantID, t.LastMessageID, db.Ms(t.OpenedAt), db.Ms(t.DueAt))
	tx.Write(insertTurnMessage, t.WorkspaceID, t.ConversationID, t.Epoch, t.LastMessageID)
}

// ExtendTurn adds a message to an open turn, which is due later then.
func (tx *Tx) ExtendTurn(t crm.Turn) {
	tx.Write(extendTurn, t.WorkspaceID, t.ConversationID, t.Epoch, t.LastMessageID, db.Ms(t.DueAt))
	tx.Write(insertTurnMessage, t.WorkspaceID, t.ConversationID, t.Epoch, t.LastMessageID)
}

// DiscardGeneration notes that an answer was made in vain.
func (tx *Tx) DiscardGeneration(t crm.Turn) {
	tx.Write(discardTurn, t.WorkspaceID, t.ConversationID, t.Epoch)
}

// DecideTurn ends an open turn. It reports false, and changes nothing, when the
// turn is decided already or has a newer message than t.
func (tx *Tx) DecideTurn(t crm.Turn) (bool, error) {
	n, err := tx.Exec(decideTurn, t.WorkspaceID, t.ConversationID, t.Epoch, t.LastMessageID, string(t.State), t.Revision, db.Ms(tx.Now()), t.Result.MessageID, db.Text(t.Result))
	return n == 1, err
}

// Turn returns a turn, or a KindNotFound error.
func (tx *Tx) Turn(workspaceID, conversationID string, epoch int) (crm.Turn, error) {
	list, err := tx.turns(selectTurn, workspaceID, conversationID, workspaceID, conversationID, epoch)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("turn", conversationID)
	}
	if err != nil {
		return crm.Turn{}, err
	}
	return list[0], nil
}

// Turns returns up to limit turns of a conversation below the epoch, 0 for all,
// newest first.
func (tx *Tx) Turns(workspaceID, conversationID string, below, limit int) ([]crm.Turn, error) {
	return tx.turns(selectTurns, workspaceID, conversationID, workspaceID, conversationID, below, limit)
}

// ExpireTurns removes at most limit decided turns that were opened before the
// time and returns how many. The messages stay.
func (tx *Tx) ExpireTurns(before time.Time, limit int) (int64, error) {
	var keys [][]any
	err := tx.Each(oldTurns, func(r db.Row) error {
		var workspaceID, conversationID string
		var epoch int
		err := r.Scan(&workspaceID, &conversationID, &epoch)
		keys = append(keys, []any{workspaceID, conversationID, epoch})
		return err
	}, db.Ms(before), limit)
	for _, key := range keys {
		tx.Write(deleteTurnMessages, key...)
		tx.Write(deleteTurn, key...)
	}
	return int64(len(keys)), err
}

// TurnMessages returns the messages of a turn, oldest first.
func (tx *Tx) TurnMessages(t crm.Turn, limit int) ([]*crm.Message, error) {
	return tx.messages(selectTurnMessages, t.WorkspaceID, t.ConversationID, t.Epoch, limit)
}

func (tx *Tx) turns(s *db.Stmt, workspaceID, conversationID string, args ...any) (out []crm.Turn, err error) {
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

// columnsOf names the columns of one table of several.
func columnsOf(table, columns string) string {
	names := strings.Split(columns, ",")
	for i := range names {
		names[i] = table + "." + strings.TrimSpace(names[i])
	}
	return strings.Join(names, ", ")
}
