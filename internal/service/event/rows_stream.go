package event

import (
	"math"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// FirstEvent stands for the place before the first event of a log.
const FirstEvent = crm.PrefixEvent + "_00000000000000000000000000"

// The transactions of a restored log may have negative numbers.
var beginning = Position{Commit: math.MinInt64}

var (
	eventPageSQL = db.SQL(`SELECT e.xid, e.id, e.kind, e.key, e.endpoint_id, e.scope, e.created_at, e.body FROM events e
		WHERE e.workspace_id = $1 AND e.id > $2 ORDER BY e.id LIMIT $3`)
	committedEventsSQL = db.PostgresSQL(`SELECT e.xid, e.id, e.kind, e.key, e.endpoint_id, e.scope, e.created_at, e.body FROM events e
		WHERE e.workspace_id = $1 AND (e.xid, e.id) > ($4::bigint, $2::text) AND e.xid < $5 ORDER BY e.xid, e.id LIMIT $3`)
	eventPositionSQL   = db.SQL(`SELECT xid FROM events WHERE workspace_id = $1 AND id = $2`)
	newestEventSQL     = db.SQL(`SELECT xid, id FROM events WHERE workspace_id = $1 ORDER BY id DESC LIMIT 1`)
	newestCommittedSQL = db.PostgresSQL(`SELECT xid, id FROM events WHERE workspace_id = $1 AND xid < $2 ORDER BY xid DESC, id DESC LIMIT 1`)
	eventBeforeSQL     = db.SQL(`SELECT xid, id FROM events WHERE workspace_id = $1 AND id < $2 ORDER BY id DESC LIMIT 1`)
)

// EventPage returns events of the workspace after a position, in the order of
// the log, and the position up to which it was read: every event that commits
// later is beyond it.
func EventPage(tx *db.Tx, workspaceID string, after Position, limit int) (list []LoggedEvent, end Position, err error) {
	which, args := eventPageSQL, []any{workspaceID, after.ID, limit}
	if tx.OnPostgres() {
		horizon, _, err := tx.Horizon()
		if err != nil {
			return nil, after, err
		}
		which, args = committedEventsSQL, append(args, after.Commit, horizon)
	}
	err = tx.Each(which, func(r db.Row) error {
		ev := LoggedEvent{WorkspaceID: workspaceID}
		var kind, scope string
		var created int64
		err := r.Scan(&ev.Commit, &ev.ID, &kind, &ev.Key, &ev.EndpointID, &scope, &created, &ev.Body)
		ev.Kind, ev.Scope, ev.CreatedAt = crm.EventKind(kind), crm.ParseEventScope(scope), db.At(created)
		list = append(list, ev)
		return err
	}, args...)
	return list, pageEnd(list, after, limit, tx.OnPostgres()), err
}

// EventPosition returns where an event of the workspace stands in the log, and
// false when the log does not have it, or has it no more.
func EventPosition(tx *db.Tx, workspaceID, id string) (p Position, found bool, err error) {
	if id == FirstEvent {
		return beginning, true, nil
	}
	p.ID = id
	found, err = tx.One(eventPositionSQL, []any{&p.Commit}, workspaceID, id)
	return p, found, err
}

// NewestEvent returns the position of the last event that readers see; before
// the first one, without ID, when there is none.
func NewestEvent(tx *db.Tx, workspaceID string) (p Position, err error) {
	which, args := newestEventSQL, []any{workspaceID}
	if tx.OnPostgres() {
		horizon, _, err := tx.Horizon()
		if err != nil {
			return p, err
		}
		which, args = newestCommittedSQL, append(args, horizon)
	}
	return readPosition(tx, which, args)
}

// lateCommit is how long after an event was made its transaction may commit.
const lateCommit = 10 * time.Second

// EventBefore returns the position of an event behind which all stand that were
// made at a time or later; before the first one, without ID, when there is
// none. A few that were made earlier may stand there, too.
func EventBefore(tx *db.Tx, workspaceID string, t time.Time) (p Position, err error) {
	if tx.OnPostgres() {
		t = t.Add(-lateCommit) // the log is in the order of transactions
	}
	return readPosition(tx, eventBeforeSQL, []any{workspaceID, crm.LowestID(crm.PrefixEvent, t)})
}

func readPosition(tx *db.Tx, which *db.Stmt, args []any) (p Position, err error) {
	found, err := tx.One(which, []any{&p.Commit, &p.ID}, args...)
	if !found {
		p = beginning
	}
	return p, err
}
