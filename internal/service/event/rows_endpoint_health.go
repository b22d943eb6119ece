package event

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const (
	healthColumns         = `endpoint_id, workspace_id, open_until, openings, paused_until, consecutive_failures, failing_since, failed_deliveries, refusals, last_error, last_error_at`
	endpointNoticeColumns = `workspace_id, endpoint_id, kind, severity, since, last_seen, detail, resolved_at`
)

var (
	saveHealthSQL = db.SQL(`INSERT INTO endpoint_health (` + healthColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (workspace_id, endpoint_id) DO UPDATE SET open_until = excluded.open_until, openings = excluded.openings, paused_until = excluded.paused_until,
			consecutive_failures = excluded.consecutive_failures, failing_since = excluded.failing_since, failed_deliveries = excluded.failed_deliveries,
			refusals = excluded.refusals, last_error = excluded.last_error, last_error_at = excluded.last_error_at`)
	selectHealthSQL         = db.SQL(`SELECT ` + healthColumns + ` FROM endpoint_health WHERE workspace_id = $1 AND endpoint_id >= $2 AND endpoint_id <= $3`)
	deleteEndpointHealthSQL = db.SQL(`DELETE FROM endpoint_health WHERE workspace_id = $1 AND endpoint_id = $2`)

	raiseEndpointNoticeSQL = db.SQL(`INSERT INTO endpoint_notices (` + endpointNoticeColumns + `) VALUES ($1, $2, $3, $4, $5, $5, $6, 0)
		ON CONFLICT (workspace_id, endpoint_id, kind) DO UPDATE SET severity = excluded.severity, detail = excluded.detail, last_seen = excluded.last_seen,
			since = CASE WHEN endpoint_notices.resolved_at = 0 THEN endpoint_notices.since ELSE excluded.since END, resolved_at = 0`)
	resolveEndpointNoticeSQL = db.SQL(`UPDATE endpoint_notices SET resolved_at = $4 WHERE workspace_id = $1 AND endpoint_id = $2 AND kind = $3 AND resolved_at = 0`)
	selectEndpointNoticesSQL = db.SQL(`SELECT ` + endpointNoticeColumns + ` FROM endpoint_notices
		WHERE workspace_id = $1 AND endpoint_id >= $2 AND endpoint_id <= $3 ORDER BY endpoint_id, resolved_at <> 0, last_seen DESC`)
	deleteEndpointNoticesSQL = db.SQL(`DELETE FROM endpoint_notices WHERE workspace_id = $1 AND endpoint_id = $2`)
	countEndpointNoticesSQL  = db.SQL(`SELECT kind, count(*) FROM endpoint_notices WHERE resolved_at = 0 GROUP BY kind`).
					Unlimited("counts what is open").AcrossWorkspaces("metrics of the deployment")
)

// SaveEndpointHealth stores how the calls to an endpoint go.
func SaveEndpointHealth(tx *db.Tx, workspaceID, endpointID string, h crm.EndpointHealth) {
	tx.Write(saveHealthSQL, endpointID, workspaceID, db.Ms(h.OpenUntil), h.Openings, db.Ms(h.PausedUntil), h.ConsecutiveFailures, db.Ms(h.FailingSince),
		h.FailedDeliveries, h.Refusals, h.LastError, db.Ms(h.LastErrorAt))
}

// EndpointHealth returns how the calls to an endpoint go.
func EndpointHealth(tx *db.Tx, workspaceID, endpointID string) (crm.EndpointHealth, error) {
	all, err := endpointHealth(tx, workspaceID, endpointID, endpointID)
	return all[endpointID], err
}

func endpointHealth(tx *db.Tx, workspaceID, first, last string) (map[string]crm.EndpointHealth, error) {
	out := map[string]crm.EndpointHealth{}
	err := tx.Each(selectHealthSQL, func(r db.Row) error {
		var h crm.EndpointHealth
		var id, w string
		var open, openings, paused, failures, since, deliveries, refusals, errorAt int64
		err := r.Scan(&id, &w, &open, &openings, &paused, &failures, &since, &deliveries, &refusals, &h.LastError, &errorAt)
		h.OpenUntil, h.PausedUntil, h.FailingSince, h.LastErrorAt = db.At(open), db.At(paused), db.At(since), db.At(errorAt)
		h.Openings, h.ConsecutiveFailures, h.FailedDeliveries, h.Refusals = int(openings), int(failures), int(deliveries), int(refusals)
		out[id] = h
		return err
	}, workspaceID, first, last)
	return out, err
}

// fillEndpointHealth adds to endpoints, which are in the order of their
// identifiers, how the calls to them go and what is wrong with them.
func fillEndpointHealth(tx *db.Tx, workspaceID string, list []crm.WebhookEndpoint) error {
	if len(list) == 0 {
		return nil
	}
	first, last := list[0].ID, list[len(list)-1].ID
	health, err := endpointHealth(tx, workspaceID, first, last)
	if err != nil {
		return err
	}
	notices := map[string][]crm.EndpointNotice{}
	err = tx.Each(selectEndpointNoticesSQL, func(r db.Row) error {
		var n crm.EndpointNotice
		var w, id, kind, severity string
		var since, seen, resolved int64
		err := r.Scan(&w, &id, &kind, &severity, &since, &seen, &n.Detail, &resolved)
		n.Kind, n.Severity = crm.EndpointNoticeKind(kind), crm.Severity(severity)
		n.Since, n.LastSeen, n.ResolvedAt = db.At(since), db.At(seen), db.AtOf(resolved)
		notices[id] = append(notices[id], n)
		return err
	}, workspaceID, first, last)
	for i := range list {
		list[i].Health, list[i].Notices = health[list[i].ID], notices[list[i].ID]
	}
	return err
}

// RaiseEndpointNotice opens a notice about an endpoint, or renews the one that
// is open.
func RaiseEndpointNotice(tx *db.Tx, workspaceID, endpointID string, kind crm.EndpointNoticeKind, severity crm.Severity, detail string) {
	tx.Write(raiseEndpointNoticeSQL, workspaceID, endpointID, string(kind), string(severity), db.Ms(tx.Now()), detail)
}

// ResolveEndpointNotice ends a notice about an endpoint, if one is open.
func ResolveEndpointNotice(tx *db.Tx, workspaceID, endpointID string, kind crm.EndpointNoticeKind) {
	tx.Write(resolveEndpointNoticeSQL, workspaceID, endpointID, string(kind), db.Ms(tx.Now()))
}

// resetEndpointHealth lets an endpoint that is enabled again begin as a healthy
// one.
func resetEndpointHealth(tx *db.Tx, workspaceID, endpointID string) {
	tx.Write(deleteEndpointHealthSQL, workspaceID, endpointID)
	for _, kind := range crm.EndpointNoticeKinds {
		ResolveEndpointNotice(tx, workspaceID, endpointID, kind)
	}
}

func forgetEndpointHealth(tx *db.Tx, workspaceID, endpointID string) {
	tx.Write(deleteEndpointHealthSQL, workspaceID, endpointID)
	tx.Write(deleteEndpointNoticesSQL, workspaceID, endpointID)
}

// EndpointCounts are the open notices about endpoints, and the time of the
// oldest event that waits for another attempt; zero for none.
type EndpointCounts struct {
	Notices map[crm.EndpointNoticeKind]int64
	Oldest  time.Time
}

// countEndpoints counts for the metrics of the deployment.
func countEndpoints(tx *db.Tx) (c EndpointCounts, err error) {
	c.Notices = map[crm.EndpointNoticeKind]int64{}
	err = tx.Each(countEndpointNoticesSQL, func(r db.Row) error {
		var kind string
		var n int64
		err := r.Scan(&kind, &n)
		c.Notices[crm.EndpointNoticeKind(kind)] = n
		return err
	})
	if err == nil {
		c.Oldest, err = oldestPending(tx)
	}
	return c, err
}
