package model

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	selectAISettingsSQL = db.SQL(`SELECT enabled, daily_tokens, updated_at FROM ai_settings WHERE workspace_id = $1`)
	saveAISettingsSQL   = db.SQL(`INSERT INTO ai_settings (workspace_id, enabled, daily_tokens, updated_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace_id) DO UPDATE SET enabled = excluded.enabled, daily_tokens = excluded.daily_tokens, updated_at = excluded.updated_at`)

	beginAIDaySQL = db.SQL(`INSERT INTO ai_budget_days (workspace_id, day, used, reserved) VALUES ($1, $2, 0, 0) ON CONFLICT DO NOTHING`)
	// The row is locked by the statement that asks whether there is room.
	reserveAIDaySQL = db.SQL(`UPDATE ai_budget_days SET reserved = reserved + $3 WHERE workspace_id = $1 AND day = $2 AND used + reserved + $3 <= $4`)
	addAIDaySQL     = db.SQL(`INSERT INTO ai_budget_days (workspace_id, day, used, reserved) VALUES ($1, $2, $3, 0)
		ON CONFLICT (workspace_id, day) DO UPDATE SET used = ai_budget_days.used + excluded.used`)
	releaseAIDaySQL = db.SQL(`UPDATE ai_budget_days SET reserved = reserved - $3 WHERE workspace_id = $1 AND day = $2`)
	selectAIDaySQL  = db.SQL(`SELECT used, reserved FROM ai_budget_days WHERE workspace_id = $1 AND day = $2`)

	insertAIReservationSQL = db.SQL(`INSERT INTO ai_reservations (workspace_id, id, day, tokens, created_at) VALUES ($1, $2, $3, $4, $5)`)
	deleteAIReservationSQL = db.SQL(`DELETE FROM ai_reservations WHERE workspace_id = $1 AND id = $2`)
	lostAIReservationsSQL  = db.SQL(`SELECT workspace_id, id, day, tokens FROM ai_reservations WHERE created_at < $1 ORDER BY created_at LIMIT $2`).
				By("ai_reservations_age").AcrossWorkspaces("what a process that died left reserved")

	raiseAINoticeSQL = db.SQL(`INSERT INTO ai_notices (workspace_id, id, kind, subject, detail, created_at, resolved_at) VALUES ($1, $2, $3, $4, $5, $6, 0)
		ON CONFLICT DO NOTHING`)
	resolveAINoticesSQL = db.SQL(`UPDATE ai_notices INDEXED BY ai_notices_open SET resolved_at = $4 WHERE workspace_id = $1 AND subject = $2 AND kind <> $3 AND resolved_at = 0`).By("ai_notices_open")
	endBudgetNoticesSQL = db.SQL(`UPDATE ai_notices SET resolved_at = $2 WHERE (workspace_id, id) IN (SELECT workspace_id, id FROM ai_notices INDEXED BY ai_notices_open
		WHERE resolved_at = 0 AND kind IN ('budget_50', 'budget_80', 'budget_100') AND subject < $1 LIMIT $3)`).By("ai_notices_open").
		AcrossWorkspaces("a budget of yesterday is nobody's concern today")
	expireAINoticesSQL = db.SQL(`DELETE FROM ai_notices WHERE (workspace_id, id) IN (SELECT workspace_id, id FROM ai_notices WHERE resolved_at > 0 AND resolved_at < $1 ORDER BY resolved_at LIMIT $2)`).By("ai_notices_ended").
				AcrossWorkspaces("retention")
	selectAINoticesSQL = db.SQL(`SELECT id, workspace_id, kind, subject, detail, created_at, resolved_at FROM ai_notices
		WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY id DESC LIMIT $3`)
)

// aiSettings returns what a workspace decided; without a row, AI is enabled and
// nothing bounds it.
func aiSettings(tx *db.Tx, workspaceID string) (crm.AISettings, error) {
	s := crm.AISettings{WorkspaceID: workspaceID, Enabled: true}
	var updated int64
	_, err := tx.One(selectAISettingsSQL, []any{&s.Enabled, &s.DailyTokens, &updated}, workspaceID)
	s.UpdatedAt = db.At(updated)
	return s, err
}

