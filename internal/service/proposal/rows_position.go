package proposal

import (
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// workOf looks at a page of workspaces in which an assistant proposes something, from $1
// on, for those whose log goes on. head is the end of a log.
func workOf(head, join string) string {
	return `SELECT p.workspace_id, CASE WHEN ` + head + ` > p.position THEN 1 ELSE 0 END
		FROM (SELECT workspace_id, position FROM proposal_positions WHERE active = 1 AND workspace_id > $1 ORDER BY workspace_id LIMIT $2) p` + join
}

var (
	workEmbeddedSQL = db.EmbeddedSQL(workOf(`coalesce((SELECT e.position FROM events e WHERE e.workspace_id = p.workspace_id ORDER BY e.position DESC LIMIT 1), 0)`, "")).
			Unlimited("a page of workspaces").AcrossWorkspaces("a node follows all logs")
	workPostgresSQL = db.PostgresSQL(workOf(`coalesce(h.position, 0)`, ` LEFT JOIN log_heads h ON h.workspace_id = p.workspace_id`)).
			Unlimited("a page of workspaces").AcrossWorkspaces("a node follows all logs")

	positionSQL     = db.SQL(`SELECT position, event_id FROM proposal_positions WHERE workspace_id = $1 AND active = 1`)
	movePositionSQL = db.SQL(`UPDATE proposal_positions SET position = $4, event_id = $5 WHERE workspace_id = $1 AND position = $2 AND event_id = $3`)

	beginPositionSQL = db.SQL(`INSERT INTO proposal_positions (workspace_id, position, event_id, active) VALUES ($1, 0, '', 0) ON CONFLICT DO NOTHING`)
	lockPositionSQL  = db.SQL(`SELECT active FROM proposal_positions WHERE workspace_id = $1 FOR UPDATE`)
	activateSQL      = db.SQL(`UPDATE proposal_positions SET active = 1, position = $2, event_id = '' WHERE workspace_id = $1 AND active = 0`)
	deactivateSQL    = db.SQL(`UPDATE proposal_positions SET active = 0 WHERE workspace_id = $1`)
)

// workToDo returns the workspaces with proposals whose log has something that was not
// read yet.
func workToDo(tx *db.Tx) ([]string, error) {
	return event.Behind(tx, workEmbeddedSQL, workPostgresSQL)
}

// positionOf returns how far a log was read; false where nothing is proposed.
func positionOf(tx *db.Tx, workspaceID string) (p event.Position, found bool, err error) {
	found, err = tx.One(positionSQL, []any{&p.Number, &p.ID}, workspaceID)
	return p, found, err
}

// movePosition stores how far a log was read; false if somebody has read it further
// meanwhile.
func movePosition(tx *db.Tx, workspaceID string, before, after event.Position) (bool, error) {
	n, err := tx.Exec(movePositionSQL, workspaceID, before.Number, before.ID, after.Number, after.ID)
	return n == 1, err
}

// lockPosition keeps others from changing for which kinds of acts proposals are made in a
// workspace, until the transaction ends.
func lockPosition(tx *db.Tx, workspaceID string) error {
	if _, err := tx.Exec(beginPositionSQL, workspaceID); err != nil {
		return err
	}
	var active int64
	_, err := tx.One(lockPositionSQL, []any{&active}, workspaceID)
	return err
}

// setActive lets the log be read, from its end on if it was not, or not any more.
func setActive(tx *db.Tx, workspaceID string, active bool) error {
	if !active {
		tx.Write(deactivateSQL, workspaceID)
		return nil
	}
	at, err := event.LogHead(tx, workspaceID)
	if err == nil {
		tx.Write(activateSQL, workspaceID, at)
	}
	return err
}
