package event

import (
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
)

const redeliveryColumns = `id, what, since_at, until_at, kinds, include_succeeded, since_id, end_id, end_position, examined, queued, delivered, failed, ` + longrun.Columns

// redeliveryRuns are bulk redeliveries as long runs.
var redeliveryRuns = longrun.In("redeliveries", "workspace_id", "endpoint_id", "id")

func redeliveryKey(r *crm.Redelivery) longrun.Key {
	return longrun.Key{r.WorkspaceID, r.EndpointID, r.ID}
}

var (
	insertRedeliverySQL = db.SQL(`INSERT INTO redeliveries (workspace_id, endpoint_id, id, what, since_at, until_at, kinds, include_succeeded, since_id, end_id, end_position)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`)
	selectRedeliverySQL   = db.SQL(`SELECT ` + redeliveryColumns + ` FROM redeliveries WHERE workspace_id = $1 AND endpoint_id = $2 AND id = $3`)
	selectRedeliveriesSQL = db.SQL(`SELECT ` + redeliveryColumns + ` FROM redeliveries
		WHERE workspace_id = $1 AND endpoint_id = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END ORDER BY id DESC LIMIT $4`)
	countOpenRedeliveriesSQL = db.SQL(`SELECT count(*) FROM (SELECT 1 FROM redeliveries
		WHERE workspace_id = $1 AND endpoint_id = $2 AND run_ended_at = 0 LIMIT $3) o`)
	countQueuedSQL = db.SQL(`UPDATE redeliveries SET examined = examined + $4, queued = queued + $5 WHERE workspace_id = $1 AND endpoint_id = $2 AND id = $3`)
	// The last delivery ends the run, unless all have ended before.
	allQueuedSQL = db.SQL(`UPDATE redeliveries SET run_phase = 'delivering', run_total = queued, run_updated_at = $4,
			run_state = CASE WHEN run_done >= queued THEN 'completed' ELSE run_state END, run_ended_at = CASE WHEN run_done >= queued THEN $4 ELSE run_ended_at END
		WHERE workspace_id = $1 AND endpoint_id = $2 AND id = $3 AND run_phase = 'collecting' AND run_ended_at = 0`)
	failRedeliveriesSQL = db.SQL(`UPDATE redeliveries SET run_state = 'failed', run_error = $3, run_updated_at = $4, run_ended_at = $4
		WHERE workspace_id = $1 AND endpoint_id = $2 AND run_ended_at = 0`)
	// An outcome counts once, with the record that ends the delivery. The lock
	// lets a second node, which records the same one at the same time, see that.
	countRedeliveredSQL = db.SQL(`UPDATE redeliveries SET delivered = delivered + $5, failed = failed + $6, run_done = run_done + 1, run_updated_at = $8,
			run_state = CASE WHEN run_phase = 'delivering' AND run_ended_at = 0 AND run_done + 1 >= run_total THEN 'completed' ELSE run_state END,
			run_ended_at = CASE WHEN run_phase = 'delivering' AND run_ended_at = 0 AND run_done + 1 >= run_total THEN $8 ELSE run_ended_at END
		WHERE workspace_id = $1 AND endpoint_id = $2 AND id = $3 AND EXISTS (SELECT 1 FROM deliveries d WHERE d.workspace_id = $1 AND d.endpoint_id = $2
			AND d.event_id = $4 AND d.state = 'pending' AND d.redelivery_id = $3 AND d.attempt < $7 FOR UPDATE)`)

	// The attempt that decided a delivery is in its row; it joins the others
	// before the next one takes its place.
	keepDecidedSQL = db.SQL(`INSERT INTO delivery_attempts (` + attemptColumns + `)
		SELECT event_id, endpoint_id, attempt, workspace_id, triggered_by, started_at, latency_ms, status_code, error, signature, answer_headers, answer_body, batch_id
		FROM deliveries WHERE workspace_id = $1 AND endpoint_id = $2 AND event_id = $3 AND state <> 'pending' AND started_at > 0 ON CONFLICT DO NOTHING`)
	// What is pending keeps the bulk redelivery that counts it.
	deliverAgainSQL = db.SQL(`INSERT INTO deliveries (workspace_id, endpoint_id, event_id, next_at, triggered_by, redelivery_id,
			state, attempt, started_at, latency_ms, status_code, error, signature, answer_headers, answer_body, batch_id)
		VALUES ($1, $2, $3, $4, $5, $6, 'pending', 0, 0, 0, 0, '', '', '', $7, '')
		ON CONFLICT (workspace_id, endpoint_id, event_id) DO UPDATE SET state = 'pending', next_at = excluded.next_at, triggered_by = excluded.triggered_by,
			redelivery_id = CASE WHEN deliveries.state = 'pending' THEN deliveries.redelivery_id ELSE excluded.redelivery_id END,
			attempts_before = deliveries.attempt, started_at = 0, latency_ms = 0, status_code = 0, error = '', signature = '', answer_headers = '', answer_body = $7, batch_id = ''`)

	// (A join would let PostgreSQL read every delivery of the endpoint.)
	replayPageSQL = db.SQL(`SELECT e.position, e.id, e.kind, e.scope, coalesce((SELECT d.state FROM deliveries d WHERE d.workspace_id = $1 AND d.endpoint_id = $2 AND d.event_id = e.id), '')
		FROM events e WHERE e.workspace_id = $1 AND e.position > $3 AND e.position <= $4 AND e.id >= $5 AND e.id < $6 AND e.endpoint_id = '' ORDER BY e.position LIMIT $7`)
	deliveryStateSQL = db.SQL(`SELECT state FROM deliveries WHERE workspace_id = $1 AND endpoint_id = $2 AND event_id = $3`)
	countDueSQL      = db.SQL(`SELECT count(*) FROM (SELECT 1 FROM deliveries
		WHERE workspace_id = $1 AND endpoint_id = $2 AND state = 'pending' AND next_at <= $3 LIMIT $4) p`).By("deliveries_pending")
	countPendingSQL = db.SQL(`SELECT count(*) FROM (SELECT 1 FROM deliveries INDEXED BY deliveries_pending
		WHERE workspace_id = $1 AND endpoint_id = $2 AND state = 'pending' LIMIT $3) p`).By("deliveries_pending")
	eventForDeliverySQL = db.SQL(`SELECT position, endpoint_id FROM events WHERE workspace_id = $1 AND id = $2`)

	expireRedeliveriesSQL = db.SQL(`DELETE FROM redeliveries WHERE (workspace_id, endpoint_id, id) IN
		(SELECT workspace_id, endpoint_id, id FROM redeliveries WHERE run_ended_at > 0 AND run_ended_at < $1 ORDER BY run_ended_at LIMIT $2)`).By("redeliveries_ended").
		AcrossWorkspaces("retention")
	openRedeliveriesSQL = db.SQL(`SELECT run_phase, count(*) FROM redeliveries WHERE run_ended_at = 0 GROUP BY run_phase`).
				Unlimited("counts what is open").AcrossWorkspaces("metrics of the deployment")
)

