package people

import (
	"time"

	"service.example/crm/internal/db"
)

var (
	countFailureSQL = db.SQL(`INSERT INTO sign_in_failures AS f (subject, failures, until) VALUES ($1, 1, $3)
		ON CONFLICT (subject) DO UPDATE SET failures = CASE WHEN f.until <= $2 THEN 1 ELSE f.failures + 1 END,
			until = CASE WHEN f.until <= $2 THEN excluded.until ELSE f.until END
		RETURNING failures, until`)
	forgiveFailureSQL = db.SQL(`UPDATE sign_in_failures SET failures = failures - 1 WHERE subject = $1 AND failures > 0`)
	deleteFailuresSQL = db.SQL(`DELETE FROM sign_in_failures WHERE subject = $1`)
	sweepFailuresSQL  = db.SQL(`DELETE FROM sign_in_failures WHERE subject IN (SELECT subject FROM sign_in_failures WHERE until < $1 ORDER BY until LIMIT $2)`).By("sign_in_failures_age")
)

// countFailure counts an attempt to sign in before its outcome is known, so that
// many at once are counted too. It returns how many there were until the time.
func countFailure(tx *db.Tx, subject string, life time.Duration) (failures int, until time.Time, err error) {
	now := tx.Now()
	var end int64
	err = tx.Each(countFailureSQL, func(r db.Row) error { return r.Scan(&failures, &end) }, subject, db.Ms(now), db.Ms(now.Add(life)))
	return failures, db.At(end), err
}

// forgiveFailure takes one attempt back that was none.
func forgiveFailure(tx *db.Tx, subject string) { tx.Write(forgiveFailureSQL, subject) }

// forgetFailures begins anew for a subject.
func forgetFailures(tx *db.Tx, subject string) { tx.Write(deleteFailuresSQL, subject) }

// sweepPeople forgets sessions, counts and ceremonies whose time is over.
func sweepPeople(tx *db.Tx, limit int) (int64, error) {
	sessions, err := tx.Exec(endSessionsSQL, db.Ms(tx.Now()), limit)
	if err != nil {
		return 0, err
	}
	failures, err := tx.Exec(sweepFailuresSQL, db.Ms(tx.Now()), limit)
	if err != nil {
		return 0, err
	}
	ceremonies, err := tx.Exec(sweepCeremonySQL, db.Ms(tx.Now()), limit)
	if err != nil {
		return 0, err
	}
	tokens, err := tx.Exec(sweepTokensSQL, db.Ms(tx.Now()), limit)
	return max(sessions, failures, ceremonies, tokens), err
}
