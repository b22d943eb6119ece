package event

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Position is a place in a workspace's log, in the order in which readers see
// it: by transaction, then by identifier. Commit is 0 on the embedded engine,
// which commits in the order of identifiers.
type Position struct {
	Commit int64
	ID     string
}

// Compare orders positions.
func (p Position) Compare(o Position) int {
	return cmp.Or(cmp.Compare(p.Commit, o.Commit), strings.Compare(p.ID, o.ID))
}

// LoggedEvent is an event as the deliveries read it.
type LoggedEvent struct {
	Position
	// Turn orders events of a key that several nodes wrote: a transaction that
	// waited for another has the later one, whichever began first. 0 where
	// there is one writer.
	Turn        int64
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

// Snapshot tells which transactions had committed at a moment. The zero value
// has seen none.
type Snapshot struct {
	low, high int64 // all before low, none from high on
	open      map[int64]bool
}

// parseSnapshot reads the text form of PostgreSQL: low:high:open,open,…
func parseSnapshot(text string) (s Snapshot) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return s
	}
	s.low, _ = strconv.ParseInt(parts[0], 10, 64)
	s.high, _ = strconv.ParseInt(parts[1], 10, 64)
	s.open = map[int64]bool{}
	for id := range strings.SplitSeq(parts[2], ",") {
		n, _ := strconv.ParseInt(id, 10, 64)
		s.open[n] = true
	}
	return s
}

// After reports whether the snapshot was taken later than the other one.
func (s Snapshot) After(o Snapshot) bool { return s.high > o.high }

// Sees reports whether the transaction had committed.
func (s Snapshot) Sees(commit int64) bool {
	return s.open != nil && (commit < s.low || commit < s.high && !s.open[commit])
}

var (
	// (EXISTS would let PostgreSQL read every delivery of the endpoint.)
	logPageSQL = db.SQL(`SELECT e.xid, e.id, e.turn, e.kind, e.key, e.endpoint_id, e.scope, e.body,
			coalesce((SELECT d.sequence FROM deliveries d WHERE d.endpoint_id = $2 AND d.event_id = e.id), -1),
			coalesce((SELECT TRUE FROM deliveries d WHERE d.endpoint_id = $2 AND d.key = e.key AND d.state = 'pending' AND d.sequence > 0 LIMIT 1), FALSE)
		FROM events e WHERE e.workspace_id = $1 AND e.id > $3 ORDER BY e.id LIMIT $4`)
	committedPageSQL = db.PostgresSQL(`SELECT e.xid, e.id, e.turn, e.kind, e.key, e.endpoint_id, e.scope, e.body,
			coalesce((SELECT d.sequence FROM deliveries d WHERE d.endpoint_id = $2 AND d.event_id = e.id), -1),
			coalesce((SELECT TRUE FROM deliveries d WHERE d.endpoint_id = $2 AND d.key = e.key AND d.state = 'pending' AND d.sequence > 0 LIMIT 1), FALSE)
		FROM events e WHERE e.workspace_id = $1 AND (e.xid, e.id) > ($5::bigint, $3::text) AND e.xid < $6 ORDER BY e.xid, e.id LIMIT $4`)
	committedHeadsSQL = db.PostgresSQL(`SELECT e.xid, e.id, e.kind, e.endpoint_id, e.scope FROM events e
		WHERE e.workspace_id = $1 AND (e.xid, e.id) > ($3::bigint, $2::text) AND e.xid < $4 ORDER BY e.xid, e.id LIMIT $5`)
	// Across workspaces: asked by the deliveries for all that they serve.
	workspacesWithNewsSQL = db.PostgresSQL(`SELECT u.w FROM unnest($1::text[], $2::bigint[]) AS u (w, x)
		WHERE EXISTS (SELECT 1 FROM events e WHERE e.workspace_id = u.w AND e.xid >= u.x AND e.xid < $3)`)
	newestCommitSQL = db.PostgresSQL(`SELECT coalesce(max((SELECT max(e.xid) FROM events e WHERE e.workspace_id = w.id)), 0), pg_snapshot_xmax(pg_current_snapshot())::text::bigint FROM workspaces w`)
	nextCommitSQL   = db.PostgresSQL(`SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint`)
	shiftEventsSQL  = db.PostgresSQL(`UPDATE events SET xid = xid - $1`)
	shiftCursorsSQL = db.PostgresSQL(`UPDATE endpoint_cursors SET xid = xid - $1, snapshot = ''`)
	shiftReplaysSQL = db.PostgresSQL(`UPDATE redeliveries SET end_xid = end_xid - $1`)
)