// lastEventID sorts behind the identifier of every event.
const lastEventID = crm.PrefixEvent + "~"

// InsertRedelivery stores a new bulk redelivery of events that were made since a
// time. It is about what the log has at this moment.
func InsertRedelivery(tx *db.Tx, r *crm.Redelivery, since time.Time) (err error) {
	first, err := EventBefore(tx, r.WorkspaceID, since)
	if err != nil {
		return err
	}
	if r.EndPosition, err = LogHead(tx, r.WorkspaceID); err != nil {
		return err
	}
	r.Position, r.SinceID, r.EndID = strconv.FormatInt(first.Number, 10), crm.LowestID(crm.PrefixEvent, since), lastEventID
	if r.Until != nil {
		r.EndID = crm.LowestID(crm.PrefixEvent, r.Until.Add(time.Millisecond))
		last, err := EventBefore(tx, r.WorkspaceID, r.Until.Add(2*lateCommit))
		if err != nil {
			return err
		}
		r.EndPosition = min(r.EndPosition, last.Number)
	}
	tx.Write(insertRedeliverySQL, r.WorkspaceID, r.EndpointID, r.ID, string(r.What), db.MsOf(r.Since), db.MsOf(r.Until), joinTexts(r.Events),
		r.IncludeSucceeded, r.SinceID, r.EndID, r.EndPosition)
	r.Phase = crm.PhaseCollecting
	redeliveryRuns.Begin(tx, redeliveryKey(r), r.Run)
	return nil
}

