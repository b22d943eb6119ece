package account

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const noticeColumns = `workspace_id, phone_number_id, kind, severity, since, last_seen, count, detail, resolved_at`

var (
	// $9 says whether the count is added to what the open notice has.
	raiseNoticeSQL = db.SQL(`INSERT INTO health_notices (` + noticeColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0)
		ON CONFLICT (workspace_id, phone_number_id, kind) DO UPDATE SET severity = excluded.severity, detail = excluded.detail,
			since = CASE WHEN health_notices.resolved_at = 0 THEN health_notices.since ELSE excluded.since END,
			last_seen = CASE WHEN health_notices.last_seen > excluded.last_seen THEN health_notices.last_seen ELSE excluded.last_seen END,
			count = excluded.count + CASE WHEN $9 AND health_notices.resolved_at = 0 THEN health_notices.count ELSE 0 END,
			resolved_at = 0`)
	resolveNoticeSQL  = db.SQL(`UPDATE health_notices SET resolved_at = $4 WHERE workspace_id = $1 AND phone_number_id = $2 AND kind = $3 AND resolved_at = 0`)
	outliveNoticesSQL = db.SQL(`UPDATE health_notices SET resolved_at = $3 WHERE (workspace_id, phone_number_id, kind) IN
		(SELECT workspace_id, phone_number_id, kind FROM health_notices WHERE kind = $1 AND resolved_at = 0 AND last_seen < $2 LIMIT $4)`).By("health_notices_open").
		AcrossWorkspaces("what nobody has seen for a while is over")
	selectNoticesSQL = db.SQL(`SELECT ` + noticeColumns + ` FROM health_notices WHERE workspace_id = $1 AND phone_number_id = $2 ORDER BY resolved_at <> 0, last_seen DESC`)
	countNoticesSQL  = db.SQL(`SELECT kind, count(*) FROM health_notices WHERE resolved_at = 0 GROUP BY kind`).
				Unlimited("counts what is open").AcrossWorkspaces("metrics of the deployment")
	countUnhealthySQL = db.SQL(`SELECT critical, count(*) FROM (SELECT phone_number_id, max(CASE severity WHEN 'critical' THEN 1 ELSE 0 END) AS critical
		FROM health_notices WHERE resolved_at = 0 AND severity <> 'info' GROUP BY phone_number_id) n GROUP BY critical`).
		Unlimited("counts what is open").AcrossWorkspaces("metrics of the deployment")
	countNumbersSQL = db.SQL(`SELECT count(*) FROM phone_numbers`).
			Unlimited("counts the numbers").AcrossWorkspaces("metrics of the deployment")

	addTrafficSQL = db.SQL(`INSERT INTO number_traffic (workspace_id, phone_number_id, bucket, webhooks, statuses, sent, answered) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (workspace_id, phone_number_id, bucket) DO UPDATE SET webhooks = number_traffic.webhooks + excluded.webhooks,
			statuses = number_traffic.statuses + excluded.statuses, sent = number_traffic.sent + excluded.sent, answered = number_traffic.answered + excluded.answered`)
	selectTrafficSQL = db.SQL(`SELECT bucket, webhooks, statuses, sent, answered FROM number_traffic
		WHERE workspace_id = $1 AND phone_number_id = $2 AND bucket >= $3 AND bucket < $4 ORDER BY bucket`)
	expireTrafficSQL = db.SQL(`DELETE FROM number_traffic WHERE (workspace_id, phone_number_id, bucket) IN
		(SELECT workspace_id, phone_number_id, bucket FROM number_traffic WHERE bucket < $1 ORDER BY bucket LIMIT $2)`).By("number_traffic_age").ByOnPostgres("number_traffic_age").
		AcrossWorkspaces("retention")
	noteActivitySQL = db.SQL(`INSERT INTO number_activity (workspace_id, phone_number_id, active_at, last_webhook_at, last_status_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id, phone_number_id) DO UPDATE SET active_at = excluded.active_at,
			last_webhook_at = CASE WHEN number_activity.last_webhook_at > excluded.last_webhook_at THEN number_activity.last_webhook_at ELSE excluded.last_webhook_at END,
			last_status_at = CASE WHEN number_activity.last_status_at > excluded.last_status_at THEN number_activity.last_status_at ELSE excluded.last_status_at END`)
	selectActivitySQL = db.SQL(`SELECT workspace_id, phone_number_id, last_webhook_at, last_status_at FROM number_activity WHERE workspace_id = $1 AND phone_number_id = $2`)
	// The check of every number is the deployment's, not a workspace's.
	selectActiveSQL = db.SQL(`SELECT workspace_id, phone_number_id, last_webhook_at, last_status_at FROM number_activity
		WHERE active_at >= $1 AND (workspace_id, phone_number_id) > ($2, $3) ORDER BY workspace_id, phone_number_id LIMIT $4`).By().
		AcrossWorkspaces("the health of every number is looked at in turn")
)

// RaiseNotice opens a notice about a number, or renews the one that is open.
// adds says that its count comes on top of what that has.
func RaiseNotice(tx *db.Tx, n crm.HealthNotice, adds bool) {
	at := db.Ms(n.LastSeen)
	tx.Write(raiseNoticeSQL, n.WorkspaceID, n.PhoneNumberID, string(n.Kind), string(n.Severity), at, at, n.Count, n.Detail, adds)
}

// resolveNotice ends a notice about a number, if one is open.
func resolveNotice(tx *db.Tx, workspaceID, phoneNumberID string, kind crm.HealthKind) {
	tx.Write(resolveNoticeSQL, workspaceID, phoneNumberID, string(kind), db.Ms(tx.Now()))
}

// outliveNotices ends up to limit open notices of a kind that were not seen since
// the time, and returns how many.
func outliveNotices(tx *db.Tx, kind crm.HealthKind, before time.Time, limit int) (int64, error) {
	return tx.Exec(outliveNoticesSQL, string(kind), db.Ms(before), db.Ms(tx.Now()), limit)
}

// HealthNotices returns the notices about a number, open ones first.
func HealthNotices(tx *db.Tx, workspaceID, phoneNumberID string) (out []crm.HealthNotice, err error) {
	err = tx.Each(selectNoticesSQL, func(r db.Row) error {
		var n crm.HealthNotice
		var kind, severity string
		var since, seen, resolved int64
		err := r.Scan(&n.WorkspaceID, &n.PhoneNumberID, &kind, &severity, &since, &seen, &n.Count, &n.Detail, &resolved)
		n.Kind, n.Severity = crm.HealthKind(kind), crm.Severity(severity)
		n.Since, n.LastSeen, n.ResolvedAt = db.At(since), db.At(seen), db.AtOf(resolved)
		out = append(out, n)
		return err
	}, workspaceID, phoneNumberID)
	return out, err
}

// AddTraffic adds to what went through a number.
func AddTraffic(tx *db.Tx, workspaceID, phoneNumberID string, t crm.Traffic) {
	tx.Write(addTrafficSQL, workspaceID, phoneNumberID, db.Ms(t.Start), t.Webhooks, t.Statuses, t.Sent, t.Answered)
}

// traffic returns what went through a number in the steps of [from, to).
func traffic(tx *db.Tx, workspaceID, phoneNumberID string, from, to time.Time) (out []crm.Traffic, err error) {
	err = tx.Each(selectTrafficSQL, func(r db.Row) error {
		var t crm.Traffic
		var start int64
		err := r.Scan(&start, &t.Webhooks, &t.Statuses, &t.Sent, &t.Answered)
		t.Start = db.At(start)
		out = append(out, t)
		return err
	}, workspaceID, phoneNumberID, db.Ms(from), db.Ms(to))
	return out, err
}

// expireTraffic forgets up to limit rows of what went through numbers before the
// time, and returns how many.
func expireTraffic(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireTrafficSQL, db.Ms(before), limit)
}

// Activity is when a number was last heard of.
type Activity struct {
	WorkspaceID, PhoneNumberID string
	WebhookAt, StatusAt        time.Time // zero: never
}

// NoteActivity records when a number was last heard of; an older time changes
// nothing.
func NoteActivity(tx *db.Tx, a Activity) {
	tx.Write(noteActivitySQL, a.WorkspaceID, a.PhoneNumberID, db.Ms(tx.Now()), db.Ms(a.WebhookAt), db.Ms(a.StatusAt))
}

// readActivity returns when a number was last heard of.
func readActivity(tx *db.Tx, workspaceID, phoneNumberID string) (Activity, error) {
	list, err := activities(tx, selectActivitySQL, workspaceID, phoneNumberID)
	if len(list) == 0 {
		return Activity{WorkspaceID: workspaceID, PhoneNumberID: phoneNumberID}, err
	}
	return list[0], err
}

// activeNumbers returns up to limit numbers of all workspaces, after a number, that
// something went through since the time.
func activeNumbers(tx *db.Tx, since time.Time, after NumberKey, limit int) ([]Activity, error) {
	return activities(tx, selectActiveSQL, db.Ms(since), after.WorkspaceID, after.NumberID, limit)
}

func activities(tx *db.Tx, s *db.Stmt, args ...any) (out []Activity, err error) {
	err = tx.Each(s, func(r db.Row) error {
		var a Activity
		var webhook, status int64
		err := r.Scan(&a.WorkspaceID, &a.PhoneNumberID, &webhook, &status)
		a.WebhookAt, a.StatusAt = db.At(webhook), db.At(status)
		out = append(out, a)
		return err
	}, args...)
	return out, err
}

// HealthCounts are how many notices are open and how many numbers are well,
// over the whole deployment.
type HealthCounts struct {
	Notices map[crm.HealthKind]int64
	Numbers map[crm.Health]int64
}

// countHealth counts for the metrics of the deployment.
func countHealth(tx *db.Tx) (c HealthCounts, err error) {
	c = HealthCounts{Notices: map[crm.HealthKind]int64{}, Numbers: map[crm.Health]int64{}}
	err = tx.Each(countNoticesSQL, func(r db.Row) error {
		var kind string
		var n int64
		err := r.Scan(&kind, &n)
		c.Notices[crm.HealthKind(kind)] = n
		return err
	})
	if err != nil {
		return c, err
	}
	err = tx.Each(countUnhealthySQL, func(r db.Row) error {
		var critical, n int64
		err := r.Scan(&critical, &n)
		if critical == 1 {
			c.Numbers[crm.HealthCritical] = n
		} else {
			c.Numbers[crm.HealthWarning] = n
		}
		return err
	})
	if err != nil {
		return c, err
	}
	var all int64
	_, err = tx.One(countNumbersSQL, []any{&all})
	c.Numbers[crm.Healthy] = all - c.Numbers[crm.HealthCritical] - c.Numbers[crm.HealthWarning]
	return c, err
}
