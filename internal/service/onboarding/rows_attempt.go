package onboarding

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// maxAttempts bounds how many attempts about one number are looked at: far more than
// happen in keptAttempts.
const maxAttempts = 1000

var (
	insertAttemptSQL = db.SQL(`INSERT INTO number_attempts (workspace_id, subject, id, kind, detail, at, outcome, code, subcode, until, made_by, request)
		VALUES ($1, $2, $3, $4, $5, $6, '', 0, 0, 0, $7, $8)`)
	settleAttemptSQL = db.SQL(`UPDATE number_attempts SET outcome = $4, code = $5, subcode = $6, until = $7 WHERE workspace_id = $1 AND subject = $2 AND id = $3`)
	attemptsSQL      = db.SQL(`SELECT id, kind, detail, at, outcome, code, subcode, until, made_by, request FROM number_attempts
		WHERE workspace_id = $1 AND subject = $2 ORDER BY id DESC LIMIT $3`)
	oldAttemptsSQL = db.SQL(`DELETE FROM number_attempts WHERE workspace_id = $1 AND subject = $2 AND at < $3`)

	saveSetupSQL = db.SQL(`INSERT INTO number_setups (workspace_id, phone_number_id, facts, checked_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace_id, phone_number_id) DO UPDATE SET facts = excluded.facts, checked_at = excluded.checked_at
		WHERE number_setups.checked_at <= excluded.checked_at`)
	setupSQL = db.SQL(`SELECT facts, checked_at FROM number_setups WHERE workspace_id = $1 AND phone_number_id = $2`)
)

func insertAttempt(tx *db.Tx, a attempt) {
	tx.Write(oldAttemptsSQL, a.WorkspaceID, a.Subject, db.Ms(a.At.Add(-keptAttempts)))
	tx.Write(insertAttemptSQL, a.WorkspaceID, a.Subject, a.ID, string(a.Kind), a.Detail, db.Ms(a.At), a.By.String(), a.Request)
}

func saveOutcome(tx *db.Tx, a attempt) {
	tx.Write(settleAttemptSQL, a.WorkspaceID, a.Subject, a.ID, string(a.Outcome), a.Code, a.Subcode, db.Ms(a.Until))
}

// attemptsOf returns what was asked about a number, the latest first.
func attemptsOf(tx *db.Tx, workspaceID, subject string) (out history, err error) {
	err = tx.Each(attemptsSQL, func(r db.Row) error {
		a := attempt{WorkspaceID: workspaceID, Subject: subject}
		var kind, end, by string
		var at, until int64
		err := r.Scan(&a.ID, &kind, &a.Detail, &at, &end, &a.Code, &a.Subcode, &until, &by, &a.Request)
		if err == nil {
			a.By, err = crm.ParseDoneBy(by)
		}
		a.Kind, a.Outcome, a.At, a.Until = attemptKind(kind), outcome(end), db.At(at), db.At(until)
		out = append(out, a)
		return err
	}, workspaceID, subject, maxAttempts)
	return out, err
}

func saveFacts(tx *db.Tx, workspaceID, numberID string, f crm.NumberFacts, at time.Time) {
	tx.Write(saveSetupSQL, workspaceID, numberID, db.Text(f), db.Ms(at))
}

// factsOf returns what the provider last told of a number, and when.
func factsOf(tx *db.Tx, workspaceID, numberID string) (f crm.NumberFacts, at *time.Time, err error) {
	var text string
	var checked int64
	found, err := tx.One(setupSQL, []any{&text, &checked}, workspaceID, numberID)
	if err == nil && found {
		err = json.Unmarshal([]byte(text), &f)
	}
	return f, db.AtOf(checked), err
}
