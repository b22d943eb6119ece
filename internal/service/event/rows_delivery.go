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
const recordAgain = ` ON CONFLICT (workspace_id, endpoint_id, event_id) DO UPDATE SET state = excluded.state, attempt = excluded.attempt, next_at = excluded.next_at, key = excluded.key,
	started_at = excluded.started_at, latency_ms = excluded.latency_ms, status_code = excluded.status_code, error = excluded.error,
	signature = excluded.signature, answer_headers = excluded.answer_headers, answer_body = excluded.answer_body, batch_id = excluded.batch_id WHERE deliveries.state = 'pending'
		AND (excluded.attempt > deliveries.attempt OR excluded.attempt = deliveries.attempt AND excluded.state = 'pending')`

// What was lost with a server is not to be delivered any more: a delivery of it
// would hold its key up for ever. (The embedded engine loses nothing while it is
// open, and a command beside it writes the delivery before the event.)
const inLog = `EXISTS (SELECT 1 FROM events e WHERE e.workspace_id = u.w AND e.id = u.event)`

var (
	recordDeliverySQL = db.Merged(`INSERT INTO deliveries (`+deliveryColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`+recordAgain,
		`INSERT INTO deliveries (`+deliveryColumns+`) SELECT u.* FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[],
			$7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::text[], $13::bytea[], $14::text[], $15::bigint[], $16::text[]) AS u (event, endpoint, w, state)
		WHERE u.state <> 'pending' OR `+inLog+recordAgain)
	// One that another node has recorded meanwhile stays as it is.
	insertWaitingSQL = db.Merged(`INSERT INTO deliveries (`+deliveryColumns+`) VALUES ($1, $2, $3, 'pending', 0, $4, 0, 0, 0, '', '', '', '', '', $5, $6) ON CONFLICT DO NOTHING`,
		`INSERT INTO deliveries (`+deliveryColumns+`) SELECT u.event, u.endpoint, u.w, 'pending', 0, u.next, 0, 0, 0, '', '', '', '', '', u.number, u.key
		FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[]) AS u (event, endpoint, w, next, number, key) WHERE `+inLog+` ON CONFLICT DO NOTHING`)
	// The first pending delivery of a key is due when it waited for another one.
	// It runs after the records of its transaction: it is registered after them.
	freeKeySQL = db.Merged(`UPDATE deliveries SET next_at = CASE WHEN next_at = $6 THEN $5 ELSE next_at END WHERE $1 <> '' AND workspace_id = $2 AND endpoint_id = $3 AND state = 'pending'
			AND event_id = (SELECT event_id FROM deliveries WHERE workspace_id = $2 AND endpoint_id = $3 AND key = $4 AND state = 'pending' AND sequence > 0 ORDER BY sequence LIMIT 1)`,
		`UPDATE deliveries d SET next_at = CASE WHEN d.next_at = u.waits THEN u.now ELSE d.next_at END
		FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[]) AS u (name, w, endpoint, key, now, waits)
		WHERE d.workspace_id = u.w AND d.endpoint_id = u.endpoint AND d.state = 'pending'
			AND d.event_id = (SELECT n.event_id FROM deliveries n WHERE n.workspace_id = u.w AND n.endpoint_id = u.endpoint AND n.key = u.key AND n.state = 'pending' AND n.sequence > 0 ORDER BY n.sequence LIMIT 1)
		RETURNING u.name, ''`)
	insertAttemptSQL = db.Merged(`INSERT INTO delivery_attempts (`+attemptColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
		`INSERT INTO delivery_attempts (`+attemptColumns+`)
		SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[], $10::text[], $11::text[], $12::bytea[], $13::text[])
		ON CONFLICT DO NOTHING`)
	dueDeliveriesSQL = db.SQL(`SELECT e.position, e.id, e.kind, e.key, e.endpoint_id, e.body, d.attempt, d.sequence, d.triggered_by, d.attempts_before, d.redelivery_id
		FROM deliveries d JOIN events e ON e.workspace_id = d.workspace_id AND e.id = d.event_id
		WHERE d.state = 'pending' AND d.workspace_id = $1 AND d.endpoint_id = $2 AND d.next_at <= $3 ORDER BY d.next_at, d.event_id LIMIT $4`).By("deliveries_pending")
	nextDeliverySQL = db.SQL(`SELECT next_at FROM deliveries WHERE state = 'pending' AND workspace_id = $1 AND endpoint_id = $2 AND next_at > $3 AND next_at < $4 ORDER BY next_at LIMIT 1`).By("deliveries_pending")
	// The keys of which deliveries are pending.
	blockedKeysSQL = db.SQL(`WITH RECURSIVE q (name) AS (
			SELECT min(key) FROM deliveries WHERE workspace_id = $1 AND endpoint_id = $2 AND state = 'pending' AND sequence > 0 AND key > ''
			UNION ALL
			SELECT (SELECT min(key) FROM deliveries WHERE workspace_id = $1 AND endpoint_id = $2 AND state = 'pending' AND sequence > 0 AND key > q.name) FROM q WHERE q.name IS NOT NULL)
		SELECT name FROM q WHERE name IS NOT NULL LIMIT $3`)
	// The keys of which the first pending delivery waits, though nothing is before it, among
	// the oldest that wait: two transactions, one of which ended what the other one's waits
	// for, did not see each other.
	leftWaitingSQL = db.PostgresSQL(`SELECT d.key FROM (SELECT key, sequence FROM deliveries WHERE state = 'pending' AND workspace_id = $1 AND endpoint_id = $2 AND next_at >= $3 ORDER BY next_at, event_id LIMIT $4) d
		WHERE NOT EXISTS (SELECT 1 FROM deliveries n WHERE n.workspace_id = $1 AND n.endpoint_id = $2 AND n.key = d.key AND n.state = 'pending' AND n.sequence > 0 AND n.sequence < d.sequence)`).ByOnPostgres("deliveries_pending")
	// The endpoints whose deliveries wait, and since when.
	waitingEndpointsSQL = db.SQL(walkEndpoints(`deliveries INDEXED BY deliveries_pending`, `state = 'pending'`) + `
		SELECT w, name, (SELECT min(d.next_at) FROM deliveries d WHERE d.state = 'pending' AND d.workspace_id = w AND d.endpoint_id = name)
		FROM q WHERE name IS NOT NULL LIMIT $3`).By("deliveries_pending").AcrossWorkspaces("a node serves endpoints of all workspaces")
	skipDeliveriesSQL = db.SQL(`UPDATE deliveries SET state = 'skipped', next_at = 0 WHERE workspace_id = $1 AND endpoint_id = $2 AND state = 'pending'
		AND event_id IN (SELECT event_id FROM deliveries WHERE workspace_id = $1 AND endpoint_id = $2 AND state = 'pending' ORDER BY next_at, event_id LIMIT $3)
		AND NOT EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.workspace_id = $1 AND w.id = $2 AND w.enabled)`)
	// The endpoints that have deliveries, and of which event the oldest one is.
	deliveredEndpointsSQL = db.SQL(walkEndpoints(`deliveries`, `TRUE`) + `
		SELECT w, name, (SELECT min(d.event_id) FROM deliveries d WHERE d.workspace_id = w AND d.endpoint_id = name) FROM q WHERE name IS NOT NULL LIMIT $3`).By().AcrossWorkspaces("retention")
	expireDeliveriesSQL = db.SQL(`DELETE FROM deliveries WHERE workspace_id = $1 AND endpoint_id = $2 AND state <> 'pending' AND started_at < $4 AND event_id < $3
		AND event_id <= (SELECT max(event_id) FROM (SELECT event_id FROM deliveries
			WHERE workspace_id = $1 AND endpoint_id = $2 AND event_id < $3 AND state <> 'pending' AND started_at < $4 ORDER BY event_id LIMIT $5) p)`)
	expireAttemptsSQL = db.SQL(`DELETE FROM delivery_attempts WHERE workspace_id = $1 AND endpoint_id = $2 AND started_at < $4 AND event_id < $3
		AND event_id <= (SELECT max(event_id) FROM (SELECT event_id FROM delivery_attempts
			WHERE workspace_id = $1 AND endpoint_id = $2 AND event_id < $3 AND started_at < $4 ORDER BY event_id LIMIT $5) p)`)
)

// walkEndpoints begins a statement whose q has the endpoints behind ($1, $2) that
// have such rows, in their order: a step of an index for each, however many rows it
// has. SQLite looks for a row that is compared with two columns of q among all rows of
// the workspace, so the same workspace and the ones behind it are asked one by one.
func walkEndpoints(table, rows string) string {
	from := ` FROM ` + table + ` WHERE ` + rows + ` AND `
	next := func(w, name string) string {
		same, behind := from+w+` = workspace_id AND endpoint_id > `+name+` ORDER BY endpoint_id LIMIT 1)`, from+`workspace_id > `+w+` ORDER BY workspace_id, endpoint_id LIMIT 1)`
		return `coalesce((SELECT workspace_id` + same + `, (SELECT workspace_id` + behind + `), coalesce((SELECT endpoint_id` + same + `, (SELECT endpoint_id` + behind + `)`
	}
	return `WITH RECURSIVE q (w, name) AS (
			SELECT ` + next(`$1`, `$2`) + `
			UNION ALL
			SELECT ` + next(`q.w`, `q.name`) + ` FROM q WHERE q.name IS NOT NULL)`
}

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

// leftWaiting is how many deliveries that wait are looked at by one FreeLeft.
const leftWaiting = 200

// FreeLeft lets deliveries be made that wait for their key though nothing of it is before
// them: who ended what was before them did not see them, and they did not see that it had
// ended. It returns how many keys these were. On PostgreSQL only: elsewhere transactions see
// each other.
func FreeLeft(tx *db.Tx, workspaceID, endpointID string) (int, error) {
	keys, err := tx.Texts(leftWaitingSQL, workspaceID, endpointID, db.Ms(waitsForKey), leftWaiting)
	for _, key := range keys {
		FreeKey(tx, workspaceID, endpointID, key, func(bool) {})
	}
	return len(keys), err
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

// EndpointKey names an endpoint among those of all workspaces.
type EndpointKey struct{ WorkspaceID, ID string }

// WaitingEndpoints returns since when the deliveries of up to limit endpoints
// behind a place wait, and that of the last one; the zero place when there are no
// more.
func WaitingEndpoints(tx *db.Tx, after EndpointKey, limit int) (out map[EndpointKey]time.Time, last EndpointKey, err error) {
	out = map[EndpointKey]time.Time{}
	err = tx.Each(waitingEndpointsSQL, func(r db.Row) error {
		var due int64
		err := r.Scan(&last.WorkspaceID, &last.ID, &due)
		out[last] = db.At(due)
		return err
	}, after.WorkspaceID, after.ID, limit)
	if len(out) < limit {
		last = EndpointKey{}
	}
	return out, last, err
}

// SkipDeliveries ends about limit deliveries that wait for an endpoint which is
// disabled or gone, and returns how many these were.
func SkipDeliveries(tx *db.Tx, workspaceID, endpointID string, limit int) (int64, error) {
	return tx.Exec(skipDeliveriesSQL, workspaceID, endpointID, limit)
}

// deliveredEndpoints looks at up to limit endpoints behind a place, by a statement
// that walks through them, and returns those that have deliveries of events from
// before the time, and where it ended; the zero place when there are no more.
func deliveredEndpoints(tx *db.Tx, walk *db.Stmt, after EndpointKey, before time.Time, limit int) (old []EndpointKey, last EndpointKey, err error) {
	n, event := 0, crm.LowestID(crm.PrefixEvent, before)
	err = tx.Each(walk, func(r db.Row) error {
		var oldest string
		err := r.Scan(&last.WorkspaceID, &last.ID, &oldest)
		if n++; oldest < event {
			old = append(old, last)
		}
		return err
	}, after.WorkspaceID, after.ID, limit)
	if n < limit {
		last = EndpointKey{}
	}
	return old, last, err
}

// ExpireDeliveries removes up to limit runs of an endpoint from before the time,
// where there are fewer, as many attempts, and then deliveries: a delivery goes
// before what a run says of it, and the endpoint is found by it. It returns how
// many it removed of the last.
func ExpireDeliveries(tx *db.Tx, e EndpointKey, before time.Time, limit int) (n int64, err error) {
	event := crm.LowestID(crm.PrefixEvent, before)
	for _, s := range []*db.Stmt{expireRunsSQL, expireAttemptsSQL, expireDeliveriesSQL} {
		if n, err = tx.Exec(s, e.WorkspaceID, e.ID, event, db.Ms(before), limit); err != nil || n >= int64(limit) {
			return n, err
		}
	}
	return n, nil
}
