package store

import (
	"time"

	"service.example/crm/internal/crm"
)

// Sender takes freshly committed deliveries without a detour over the table.
type Sender interface {
	// Owner is the identifier of this node.
	Owner() string
	// Accepts reports whether a delivery to the endpoint may be handed over
	// now, without overtaking one that waits in the table.
	Accepts(endpointID string) bool
	// Offer hands over a committed delivery that Owner holds. It does not block.
	Offer(Delivery)
	// Behind tells that a delivery of the endpoint waits in the table until the time.
	Behind(endpointID string, due time.Time)
	// Changed tells that an endpoint was changed or deleted.
	Changed(endpointID string)
}

// SetSender names who delivers events in this process.
func (db *DB) SetSender(s Sender) { db.sender = s }

// Delivery is one event's journey to one endpoint.
type Delivery struct {
	ID          string
	WorkspaceID string
	EndpointID  string
	EventID     string
	Key         string
	Attempt     int
	CreatedAt   time.Time
	NextAt      time.Time
	Body        []byte
}

// DeliveryAttempt is one call to a receiver, kept for 30 days.
type DeliveryAttempt struct {
	StartedAt      time.Time
	Latency        time.Duration
	StatusCode     int
	Error          string
	RequestHeaders string
	AnswerHeaders  string
	AnswerBody     []byte
}

// The states of a delivery.
const (
	DeliveryPending   = "pending"
	DeliverySucceeded = "succeeded"
	DeliveryFailed    = "failed"
	DeliverySkipped   = "skipped"
)

