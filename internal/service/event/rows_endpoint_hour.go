package event

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// hourCounts are the columns of endpoint_hours that count, in the order of
// crm.AttemptClasses and crm.LatencyBounds.
var hourCounts = func() []string {
	out := []string{"deliveries_failed"}
	for _, c := range crm.AttemptClasses {
		out = append(out, "class_"+string(c))
	}
	for _, d := range crm.LatencyBounds {
		out = append(out, fmt.Sprintf("ms_%d", d.Milliseconds()))
	}
	return append(out, "ms_more")
}()

// each column is put into a form of words, joined by commas.
func hourColumns(form string, first int) string {
	parts := make([]string, len(hourCounts))
	for i, name := range hourCounts {
		parts[i] = strings.NewReplacer("{name}", name, "{n}", fmt.Sprint(first+i)).Replace(form)
	}
	return strings.Join(parts, ", ")
}

var addHourCounts = ` ON CONFLICT (workspace_id, endpoint_id, hour) DO UPDATE SET ` + hourColumns("{name} = endpoint_hours.{name} + excluded.{name}", 0)

var (
	countAttemptsSQL = db.Merged(`INSERT INTO endpoint_hours (endpoint_id, hour, workspace_id, `+hourColumns("{name}", 0)+`)
		VALUES ($1, $2, $3, `+hourColumns("${n}", 4)+`)`+addHourCounts,
		`INSERT INTO endpoint_hours (endpoint_id, hour, workspace_id, `+hourColumns("{name}", 0)+`)
		SELECT endpoint_id, hour, workspace_id, `+hourColumns("sum({name})", 0)+`
		FROM unnest($1::text[], $2::bigint[], $3::text[], `+hourColumns("${n}::bigint[]", 4)+`) AS u (endpoint_id, hour, workspace_id, `+hourColumns("{name}", 0)+`)
		GROUP BY endpoint_id, hour, workspace_id ORDER BY endpoint_id, hour`+addHourCounts)
	selectHoursSQL = db.SQL(`SELECT hour, ` + hourColumns("{name}", 0) + ` FROM endpoint_hours
		WHERE workspace_id = $1 AND endpoint_id = $2 AND hour >= $3 AND hour < $4 ORDER BY hour`)
	expireHoursSQL = db.SQL(`DELETE FROM endpoint_hours WHERE (workspace_id, endpoint_id, hour) IN
		(SELECT workspace_id, endpoint_id, hour FROM endpoint_hours WHERE hour < $1 ORDER BY hour LIMIT $2)`).By("endpoint_hours_age").
		AcrossWorkspaces("retention")

	oldestPendingSQL = db.SQL(`SELECT d.event_id, e.created_at FROM deliveries d INDEXED BY deliveries_unsuccessful JOIN events e ON e.workspace_id = d.workspace_id AND e.id = d.event_id
		WHERE d.workspace_id = $1 AND d.endpoint_id = $2 AND d.state = 'pending' AND d.state <> 'succeeded' ORDER BY d.event_id LIMIT 1`).By("deliveries_unsuccessful")
	// What the endpoint has not come to, in the order in which it does.
	aheadLogSQL = db.SQL(`SELECT e.id, e.kind, e.scope, e.endpoint_id, e.created_at,
			coalesce((SELECT TRUE FROM deliveries d WHERE d.workspace_id = $1 AND d.endpoint_id = $2 AND d.event_id = e.id), FALSE)
		FROM events e WHERE e.workspace_id = $1 AND e.position > $3 ORDER BY e.position LIMIT $4`)

	allPendingSQL = db.SQL(`SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE state = 'pending' LIMIT $1) p`).By("deliveries_oldest").
			AcrossWorkspaces("metrics of the deployment")
	oldestEventSQL = db.SQL(`SELECT coalesce(min(event_id), '') FROM deliveries WHERE state = 'pending'`).By("deliveries_oldest").
			Unlimited("one step of an index").AcrossWorkspaces("metrics of the deployment")
)

