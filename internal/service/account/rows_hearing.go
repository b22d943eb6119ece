package account

import (
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
)

var (
	selectHeardSQL = db.SQL(`SELECT p.late_at, coalesce((SELECT j.id FROM jobs j WHERE j.kind = $3 AND j.key = p.provider_id ORDER BY j.id LIMIT 1), 0)
		FROM phone_numbers p WHERE p.workspace_id = $1 AND p.id = $2`)
	noteLateSQL = db.SQL(`UPDATE phone_numbers SET late_at = $3 WHERE workspace_id = $1 AND id = $2 AND late_at + 500 < $3`)
)

// NoteLate records that the provider posted something about the number at the
// time which it should have posted long before. It is exact to half a second.
func NoteLate(tx *db.Tx, workspaceID, phoneNumberID string, received time.Time) {
	tx.Write(noteLateSQL, workspaceID, phoneNumberID, db.Ms(received))
}

// Heard returns when the provider last posted something late about the number,
// and since when the oldest webhook waits that has not been applied to it; zero
// when there is none. kind is that of the jobs that apply them.
func Heard(tx *db.Tx, kind jobs.JobKind, workspaceID, phoneNumberID string) (late, waits time.Time, err error) {
	var lateAt, oldest int64
	if _, err = tx.One(selectHeardSQL, []any{&lateAt, &oldest}, workspaceID, phoneNumberID, string(kind)); err != nil {
		return late, waits, err
	}
	if oldest > 0 {
		waits = db.NumberTime(oldest)
	}
	return db.At(lateAt), waits, nil
}