// saveAISettings stores what a workspace decided.
func saveAISettings(tx *db.Tx, s crm.AISettings) {
	tx.Write(saveAISettingsSQL, s.WorkspaceID, s.Enabled, s.DailyTokens, db.Ms(s.UpdatedAt))
}

// reserveTokens keeps a part of a day's budget; false when there is no room.
func reserveTokens(tx *db.Tx, r crm.TokenReservation, budget int64) (bool, error) {
	tx.Write(beginAIDaySQL, r.WorkspaceID, db.Ms(r.Day))
	n, err := tx.Exec(reserveAIDaySQL, r.WorkspaceID, db.Ms(r.Day), r.Tokens, budget)
	if err != nil || n == 0 {
		return false, err
	}
	tx.Write(insertAIReservationSQL, r.WorkspaceID, r.ID, db.Ms(r.Day), r.Tokens, db.Ms(tx.Now()))
	return true, nil
}

// releaseTokens gives a reservation back. It reports false when that was done
// before.
func releaseTokens(tx *db.Tx, r crm.TokenReservation) (bool, error) {
	n, err := tx.Exec(deleteAIReservationSQL, r.WorkspaceID, r.ID)
	if err != nil || n == 0 {
		return false, err
	}
	tx.Write(releaseAIDaySQL, r.WorkspaceID, db.Ms(r.Day), r.Tokens)
	return true, nil
}

// useTokens counts what was used on a day.
func useTokens(tx *db.Tx, workspaceID string, day time.Time, tokens int64) {
	tx.Write(addAIDaySQL, workspaceID, db.Ms(day), tokens)
}

// AIBudget returns how a day stands.
func AIBudget(tx *db.Tx, workspaceID string, day time.Time) (crm.AIBudget, error) {
	b := crm.AIBudget{Day: day}
	_, err := tx.One(selectAIDaySQL, []any{&b.Used, &b.Reserved}, workspaceID, db.Ms(day))
	return b, err
}

// lostReservations returns reservations from before the time, of every
// workspace.
func lostReservations(tx *db.Tx, before time.Time, limit int) (out []crm.TokenReservation, err error) {
	err = tx.Each(lostAIReservationsSQL, func(r db.Row) error {
		var one crm.TokenReservation
		var day int64
		err := r.Scan(&one.WorkspaceID, &one.ID, &day, &one.Tokens)
		one.Day = db.At(day)
		out = append(out, one)
		return err
	}, db.Ms(before), limit)
	return out, err
}

// raiseAINotice opens a notice, unless one of its kind about its subject is open.
func raiseAINotice(tx *db.Tx, n crm.AINotice) {
	tx.Write(raiseAINoticeSQL, n.WorkspaceID, tx.NewID(crm.PrefixAINotice), n.Kind, n.Subject, n.Detail, db.Ms(tx.Now()))
}

// ResolveAINotices ends the open notices about a subject, but those of a kind.
func ResolveAINotices(tx *db.Tx, workspaceID, subject, but string) {
	tx.Write(resolveAINoticesSQL, workspaceID, subject, but, db.Ms(tx.Now()))
}

// endBudgetNotices ends up to limit notices about budgets of days before today, and
// returns how many.
func endBudgetNotices(tx *db.Tx, limit int) (int64, error) {
	return tx.Exec(endBudgetNoticesSQL, crm.AIDay(tx.Now()).Format(time.DateOnly), db.Ms(tx.Now()), limit)
}

// aiNotices returns a page of notices, newest first.
func aiNotices(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.AINotice], error) {
	var list []crm.AINotice
	err := tx.Each(selectAINoticesSQL, func(r db.Row) error {
		var n crm.AINotice
		var created, resolved int64
		err := r.Scan(&n.ID, &n.WorkspaceID, &n.Kind, &n.Subject, &n.Detail, &created, &resolved)
		n.CreatedAt, n.ResolvedAt = db.At(created), db.AtOf(resolved)
		list = append(list, n)
		return err
	}, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(n crm.AINotice) string { return n.ID }), err
}

// expireAINotices removes at most limit notices that ended before the time and
// returns how many.
func expireAINotices(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireAINoticesSQL, db.Ms(before), limit)
}
