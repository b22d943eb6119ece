package servicelevel

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const clockColumns = `phone_number_id, episode_id, kind, no, policy, policy_version, calendar_id, calendar_version, target_ms,
	started_at, due_at, warn_at, paused_at, used_ms, ended_at, ended, stepped`

var (
	// What was told of a clock stays, whatever becomes of it.
	saveClockSQL = db.SQL(`INSERT INTO clocks (workspace_id, conversation_id, id, ` + clockColumns + `, raise_at, step_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
		ON CONFLICT (workspace_id, conversation_id, id) DO UPDATE SET due_at = excluded.due_at, warn_at = excluded.warn_at, paused_at = excluded.paused_at,
			used_ms = excluded.used_ms, ended_at = excluded.ended_at, ended = excluded.ended, raise_at = excluded.raise_at,
			stepped = excluded.stepped, step_at = excluded.step_at`)
	clocksSQL = db.SQL(`SELECT id, ` + clockColumns + `, breached_at, warned_at FROM clocks
		WHERE workspace_id = $1 AND conversation_id = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END ORDER BY id DESC LIMIT $4`)

	lateSQL = db.SQL(`SELECT raise_at, workspace_id, conversation_id, id, phone_number_id FROM clocks
		WHERE raise_at > 0 AND breached_at = 0 AND raise_at <= $1 AND (raise_at, workspace_id, conversation_id, id) > ($2, $3, $4, $5)
		ORDER BY raise_at, workspace_id, conversation_id, id LIMIT $6`).By("clocks_raised").ByOnPostgres("clocks_raised").AcrossWorkspaces("every workspace has breaches to tell")
	steppingSQL = db.SQL(`SELECT step_at, workspace_id, conversation_id, id, phone_number_id FROM clocks
		WHERE step_at > 0 AND step_at <= $1 AND (step_at, workspace_id, conversation_id, id) > ($2, $3, $4, $5)
		ORDER BY step_at, workspace_id, conversation_id, id LIMIT $6`).By("clocks_stepping").ByOnPostgres("clocks_stepping").AcrossWorkspaces("every workspace has steps to run")
	warningSQL = db.SQL(`SELECT warn_at, workspace_id, conversation_id, id, phone_number_id FROM clocks
		WHERE warn_at > 0 AND warned_at = 0 AND breached_at = 0 AND paused_at = 0 AND ended = '' AND warn_at <= $1 AND (warn_at, workspace_id, conversation_id, id) > ($2, $3, $4, $5)
		ORDER BY warn_at, workspace_id, conversation_id, id LIMIT $6`).By("clocks_warning").ByOnPostgres("clocks_warning").AcrossWorkspaces("every workspace has clocks that will be late")
	moveClocksSQL  = db.SQL(`UPDATE clocks SET conversation_id = $3 WHERE workspace_id = $1 AND conversation_id = $2 AND episode_id = $4`)
	forgetStepsSQL = db.SQL(`UPDATE clocks SET step_at = 0 WHERE workspace_id = $1 AND conversation_id = $2 AND id = $3`)
	// One of those who tell of a breach finds it untold.
	breachSQL = db.SQL(`UPDATE clocks SET breached_at = due_at WHERE workspace_id = $1 AND conversation_id = $2 AND id = $3
		AND breached_at = 0 AND raise_at > 0 AND raise_at <= $4 RETURNING id, ` + clockColumns + `, breached_at, warned_at`)
	// And so for a warning, of a clock that still runs and is not late.
	warnSQL = db.SQL(`UPDATE clocks SET warned_at = warn_at WHERE workspace_id = $1 AND conversation_id = $2 AND id = $3
		AND warn_at > 0 AND warn_at <= $4 AND due_at > $4 AND warned_at = 0 AND breached_at = 0 AND paused_at = 0 AND ended = '' RETURNING id, ` + clockColumns + `, breached_at, warned_at`)
)

// saveClock stores a clock that began or is different now, with when it runs its next
// step, nil for never.
func saveClock(tx *db.Tx, s *crm.InboxState, p *crm.Clocks, c crm.Clock, stepAt *time.Time) {
	tx.Write(saveClockSQL, s.WorkspaceID, c.ConversationID, c.ID, s.PhoneNumberID, c.EpisodeID, string(c.Kind), c.No, p.Policy, p.PolicyVersion, p.CalendarID, p.CalendarVersion,
		c.Target.Milliseconds(), db.Ms(c.StartedAt), db.Ms(c.DueAt), db.MsOf(c.WarnAt), db.MsOf(c.PausedAt), c.Used.Milliseconds(), db.MsOf(c.EndedAt), string(c.End), c.Stepped, db.MsOf(c.RaiseAt()), db.MsOf(stepAt))
}