// Redelivery returns a bulk redelivery of an endpoint, or a KindNotFound error.
func Redelivery(tx *db.Tx, workspaceID, endpointID, id string) (r crm.Redelivery, err error) {
	found := false
	err = tx.Each(selectRedeliverySQL, func(row db.Row) (err error) {
		found = true
		r, err = scanRedelivery(row, workspaceID, endpointID)
		return err
	}, workspaceID, endpointID, id)
	if err == nil && !found {
		err = crm.NotFound("redelivery", id)
	}
	return r, err
}

// redeliveries returns a page of an endpoint's bulk redeliveries, newest first.
func redeliveries(tx *db.Tx, workspaceID, endpointID string, p crm.Page) (crm.List[crm.Redelivery], error) {
	var out []crm.Redelivery
	err := tx.Each(selectRedeliveriesSQL, func(row db.Row) error {
		r, err := scanRedelivery(row, workspaceID, endpointID)
		out = append(out, r)
		return err
	}, workspaceID, endpointID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(r crm.Redelivery) string { return r.ID }), err
}

func scanRedelivery(row db.Row, workspaceID, endpointID string) (r crm.Redelivery, err error) {
	var what, kinds string
	var since, until int64
	var run longrun.Row
	err = row.Scan(append([]any{&r.ID, &what, &since, &until, &kinds, &r.IncludeSucceeded, &r.SinceID, &r.EndID, &r.EndPosition,
		&r.Examined, &r.Queued, &r.Delivered, &r.Failed}, run.Into()...)...)
	r.WorkspaceID, r.EndpointID, r.What, r.Run = workspaceID, endpointID, crm.RedeliveryWhat(what), run.Run()
	r.Events = splitTexts[crm.EventPattern](kinds)
	r.Since, r.Until = db.AtOf(since), db.AtOf(until)
	return r, err
}

// AdvanceRedelivery stores how far the log was looked through and what was
// queued, if the redelivery still stands where r says; else the whole update is
// undone.
func AdvanceRedelivery(tx *db.Tx, r *crm.Redelivery, position string, examined, queued int64) {
	redeliveryRuns.Advance(tx, redeliveryKey(r), longrun.Move{From: r.Run, To: position})
	tx.Write(countQueuedSQL, r.WorkspaceID, r.EndpointID, r.ID, examined, queued)
}

// AllQueued tells that the log was looked through to the end.
func AllQueued(tx *db.Tx, r *crm.Redelivery) {
	tx.Write(allQueuedSQL, r.WorkspaceID, r.EndpointID, r.ID, db.Ms(tx.Now()))
}

func failRedeliveries(tx *db.Tx, workspaceID, endpointID, reason string) {
	tx.Write(failRedeliveriesSQL, workspaceID, endpointID, reason, db.Ms(tx.Now()))
}

func countRedelivered(tx *db.Tx, d Delivery) {
	delivered, failed := 0, 1
	if d.State == DeliverySucceeded {
		delivered, failed = 1, 0
	}
	tx.Write(countRedeliveredSQL, d.WorkspaceID, d.EndpointID, d.Again.RedeliveryID, d.EventID, delivered, failed, d.Attempt, db.Ms(tx.Now()))
}

// DeliverAgain puts events on their way to an endpoint, whatever came of them
// before. Their attempts stay.
func DeliverAgain(tx *db.Tx, workspaceID, endpointID string, why crm.DeliveryTrigger, redeliveryID string, eventIDs ...string) error {
	err := unpack(tx, workspaceID, endpointID, eventIDs)
	for _, id := range eventIDs {
		tx.Write(keepDecidedSQL, workspaceID, endpointID, id)
		tx.Write(deliverAgainSQL, workspaceID, endpointID, id, db.Ms(tx.Now()), string(why), redeliveryID, []byte{})
	}
	return err
}

// deliverNow lets the deliveries of an endpoint that are due be made as soon as
// the transaction is on disk.
func deliverNow(tx *db.Tx, workspaceID, endpointID string) {
	if s := senders.Of(tx); s != nil {
		tx.After(func() { s.Due(workspaceID, endpointID) })
	}
}

// replayEvent is an event of the log as a bulk redelivery sees it.
type replayEvent struct {
	Position
	Kind  crm.EventKind
	Scope crm.EventScope
	State crm.DeliveryState // "" when the endpoint has no delivery of it
	// Passed says that the endpoint does not come to it any more by itself.
	Passed bool
}