// LogPage returns the events of the workspace after a position, for one of its
// endpoints, and the position up to which the log was read: every event that
// commits later is beyond it. Whatever is told that lies before sight was in
// sight, too.
func LogPage(tx *db.Tx, workspaceID, endpointID string, after Position, limit int) (list []LoggedEvent, end, sight Position, err error) {
	which, args := logPageSQL, []any{workspaceID, endpointID, after.ID, limit}
	if tx.OnPostgres() {
		if sight.Commit, _, err = tx.Horizon(); err != nil {
			return nil, after, sight, err
		}
		which, args = committedPageSQL, append(args, after.Commit, sight.Commit)
	}
	err = tx.Each(which, func(r db.Row) error {
		ev := LoggedEvent{WorkspaceID: workspaceID}
		var kind, scope string
		err := r.Scan(&ev.Commit, &ev.ID, &ev.Turn, &kind, &ev.Key, &ev.EndpointID, &scope, &ev.Body, &ev.Sequence, &ev.Blocked)
		ev.Recorded, ev.Sequence = ev.Sequence >= 0, max(0, ev.Sequence)
		ev.Kind, ev.Scope = crm.EventKind(kind), crm.ParseEventScope(scope)
		list = append(list, ev)
		return err
	}, args...)
	return list, pageEnd(list, after, limit, tx.OnPostgres()), sight, err
}

// LogHeads is LogPage without keys and bodies and without asking for
// deliveries. PostgreSQL only.
func LogHeads(tx *db.Tx, workspaceID string, after Position, limit int) (list []LoggedEvent, end Position, err error) {
	horizon, _, err := tx.Horizon()
	if err != nil {
		return nil, after, err
	}
	err = tx.Each(committedHeadsSQL, func(r db.Row) error {
		ev := LoggedEvent{WorkspaceID: workspaceID}
		var kind, scope string
		err := r.Scan(&ev.Commit, &ev.ID, &kind, &ev.EndpointID, &scope)
		ev.Kind, ev.Scope = crm.EventKind(kind), crm.ParseEventScope(scope)
		list = append(list, ev)
		return err
	}, workspaceID, after.ID, after.Commit, horizon, limit)
	return list, pageEnd(list, after, limit, true), err
}

// pageEnd is behind the last event that was read, on PostgreSQL behind all of
// its transaction at the end of the log. It names no transaction beyond: a
// PostgreSQL that crashed counts from the last one that it wrote down, and gives
// the numbers of those that wrote nothing once more.
func pageEnd(list []LoggedEvent, after Position, limit int, postgres bool) Position {
	end := after
	if len(list) > 0 {
		end = list[len(list)-1].Position
	}
	if postgres && len(list) < limit && end.ID != "" {
		end = Position{Commit: end.Commit + 1}
	}
	return end
}

// LogEnd returns a position behind every event that was committed before it was
// asked for. On the embedded engine, whose readers see at once what is
// committed, it is the zero one.
func LogEnd(tx *db.Tx) (p Position, err error) {
	if tx.OnPostgres() {
		_, err = tx.One(nextCommitSQL, []any{&p.Commit})
	}
	return p, err
}

// News returns those of the workspaces that have events from the transaction
// on that is given for each, and how many nodes there are. PostgreSQL only.
func News(tx *db.Tx, from map[string]int64) (workspaces []string, nodes int64, err error) {
	horizon, nodes, err := tx.Horizon()
	if err != nil || len(from) == 0 {
		return nil, nodes, err
	}
	names, commits := make([]string, 0, len(from)), make([]int64, 0, len(from))
	for w, commit := range from {
		names, commits = append(names, w), append(commits, commit)
	}
	workspaces, err = tx.Texts(workspacesWithNewsSQL, names, commits, horizon)
	return workspaces, nodes, err
}

// AdoptLog makes the log precede this server's transactions, when it was
// written on another one and restored here.
func AdoptLog(tx *db.Tx) error {
	if !tx.OnPostgres() {
		return nil
	}
	var newest, next int64
	if _, err := tx.One(newestCommitSQL, []any{&newest, &next}); err != nil || newest < next {
		return err
	}
	tx.Write(shiftEventsSQL, newest+1)
	tx.Write(shiftCursorsSQL, newest+1)
	tx.Write(shiftReplaysSQL, newest+1)
	return nil
}

var _ = db.OnJoin(func(tx *db.Tx) error { return AdoptLog(tx) })
