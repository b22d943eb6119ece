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
	// A new cursor begins with this very transaction, behind what was committed.
	insertCursorSQL = db.Merged(`INSERT INTO endpoint_cursors (endpoint_id, workspace_id, owner, position, event_id, settled)
		VALUES ($1, $2, $3, coalesce((SELECT e.position FROM events e WHERE e.workspace_id = $2 ORDER BY e.position DESC LIMIT 1), 0), '', $3 = '')`,
		`INSERT INTO endpoint_cursors (endpoint_id, workspace_id, owner, position, event_id, settled)
		SELECT u.id, u.w, u.owner, coalesce((SELECT h.position FROM log_heads h WHERE h.workspace_id = u.w), 0), '', u.owner = ''
		FROM unnest($1::text[], $2::text[], $3::text[]) AS u (id, w, owner)`)
)

var (
	restartCursorSQL = db.Merged(`UPDATE endpoint_cursors SET position = coalesce((SELECT e.position FROM events e WHERE e.workspace_id = $2 ORDER BY e.position DESC LIMIT 1), 0), event_id = '', sequence = sequence + $3
		WHERE workspace_id = $2 AND endpoint_id = $1`,
		`UPDATE endpoint_cursors c SET position = coalesce((SELECT h.position FROM log_heads h WHERE h.workspace_id = u.w), 0), event_id = '', sequence = c.sequence + u.gap
		FROM unnest($1::text[], $2::text[], $3::bigint[]) AS u (id, w, gap) WHERE c.workspace_id = u.w AND c.endpoint_id = u.id`)
)

var (
	// (A cursor behind an event that was lost with a server stays where it is.)
	moveCursorSQL = db.Merged(`UPDATE endpoint_cursors SET position = $4, event_id = $5, sequence = $6, settled = $7
		WHERE workspace_id = $2 AND endpoint_id = $1 AND owner = $3 AND position <= $4
			AND ($5 = '' OR EXISTS (SELECT 1 FROM events e WHERE e.workspace_id = $2 AND e.position = $4 AND e.id = $5))`,
		`UPDATE endpoint_cursors c SET position = u.position, event_id = u.event, sequence = u.number, settled = u.settled
		FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bool[]) AS u (id, w, owner, position, event, number, settled)
		WHERE c.workspace_id = u.w AND c.endpoint_id = u.id AND c.owner = u.owner AND c.position <= u.position
			AND (u.event = '' OR EXISTS (SELECT 1 FROM events e WHERE e.workspace_id = u.w AND e.position = u.position AND e.id = u.event))`)
)

var (
	selectCursorSQL = db.SQL(`SELECT c.owner, c.position, c.event_id, c.sequence, coalesce(w.enabled, FALSE), coalesce(w.events, ''),
		coalesce(w.phone_number_ids, ''), coalesce(w.assistant_ids, ''), coalesce(w.pipeline_ids, ''), w.id IS NULL,
		coalesce(w.ordering, ''), coalesce(w.rate_limit, 0), coalesce(w.max_in_flight, 0), coalesce(w.timeout_seconds, 0), coalesce(w.retry_schedule, ''), coalesce(w.max_batch, 1)
		FROM endpoint_cursors c LEFT JOIN webhook_endpoints w ON w.workspace_id = c.workspace_id AND w.id = c.endpoint_id
		WHERE c.workspace_id = $1 AND c.endpoint_id = $2`)
)

var (
	deleteCursorSQL = db.SQL(`DELETE FROM endpoint_cursors WHERE workspace_id = $1 AND endpoint_id = $2 AND owner = $3`)
)

var (
	claimCursorsSQL = db.SQL(`UPDATE endpoint_cursors SET owner = $1, sequence = sequence + CASE WHEN settled THEN 0 ELSE $3 END, settled = FALSE WHERE owner = '' AND (workspace_id, endpoint_id) IN
		(SELECT workspace_id, endpoint_id FROM endpoint_cursors WHERE owner = '' ORDER BY workspace_id, endpoint_id LIMIT $2) RETURNING workspace_id, endpoint_id`).By("endpoint_cursors_owner").
		AcrossWorkspaces("a node serves endpoints of all workspaces")
)

var (
	FreeCursorsSQL = db.SQL(`UPDATE endpoint_cursors SET owner = '' WHERE owner = $1`).By("endpoint_cursors_owner").
		Unlimited("the endpoints of one node").AcrossWorkspaces("a node lets go of what it holds")
)

var (
	FreeOrphanCursorsSQL = db.SQL(`UPDATE endpoint_cursors SET owner = '' WHERE owner IN (WITH RECURSIVE o (name) AS (
			SELECT min(owner) FROM endpoint_cursors WHERE owner > ''
			UNION ALL
			SELECT (SELECT min(c.owner) FROM endpoint_cursors c WHERE c.owner > o.name) FROM o WHERE o.name IS NOT NULL)
		SELECT name FROM o WHERE name IS NOT NULL AND name NOT IN (SELECT id FROM nodes))`).By("endpoint_cursors_owner").
		Unlimited("the endpoints of nodes that are gone").AcrossWorkspaces("what is held by nodes that are gone")
)

// beginCursor starts an endpoint at this transaction.
func beginCursor(tx *db.Tx, workspaceID, endpointID string) {
	owner := ""
	if s := senders.Of(tx); s != nil {
		owner = s.Owner()
	}
	tx.Write(insertCursorSQL, endpointID, workspaceID, owner)
}

// restartEndpoint lets an endpoint begin anew at this transaction: what came
// since it was disabled is not delivered, and its numbers show a gap.
func restartEndpoint(tx *db.Tx, workspaceID, endpointID string) {
	tx.Write(restartCursorSQL, endpointID, workspaceID, int64(sequenceGap))
}

// MoveCursor tells how far an endpoint has come, and the last number that was
// given up to there. It never goes back, and nothing happens when the owner does
// not serve the endpoint any more. settled says that no number was given beyond.
func MoveCursor(tx *db.Tx, workspaceID, endpointID, owner string, p Position, sequence int64, settled bool) {
	tx.Write(moveCursorSQL, endpointID, workspaceID, owner, p.Number, p.ID, sequence, settled)
}

// ReadEndpointCursor returns how far an endpoint has come; false when it was
// deleted and nothing of it is left.
func ReadEndpointCursor(tx *db.Tx, workspaceID, endpointID string) (c EndpointCursor, found bool, err error) {
	var sub storedSubscription
	var s storedEndpointSettings
	found, err = tx.One(selectCursorSQL, append([]any{&c.Owner, &c.Position.Number, &c.Position.ID, &c.Sequence, &c.Enabled,
		&sub.events, &sub.phoneNumbers, &sub.assistants, &sub.pipelines, &c.Gone}, s.dest()...), workspaceID, endpointID)
	c.Subscription, c.Settings = sub.parse(), s.settings()
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
func ClaimEndpoints(tx *db.Tx, owner string, limit int, fn func(EndpointKey)) error {
	gap := int64(sequenceGap)
	if !tx.OnPostgres() {
		gap = 0
	}
	return tx.Each(claimCursorsSQL, func(r db.Row) error {
		var key EndpointKey
		err := r.Scan(&key.WorkspaceID, &key.ID)
		fn(key)
		return err
	}, owner, limit, gap)
}

var _ = db.Held(FreeCursorsSQL, FreeOrphanCursorsSQL)
