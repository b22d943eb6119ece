package conversation

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const speakerColumns = `speaker, since_at, until_at, taken_by, switch, epoch, is_open, pauses, asked_at, ask_due_at, note, assignee`

var (
	insertSpeakerSQL = db.SQL(`INSERT INTO active_speakers (workspace_id, conversation_id, speaker, is_open) VALUES ($1, $2, 'assistant', FALSE) ON CONFLICT DO NOTHING`)
	lockSpeakerSQL   = db.SQL(`SELECT ` + speakerColumns + ` FROM active_speakers WHERE workspace_id = $1 AND conversation_id = $2 FOR UPDATE`)
	selectSpeakerSQL = db.SQL(`SELECT ` + speakerColumns + ` FROM active_speakers WHERE workspace_id = $1 AND conversation_id = $2`)
	saveSpeakerSQL   = db.SQL(`UPDATE active_speakers SET speaker = $3, since_at = $4, until_at = $5, taken_by = $6, switch = $7, epoch = $8, is_open = $9, pauses = $10,
		asked_at = $11, ask_due_at = $12, note = $13, assignee = $14
		WHERE workspace_id = $1 AND conversation_id = $2`)
	// A person speaks, also where no assistant was on duty yet when the contact wrote, and
	// there is no row.
	makePersonSpeakerSQL = db.SQL(`INSERT INTO active_speakers (workspace_id, conversation_id, speaker, since_at, until_at, taken_by, is_open) VALUES ($1, $2, 'person', $3, $4, $5, FALSE)
		ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET speaker = excluded.speaker, since_at = excluded.since_at, until_at = excluded.until_at, taken_by = excluded.taken_by, pauses = 0, asked_at = 0, ask_due_at = 0`)
	dueQuestionsSQL = db.SQL(`SELECT workspace_id, conversation_id FROM active_speakers WHERE ask_due_at > 0 AND ask_due_at <= $1 ORDER BY ask_due_at LIMIT $2`).By("active_speakers_due").
			AcrossWorkspaces("questions whose time has come")
)

// ActiveSpeaker returns who answers in a conversation; the zero value, with its
// identifiers, where no assistant ever was on duty.
func ActiveSpeaker(tx *db.Tx, workspaceID, conversationID string) (crm.ActiveSpeaker, error) {
	a, _, err := readSpeaker(tx, selectSpeakerSQL, workspaceID, conversationID)
	return a, err
}

// LockActiveSpeaker is ActiveSpeaker for whoever changes it: the row is made
// where there is none,
// and other nodes wait. It comes before every other lock of a conversation.
func LockActiveSpeaker(tx *db.Tx, workspaceID, conversationID string) (crm.ActiveSpeaker, error) {
	tx.Write(insertSpeakerSQL, workspaceID, conversationID)
	a, _, err := readSpeaker(tx, lockSpeakerSQL, workspaceID, conversationID)
	return a, err
}

// LockKnownSpeaker is LockActiveSpeaker where the row is most likely there,
// because a turn was opened.
func LockKnownSpeaker(tx *db.Tx, workspaceID, conversationID string) (crm.ActiveSpeaker, error) {
	a, found, err := readSpeaker(tx, lockSpeakerSQL, workspaceID, conversationID)
	if err == nil && !found {
		return LockActiveSpeaker(tx, workspaceID, conversationID)
	}
	return a, err
}

func readSpeaker(tx *db.Tx, s *db.Stmt, workspaceID, conversationID string) (a crm.ActiveSpeaker, found bool, err error) {
	a = crm.ActiveSpeaker{WorkspaceID: workspaceID, ConversationID: conversationID, Speaker: crm.SpeakerAssistant, Switch: crm.SwitchDefault}
	err = tx.Each(s, func(r db.Row) error {
		found = true
		var speaker, position, taken string
		var since, until, asked, due int64
		err := r.Scan(&speaker, &since, &until, &taken, &position, &a.Epoch, &a.Open, &a.Pauses, &asked, &due, &a.Note, &a.Assignee)
		if err != nil {
			return err
		}
		a.Speaker, a.Switch, a.Since, a.Until = crm.Speaker(speaker), crm.AssistantSwitch(position), db.AtOf(since), db.AtOf(until)
		a.AskedAt, a.AskDue = db.AtOf(asked), db.AtOf(due)
		a.TakenBy, err = crm.ParseDoneBy(taken)
		return err
	}, workspaceID, conversationID)
	return a, found, err
}

// SaveActiveSpeaker stores what was locked.
func SaveActiveSpeaker(tx *db.Tx, a crm.ActiveSpeaker) {
	tx.Write(saveSpeakerSQL, a.WorkspaceID, a.ConversationID, string(a.Speaker), db.MsOf(a.Since), db.MsOf(a.Until), a.TakenBy.String(), string(a.Switch), a.Epoch, a.Open, a.Pauses,
		db.MsOf(a.AskedAt), db.MsOf(a.AskDue), a.Note, a.Assignee)
}

// makePersonSpeaker makes a person who answers the active speaker, where it may
// be an assistant.
func makePersonSpeaker(tx *db.Tx, a crm.ActiveSpeaker) {
	tx.Write(makePersonSpeakerSQL, a.WorkspaceID, a.ConversationID, db.MsOf(a.Since), db.MsOf(a.Until), a.TakenBy.String())
}

// DueQuestions returns up to limit speakers, of every workspace, whose open
// question is due: their identifiers only.
func DueQuestions(tx *db.Tx, limit int) (out []crm.ActiveSpeaker, err error) {
	err = tx.Each(dueQuestionsSQL, func(r db.Row) error {
		var a crm.ActiveSpeaker
		err := r.Scan(&a.WorkspaceID, &a.ConversationID)
		out = append(out, a)
		return err
	}, db.Ms(tx.Now()), limit)
	return out, err
}
