package event

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Delivery is how far one event's journey to one endpoint has come.
type Delivery struct {
	EndpointID  string
	EventID     string
	WorkspaceID string
	State       string
	Attempt     int       // attempts made
	NextAt      time.Time // of the next attempt, while pending
	Sequence    int64     // its number for the endpoint; 0 for none
	Key         string    // of the event
	Again       Again     // why it is delivered again, if it is
}

// Again says why an event is delivered that is not new.
type Again struct {
	Trigger crm.DeliveryTrigger // manual or replay; "" when the log itself is why
	// Before is how many attempts had been made: the schedule begins anew after
	// them, the numbers go on.
	Before       int
	RedeliveryID string // which bulk redelivery counts it; "" for none
}

// DueDelivery is a delivery whose next attempt is due, with its event.
type DueDelivery struct {
	LoggedEvent // with its Sequence
	Attempt     int
	Again       Again
}

// DeliveryAttempt is one call to a receiver, kept for 30 days. Of what was
// sent, the signature alone does not follow from the event and the time.
type DeliveryAttempt struct {
	StartedAt     time.Time
	Latency       time.Duration
	StatusCode    int
	Error         string
	Signature     string
	AnswerHeaders string
	AnswerBody    []byte
	BatchID       string // the webhook-id of a call with several events; "" for the event's own
}

// The states of a delivery.
const (
	DeliveryPending   = "pending"
	DeliverySucceeded = "succeeded"
	DeliveryFailed    = "failed"
	deliverySkipped   = "skipped"
)

// waitsForKey is the time of the next attempt of a delivery that waits until
// those before it of the same key have ended.
var waitsForKey = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

const deliveryColumns = `event_id, endpoint_id, workspace_id, state, attempt, next_at, started_at, latency_ms, status_code, error, signature, answer_headers, answer_body, batch_id, sequence, key`

const attemptColumns = `event_id, endpoint_id, number, workspace_id, triggered_by, started_at, latency_ms, status_code, error, signature, answer_headers, answer_body, batch_id`

// A delivery that has ended is not changed by who comes late, nor is one that
// is on its way again: the numbers of its attempts go on.
const recordAgain = ` ON CONFLICT (endpoint_id, event_id) DO UPDATE SET state = excluded.state, attempt = excluded.attempt, next_at = excluded.next_at, key = excluded.key,
	started_at = excluded.started_at, latency_ms = excluded.latency_ms, status_code = excluded.status_code, error = excluded.error,
	signature = excluded.signature, answer_headers = excluded.answer_headers, answer_body = excluded.answer_body, batch_id = excluded.batch_id WHERE deliveries.state = 'pending'
		AND (excluded.attempt > deliveries.attempt OR excluded.attempt = deliveries.attempt AND excluded.state = 'pending')`

