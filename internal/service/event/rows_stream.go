package event

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// FirstEvent stands for the place before the first event of a log.
const FirstEvent = crm.PrefixEvent + "_00000000000000000000000000"

var (
	eventPageSQL = db.SQL(`SELECT e.position, e.id, e.kind, e.key, e.endpoint_id, e.scope, e.created_at, e.body FROM events e
		WHERE e.workspace_id = $1 AND e.position > $2 ORDER BY e.position LIMIT $3`)
	eventPositionSQL = db.SQL(`SELECT position FROM events WHERE workspace_id = $1 AND id = $2`)
	newestEventSQL   = db.SQL(`SELECT position, id FROM events WHERE workspace_id = $1 ORDER BY position DESC LIMIT 1`)
	eventBeforeSQL   = db.SQL(`SELECT position, id FROM events WHERE workspace_id = $1 AND id < $2 ORDER BY id DESC LIMIT 1`)
)

// EventPage returns events of the workspace after a position, in the order of
// the log. Every event that commits later is beyond them. It fails with
// ErrLogReplaced when the log has another event at the position, or ends before
// it.
func EventPage(tx *db.Tx, workspaceID string, after Position, limit int) (list []LoggedEvent, err error) {
	if err = CheckLog(tx, workspaceID, after); err != nil {
		return nil, err
	}
	err = tx.Each(eventPageSQL, func(r db.Row) error {
		ev := LoggedEvent{WorkspaceID: workspaceID}
		var kind, scope string
		var created int64
		err := r.Scan(&ev.Number, &ev.ID, &kind, &ev.Key, &ev.EndpointID, &scope, &created, &ev.Body)
		ev.Kind, ev.Scope, ev.CreatedAt = crm.EventKind(kind), crm.ParseEventScope(scope), db.At(created)
		list = append(list, ev)
		return err
	}, workspaceID, after.Number, limit)
	return list, err
}

// EventPosition returns where an event of the workspace stands in the log, and
// false when the log does not have it, or has it no more.
func EventPosition(tx *db.Tx, workspaceID, id string) (p Position, found bool, err error) {
	if id == FirstEvent {
		return p, true, nil
	}
	p.ID = id
	found, err = tx.One(eventPositionSQL, []any{&p.Number}, workspaceID, id)
	return p, found, err
}

// NewestEvent returns the position of the last event of the log; the zero one
// when there is none.
func NewestEvent(tx *db.Tx, workspaceID string) (p Position, err error) {
	_, err = tx.One(newestEventSQL, []any{&p.Number, &p.ID}, workspaceID)
	return p, err
}

// lateCommit is how long after an event was made its transaction may commit.
const lateCommit = 10 * time.Second

// EventBefore returns the position of an event behind which all stand that were
// made at a time or later; the zero one when there is none. A few that were
// made earlier may stand there, too: the log is in the order of commits.
func EventBefore(tx *db.Tx, workspaceID string, t time.Time) (p Position, err error) {
	_, err = tx.One(eventBeforeSQL, []any{&p.Number, &p.ID}, workspaceID, crm.LowestID(crm.PrefixEvent, t.Add(-lateCommit)))
	return p, err
}