var (
	insertEvent = mergedStmt(`INSERT INTO events (id, workspace_id, kind, key, created_at, body) VALUES ($1, $2, $3, $4, $5, $6)`,
		`INSERT INTO events (id, workspace_id, kind, key, created_at, body)
		SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bytea[]) RETURNING id, ''`)
	selectEvents   = stmt(`SELECT id, kind, key, created_at, body FROM events WHERE workspace_id = $1 AND id > $2 AND id < $3 AND ($4 = '' OR kind = $4) ORDER BY id LIMIT $5`)
	insertDelivery = mergedStmt(`INSERT INTO deliveries (id, workspace_id, endpoint_id, event_id, key, state, next_at, owner, created_at)
		VALUES ($1, $2, $3, $4, $5, 'pending', $6, $7, $8)`,
		`INSERT INTO deliveries (id, workspace_id, endpoint_id, event_id, key, state, next_at, owner, created_at)
		SELECT u.id, u.w, u.endpoint, u.event, u.key, 'pending', u.next_at, u.owner, u.created_at
		FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::bigint[])
			AS u (id, w, endpoint, event, key, next_at, owner, created_at) RETURNING id, ''`)
	selectDueDeliveries = stmt(`SELECT d.id, d.workspace_id, d.endpoint_id, d.event_id, d.key, d.attempt, d.created_at, d.next_at, e.body
		FROM deliveries d JOIN events e ON e.workspace_id = d.workspace_id AND e.id = d.event_id
		WHERE d.state = 'pending' AND d.endpoint_id = $1 AND d.owner = '' AND d.next_at <= $2 ORDER BY d.next_at, d.id LIMIT $3`)
	nextDelivery    = stmt(`SELECT next_at FROM deliveries WHERE state = 'pending' AND endpoint_id = $1 AND owner = '' ORDER BY next_at LIMIT 1`)
	waitingEndpoint = stmt(`WITH RECURSIVE q (name) AS (
			SELECT min(endpoint_id) FROM deliveries WHERE state = 'pending'
			UNION ALL
			SELECT (SELECT min(endpoint_id) FROM deliveries WHERE state = 'pending' AND endpoint_id > q.name) FROM q WHERE q.name IS NOT NULL)
		SELECT name FROM q WHERE name IS NOT NULL LIMIT 10000`)
	claimDelivery  = stmt(`UPDATE deliveries SET owner = $2 WHERE id = $1 AND finished_at = 0 AND owner = ''`)
	finishDelivery = mergedStmt(`UPDATE deliveries SET state = $3, attempt = $4, finished_at = $5, owner = '' WHERE id = $1 AND owner = $2 AND finished_at = 0`,
		`UPDATE deliveries d SET state = u.state, attempt = u.attempt, finished_at = u.finished_at, owner = ''
		FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) AS u (id, owner, state, attempt, finished_at)
		WHERE d.id = ANY($1) AND d.id = u.id AND d.owner = u.owner AND d.finished_at = 0 RETURNING d.id, ''`)
	retryDelivery = stmt(`UPDATE deliveries SET attempt = $3, next_at = $4, owner = '' WHERE id = $1 AND owner = $2 AND finished_at = 0`)
	insertAttempt = mergedStmt(`INSERT INTO delivery_attempts (delivery_id, number, workspace_id, started_at, latency_ms, status_code, error, request_headers, answer_headers, answer_body)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
		`INSERT INTO delivery_attempts (delivery_id, number, workspace_id, started_at, latency_ms, status_code, error, request_headers, answer_headers, answer_body)
		SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::bytea[])
		ON CONFLICT DO NOTHING RETURNING delivery_id, ''`)
)

// AppendEvent writes a fact to the workspace's log and a delivery for every
// endpoint that wants it, in the transaction of the change that it tells of.
func (tx *Tx) AppendEvent(kind crm.EventKind, workspaceID, key string, data any) error {
	now := tx.Now()
	body, err := crm.EventBody(kind, now, data)
	if err != nil {
		return err
	}
	endpoints, err := tx.enabledEndpoints(workspaceID)
	if err != nil {
		return err
	}
	id := tx.NewID(crm.PrefixEvent)
	tx.write(insertEvent, id, workspaceID, string(kind), key, ms(now), body)
	for i := range endpoints {
		if endpoints[i].Wants(kind) {
			tx.deliver(Delivery{ID: tx.NewID(crm.PrefixDelivery), WorkspaceID: workspaceID, EndpointID: endpoints[i].ID,
				EventID: id, Key: key, CreatedAt: now, NextAt: now, Body: body})
		}
	}
	return nil
}

// AppendDelivery writes an event that is meant for one endpoint only: a test.
func (tx *Tx) AppendDelivery(kind crm.EventKind, workspaceID, endpointID string, body []byte) (deliveryID string) {
	now := tx.Now()
	id := tx.NewID(crm.PrefixEvent)
	tx.write(insertEvent, id, workspaceID, string(kind), "test", ms(now), body)
	d := Delivery{ID: tx.NewID(crm.PrefixDelivery), WorkspaceID: workspaceID, EndpointID: endpointID,
		EventID: id, Key: "test", CreatedAt: now, NextAt: now, Body: body}
	tx.deliver(d)
	return d.ID
}

func (tx *Tx) deliver(d Delivery) {
	s, owner := tx.db.sender, ""
	if s != nil && s.Accepts(d.EndpointID) {
		owner = s.Owner()
	}
	tx.write(insertDelivery, d.ID, d.WorkspaceID, d.EndpointID, d.EventID, d.Key, ms(d.NextAt), owner, ms(d.CreatedAt))
	switch {
	case owner != "":
		tx.After(func() { s.Offer(d) })
	case s != nil:
		s.Behind(d.EndpointID, d.NextAt)
		tx.After(func() { s.Behind(d.EndpointID, d.NextAt) }) // the first may be too early to be seen
	}
}

// Events returns a page of the workspace's log, oldest first.
func (tx *Tx) Events(workspaceID string, kind crm.EventKind, p crm.Page) (crm.List[crm.Event], error) {
	var out []crm.Event
	before := crm.LowestID(crm.PrefixEvent, tx.Now().Add(time.Hour))
	if lag := tx.db.engine.dialect().eventLag; lag > 0 {
		before = crm.LowestID(crm.PrefixEvent, tx.Now().Add(-lag))
	}
	err := tx.each(selectEvents, func(r Row) error {
		e := crm.Event{WorkspaceID: workspaceID}
		var kind string
		var created int64
		var body []byte
		err := r.Scan(&e.ID, &kind, &e.Key, &created, &body)
		e.Kind, e.CreatedAt, e.Body = crm.EventKind(kind), at(created), body
		out = append(out, e)
		return err
	}, workspaceID, p.After, before, string(kind), p.Limit+1)
	return crm.CutPage(out, p.Limit, func(e crm.Event) string { return e.ID }), err
}

// WaitingEndpoints returns the endpoints that have undelivered events.
func (tx *Tx) WaitingEndpoints() ([]string, error) { return tx.texts(waitingEndpoint) }

// ClaimDeliveries takes due deliveries of an endpoint for the owner, oldest
// first, and returns when the next one is due (zero: none waits).
func (tx *Tx) ClaimDeliveries(endpointID, owner string, limit int) (out []Delivery, next time.Time, err error) {
	tx.lock("deliver" + endpointID)
	err = tx.each(selectDueDeliveries, func(r Row) error {
		var d Delivery
		var created, due int64
		err := r.Scan(&d.ID, &d.WorkspaceID, &d.EndpointID, &d.EventID, &d.Key, &d.Attempt, &created, &due, &d.Body)
		d.CreatedAt, d.NextAt = at(created), at(due)
		out = append(out, d)
		return err
	}, endpointID, ms(tx.Now()), limit)
	for _, d := range out {
		tx.write(claimDelivery, d.ID, owner)
	}
	if err != nil {
		return nil, next, err
	}
	var due int64
	_, err = tx.one(nextDelivery, []any{&due}, endpointID)
	return out, at(due), err
}

// FinishDelivery ends a delivery with the attempt that decided it.
func (tx *Tx) FinishDelivery(d Delivery, owner, state string, a *DeliveryAttempt) {
	tx.writeExactlyOne(finishDelivery, ErrLost, d.ID, owner, state, d.Attempt, ms(tx.Now()))
	tx.recordAttempt(d, a)
}

// RetryDelivery gives a delivery back, to be made again at the time.
func (tx *Tx) RetryDelivery(d Delivery, owner string, next time.Time, a *DeliveryAttempt) {
	tx.writeExactlyOne(retryDelivery, ErrLost, d.ID, owner, d.Attempt, ms(next))
	tx.recordAttempt(d, a)
}

func (tx *Tx) recordAttempt(d Delivery, a *DeliveryAttempt) {
	if a != nil {
		tx.write(insertAttempt, d.ID, d.Attempt, d.WorkspaceID, ms(a.StartedAt), a.Latency.Milliseconds(), a.StatusCode,
			a.Error, a.RequestHeaders, a.AnswerHeaders, a.AnswerBody)
	}
}