// CountAttempts adds to the counts of the endpoint's current hour.
func CountAttempts(tx *db.Tx, workspaceID, endpointID string, c crm.AttemptCounts) {
	args := []any{endpointID, db.Ms(tx.Now().Truncate(time.Hour)), workspaceID, c.DeliveriesFailed}
	for _, list := range [][]int64{c.Classes, c.Latencies} {
		for _, n := range list {
			args = append(args, n)
		}
	}
	tx.Write(countAttemptsSQL, args...)
}

// endpointHours returns the counts of the hours that begin in [since, until),
// oldest first; hours without attempts are left out.
func endpointHours(tx *db.Tx, workspaceID, endpointID string, since, until time.Time) (out []crm.EndpointHour, err error) {
	err = tx.Each(selectHoursSQL, func(r db.Row) error {
		h := crm.EndpointHour{AttemptCounts: crm.NewAttemptCounts()}
		var hour int64
		dest := []any{&hour, &h.DeliveriesFailed}
		for _, list := range [][]int64{h.Classes, h.Latencies} {
			for i := range list {
				dest = append(dest, &list[i])
			}
		}
		err := r.Scan(dest...)
		h.Hour = db.At(hour)
		out = append(out, h)
		return err
	}, workspaceID, endpointID, db.Ms(since), db.Ms(until))
	return out, err
}

// backlog returns what waits for an endpoint, counted up to a limit of each
// kind.
func backlog(tx *db.Tx, e *crm.WebhookEndpoint, limit int) (b crm.Backlog, err error) {
	c, found, err := ReadEndpointCursor(tx, e.WorkspaceID, e.ID)
	if err != nil || !found {
		return b, err
	}
	_, pending, err := countWaiting(tx, e.WorkspaceID, e.ID, 0, limit)
	if err != nil {
		return b, err
	}
	b.Waiting, b.Capped = int64(pending), pending == limit
	var oldest int64
	if _, err = tx.One(oldestPendingSQL, []any{&b.Oldest, &oldest}, e.WorkspaceID, e.ID); err != nil {
		return b, err
	}
	b.OldestAt = db.At(oldest)
	seen := 0
	ahead := map[string]int64{} // when each was made
	err = tx.Each(aheadLogSQL, func(r db.Row) error {
		var id, kind, scope, only string
		var created int64
		var recorded bool
		if err := r.Scan(&id, &kind, &scope, &only, &created, &recorded); err != nil {
			return err
		}
		seen++
		if recorded || only != "" && only != e.ID || only == "" && !e.Matches(crm.EventKind(kind), crm.ParseEventScope(scope)) {
			return nil
		}
		ahead[id] = created
		return nil
	}, e.WorkspaceID, e.ID, c.Position.Number, limit)
	if err != nil {
		return b, err
	}
	taken, err := takenOf(tx, e.WorkspaceID, e.ID, slices.Collect(maps.Keys(ahead)))
	for id, created := range ahead {
		if taken[id] != nil {
			continue
		}
		b.Waiting++
		if b.Oldest == "" || id < b.Oldest {
			b.Oldest, b.OldestAt = id, db.At(created)
		}
	}
	b.Capped = b.Capped || seen == limit
	if b.Oldest != "" {
		b.OldestAge = tx.Now().Sub(b.OldestAt)
	}
	return b, err
}

// expireEndpointHours forgets the counts of up to limit hours before the time, and
// returns how many these were.
func expireEndpointHours(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireHoursSQL, db.Ms(before), limit)
}

// PendingDeliveries returns how many deliveries wait for an attempt, counted up
// to a limit, and when the oldest of their events came; zero for none.
func PendingDeliveries(tx *db.Tx, limit int) (n int64, oldest time.Time, err error) {
	if _, err = tx.One(allPendingSQL, []any{&n}, limit); err == nil {
		oldest, err = oldestPending(tx)
	}
	return n, oldest, err
}

// oldestPending returns when the oldest event came that waits for an attempt; zero
// for none.
func oldestPending(tx *db.Tx) (time.Time, error) {
	var id string
	_, err := tx.One(oldestEventSQL, []any{&id})
	return crm.TimeOfID(id), err
}
