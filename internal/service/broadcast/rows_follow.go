package broadcast

import (
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// newsOf looks at a page of workspaces that have started a broadcast, from $1 on, for those
// whose log goes on. head is the end of a log.
func newsOf(head, join string) string {
	return `SELECT p.workspace_id, CASE WHEN ` + head + ` > p.position THEN 1 ELSE 0 END
		FROM (SELECT workspace_id, position FROM broadcast_positions WHERE workspace_id > $1 ORDER BY workspace_id LIMIT $2) p` + join
}

var (
	newsEmbeddedSQL = db.EmbeddedSQL(newsOf(`coalesce((SELECT e.position FROM events e WHERE e.workspace_id = p.workspace_id ORDER BY e.position DESC LIMIT 1), 0)`, "")).
			Unlimited("a page of workspaces").AcrossWorkspaces("a node follows all logs")
	newsPostgresSQL = db.PostgresSQL(newsOf(`coalesce(h.position, 0)`, ` LEFT JOIN log_heads h ON h.workspace_id = p.workspace_id`)).
			Unlimited("a page of workspaces").AcrossWorkspaces("a node follows all logs")

	positionSQL     = db.SQL(`SELECT position, event_id FROM broadcast_positions WHERE workspace_id = $1`)
	followSQL       = db.SQL(`INSERT INTO broadcast_positions (workspace_id, position, event_id) VALUES ($1, $2, '') ON CONFLICT DO NOTHING`)
	movePositionSQL = db.SQL(`UPDATE broadcast_positions SET position = $4, event_id = $5 WHERE workspace_id = $1 AND position = $2 AND event_id = $3`)
	nextFollowedSQL = db.SQL(`SELECT workspace_id FROM broadcast_positions WHERE workspace_id > $1 ORDER BY workspace_id LIMIT 1`).AcrossWorkspaces("the operator compares all counts").Unlimited("one row by the primary key")

	ofMessageSQL = db.SQL(`SELECT ` + recipientColumns + `, broadcast_id FROM broadcast_recipients INDEXED BY broadcast_recipients_message
		WHERE workspace_id = $1 AND message_id = $2 AND message_id <> ''`).By("broadcast_recipients_message").ByOnPostgres("broadcast_recipients_message")
	// The first time stays.
	deedSQL = db.SQL(`UPDATE broadcast_recipients SET answered_at = CASE WHEN answered_at = 0 THEN $4 ELSE answered_at END, opened_at = CASE WHEN opened_at = 0 THEN $5 ELSE opened_at END
		WHERE workspace_id = $1 AND broadcast_id = $2 AND number = $3`)
	// Of the last broadcast that reached a conversation.
	askedSQL = db.SQL(`SELECT ` + recipientColumns + `, broadcast_id FROM broadcast_recipients INDEXED BY broadcast_recipients_asked
		WHERE workspace_id = $1 AND conversation_id = $2 AND conversation_id <> '' ORDER BY sent_at DESC LIMIT 1`).By("broadcast_recipients_asked").ByOnPostgres("broadcast_recipients_asked")
)

// follow lets the log of a workspace be counted from now on.
func follow(tx *db.Tx, workspaceID string) error {
	head, err := event.LogHead(tx, workspaceID)
	if err == nil {
		tx.Write(followSQL, workspaceID, head)
	}
	return err
}

func workspacesWithNews(tx *db.Tx) ([]string, error) {
	return event.Behind(tx, newsEmbeddedSQL, newsPostgresSQL)
}

// positionOf is how far a log was counted.
func positionOf(tx *db.Tx, workspaceID string) (p event.Position, found bool, err error) {
	found, err = tx.One(positionSQL, []any{&p.Number, &p.ID}, workspaceID)
	return p, found, err
}

// counted reports whether everything was counted that the log tells up to a time.
func counted(tx *db.Tx, workspaceID string, until time.Time) (bool, error) {
	at, found, err := positionOf(tx, workspaceID)
	if err != nil || !found {
		return err == nil, err
	}
	next, err := event.EventPage(tx, workspaceID, at, 1)
	if errors.Is(err, event.ErrLogReplaced) { // whoever counts goes on at its new end
		return false, nil
	}
	return len(next) == 0 || next[0].CreatedAt.After(until), err
}

// movePosition stores how far a log was counted, and keeps others from counting it until
// the transaction ends. It fails with errOvertaken where somebody did meanwhile.
func movePosition(tx *db.Tx, workspaceID string, before, after event.Position) error {
	moved, err := tx.Exec(movePositionSQL, workspaceID, before.Number, before.ID, after.Number, after.ID)
	if err == nil && moved == 0 {
		err = errOvertaken
	}
	return err
}

// nextFollowed returns the workspace after one whose log is counted; "" at the end.
func nextFollowed(tx *db.Tx, after string) (next string, err error) {
	_, err = tx.One(nextFollowedSQL, []any{&next}, after)
	return next, err
}

// moving is a recipient of whom something happens.
type moving struct {
	crm.Recipient
	broadcastID string
	before      crm.Recipient
	changed     bool
	// failed is why it fails, if it begins to, and failedAt when.
	failed   crm.FailureKey
	failedAt time.Time
	// answeredAt and openedAt are when it does so; zero if it does not now.
	answeredAt, openedAt time.Time
}

// registry has each recipient once, however it was found.
type registry map[place]*moving

// place is a recipient of a broadcast.
type place struct {
	broadcastID string
	number      int64
}

// take reads a recipient, unless it is known.
func (k registry) take(row db.Row) (*moving, error) {
	m := &moving{}
	var err error
	if m.Recipient, err = scanRecipient(row, &m.broadcastID); err != nil {
		return nil, err
	}
	at := place{m.broadcastID, m.Number}
	if k[at] == nil {
		m.before = m.Recipient
		k[at] = m
	}
	return k[at], nil
}

// moved finds recipients by their messages, by the conversations in which they were
// written to last, or by who they are: of a person there may be several.
func (k registry) moved(tx *db.Tx, which *db.Stmt, workspaceID string, ids []string) (map[string][]*moving, error) {
	rows, out := make([][]any, len(ids)), map[string][]*moving{}
	for i, id := range ids {
		rows[i] = []any{workspaceID, id}
	}
	err := tx.EachOf(which, rows, func(i int, row db.Row) error {
		m, err := k.take(row)
		out[ids[i]] = append(out[ids[i]], m)
		return err
	})
	return out, err
}

// keepDeed stores when a recipient answered, and when the message was read: segments ask
// for both.
func keepDeed(tx *db.Tx, workspaceID string, m *moving) {
	if m.answeredAt.IsZero() && m.openedAt.IsZero() {
		return
	}
	ms := func(t time.Time) int64 {
		if t.IsZero() {
			return 0
		}
		return db.Ms(t)
	}
	tx.Write(deedSQL, workspaceID, m.broadcastID, m.Number, ms(m.answeredAt), ms(m.openedAt))
}