var (
	recordDeliverySQL = db.Merged(`INSERT INTO deliveries (`+deliveryColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`+recordAgain,
		`INSERT INTO deliveries (`+deliveryColumns+`) SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[],
			$7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::text[], $13::bytea[], $14::text[], $15::bigint[], $16::text[])`+recordAgain)
	// One that another node has recorded meanwhile stays as it is.
	insertWaitingSQL = db.Merged(`INSERT INTO deliveries (`+deliveryColumns+`) VALUES ($1, $2, $3, 'pending', 0, $4, 0, 0, 0, '', '', '', '', '', $5, $6) ON CONFLICT DO NOTHING`,
		`INSERT INTO deliveries (`+deliveryColumns+`) SELECT u.event, u.endpoint, u.w, 'pending', 0, u.next, 0, 0, 0, '', '', '', '', '', u.number, u.key
		FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[]) AS u (event, endpoint, w, next, number, key) ON CONFLICT DO NOTHING`)
	// The first pending delivery of a key is due when it waited for another one.
	// It runs after the records of its transaction: it is registered after them.
	freeKeySQL = db.Merged(`UPDATE deliveries SET next_at = CASE WHEN next_at = $6 THEN $5 ELSE next_at END WHERE $1 <> '' AND workspace_id = $2 AND endpoint_id = $3 AND state = 'pending'
			AND event_id = (SELECT event_id FROM deliveries WHERE endpoint_id = $3 AND key = $4 AND state = 'pending' AND sequence > 0 ORDER BY sequence LIMIT 1)`,
		`UPDATE deliveries d SET next_at = CASE WHEN d.next_at = u.waits THEN u.now ELSE d.next_at END
		FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[]) AS u (name, w, endpoint, key, now, waits)
		WHERE d.workspace_id = u.w AND d.endpoint_id = u.endpoint AND d.state = 'pending'
			AND d.event_id = (SELECT n.event_id FROM deliveries n WHERE n.endpoint_id = u.endpoint AND n.key = u.key AND n.state = 'pending' AND n.sequence > 0 ORDER BY n.sequence LIMIT 1)
		RETURNING u.name, ''`)
	insertAttemptSQL = db.Merged(`INSERT INTO delivery_attempts (`+attemptColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
		`INSERT INTO delivery_attempts (`+attemptColumns+`)
		SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[], $10::text[], $11::text[], $12::bytea[], $13::text[])
		ON CONFLICT DO NOTHING`)
	dueDeliveriesSQL = db.SQL(`SELECT e.position, e.id, e.kind, e.key, e.endpoint_id, e.body, d.attempt, d.sequence, d.triggered_by, d.attempts_before, d.redelivery_id
		FROM deliveries d JOIN events e ON e.workspace_id = d.workspace_id AND e.id = d.event_id
		WHERE d.state = 'pending' AND d.endpoint_id = $2 AND d.workspace_id = $1 AND d.next_at <= $3 ORDER BY d.next_at, d.event_id LIMIT $4`).By("deliveries_pending")
	nextDeliverySQL = db.SQL(`SELECT next_at FROM deliveries WHERE state = 'pending' AND endpoint_id = $2 AND workspace_id = $1 AND next_at > $3 AND next_at < $4 ORDER BY next_at LIMIT 1`).By("deliveries_pending")
	// The keys of which deliveries are pending.
	blockedKeysSQL = db.SQL(`WITH RECURSIVE q (name) AS (
			SELECT min(key) FROM deliveries WHERE endpoint_id = $2 AND state = 'pending' AND sequence > 0 AND key > '' AND workspace_id = $1
			UNION ALL
			SELECT (SELECT min(key) FROM deliveries WHERE endpoint_id = $2 AND state = 'pending' AND sequence > 0 AND key > q.name) FROM q WHERE q.name IS NOT NULL)
		SELECT name FROM q WHERE name IS NOT NULL LIMIT $3`)
	// Across workspaces: the endpoints whose deliveries wait, and since when.
	waitingEndpointsSQL = db.SQL(`WITH RECURSIVE q (name) AS (
			SELECT min(endpoint_id) FROM deliveries WHERE state = 'pending' AND endpoint_id > $1
			UNION ALL
			SELECT (SELECT min(endpoint_id) FROM deliveries WHERE state = 'pending' AND endpoint_id > q.name) FROM q WHERE q.name IS NOT NULL)
		SELECT name, (SELECT min(next_at) FROM deliveries WHERE state = 'pending' AND endpoint_id = name) FROM q WHERE name IS NOT NULL LIMIT $2`)
	skipDeliveriesSQL = db.SQL(`UPDATE deliveries SET state = 'skipped', next_at = 0 WHERE workspace_id = $1 AND endpoint_id = $2 AND state = 'pending'
		AND event_id IN (SELECT event_id FROM deliveries WHERE endpoint_id = $2 AND state = 'pending' ORDER BY event_id LIMIT $3)
		AND NOT EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.workspace_id = $1 AND w.id = $2 AND w.enabled)`)
	// Across workspaces: the age decides.
	deliveredEndpointsSQL = db.SQL(`WITH RECURSIVE q (name) AS (
			SELECT min(endpoint_id) FROM deliveries WHERE endpoint_id > $1
			UNION ALL
			SELECT (SELECT min(endpoint_id) FROM deliveries WHERE endpoint_id > q.name) FROM q WHERE q.name IS NOT NULL)
		SELECT name FROM q WHERE name IS NOT NULL LIMIT $2`)
	expireDeliveriesSQL = db.SQL(`DELETE FROM deliveries WHERE endpoint_id = $1 AND state <> 'pending' AND started_at < $3 AND event_id < $2
		AND event_id <= (SELECT max(event_id) FROM (SELECT event_id FROM deliveries
			WHERE endpoint_id = $1 AND event_id < $2 AND state <> 'pending' AND started_at < $3 ORDER BY event_id LIMIT $4) p)`)
	expireAttemptsSQL = db.SQL(`DELETE FROM delivery_attempts WHERE endpoint_id = $1 AND started_at < $3 AND event_id < $2
		AND event_id <= (SELECT max(event_id) FROM (SELECT event_id FROM delivery_attempts
			WHERE endpoint_id = $1 AND event_id < $2 AND started_at < $3 ORDER BY event_id LIMIT $4) p)`)
)

// RecordDelivery writes how far a delivery has come, with the attempt that
// took it there; nil when none was made.
func RecordDelivery(tx *db.Tx, d Delivery, a *DeliveryAttempt) {
	args := func(head []any, a *DeliveryAttempt) []any {
		return append(head, db.Ms(a.StartedAt), a.Latency.Milliseconds(), a.StatusCode, a.Error, a.Signature, a.AnswerHeaders, a.AnswerBody, a.BatchID)
	}
	decided := a
	if a == nil || d.State == DeliveryPending {
		decided = &DeliveryAttempt{}
	}
	if d.Again.RedeliveryID != "" && d.State != DeliveryPending {
		countRedelivered(tx, d) // before it has ended
	}
	key := d.Key
	if d.State != DeliveryPending {
		key = "" // nothing waits for it any more
	}
	tx.Write(recordDeliverySQL, append(args([]any{d.EventID, d.EndpointID, d.WorkspaceID, d.State, d.Attempt, db.Ms(d.NextAt)}, decided), d.Sequence, key)...)
	if a != nil && d.State == DeliveryPending {
		tx.Write(insertAttemptSQL, args([]any{d.EventID, d.EndpointID, d.Attempt, d.WorkspaceID, string(d.Again.Trigger)}, a)...)
	}
}

// RecordWaiting writes that a delivery waits until those before it of its key
// have ended; one that is known already is left alone.
func RecordWaiting(tx *db.Tx, d Delivery) {
	tx.Write(insertWaitingSQL, d.EventID, d.EndpointID, d.WorkspaceID, db.Ms(waitsForKey), d.Sequence, d.Key)
}

// FreeKey lets the first delivery that waits for its key be made, and tells fn,
// before the commit, whether any of the key is pending. It sees what the same
// transaction records.
func FreeKey(tx *db.Tx, workspaceID, endpointID, key string, fn func(pending bool)) {
	tx.WriteThen(freeKeySQL, func(changed int64) error { fn(changed > 0); return nil },
		endpointID+" "+key, workspaceID, endpointID, key, db.Ms(tx.Now()), db.Ms(waitsForKey))
}

// BlockedKeys returns up to limit keys of which deliveries of an endpoint are
// pending.
func BlockedKeys(tx *db.Tx, workspaceID, endpointID string, limit int) ([]string, error) {
	return tx.Texts(blockedKeysSQL, workspaceID, endpointID, limit)
}

// DueDeliveries returns deliveries of an endpoint that are due, those that
// have waited longest first, and when the next one is due that it did not
// return; zero when none waits.
func DueDeliveries(tx *db.Tx, workspaceID, endpointID string, limit int) (list []DueDelivery, next time.Time, err error) {
	now := tx.Now()
	err = tx.Each(dueDeliveriesSQL, func(r db.Row) error {
		d := DueDelivery{LoggedEvent: LoggedEvent{WorkspaceID: workspaceID}}
		var kind, trigger string
		err := r.Scan(&d.Number, &d.ID, &kind, &d.Key, &d.EndpointID, &d.Body, &d.Attempt, &d.Sequence, &trigger, &d.Again.Before, &d.Again.RedeliveryID)
		d.Kind, d.Again.Trigger = crm.EventKind(kind), crm.DeliveryTrigger(trigger)
		list = append(list, d)
		return err
	}, workspaceID, endpointID, db.Ms(now), limit)
	if err != nil || len(list) == limit {
		return list, now, err
	}
	var due int64
	_, err = tx.One(nextDeliverySQL, []any{&due}, workspaceID, endpointID, db.Ms(now), db.Ms(waitsForKey))
	return list, db.At(due), err
}

// endpointPage is how many endpoints are read at once.
const endpointPage = 1000

// WaitingEndpoints returns since when the deliveries of each endpoint wait.
func WaitingEndpoints(tx *db.Tx) (map[string]time.Time, error) {
	out := map[string]time.Time{}
	for after, n := "", endpointPage; n == endpointPage; {
		n = 0
		err := tx.Each(waitingEndpointsSQL, func(r db.Row) error {
			var due int64
			err := r.Scan(&after, &due)
			out[after] = db.At(due)
			n++
			return err
		}, after, endpointPage)
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// SkipDeliveries ends about limit deliveries that wait for an endpoint which is
// disabled or gone, and returns how many these were.
func SkipDeliveries(tx *db.Tx, workspaceID, endpointID string, limit int) (int64, error) {
	return tx.Exec(skipDeliveriesSQL, workspaceID, endpointID, limit)
}

// deliveredEndpoints returns up to limit endpoints that have deliveries, after
// the identifier.
func deliveredEndpoints(tx *db.Tx, after string, limit int) ([]string, error) {
	return tx.Texts(deliveredEndpointsSQL, after, limit)
}

// ExpireDeliveries removes about limit deliveries and attempts of an endpoint
// from before the time, and returns the most that it removed of one.
func ExpireDeliveries(tx *db.Tx, endpointID string, before time.Time, limit int) (most int64, err error) {
	event := crm.LowestID(crm.PrefixEvent, before)
	for _, s := range []*db.Stmt{expireDeliveriesSQL, expireAttemptsSQL} {
		n, err := tx.Exec(s, endpointID, event, db.Ms(before), limit)
		if err != nil {
			return most, err
		}
		most = max(most, n)
	}
	return most, nil
}
