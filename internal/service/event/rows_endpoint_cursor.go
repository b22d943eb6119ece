package event

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// EndpointCursor says how far an endpoint has read the log of its workspace,
// and what is needed to read on.
type EndpointCursor struct {
	Owner    string
	Position Position
	// Sequence is the number that was given last to an event up to there.
	Sequence int64
	// Began is what had committed when the endpoint was made or enabled.
	Began Snapshot
	// Enabled is false for an endpoint that is gone, too.
	Enabled, Gone bool
	crm.Subscription
	Settings crm.EndpointSettings
}

// sequenceGap is by how much the numbers of an endpoint are moved on where it
// is not known which were given: it covers all that one may give before the
// cursor that says so is stored.
const sequenceGap = 1 << 14

var (
	// A new cursor begins with this very transaction. On PostgreSQL earlier
	// ones may still be open: the reading begins with the first of them, and
	// the snapshot tells which of the events came before.
	insertCursorSQL = db.Merged(`INSERT INTO endpoint_cursors (endpoint_id, workspace_id, owner, event_id, xid, snapshot, settled) VALUES ($1, $2, $3, $4, 0, '', $3 = '')`,
		`INSERT INTO endpoint_cursors (endpoint_id, workspace_id, owner, event_id, xid, snapshot, settled)
		SELECT u.id, u.w, u.owner, '', pg_snapshot_xmin(pg_current_snapshot())::text::bigint, pg_current_snapshot()::text, u.owner = ''
		FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS u (id, w, owner, event)`)
)

var (
	restartCursorSQL = db.Merged(`UPDATE endpoint_cursors SET event_id = $3, sequence = sequence + $4 WHERE endpoint_id = $1 AND workspace_id = $2`,
		`UPDATE endpoint_cursors c SET event_id = '', xid = pg_snapshot_xmin(pg_current_snapshot())::text::bigint, snapshot = pg_current_snapshot()::text,
			sequence = c.sequence + u.gap FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS u (id, w, event, gap) WHERE c.endpoint_id = u.id AND c.workspace_id = u.w`)
)

var (
	moveCursorSQL = db.Merged(`UPDATE endpoint_cursors SET event_id = $5, xid = $4, sequence = $6, settled = $7
		WHERE endpoint_id = $1 AND workspace_id = $2 AND owner = $3 AND (xid, event_id) <= ($4, $5)`,
		`UPDATE endpoint_cursors c SET event_id = u.event, xid = u.xid, sequence = u.number, settled = u.settled
		FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bool[]) AS u (id, w, owner, xid, event, number, settled)
		WHERE c.endpoint_id = u.id AND c.workspace_id = u.w AND c.owner = u.owner AND (c.xid, c.event_id) <= (u.xid, u.event)`)
)

var (
	selectCursorSQL = db.SQL(`SELECT c.owner, c.xid, c.event_id, c.snapshot, c.sequence, coalesce(w.enabled, FALSE), coalesce(w.events, ''),
		coalesce(w.phone_number_ids, ''), coalesce(w.assistant_ids, ''), coalesce(w.pipeline_ids, ''), w.id IS NULL,
		coalesce(w.ordering, ''), coalesce(w.rate_limit, 0), coalesce(w.max_in_flight, 0), coalesce(w.timeout_seconds, 0), coalesce(w.retry_schedule, ''), coalesce(w.max_batch, 1)
		FROM endpoint_cursors c LEFT JOIN webhook_endpoints w ON w.workspace_id = c.workspace_id AND w.id = c.endpoint_id
		WHERE c.workspace_id = $1 AND c.endpoint_id = $2`)
)

var (
	deleteCursorSQL = db.SQL(`DELETE FROM endpoint_cursors WHERE workspace_id = $1 AND endpoint_id = $2 AND owner = $3`)
)

var (
	// Across workspaces: a node serves endpoints of all.
	claimCursorsSQL = db.SQL(`UPDATE endpoint_cursors SET owner = $1, sequence = sequence + CASE WHEN settled THEN 0 ELSE $3 END, settled = FALSE WHERE owner = '' AND endpoint_id IN
		(SELECT endpoint_id FROM endpoint_cursors WHERE owner = '' ORDER BY endpoint_id LIMIT $2) RETURNING workspace_id, endpoint_id`)
)

var (
	FreeCursorsSQL = db.SQL(`UPDATE endpoint_cursors SET owner = '' WHERE owner = $1`)
)

var (
	FreeOrphanCursorsSQL = db.SQL(`UPDATE endpoint_cursors SET owner = '' WHERE owner <> '' AND owner NOT IN (SELECT id FROM nodes)`)
)

// beginCursor starts an endpoint at this transaction.
func beginCursor(tx *db.Tx, workspaceID, endpointID string) {
	owner := ""
	if s := senders.Of(tx); s != nil {
		owner = s.Owner()
	}
	tx.Write(insertCursorSQL, endpointID, workspaceID, owner, tx.NewID(crm.PrefixEvent))
}

// restartEndpoint lets an endpoint begin anew at this transaction: what came
// since it was disabled is not delivered, and its numbers show a gap.
func restartEndpoint(tx *db.Tx, workspaceID, endpointID string) {
	tx.Write(restartCursorSQL, endpointID, workspaceID, tx.NewID(crm.PrefixEvent), int64(sequenceGap))
}

// MoveCursor tells how far an endpoint has come, and the last number that was
// given up to there. It never goes back, and nothing happens when the owner does
// not serve the endpoint any more. settled says that no number was given beyond.
func MoveCursor(tx *db.Tx, workspaceID, endpointID, owner string, p Position, sequence int64, settled bool) {
	tx.Write(moveCursorSQL, endpointID, workspaceID, owner, p.Commit, p.ID, sequence, settled)
}

// ReadEndpointCursor returns how far an endpoint has come; false when it was
// deleted and nothing of it is left.
func ReadEndpointCursor(tx *db.Tx, workspaceID, endpointID string) (c EndpointCursor, found bool, err error) {
	var snapshot string
	var sub storedSubscription
	var s storedEndpointSettings
	found, err = tx.One(selectCursorSQL, append([]any{&c.Owner, &c.Position.Commit, &c.Position.ID, &snapshot, &c.Sequence, &c.Enabled,
		&sub.events, &sub.phoneNumbers, &sub.assistants, &sub.pipelines, &c.Gone}, s.dest()...), workspaceID, endpointID)
	c.Began, c.Subscription, c.Settings = parseSnapshot(snapshot), sub.parse(), s.settings()
	return c, found, err
}

// DeleteCursor forgets a deleted endpoint for good.
func DeleteCursor(tx *db.Tx, workspaceID, endpointID, owner string) {
	tx.Write(deleteCursorSQL, workspaceID, endpointID, owner)
	forgetEndpointHealth(tx, workspaceID, endpointID)
}

// ClaimEndpoints takes up to limit endpoints that nobody serves and gives each
// to fn. On the embedded engine the numbers that were given follow from the
// log; elsewhere they go on beyond all that may have been given.
func ClaimEndpoints(tx *db.Tx, owner string, limit int, fn func(workspaceID, endpointID string)) error {
	gap := int64(sequenceGap)
	if !tx.OnPostgres() {
		gap = 0
	}
	return tx.Each(claimCursorsSQL, func(r db.Row) error {
		var w, id string
		err := r.Scan(&w, &id)
		fn(w, id)
		return err
	}, owner, limit, gap)
}

var _ = db.Held(FreeCursorsSQL, FreeOrphanCursorsSQL)
