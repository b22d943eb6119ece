package report

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	addQuarterSQL = db.SQL(`INSERT INTO waiting_quarters (workspace_id, quarter_at, team_id, phone_number_id, cause, waited_ms, waits) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (workspace_id, quarter_at, team_id, phone_number_id, cause) DO UPDATE SET waited_ms = waiting_quarters.waited_ms + excluded.waited_ms, waits = waiting_quarters.waits + excluded.waits`)
	quartersSQL = db.SQL(`SELECT quarter_at, cause, CAST(sum(waited_ms) AS BIGINT), CAST(sum(waits) AS BIGINT) FROM waiting_quarters
		WHERE workspace_id = $1 AND quarter_at >= $2 AND quarter_at < $3 AND ($4 = '' OR team_id = $4) AND ($5 = '' OR phone_number_id = $5)
		GROUP BY quarter_at, cause ORDER BY quarter_at, cause`)
	expireQuartersSQL = db.SQL(`DELETE FROM waiting_quarters WHERE (workspace_id, quarter_at, team_id, phone_number_id, cause) IN
		(SELECT workspace_id, quarter_at, team_id, phone_number_id, cause FROM waiting_quarters WHERE quarter_at < $1 ORDER BY quarter_at LIMIT $2)`).
		By("waiting_quarters_age").ByOnPostgres("waiting_quarters_age").AcrossWorkspaces("retention")
)

func addQuarter(tx *db.Tx, b bucket, s sum) {
	tx.Write(addQuarterSQL, b.workspaceID, b.at, b.teamID, b.phoneNumberID, string(b.cause), s.ms, s.waits)
}

// readQuarters calls add with every quarter of an hour of a period, in order.
func readQuarters(tx *db.Tx, workspaceID string, q crm.WaitingQuery, from, to time.Time, add func(at time.Time, cause crm.WaitCause, ms, waits int64)) error {
	return tx.Each(quartersSQL, func(r db.Row) error {
		var at, ms, waits int64
		var cause string
		err := r.Scan(&at, &cause, &ms, &waits)
		if err == nil {
			add(db.At(at), crm.WaitCause(cause), ms, waits)
		}
		return err
	}, workspaceID, db.Ms(from), db.Ms(to), q.TeamID, q.PhoneNumberID)
}

// expireQuarters forgets up to limit figures from before a time, and returns how many
// these were.
func expireQuarters(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireQuartersSQL, db.Ms(before), limit)
}
