package courtesy

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const silenceColumns = `phone_number_id, episode_id, status, since, due_at, reminded, due_since`

var (
	saidSQL     = db.SQL(`SELECT greeted_at, told_at, told_in FROM courtesies WHERE workspace_id = $1 AND conversation_id = $2`)
	saveSaidSQL = db.SQL(`INSERT INTO courtesies (workspace_id, conversation_id, greeted_at, told_at, told_in) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET greeted_at = excluded.greeted_at, told_at = excluded.told_at, told_in = excluded.told_in`)

	silenceSQL     = db.SQL(`SELECT ` + silenceColumns + ` FROM silences WHERE workspace_id = $1 AND conversation_id = $2`)
	lockSilenceSQL = db.SQL(`SELECT ` + silenceColumns + ` FROM silences WHERE workspace_id = $1 AND conversation_id = $2 FOR UPDATE`)
	saveSilenceSQL = db.SQL(`INSERT INTO silences (workspace_id, conversation_id, ` + silenceColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0)
		ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET phone_number_id = excluded.phone_number_id, episode_id = excluded.episode_id, status = excluded.status,
			since = excluded.since, due_at = excluded.due_at, reminded = excluded.reminded`)
	dropSilenceSQL = db.SQL(`DELETE FROM silences WHERE workspace_id = $1 AND conversation_id = $2`)
	dueSQL         = db.SQL(`SELECT workspace_id, conversation_id, phone_number_id FROM silences WHERE due_at > 0 AND due_at <= $1 ORDER BY due_at, workspace_id, conversation_id LIMIT $2`).
			By("silences_due").ByOnPostgres("silences_due").AcrossWorkspaces("every workspace has contacts who are silent")
	// One of those who take it finds it due.
	takeSQL = db.SQL(`UPDATE silences SET due_at = 0, due_since = due_at WHERE workspace_id = $1 AND conversation_id = $2 AND due_at > 0 AND due_at <= $3 RETURNING phone_number_id`)
)

// said is what was said by itself in a conversation: when the contact was greeted, and
// when they were told, in which episode, that the business is closed.
type said struct {
	greetedAt, toldAt *time.Time
	toldIn            string
}

func saidIn(tx *db.Tx, workspaceID, conversationID string) (s said, err error) {
	var greeted, told int64
	_, err = tx.One(saidSQL, []any{&greeted, &told, &s.toldIn}, workspaceID, conversationID)
	s.greetedAt, s.toldAt = db.AtOf(greeted), db.AtOf(told)
	return s, err
}

func saveSaid(tx *db.Tx, workspaceID, conversationID string, s said) {
	tx.Write(saveSaidSQL, workspaceID, conversationID, db.MsOf(s.greetedAt), db.MsOf(s.toldAt), s.toldIn)
}

// lockSilence returns the wait for the contact of a conversation, and keeps others
// from changing it meanwhile; false where there is none.
func lockSilence(tx *db.Tx, workspaceID, conversationID string) (crm.Silence, bool, error) {
	return readSilence(tx, lockSilenceSQL, workspaceID, conversationID)
}

// silence is lockSilence for who only looks.
func silence(tx *db.Tx, workspaceID, conversationID string) (crm.Silence, bool, error) {
	return readSilence(tx, silenceSQL, workspaceID, conversationID)
}

func readSilence(tx *db.Tx, which *db.Stmt, workspaceID, conversationID string) (w crm.Silence, found bool, err error) {
	w = crm.Silence{WorkspaceID: workspaceID, ConversationID: conversationID}
	var status string
	var since, due, dueSince int64
	found, err = tx.One(which, []any{&w.PhoneNumberID, &w.EpisodeID, &status, &since, &due, &w.Reminded, &dueSince}, workspaceID, conversationID)
	w.Status, w.Since, w.DueAt, w.DueSince = crm.ConversationStatus(status), db.At(since), db.AtOf(due), db.At(dueSince)
	return w, found, err
}

// saveSilence stores a wait: the only one of its conversation.
func saveSilence(tx *db.Tx, w crm.Silence) {
	tx.Write(saveSilenceSQL, w.WorkspaceID, w.ConversationID, w.PhoneNumberID, w.EpisodeID, string(w.Status), db.Ms(w.Since), db.MsOf(w.DueAt), w.Reminded)
}

func dropSilence(tx *db.Tx, workspaceID, conversationID string) {
	tx.Write(dropSilenceSQL, workspaceID, conversationID)
}

// dueSilence is a wait in which something is to be done.
type dueSilence struct{ workspaceID, conversationID, phoneNumberID string }

// dueSilences returns up to limit waits of any workspace in which something is to be
// done, those first that are due longest.
func dueSilences(tx *db.Tx, limit int) (out []dueSilence, err error) {
	err = tx.Each(dueSQL, func(r db.Row) error {
		var w dueSilence
		err := r.Scan(&w.workspaceID, &w.conversationID, &w.phoneNumberID)
		out = append(out, w)
		return err
	}, db.Ms(tx.Now()), limit)
	return out, err
}

// takeSilences returns those of a list that are still due, each to one caller only.
func takeSilences(tx *db.Tx, list []dueSilence) (taken []dueSilence, err error) {
	rows := make([][]any, len(list))
	for i, w := range list {
		rows[i] = []any{w.workspaceID, w.conversationID, db.Ms(tx.Now())}
	}
	err = tx.EachOf(takeSQL, rows, func(i int, r db.Row) error {
		w := list[i]
		err := r.Scan(&w.phoneNumberID)
		taken = append(taken, w)
		return err
	})
	return taken, err
}
