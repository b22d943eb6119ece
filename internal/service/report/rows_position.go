package report

import (
	"errors"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// position is how far the log of a workspace was counted.
type position struct {
	log   event.Position
	batch int64 // counts the batches
}

// newsOf looks at a page of workspaces, from $1 on: which have events that were not
// counted. head is the end of a log.
func newsOf(head, join string) string {
	return `SELECT w.id, CASE WHEN ` + head + ` > coalesce(p.position, 0) THEN 1 ELSE 0 END
		FROM (SELECT id FROM workspaces WHERE id > $1 ORDER BY id LIMIT $2) w` + join + ` LEFT JOIN report_positions p ON p.workspace_id = w.id`
}

var (
	newsEmbeddedSQL = db.EmbeddedSQL(newsOf(`coalesce((SELECT e.position FROM events e WHERE e.workspace_id = w.id ORDER BY e.position DESC LIMIT 1), 0)`, "")).
			Unlimited("a page of workspaces").AcrossWorkspaces("a node follows all logs")
	newsPostgresSQL = db.PostgresSQL(newsOf(`coalesce(h.position, 0)`, ` LEFT JOIN log_heads h ON h.workspace_id = w.id`)).
			Unlimited("a page of workspaces").AcrossWorkspaces("a node follows all logs")

	positionSQL     = db.SQL(`SELECT position, event_id, batch FROM report_positions WHERE workspace_id = $1`)
	lockPositionSQL = db.SQL(`SELECT position, event_id, batch FROM report_positions WHERE workspace_id = $1 FOR UPDATE`)
	makePositionSQL = db.SQL(`INSERT INTO report_positions (workspace_id, position, event_id, batch) VALUES ($1, 0, '', 0) ON CONFLICT DO NOTHING`)
	movePositionSQL = db.SQL(`UPDATE report_positions SET position = $3, event_id = $4, batch = batch + 1 WHERE workspace_id = $1 AND batch = $2`)
)

// errOvertaken undoes a batch when another node has counted it meanwhile.
var errOvertaken = errors.New("another node counted the log of this workspace meanwhile")

// workspacePage is how many workspaces are looked at by one statement.
const workspacePage = 500

// workspacesWithNews returns the workspaces whose log goes on.
func workspacesWithNews(tx *db.Tx) ([]string, error) {
	return event.Behind(tx, newsEmbeddedSQL, newsPostgresSQL)
}

// positionOf is how far a log was counted; the zero position before the first batch.
func positionOf(tx *db.Tx, workspaceID string) (p position, err error) {
	_, err = tx.One(positionSQL, []any{&p.log.Number, &p.log.ID, &p.batch}, workspaceID)
	return p, err
}

// lockPosition is positionOf, and keeps others from changing the sums of the workspace
// until the transaction ends.
func lockPosition(tx *db.Tx, workspaceID string) (p position, err error) {
	for range 2 {
		found, err := tx.One(lockPositionSQL, []any{&p.log.Number, &p.log.ID, &p.batch}, workspaceID)
		if err != nil || found {
			return p, err
		}
		tx.Write(makePositionSQL, workspaceID)
	}
	return p, errOvertaken
}

// movePosition stores how far a log was counted by a batch that was read at before.
func movePosition(tx *db.Tx, workspaceID string, before position, to event.Position) {
	tx.WriteExactlyOne(movePositionSQL, errOvertaken, workspaceID, before.batch, to.Number, to.ID)
}
