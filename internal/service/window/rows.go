package window

import (
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// awaited are conversations by the end of their windows, as the view window_closing has
// them.
const awaited = ` FROM conversation_states s INDEXED BY conversation_states_window`

const whereAwaited = ` WHERE s.workspace_id = $1 AND s.waiting_since > 0 AND s.status <> 'snoozed'`

var (
	warningsSQL = db.SQL(`SELECT w.id, coalesce(i.window_warning_minutes, ` + strconv.Itoa(int(crm.DefaultWindowWarning.Minutes())) + `)
		FROM (SELECT id FROM workspaces WHERE id > $1 ORDER BY id LIMIT $2) w LEFT JOIN inbox_settings i ON i.workspace_id = w.id ORDER BY w.id`).
		Unlimited("a page of workspaces").AcrossWorkspaces("every workspace has windows that end")
	endingSQL = ofMany(`SELECT s.last_inbound_at AS at, s.conversation_id AS id, coalesce(t.ends_at, 0) AS ends_at` + awaited + `
		LEFT JOIN window_warnings t ON t.workspace_id = s.workspace_id AND t.conversation_id = s.conversation_id` + whereAwaited + `
		AND (s.last_inbound_at, s.conversation_id) > ($2, $3) AND s.last_inbound_at <= $4 ORDER BY s.last_inbound_at, s.conversation_id LIMIT $5`).
		By("conversation_states_window").ByOnPostgres("conversation_states_window")
	looksSQL = ofMany(`SELECT t.look_at AS at, t.conversation_id AS id, 0 AS ends_at FROM window_warnings t WHERE t.workspace_id = $1
		AND (t.look_at, t.conversation_id) > ($2, $3) AND t.look_at <= $4 ORDER BY t.look_at, t.conversation_id LIMIT $5`).
		By("window_warnings_look").ByOnPostgres("window_warnings_look")

	lookSQL     = db.SQL(`SELECT ends_at, told, look_at FROM window_warnings WHERE workspace_id = $1 AND conversation_id = $2 FOR UPDATE`)
	saveLookSQL = db.SQL(`INSERT INTO window_warnings (workspace_id, conversation_id, ends_at, told, look_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET ends_at = excluded.ends_at, told = excluded.told, look_at = excluded.look_at`)
	noteLookSQL = db.SQL(`INSERT INTO window_warnings (workspace_id, conversation_id, ends_at, told, look_at) VALUES ($1, $2, 0, FALSE, $3)
		ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET look_at = excluded.look_at`)
	dropLookSQL = db.SQL(`DELETE FROM window_warnings WHERE workspace_id = $1 AND conversation_id = $2`)

	// A report looks at some of those that end first, also where a filter leaves few.
	reportSQL = db.SQL(`SELECT s.conversation_id, v.contact_id, s.phone_number_id, s.team_id, s.agent_id, s.waiting_since, v.last_inbound_at, c.phone
		FROM (SELECT * FROM (SELECT s.workspace_id, s.conversation_id, s.phone_number_id, s.team_id, s.agent_id, s.waiting_since, s.last_inbound_at` + awaited + whereAwaited + `
			AND s.last_inbound_at > $2 AND s.last_inbound_at <= $3 ORDER BY s.last_inbound_at, s.conversation_id LIMIT $6) s
			WHERE ($4 = '' OR s.team_id = $4) AND ($5 = '' OR s.phone_number_id = $5) AND ($8 = '' OR s.agent_id = $8) ORDER BY s.last_inbound_at, s.conversation_id LIMIT $7) s
		JOIN conversations v ON v.workspace_id = s.workspace_id AND v.id = s.conversation_id JOIN contacts c ON c.workspace_id = v.workspace_id AND c.id = v.contact_id
		ORDER BY s.last_inbound_at, s.conversation_id`).
		By("conversation_states_window").ByOnPostgres("conversation_states_window")
	beyondSQL = db.SQL(`SELECT s.last_inbound_at` + awaited + whereAwaited + ` AND s.last_inbound_at > $2 AND s.last_inbound_at <= $3
		ORDER BY s.last_inbound_at, s.conversation_id LIMIT 1 OFFSET $4`).By("conversation_states_window").ByOnPostgres("conversation_states_window")
)

// ofMany is a statement about the part of a queue that PostgreSQL answers for many queues
// at once: a node asks for every workspace.
func ofMany(text string) *db.Stmt {
	of := strings.NewReplacer("$1", "u.workspace", "$2", "u.at", "$3", "u.id", "$4", "u.until", "$5", "u.most", " INDEXED BY conversation_states_window", "")
	return db.SQL(text).ForMany(`SELECT u.n, x.at, x.id, x.ends_at FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[])
		WITH ORDINALITY AS u (workspace, at, id, until, most, n) CROSS JOIN LATERAL (` + of.Replace(text) + `) x ORDER BY u.n, x.at, x.id`)
}

// place is where somebody who looks at windows in an order stands.
type place struct {
	at int64
	id string
}

// queue is what is to be looked at in a workspace, in an order, behind a place and up to
// a time.
type queue struct {
	workspaceID string
	after       place
	until       int64
}

// candidate is a conversation that is to be looked at.
type candidate struct {
	workspaceID string
	place             // its id is the conversation's
	endsAt      int64 // what is noted of its window, 0 for nothing
}

// warnings returns the time of warning of up to limit workspaces, in their order, behind
// one of them.
func warnings(tx *db.Tx, after string, limit int) (ids []string, of []time.Duration, err error) {
	err = tx.Each(warningsSQL, func(r db.Row) error {
		var id string
		var minutes int64
		err := r.Scan(&id, &minutes)
		ids, of = append(ids, id), append(of, time.Duration(minutes)*time.Minute)
		return err
	}, after, limit)
	return ids, of, err
}

// candidates returns up to limit conversations of each of some queues.
func candidates(tx *db.Tx, which *db.Stmt, of []queue, limit int) ([][]candidate, error) {
	rows, out := make([][]any, len(of)), make([][]candidate, len(of))
	for i, q := range of {
		rows[i] = []any{q.workspaceID, q.after.at, q.after.id, q.until, limit}
	}
	err := tx.EachOf(which, rows, func(i int, r db.Row) error {
		c := candidate{workspaceID: of[i].workspaceID}
		err := r.Scan(&c.at, &c.id, &c.endsAt)
		out[i] = append(out[i], c)
		return err
	})
	return out, err
}

// lockLook returns what is noted of the window of a conversation, and keeps others from
// changing it meanwhile; false for nothing.
func lockLook(tx *db.Tx, workspaceID, conversationID string) (w crm.WindowLook, found bool, err error) {
	w = crm.WindowLook{WorkspaceID: workspaceID, ConversationID: conversationID}
	var ends, look int64
	found, err = tx.One(lookSQL, []any{&ends, &w.Told, &look}, workspaceID, conversationID)
	w.EndsAt, w.LookAt = db.At(ends), db.At(look)
	return w, found, err
}

func saveLook(tx *db.Tx, w crm.WindowLook) {
	tx.Write(saveLookSQL, w.WorkspaceID, w.ConversationID, db.Ms(w.EndsAt), w.Told, db.Ms(w.LookAt))
}

// noteLook lets somebody look at the window of a conversation; what was noted of it
// stays.
func noteLook(tx *db.Tx, workspaceID, conversationID string, at time.Time) {
	tx.Write(noteLookSQL, workspaceID, conversationID, db.Ms(at))
}

func dropLook(tx *db.Tx, workspaceID, conversationID string) {
	tx.Write(dropLookSQL, workspaceID, conversationID)
}

// readEnding calls add with the conversations of a report, those first whose window ends
// first, each with its contact's number, and reports whether there may be more.
func readEnding(tx *db.Tx, workspaceID string, q crm.WindowQuery, now time.Time, add func(w crm.EndingWindow, phone string)) (more bool, err error) {
	from, until := db.Ms(now.Add(-crm.WindowLength)), db.Ms(now.Add(q.Within-crm.WindowLength))
	n := 0
	err = tx.Each(reportSQL, func(r db.Row) error {
		var w crm.EndingWindow
		var waiting, wrote int64
		var phone string
		err := r.Scan(&w.ConversationID, &w.ContactID, &w.PhoneNumberID, &w.TeamID, &w.AgentID, &waiting, &wrote, &phone)
		w.WaitingSince, w.ClosesAt = db.At(waiting), db.At(wrote).Add(crm.WindowLength)
		// A reaction may have opened the window anew, which its place does not show.
		if n++; n <= crm.MaxWindowCount && wrote <= until {
			add(w, phone)
		}
		return err
	}, workspaceID, from, until, q.TeamID, q.PhoneNumberID, reportScan, crm.MaxWindowCount+1, q.AgentID)
	if err != nil || n > crm.MaxWindowCount {
		return true, err
	}
	var at int64
	return tx.One(beyondSQL, []any{&at}, workspaceID, from, until, reportScan)
}

// reportScan is how many windows a report looks at for those that its filter leaves.
const reportScan = 2500
