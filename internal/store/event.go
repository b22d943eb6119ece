package store

import (
	"math"
	"strconv"

	"service.example/crm/internal/crm"
)

// Sender delivers events in this process.
type Sender interface {
	// Owner is the identifier of this node.
	Owner() string
	// Tell hands over an event that was just committed. It does not block and
	// promises nothing: the log is what counts.
	Tell(LoggedEvent)
	// Changed tells that an endpoint was made, changed or deleted.
	Changed(workspaceID, endpointID string)
	// Due tells that deliveries to an endpoint are due now.
	Due(workspaceID, endpointID string)
}

// SetSender names who delivers events in this process.
func (db *DB) SetSender(s Sender) { db.sender = s }

var (
	insertEvent = mergedStmt(`INSERT INTO events (id, workspace_id, kind, key, endpoint_id, created_at, body, scope) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		`INSERT INTO events (id, workspace_id, kind, key, endpoint_id, created_at, body, scope, xid, turn)
		SELECT u.*, pg_current_xact_id()::text::bigint, nextval('events_turn') FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bytea[], $8::text[]) u
		RETURNING id, xid::text`)
	lastEvent    = stmt(`SELECT coalesce(max((SELECT max(e.id) FROM events e WHERE e.workspace_id = w.id)), '') FROM workspaces w`)
	selectEvents = stmt(`SELECT id, kind, key, created_at, body FROM events WHERE workspace_id = $1 AND id > $2 AND ($3 = '' OR kind = $3) ORDER BY id LIMIT $4`)
	// The same in the order of commits, up to the first that may yet come.
	selectCommitted = postgresStmt(`SELECT id, kind, key, created_at, body FROM events
		WHERE workspace_id = $1 AND (xid, id) > (coalesce((SELECT xid FROM events WHERE workspace_id = $1 AND id <= $2 ORDER BY id DESC LIMIT 1), $5::bigint), $2::text)
		AND xid < $6 AND ($3 = '' OR kind = $3) ORDER BY xid, id LIMIT $4`)
)

// AppendEvent writes a fact to the workspace's log, in the transaction of the
// change that it tells of. Every endpoint that wants it finds it there. Events
// of one key are told in order; of says what the event belongs to.
func (tx *Tx) AppendEvent(kind crm.EventKind, workspaceID, key string, of crm.EventScope, data any) error {
	body, err := crm.EventBody(kind, tx.Now(), data)
	if err != nil {
		return err
	}
	return tx.append(LoggedEvent{WorkspaceID: workspaceID, Kind: kind, Key: key, Scope: of, Body: body})
}

// AppendTest writes an event that is meant for one endpoint only and returns
// the identifier of its delivery.
func (tx *Tx) AppendTest(kind crm.EventKind, e *crm.WebhookEndpoint, body []byte) (deliveryID string, err error) {
	ev := LoggedEvent{WorkspaceID: e.WorkspaceID, Kind: kind, Key: "test", EndpointID: e.ID, Body: body}
	ev.ID = tx.NewID(crm.PrefixEvent)
	if err = tx.append(ev); err == nil && !e.Enabled {
		tx.RecordDelivery(Delivery{EndpointID: e.ID, EventID: ev.ID, WorkspaceID: e.WorkspaceID, State: DeliverySkipped}, nil)
	}
	return crm.DeliveryID(ev.ID), err
}

func (tx *Tx) append(ev LoggedEvent) error {
	s, postgres := tx.db.sender, tx.db.engine.dialect() == postgresDialect
	if s == nil && !postgres {
		return tx.appendBeside(ev)
	}
	if ev.ID == "" {
		ev.ID = tx.NewID(crm.PrefixEvent)
	}
	args := insertEventArgs(tx, &ev)
	if !postgres {
		tx.write(insertEvent, args...)
	} else {
		tx.writeReturning(insertEvent, func(r Row) (err error) {
			var xid string
			if err = r.Scan(&xid); err == nil {
				ev.Commit, err = strconv.ParseInt(xid, 10, 64)
			}
			return err
		}, args...)
	}
	if s != nil {
		tx.After(func() { s.Tell(ev) })
	}
	return nil
}

func insertEventArgs(tx *Tx, ev *LoggedEvent) []any {
	return []any{ev.ID, ev.WorkspaceID, string(ev.Kind), ev.Key, ev.EndpointID, ms(tx.Now()), ev.Body, ev.Scope.String()}
}

// appendBeside writes an event on the embedded engine in a process that
// delivers nothing, a command beside the service. The service is not told of
// it and may have read beyond it, so it finds a delivery that is due.
func (tx *Tx) appendBeside(ev LoggedEvent) error {
	if err := tx.followLog(); err != nil {
		return err
	}
	ev.ID = tx.NewID(crm.PrefixEvent)
	tx.write(insertEvent, insertEventArgs(tx, &ev)...)
	list, err := tx.endpoints(selectEnabled, ev.WorkspaceID)
	for i := range list {
		if ev.EndpointID == list[i].ID || ev.EndpointID == "" && list[i].Matches(ev.Kind, ev.Scope) {
			tx.RecordDelivery(Delivery{EndpointID: list[i].ID, EventID: ev.ID, WorkspaceID: ev.WorkspaceID, State: DeliveryPending, NextAt: tx.Now()}, nil)
		}
	}
	return err
}

// followLog makes new identifiers sort after every event of the log.
func (tx *Tx) followLog() error {
	var last string
	_, err := tx.one(lastEvent, []any{&last})
	tx.db.src.Follow(last)
	return err
}

// Events returns a page of the workspace's log, oldest first. An event that
// commits later never comes before one that was listed.
func (tx *Tx) Events(workspaceID string, kind crm.EventKind, p crm.Page) (crm.List[crm.Event], error) {
	var out []crm.Event
	which, args := selectEvents, []any{workspaceID, p.After, string(kind), p.Limit + 1}
	if tx.db.engine.dialect() == postgresDialect {
		horizon, _, err := tx.horizon()
		if err != nil {
			return crm.List[crm.Event]{}, err
		}
		which, args = selectCommitted, append(args, int64(math.MinInt64), horizon)
	}
	err := tx.each(which, func(r Row) error {
		e := crm.Event{WorkspaceID: workspaceID}
		var kind string
		var created int64
		var body []byte
		err := r.Scan(&e.ID, &kind, &e.Key, &created, &body)
		e.Kind, e.CreatedAt, e.Body = crm.EventKind(kind), at(created), body
		out = append(out, e)
		return err
	}, args...)
	return crm.CutPage(out, p.Limit, func(e crm.Event) string { return e.ID }), err
}