// readReplayPage returns the next events for a bulk redelivery, those that were
// made since an identifier.
func readReplayPage(tx *db.Tx, r *crm.Redelivery, since string, limit int) (list []replayEvent, err error) {
	from, err := strconv.ParseInt(r.Position, 10, 64)
	if err != nil {
		return nil, err
	}
	c, _, err := ReadEndpointCursor(tx, r.WorkspaceID, r.EndpointID)
	if err != nil {
		return nil, err
	}
	err = tx.Each(replayPageSQL, func(row db.Row) error {
		var ev replayEvent
		var kind, scope, state string
		err := row.Scan(&ev.Number, &ev.ID, &kind, &scope, &state)
		ev.Kind, ev.Scope, ev.State, ev.Passed = crm.EventKind(kind), crm.ParseEventScope(scope), crm.DeliveryState(state), c.passed(ev.Position)
		list = append(list, ev)
		return err
	}, r.WorkspaceID, r.EndpointID, from, r.EndPosition, since, r.EndID, limit)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	found, err := takenOf(tx, r.WorkspaceID, r.EndpointID, ids)
	for i := range list {
		if found[list[i].ID] != nil && list[i].State == "" {
			list[i].State = DeliverySucceeded
		}
	}
	return list, err
}

// passed reports whether an event without a delivery gets none by itself.
func (c *EndpointCursor) passed(p Position) bool {
	return p.Compare(c.Position) <= 0
}

// DeliveryStates returns the states of an endpoint's deliveries of events, ""
// for those that it has none of.
func DeliveryStates(tx *db.Tx, workspaceID, endpointID string, eventIDs []string) ([]crm.DeliveryState, error) {
	out := make([]crm.DeliveryState, len(eventIDs))
	args := make([][]any, len(eventIDs))
	for i, id := range eventIDs {
		args[i] = []any{workspaceID, endpointID, id}
	}
	err := tx.EachOf(deliveryStateSQL, args, func(i int, r db.Row) error {
		var state string
		err := r.Scan(&state)
		out[i] = crm.DeliveryState(state)
		return err
	})
	if err != nil {
		return nil, err
	}
	found, err := takenOf(tx, workspaceID, endpointID, eventIDs)
	for i, id := range eventIDs {
		if out[i] == "" && found[id] != nil {
			out[i] = DeliverySucceeded
		}
	}
	return out, err
}

// eventPassed reports whether there is an event that may be delivered to the
// endpoint, and whether the endpoint comes to it by itself no more.
func eventPassed(tx *db.Tx, workspaceID, endpointID, eventID string) (found, passed bool, err error) {
	p := Position{ID: eventID}
	var only string
	if found, err = tx.One(eventForDeliverySQL, []any{&p.Number, &only}, workspaceID, eventID); err != nil || !found || only != "" && only != endpointID {
		return false, false, err
	}
	c, _, err := ReadEndpointCursor(tx, workspaceID, endpointID)
	return true, c.passed(p), err
}

// countWaiting returns how many deliveries of an endpoint are due and how many
// are pending, each counted up to its limit only.
func countWaiting(tx *db.Tx, workspaceID, endpointID string, limitDue, limitPending int) (due, pending int, err error) {
	if _, err = tx.One(countDueSQL, []any{&due}, workspaceID, endpointID, db.Ms(tx.Now()), limitDue); err == nil {
		_, err = tx.One(countPendingSQL, []any{&pending}, workspaceID, endpointID, limitPending)
	}
	return due, pending, err
}

// expireRedeliveries forgets up to limit bulk redeliveries that ended before the
// time, and returns how many these were.
func expireRedeliveries(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireRedeliveriesSQL, db.Ms(before), limit)
}

// openRedeliveriesOf returns how many bulk redeliveries of an endpoint have not
// ended, counted up to a limit.
func openRedeliveriesOf(tx *db.Tx, workspaceID, endpointID string, limit int) (n int, err error) {
	_, err = tx.One(countOpenRedeliveriesSQL, []any{&n}, workspaceID, endpointID, limit)
	return n, err
}

// OpenRedeliveries counts the bulk redeliveries that have not ended, by phase.
func OpenRedeliveries(tx *db.Tx) (map[crm.RunPhase]int64, error) {
	out := map[crm.RunPhase]int64{}
	err := tx.Each(openRedeliveriesSQL, func(r db.Row) error {
		var phase string
		var n int64
		err := r.Scan(&phase, &n)
		out[crm.RunPhase(phase)] = n
		return err
	})
	return out, err
}