// clocksOf returns up to limit clocks that began in a conversation, the newest
// first, before one, "" for all.
func clocksOf(tx *db.Tx, workspaceID, conversationID, before string, limit int) ([]crm.Clock, error) {
	return readClocks(tx, clocksSQL, conversationID, workspaceID, conversationID, before, limit)
}

func readClocks(tx *db.Tx, which *db.Stmt, conversationID string, args ...any) (out []crm.Clock, err error) {
	err = tx.Each(which, func(r db.Row) error {
		c := crm.Clock{ConversationID: conversationID}
		var target, started, due, warn, paused, used, ended, breached, warned int64
		err := r.Scan(&c.ID, &c.PhoneNumberID, &c.EpisodeID, (*string)(&c.Kind), &c.No, &c.Policy, &c.PolicyVersion, &c.CalendarID, &c.CalendarVersion, &target,
			&started, &due, &warn, &paused, &used, &ended, (*string)(&c.End), &c.Stepped, &breached, &warned)
		c.Target, c.Used = milliseconds(target), milliseconds(used)
		c.StartedAt, c.DueAt, c.WarnAt, c.PausedAt, c.EndedAt = db.At(started), db.At(due), db.AtOf(warn), db.AtOf(paused), db.AtOf(ended)
		c.BreachedAt, c.WarnedAt = db.AtOf(breached), db.AtOf(warned)
		out = append(out, c)
		return err
	}, args...)
	return out, err
}

// lateClock is a clock whose breach or warning nobody told yet, or whose step nobody
// ran.
type lateClock struct {
	at                                             int64
	workspaceID, conversationID, id, phoneNumberID string
}

// lateClocks returns up to limit clocks of every workspace that are late at a time,
// in milliseconds, and of which nobody told yet, behind one of them.
func lateClocks(tx *db.Tx, now int64, after lateClock, limit int) ([]lateClock, error) {
	return readLate(tx, lateSQL, now, after, limit)
}

// steppingClocks is lateClocks for those that have a step to run.
func steppingClocks(tx *db.Tx, now int64, after lateClock, limit int) ([]lateClock, error) {
	return readLate(tx, steppingSQL, now, after, limit)
}

// warningClocks is lateClocks for those that will be late soon.
func warningClocks(tx *db.Tx, now int64, after lateClock, limit int) ([]lateClock, error) {
	return readLate(tx, warningSQL, now, after, limit)
}

func readLate(tx *db.Tx, which *db.Stmt, now int64, after lateClock, limit int) (out []lateClock, err error) {
	err = tx.Each(which, func(r db.Row) error {
		var c lateClock
		err := r.Scan(&c.at, &c.workspaceID, &c.conversationID, &c.id, &c.phoneNumberID)
		out = append(out, c)
		return err
	}, now, after.at, after.workspaceID, after.conversationID, after.id, limit)
	return out, err
}

// forgetSteps notes that a clock runs no step any more.
func forgetSteps(tx *db.Tx, of lateClock) {
	tx.Write(forgetStepsSQL, of.workspaceID, of.conversationID, of.id)
}

// breach notes that the breach of a clock is told; false if it was before, or is
// none any more.
func breach(tx *db.Tx, of lateClock) (c crm.Clock, late bool, err error) {
	return noted(tx, breachSQL, of)
}

// warning notes that the warning of a clock is told; false if it was before, or if the
// clock does not run any more or is late.
func warning(tx *db.Tx, of lateClock) (c crm.Clock, warns bool, err error) {
	return noted(tx, warnSQL, of)
}

func noted(tx *db.Tx, which *db.Stmt, of lateClock) (c crm.Clock, tells bool, err error) {
	list, err := readClocks(tx, which, of.conversationID, of.workspaceID, of.conversationID, of.id, db.Ms(tx.Now()))
	if err != nil || len(list) == 0 {
		return c, false, err
	}
	return list[0], true, nil
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
