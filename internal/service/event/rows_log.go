package event

import (
	"cmp"
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Position is a place in a workspace's log. Number grows by one from event to
// event, in the order of commits on either engine: who sees an event sees all
// before it, and who misses one sees the gap. ID is the event that stands there,
// "" where it is not known. The zero position is before the first event.
type Position struct {
	Number int64
	ID     string
}

// Compare orders positions.
func (p Position) Compare(o Position) int { return cmp.Compare(p.Number, o.Number) }

// ErrLogReplaced says that the log is not the one that was read: its end was
// lost with a server that failed, and maybe written anew. Where to read on is
// what is stored.
var ErrLogReplaced = errors.New("the end of the event log was lost and may have been written anew")

// LoggedEvent is an event as the deliveries read it.
type LoggedEvent struct {
	Position
	WorkspaceID string
	Kind        crm.EventKind
	Key         string
	EndpointID  string // the only endpoint that it is for; "" for all
	Scope       crm.EventScope
	CreatedAt   time.Time // as EventPage reads it; zero elsewhere
	Body        []byte
	// Recorded says that the endpoint for which it was read has a delivery of it,
	// Sequence is the number that this has, and Blocked that deliveries of its key
	// are pending for the endpoint.
	Recorded, Blocked bool
	Sequence          int64
}

var (
	// (EXISTS would let PostgreSQL read every delivery of the endpoint.)
	logPageSQL = db.SQL(`SELECT e.position, e.id, e.kind, e.key, e.endpoint_id, e.scope, e.body,
			coalesce((SELECT d.sequence FROM deliveries d WHERE d.workspace_id = $1 AND d.endpoint_id = $2 AND d.event_id = e.id), -1),
			coalesce((SELECT TRUE FROM deliveries d WHERE d.workspace_id = $1 AND d.endpoint_id = $2 AND d.key = e.key AND d.state = 'pending' AND d.sequence > 0 LIMIT 1), FALSE)
		FROM events e WHERE e.workspace_id = $1 AND e.position > $3 ORDER BY e.position LIMIT $4`)
	headSQL               = db.PostgresSQL(`SELECT h.position, coalesce((SELECT e.id FROM events e WHERE e.workspace_id = $1 AND e.position = $2), '') FROM log_heads h WHERE h.workspace_id = $1`)
	workspacesWithNewsSQL = db.PostgresSQL(`SELECT u.w, h.position FROM unnest($1::text[], $2::bigint[]) AS u (w, read) JOIN log_heads h ON h.workspace_id = u.w WHERE h.position <> u.read`).
				Unlimited("one row for each workspace that is named").AcrossWorkspaces("a node asks for all that it serves")
	countNodesSQL = db.PostgresSQL(`SELECT count(*) FROM nodes`)
)

// LogPage returns the events of the workspace after a position, for one of its
// endpoints. It fails with ErrLogReplaced when the log has another event at the
// position, or ends before it.
func LogPage(tx *db.Tx, workspaceID, endpointID string, after Position, limit int) (list []LoggedEvent, err error) {
	if err = CheckLog(tx, workspaceID, after); err != nil {
		return nil, err
	}
	err = tx.Each(logPageSQL, func(r db.Row) error {
		ev := LoggedEvent{WorkspaceID: workspaceID}
		var kind, scope string
		err := r.Scan(&ev.Number, &ev.ID, &kind, &ev.Key, &ev.EndpointID, &scope, &ev.Body, &ev.Sequence, &ev.Blocked)
		ev.Recorded, ev.Sequence = ev.Sequence >= 0, max(0, ev.Sequence)
		ev.Kind, ev.Scope = crm.EventKind(kind), crm.ParseEventScope(scope)
		list = append(list, ev)
		return err
	}, workspaceID, endpointID, after.Number, limit)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	found, err := takenOf(tx, workspaceID, endpointID, ids)
	for i := range list {
		if d := found[list[i].ID]; d != nil && !list[i].Recorded {
			list[i].Recorded, list[i].Sequence = true, d.Sequence
		}
	}
	return list, err
}

// CheckLog fails with ErrLogReplaced unless the log goes on behind a position. The
// file of the embedded engine loses nothing while it is open.
func CheckLog(tx *db.Tx, workspaceID string, at Position) error {
	if at.Number == 0 || !tx.OnPostgres() {
		return nil
	}
	var head int64
	var id string
	if _, err := tx.One(headSQL, []any{&head, &id}, workspaceID, at.Number); err != nil {
		return err
	}
	if head < at.Number || id != "" && at.ID != "" && id != at.ID {
		return ErrLogReplaced
	}
	return nil
}

// LogHead returns the position of the last event that was ever written to the
// log of a workspace.
func LogHead(tx *db.Tx, workspaceID string) (head int64, err error) {
	if !tx.OnPostgres() {
		p, err := NewestEvent(tx, workspaceID)
		return p.Number, err
	}
	var id string
	_, err = tx.One(headSQL, []any{&head, &id}, workspaceID, 0)
	return head, err
}

// News returns where the logs of the workspaces end that do not end at the
// position that is given for each, and how many nodes there are. PostgreSQL only.
func News(tx *db.Tx, read map[string]int64) (heads map[string]int64, nodes int64, err error) {
	if _, err = tx.One(countNodesSQL, []any{&nodes}); err != nil || len(read) == 0 {
		return nil, nodes, err
	}
	names, numbers := make([]string, 0, len(read)), make([]int64, 0, len(read))
	for w, number := range read {
		names, numbers = append(names, w), append(numbers, number)
	}
	heads = map[string]int64{}
	err = tx.Each(workspacesWithNewsSQL, func(r db.Row) error {
		var workspaceID string
		var head int64
		err := r.Scan(&workspaceID, &head)
		heads[workspaceID] = head
		return err
	}, names, numbers)
	return heads, nodes, err
}
