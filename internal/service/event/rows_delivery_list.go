package event

import (
	"cmp"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// The last attempt is in the delivery's row when it decided it, else beside it.
const (
	deliveryView = `d.endpoint_id, d.event_id, e.kind, e.endpoint_id, e.created_at, d.state, d.triggered_by, d.attempt, d.next_at, d.redelivery_id,
		d.started_at, d.latency_ms, d.status_code, d.error,
		coalesce(a.started_at, 0), coalesce(a.latency_ms, 0), coalesce(a.status_code, 0), coalesce(a.error, ''), coalesce(a.triggered_by, '')`
	withLastAttempt = ` JOIN events e ON e.workspace_id = $1 AND e.id = d.event_id
		LEFT JOIN delivery_attempts a ON a.workspace_id = $1 AND a.endpoint_id = d.endpoint_id AND a.event_id = d.event_id AND a.number = d.attempt`
	windowColumns = `SELECT endpoint_id, event_id, state, triggered_by, attempt, next_at, redelivery_id, started_at, latency_ms, status_code, error
		FROM deliveries`
	deliveryWindow = windowColumns + windowBounds
	stateWindow    = windowColumns + ` INDEXED BY deliveries_unsuccessful` + windowBounds + ` AND state = $6 AND state <> 'succeeded'`
	windowBounds   = ` WHERE workspace_id = $1 AND endpoint_id = $2 AND event_id < $3 AND event_id >= $4`
	// $5 is how many rows are looked at, $8 how many are wanted.
	pageOfWindow = ` ORDER BY event_id DESC LIMIT $5) d` + withLastAttempt + `
		WHERE ($6 = '' OR d.state = $6) AND ($7 = '' OR e.kind = $7) ORDER BY d.event_id DESC LIMIT $8`
	endOfWindow = ` ORDER BY event_id DESC LIMIT $5) p`
)

var (
	listDeliveriesSQL = db.SQL(`SELECT ` + deliveryView + ` FROM (` + deliveryWindow + pageOfWindow)
	listInStateSQL    = db.SQL(`SELECT ` + deliveryView + ` FROM (` + stateWindow + pageOfWindow).By("deliveries_unsuccessful")
	deliveryIDsSQL    = db.SQL(`SELECT event_id FROM deliveries` + windowBounds + ` ORDER BY event_id DESC LIMIT $5`)
	eventOfRunSQL     = db.SQL(`SELECT kind, endpoint_id, created_at, body FROM events WHERE workspace_id = $1 AND id = $2`)
	endpointIDsSQL    = db.SQL(`SELECT id FROM webhook_endpoints WHERE workspace_id = $1 ORDER BY id`)
	lastInStateSQL    = db.SQL(`SELECT count(*), coalesce(min(event_id), '') FROM (` + stateWindow + endOfWindow).By("deliveries_unsuccessful")

	selectDeliverySQL = db.SQL(`SELECT ` + deliveryView + `, e.body, d.signature, d.answer_headers, d.answer_body, d.batch_id FROM deliveries d` + withLastAttempt + `
		WHERE d.workspace_id = $1 AND d.endpoint_id = $2 AND d.event_id = $3`)
	selectAttemptsSQL = db.SQL(`SELECT number, triggered_by, started_at, latency_ms, status_code, error, signature, answer_headers, answer_body, batch_id
		FROM delivery_attempts WHERE workspace_id = $1 AND endpoint_id = $2 AND event_id = $3 ORDER BY number DESC LIMIT $4`)
	deliveriesOfEventSQL = db.SQL(`SELECT ` + deliveryView + ` FROM webhook_endpoints w
		JOIN deliveries d ON d.workspace_id = w.workspace_id AND d.endpoint_id = w.id AND d.event_id = $2` + withLastAttempt + `
		WHERE w.workspace_id = $1 ORDER BY w.id`)
	selectEventSQL = db.SQL(`SELECT id, kind, key, created_at, body FROM events WHERE workspace_id = $1 AND id = $2`)
)

const (
	// windowSize is how many deliveries one page looks at when a filter leaves
	// most of them away. The page may then be short, and the next goes on.
	windowSize = 2000
	// keptAttempts is how many attempts of a delivery are shown, the last ones.
	keptAttempts = 200
)

// readDeliveries returns a page of an endpoint's deliveries, those of the newest
// events first. A page that has a next one may be short.
func readDeliveries(tx *db.Tx, workspaceID, endpointID string, f crm.DeliveryFilter, p crm.Page) (out crm.List[crm.Delivery], err error) {
	before, from := lastEventID, ""
	if f.Until != nil {
		before = crm.LowestID(crm.PrefixEvent, f.Until.Add(time.Millisecond))
	}
	if f.Since != nil {
		from = crm.LowestID(crm.PrefixEvent, *f.Since)
	}
	if f.EventID != "" {
		before, from = min(before, f.EventID+"~"), max(from, f.EventID)
	}
	if p.After != "" {
		before = min(before, p.After)
	}
	window := p.Limit + 1
	if f.State == DeliverySucceeded || f.Kind != "" {
		window = windowSize
	}
	page := listDeliveriesSQL
	var seen int
	var end string
	var runs []taken
	args := []any{workspaceID, endpointID, before, from, window, string(f.State)}
	if f.State == "" || f.State == DeliverySucceeded {
		if seen, end, runs, err = lookAtDeliveries(tx, workspaceID, endpointID, before, from, window); err != nil {
			return out, err
		}
		args[3] = max(from, end)
	} else if page = listInStateSQL; window > p.Limit+1 {
		if _, err = tx.One(lastInStateSQL, []any{&seen, &end}, args...); err != nil {
			return out, err
		}
	}
	err = tx.Each(page, func(r db.Row) error {
		d, err := scanDelivery(r)
		out.Items = append(out.Items, d.Delivery)
		return err
	}, append(args, string(f.Kind), p.Limit+1)...)
	if err != nil {
		return out, err
	}
	taken, err := takenDeliveries(tx, workspaceID, endpointID, f.Kind, runs, p.Limit+1)
	items := append(out.Items, taken...)
	slices.SortFunc(items, func(a, b crm.Delivery) int { return cmp.Compare(b.EventID, a.EventID) })
	out = crm.CutPage(items, p.Limit, func(d crm.Delivery) string { return d.EventID })
	if out.Next == "" && window > p.Limit+1 && seen == window {
		out.Next = end
	}
	return out, err
}

// lookAtDeliveries returns how many deliveries a page looks at, which event the
// last of them is about, and those that have no rows of their own, newest first.
func lookAtDeliveries(tx *db.Tx, workspaceID, endpointID, before, from string, window int) (seen int, end string, runs []taken, err error) {
	ids, err := tx.Texts(deliveryIDsSQL, workspaceID, endpointID, before, from, window)
	if err != nil {
		return 0, "", nil, err
	}
	all, err := takenBefore(tx, workspaceID, endpointID, from, before, window)
	for len(ids)+len(all) > 0 && seen < window {
		seen++
		if len(all) == 0 || len(ids) > 0 && ids[0] >= all[0].EventID {
			end, ids = ids[0], ids[1:]
			if len(all) > 0 && all[0].EventID == end {
				all = all[1:] // it has a row since
			}
		} else {
			end, runs, all = all[0].EventID, append(runs, all[0]), all[1:]
		}
	}
	return seen, end, runs, err
}

// takenDeliveries returns up to limit deliveries of runs that are of a kind; ""
// for any.
func takenDeliveries(tx *db.Tx, workspaceID, endpointID string, kind crm.EventKind, runs []taken, limit int) (out []crm.Delivery, err error) {
	for len(runs) > 0 && len(out) < limit && err == nil {
		part := runs[:min(limit, len(runs))]
		runs = runs[len(part):]
		args := make([][]any, len(part))
		for i := range part {
			args[i] = []any{workspaceID, part[i].EventID}
		}
		err = tx.EachOf(eventOfRunSQL, args, func(i int, r db.Row) error {
			d, _, err := scanTaken(r, endpointID, &part[i])
			if kind == "" || kind == d.Kind {
				out = append(out, d)
			}
			return err
		})
	}
	return out, err
}

// scanTaken reads the event of a delivery that a run has.
func scanTaken(r db.Row, endpointID string, d *taken) (out crm.Delivery, body []byte, err error) {
	var kind, only string
	var created int64
	err = r.Scan(&kind, &only, &created, &body)
	return d.delivery(endpointID, crm.EventKind(kind), db.At(created), only), body, err
}

// deliveryOfRun returns a delivery that has no row of its own.
func deliveryOfRun(tx *db.Tx, workspaceID, endpointID, eventID string) (d crm.DeliveryDetail, found bool, err error) {
	all, err := takenBetween(tx, workspaceID, endpointID, eventID, eventID)
	t := all[eventID]
	if err != nil || t == nil {
		return d, false, err
	}
	err = tx.Each(eventOfRunSQL, func(r db.Row) error {
		found = true
		one, body, err := scanTaken(r, endpointID, t)
		last := *one.Last
		last.Signature, last.AnswerHeaders, last.AnswerBody, last.BatchID = t.Signature, t.AnswerHeaders, t.body(), t.BatchID
		d = crm.DeliveryDetail{Delivery: one, Body: body, List: []crm.DeliveryAttempt{last}}
		return err
	}, workspaceID, eventID)
	return d, found, err
}

// deliveryRow is a delivery as it is read.
type deliveryRow struct {
	crm.Delivery
	only    string // the endpoint that the event is for alone
	decided bool   // the last attempt is in the row itself
}

func scanDelivery(r db.Row, more ...any) (d deliveryRow, err error) {
	var kind, state, trigger, lastTrigger string
	var created, next int64
	var decided, last struct {
		started, latency int64
		status           int
		failure          string
	}
	err = r.Scan(append([]any{&d.EndpointID, &d.EventID, &kind, &d.only, &created, &state, &trigger, &d.Attempts, &next, &d.RedeliveryID,
		&decided.started, &decided.latency, &decided.status, &decided.failure, &last.started, &last.latency, &last.status, &last.failure, &lastTrigger}, more...)...)
	d.Kind, d.EventAt, d.State, d.Trigger = crm.EventKind(kind), db.At(created), crm.DeliveryState(state), triggerOf(trigger, d.only)
	if state == DeliveryPending {
		if d.NextAt = db.AtOf(next); next == db.Ms(waitsForKey) {
			d.NextAt = nil // it follows the one before it
		}
	}
	if d.decided = decided.started > 0; d.decided {
		last, lastTrigger = decided, trigger
	}
	if last.started > 0 {
		d.Last = &crm.DeliveryAttempt{Number: d.Attempts, Trigger: triggerOf(lastTrigger, d.only), StartedAt: db.At(last.started),
			Latency: time.Duration(last.latency) * time.Millisecond, StatusCode: last.status, Error: last.failure}
	}
	return d, err
}

// triggerOf says what put a delivery on its way. That of an event for one
// endpoint only is a test until it is asked for again.
func triggerOf(stored, only string) crm.DeliveryTrigger {
	switch {
	case stored != "":
		return crm.DeliveryTrigger(stored)
	case only != "":
		return crm.TriggerTest
	}
	return crm.TriggerAuto
}

// delivery returns a delivery with what is posted and its last 200 attempts, or
// a KindNotFound error.
func delivery(tx *db.Tx, workspaceID, endpointID, deliveryID string) (d crm.DeliveryDetail, err error) {
	eventID := crm.EventID(deliveryID)
	var row deliveryRow
	var signature, headers, batch string
	var body, answer []byte
	found := false
	err = tx.Each(selectDeliverySQL, func(r db.Row) (err error) {
		found = true
		row, err = scanDelivery(r, &body, &signature, &headers, &answer, &batch)
		return err
	}, workspaceID, endpointID, eventID)
	if err == nil && !found {
		if d, found, err = deliveryOfRun(tx, workspaceID, endpointID, eventID); err == nil && !found {
			err = crm.NotFound("delivery", deliveryID)
		}
		return d, err
	}
	if err != nil {
		return d, err
	}
	d.Delivery, d.Body = row.Delivery, body
	err = tx.Each(selectAttemptsSQL, func(r db.Row) error {
		var a crm.DeliveryAttempt
		var trigger string
		var started, latency int64
		err := r.Scan(&a.Number, &trigger, &started, &latency, &a.StatusCode, &a.Error, &a.Signature, &a.AnswerHeaders, &a.AnswerBody, &a.BatchID)
		a.Trigger, a.StartedAt, a.Latency = triggerOf(trigger, row.only), db.At(started), time.Duration(latency)*time.Millisecond
		d.List = append(d.List, a)
		return err
	}, workspaceID, endpointID, eventID, keptAttempts)
	slices.Reverse(d.List)
	if row.decided {
		last := *d.Last
		last.Signature, last.AnswerHeaders, last.AnswerBody, last.BatchID = signature, headers, answer, batch
		d.List = append(d.List, last)
	}
	return d, err
}

// readEvent returns one event of the workspace's log, or a KindNotFound error.
func readEvent(tx *db.Tx, workspaceID, id string) (e crm.Event, err error) {
	var kind string
	var created int64
	var body []byte
	found, err := tx.One(selectEventSQL, []any{&e.ID, &kind, &e.Key, &created, &body}, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("event", id)
	}
	e.WorkspaceID, e.Kind, e.CreatedAt, e.Body = workspaceID, crm.EventKind(kind), db.At(created), body
	return e, err
}

// deliveriesOfEvent returns the event's deliveries to the endpoints that the
// workspace has now.
func deliveriesOfEvent(tx *db.Tx, workspaceID, eventID string) (out []crm.Delivery, err error) {
	err = tx.Each(deliveriesOfEventSQL, func(r db.Row) error {
		d, err := scanDelivery(r)
		out = append(out, d.Delivery)
		return err
	}, workspaceID, eventID)
	if err != nil {
		return nil, err
	}
	endpoints, err := tx.Texts(endpointIDsSQL, workspaceID)
	for _, id := range endpoints {
		if err != nil || slices.ContainsFunc(out, func(d crm.Delivery) bool { return d.EndpointID == id }) {
			continue
		}
		var d crm.DeliveryDetail
		var found bool
		if d, found, err = deliveryOfRun(tx, workspaceID, id, eventID); found {
			out = append(out, d.Delivery)
		}
	}
	slices.SortFunc(out, func(a, b crm.Delivery) int { return cmp.Compare(a.EndpointID, b.EndpointID) })
	return out, err
}
