package conversation

import (
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const floorColumns = `speaker, since_at, until_at, taken_by, switch, epoch, is_open, pauses, asked_at, ask_due_at, note, assignee`

var (
	insertFloorSQL = db.SQL(`INSERT INTO conversation_floors (workspace_id, conversation_id, speaker, is_open) VALUES ($1, $2, 'assistant', FALSE) ON CONFLICT DO NOTHING`)
)

var (
	lockFloorSQL = db.SQL(`SELECT ` + floorColumns + ` FROM conversation_floors WHERE workspace_id = $1 AND conversation_id = $2 FOR UPDATE`)
)

var (
	selectFloorSQL = db.SQL(`SELECT ` + floorColumns + ` FROM conversation_floors WHERE workspace_id = $1 AND conversation_id = $2`)
)

var (
	saveFloorSQL = db.SQL(`UPDATE conversation_floors SET speaker = $3, since_at = $4, until_at = $5, taken_by = $6, switch = $7, epoch = $8, is_open = $9, pauses = $10,
		asked_at = $11, ask_due_at = $12, note = $13, assignee = $14
		WHERE workspace_id = $1 AND conversation_id = $2`)
)

var (
	// A person speaks. Where no assistant ever was on duty there is no row, and
	// nothing to take.
	takeFloorSQL = db.SQL(`UPDATE conversation_floors SET speaker = 'person', since_at = $3, until_at = $4, taken_by = $5, pauses = 0, asked_at = 0, ask_due_at = 0
		WHERE workspace_id = $1 AND conversation_id = $2`)
)

var (
	// Across workspaces: questions whose time has come, on every node.
	dueQuestionsSQL = db.SQL(`SELECT workspace_id, conversation_id FROM conversation_floors WHERE ask_due_at > 0 AND ask_due_at <= $1 ORDER BY ask_due_at LIMIT $2`).By("conversation_floors_due")
)

// Floor returns who has the word in a conversation; the zero Floor, with its
// identifiers, where no assistant ever was on duty.
func Floor(tx *db.Tx, workspaceID, conversationID string) (crm.Floor, error) {
	return floor(tx, selectFloorSQL, workspaceID, conversationID)
}

// LockFloor is Floor for whoever changes it: it is made where there is none,
// and other nodes wait. It comes before every other lock of a conversation.
func LockFloor(tx *db.Tx, workspaceID, conversationID string) (crm.Floor, error) {
	tx.Write(insertFloorSQL, workspaceID, conversationID)
	return floor(tx, lockFloorSQL, workspaceID, conversationID)
}

func floor(tx *db.Tx, s *db.Stmt, workspaceID, conversationID string) (crm.Floor, error) {
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
func SaveFloor(tx *db.Tx, f crm.Floor) {
	tx.Write(saveFloorSQL, f.WorkspaceID, f.ConversationID, string(f.Speaker), db.MsOf(f.Since), db.MsOf(f.Until), f.TakenBy, string(f.Switch), f.Epoch, f.Open, f.Pauses,
		db.MsOf(f.AskedAt), db.MsOf(f.AskDue), f.Note, f.Assignee)
}

// takeFloor gives the word to a person who answers, where an assistant may have
// it.
func takeFloor(tx *db.Tx, f crm.Floor) {
	tx.Write(takeFloorSQL, f.WorkspaceID, f.ConversationID, db.MsOf(f.Since), db.MsOf(f.Until), f.TakenBy)
}

// DueQuestions returns up to limit floors, of every workspace, whose open
// question is due: their identifiers only.
func DueQuestions(tx *db.Tx, limit int) (out []crm.Floor, err error) {
	err = tx.Each(dueQuestionsSQL, func(r db.Row) error {
		var f crm.Floor
		err := r.Scan(&f.WorkspaceID, &f.ConversationID)
		out = append(out, f)
		return err
	}, db.Ms(tx.Now()), limit)
	return out, err
}

// ColumnsOf names the columns of one table of several.
func ColumnsOf(table, columns string) string {
	names := strings.Split(columns, ",")
	for i := range names {
		names[i] = table + "." + strings.TrimSpace(names[i])
	}
	return strings.Join(names, ", ")
}
