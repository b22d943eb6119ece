package event

import (
	"strconv"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
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
func SetSender(base *db.DB, s Sender) { senders.Set(base, s) }

var senders = db.NewSlot[Sender]()

var (
	// On PostgreSQL the heads are locked, in order, until the commit: it is the
	// last statement of its transaction. The embedded engine goes on from the
	// newest event, which is never removed.
	insertEventSQL = db.Merged(`INSERT INTO events (id, workspace_id, kind, key, endpoint_id, created_at, body, scope, position)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1 + coalesce((SELECT e.position FROM events e WHERE e.workspace_id = $2 ORDER BY e.position DESC LIMIT 1), 0)) RETURNING position`,
		`WITH u AS (SELECT *, row_number() OVER (PARTITION BY w ORDER BY at) AS number, count(*) OVER (PARTITION BY w) AS all_of_it
			FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bytea[], $8::text[])
				WITH ORDINALITY AS u (id, w, kind, key, endpoint, created, body, scope, at)),
		heads AS (INSERT INTO log_heads AS h (workspace_id, position) SELECT w, count(*) FROM u GROUP BY w ORDER BY w
			ON CONFLICT (workspace_id) DO UPDATE SET position = h.position + excluded.position RETURNING workspace_id, position)
		INSERT INTO events (id, workspace_id, kind, key, endpoint_id, created_at, body, scope, position)
		SELECT u.id, u.w, u.kind, u.key, u.endpoint, u.created, u.body, u.scope, h.position - u.all_of_it + u.number FROM u JOIN heads h ON h.workspace_id = u.w
		RETURNING id, position::text`).Last()
)

// AppendEvent writes a fact to the workspace's log, in the transaction of the
// change that it tells of. Every endpoint that wants it finds it there. Events
// of one key are told in order; of says what the event belongs to.
func AppendEvent(tx *db.Tx, kind crm.EventKind, workspaceID, key string, of crm.EventScope, data any) error {
	body, err := crm.EventBody(kind, tx.Now(), data)
	if err != nil {
		return err
	}
	return appendEvent(tx, LoggedEvent{WorkspaceID: workspaceID, Kind: kind, Key: key, Scope: of, Body: body})
}

// AppendTest writes an event that is meant for one endpoint only and returns
// the identifier of its delivery.
func AppendTest(tx *db.Tx, kind crm.EventKind, e *crm.WebhookEndpoint, body []byte) (deliveryID string, err error) {
	ev := LoggedEvent{WorkspaceID: e.WorkspaceID, Kind: kind, Key: "test", EndpointID: e.ID, Body: body}
	ev.ID = tx.NewID(crm.PrefixEvent)
	if err = appendEvent(tx, ev); err == nil && !e.Enabled {
		RecordDelivery(tx, Delivery{EndpointID: e.ID, EventID: ev.ID, WorkspaceID: e.WorkspaceID, State: deliverySkipped}, nil)
	}
	return crm.DeliveryID(ev.ID), err
}

func appendEvent(tx *db.Tx, ev LoggedEvent) error {
	s, postgres := senders.Of(tx), tx.OnPostgres()
	if s == nil && !postgres {
		return appendBeside(tx, ev)
	}
	if ev.ID == "" {
		ev.ID = tx.NewID(crm.PrefixEvent)
	}
	insertEvent(tx, &ev)
	if s != nil {
		tx.After(func() { s.Tell(ev) })
	}
	return nil
}

// insertEvent gives the event the next position of its log before the commit.
func insertEvent(tx *db.Tx, ev *LoggedEvent) {
	scan := func(r db.Row) error { return r.Scan(&ev.Number) }
	if tx.OnPostgres() {
		scan = func(r db.Row) (err error) {
			var number string
			if err = r.Scan(&number); err == nil {
				ev.Number, err = strconv.ParseInt(number, 10, 64)
			}
			return err
		}
	}
	tx.WriteReturning(insertEventSQL, scan, ev.ID, ev.WorkspaceID, string(ev.Kind), ev.Key, ev.EndpointID, db.Ms(tx.Now()), ev.Body, ev.Scope.String())
}

// appendBeside writes an event on the embedded engine in a process that
// delivers nothing, a command beside the service. The service is not told of
// it and may have read beyond it, so it finds a delivery that is due.
func appendBeside(tx *db.Tx, ev LoggedEvent) error {
	if ev.ID == "" {
		ev.ID = tx.NewID(crm.PrefixEvent)
	}
	insertEvent(tx, &ev)
	list, err := endpoints(tx, selectEnabledSQL, ev.WorkspaceID)
	for i := range list {
		if ev.EndpointID == list[i].ID || ev.EndpointID == "" && list[i].Matches(ev.Kind, ev.Scope) {
			RecordDelivery(tx, Delivery{EndpointID: list[i].ID, EventID: ev.ID, WorkspaceID: ev.WorkspaceID, State: DeliveryPending, NextAt: tx.Now()}, nil)
		}
	}
	return err
}

// EventList is a page of the log. Next is where the next one begins, "" at the
// end of the log; Last is the event up to which the log was looked at.
type EventList struct {
	crm.List[crm.Event]
	Last string
}

const (
	// eventChunk is how many events are read at once where not all are wanted,
	// and eventsPerPage how many are looked at for one page, so that a page
	// costs the same wherever the next event that is wanted stands.
	eventChunk    = 250
	eventsPerPage = 2000
)

// ListEvents returns a page of the events of the workspace's log that are wanted,
// oldest first; samples that were sent to an endpoint, and what is beyond the
// reach, are left out. An event
// that commits later never comes before one that was listed. A page may have
// fewer events than its limit although more follow. The error is KindGone when
// there is no event p.After.
func ListEvents(tx *db.Tx, workspaceID string, r crm.Reach, wanted crm.Subscription, p crm.Page) (out EventList, err error) {
	var from Position
	if p.After != "" {
		found := false
		if from, found, err = EventPosition(tx, workspaceID, p.After); err == nil && !found {
			err = crm.Errorf(crm.KindGone, crm.CodeEventExpired, "The event named by after does not exist or has expired; you may have missed events. Retry without after.")
		}
		if err != nil {
			return out, err
		}
	}
	size := p.Limit + 1
	sights := reach.Sights{}
	if !wanted.Everything() || !r.IsWhole() {
		size = max(size, eventChunk)
	}
	for looked := 0; ; {
		list, err := EventPage(tx, workspaceID, from, size)
		if err != nil {
			return out, err
		}
		for i := range list {
			if len(out.Items) == p.Limit {
				out.Next, out.Last = from.ID, from.ID
				return out, nil
			}
			ev := &list[i]
			from = ev.Position
			if ev.EndpointID != "" || !wanted.Matches(ev.Kind, ev.Scope) {
				continue
			}
			seen, err := inReach(tx, r, sights, workspaceID, ev.Kind, ev.Key)
			if err != nil {
				return out, err
			}
			if seen {
				out.Items = append(out.Items, crm.Event{ID: ev.ID, WorkspaceID: workspaceID, Kind: ev.Kind, Key: ev.Key, CreatedAt: ev.CreatedAt, Body: ev.Body})
			}
		}
		out.Last = from.ID
		if looked += len(list); len(list) < size {
			break
		}
		if looked >= eventsPerPage {
			out.Next = from.ID
			break
		}
	}
	return out, nil
}
