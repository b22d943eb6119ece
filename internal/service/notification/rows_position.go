package notification

import (
	"errors"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// position is how far the log of a workspace was read; batch counts the parts.
type position struct {
	log   event.Position
	batch int64
}

// workOf looks at a page of workspaces, from $1 on, for those whose log goes on. head is
// the end of a log.
func workOf(head, join string) string {
	return `SELECT w.id, CASE WHEN p.workspace_id IS NULL OR ` + head + ` > p.position THEN 1 ELSE 0 END
		FROM (SELECT id FROM workspaces WHERE id > $1 ORDER BY id LIMIT $2) w` + join + ` LEFT JOIN notification_positions p ON p.workspace_id = w.id`
}

var (
	workEmbeddedSQL = db.EmbeddedSQL(workOf(`coalesce((SELECT e.position FROM events e WHERE e.workspace_id = w.id ORDER BY e.position DESC LIMIT 1), 0)`, "")).
			Unlimited("a page of workspaces").AcrossWorkspaces("a node follows all logs")
	workPostgresSQL = db.PostgresSQL(workOf(`coalesce(h.position, 0)`, ` LEFT JOIN log_heads h ON h.workspace_id = w.id`)).
			Unlimited("a page of workspaces").AcrossWorkspaces("a node follows all logs")

	positionSQL       = db.SQL(`SELECT position, event_id, batch FROM notification_positions WHERE workspace_id = $1`)
	insertPositionSQL = db.SQL(`INSERT INTO notification_positions (workspace_id, position, event_id, batch) VALUES ($1, 0, '', 0) ON CONFLICT DO NOTHING`)
	movePositionSQL   = db.SQL(`UPDATE notification_positions SET position = $3, event_id = $4, batch = batch + 1 WHERE workspace_id = $1 AND batch = $2`)
)

// errOvertaken undoes a part when another node has read it meanwhile.
var errOvertaken = errors.New("another node read this log meanwhile")

// workToDo returns the workspaces whose log has something that was not read yet.
func workToDo(tx *db.Tx) ([]string, error) {
	return event.Behind(tx, workEmbeddedSQL, workPostgresSQL)
}

func positionOf(tx *db.Tx, workspaceID string) (p position, found bool, err error) {
	found, err = tx.One(positionSQL, []any{&p.log.Number, &p.log.ID, &p.batch}, workspaceID)
	return p, found, err
}

// movePosition stores how far a log was read. It locks the row first, so that nobody
// makes notifications of the same part, and fails when somebody has.
func movePosition(tx *db.Tx, workspaceID string, before position, after event.Position) error {
	changed, err := tx.Exec(movePositionSQL, workspaceID, before.batch, after.Number, after.ID)
	if err == nil && changed != 1 {
		err = errOvertaken
	}
	return err
}
