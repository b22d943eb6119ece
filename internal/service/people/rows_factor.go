package people

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	selectTOTPSQL  = db.SQL(`SELECT secret, last_step, confirmed_at FROM user_totp WHERE user_id = $1 FOR UPDATE`)
	viewTOTPSQL    = db.SQL(`SELECT secret, last_step, confirmed_at FROM user_totp WHERE user_id = $1`)
	insertTOTPSQL  = db.SQL(`INSERT INTO user_totp (user_id, secret, created_at) VALUES ($1, $2, $3)`)
	replaceTOTPSQL = db.SQL(`UPDATE user_totp SET secret = $2, created_at = $3, last_step = 0 WHERE user_id = $1 AND confirmed_at = 0`)
	confirmTOTPSQL = db.SQL(`UPDATE user_totp SET confirmed_at = $3, last_step = $2 WHERE user_id = $1 AND confirmed_at = 0`)
	// Whoever comes second with a code of the same step changes no row.
	moveTOTPSQL   = db.SQL(`UPDATE user_totp SET last_step = $2 WHERE user_id = $1 AND last_step < $2 AND confirmed_at > 0`)
	deleteTOTPSQL = db.SQL(`DELETE FROM user_totp WHERE user_id = $1`)

	insertRecoveryCodeSQL  = db.SQL(`INSERT INTO recovery_codes (user_id, hash, created_at) VALUES ($1, $2, $3)`)
	useRecoveryCodeSQL     = db.SQL(`UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND hash = $2 AND used_at = 0`)
	countRecoveryCodesSQL  = db.SQL(`SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND used_at = 0`)
	deleteRecoveryCodesSQL = db.SQL(`DELETE FROM recovery_codes WHERE user_id = $1`)

	addFactorsSQL = db.SQL(`UPDATE sessions SET factors = $3 WHERE user_id = $1 AND id = $2`).By("sessions_user")
)

// totpRow is how a person's authenticator app is stored.
type totpRow struct {
	secret    []byte // sealed
	lastStep  int64
	confirmed *time.Time
}

// lockTOTP returns a person's app for a change, or found false.
func lockTOTP(tx *db.Tx, userID string) (totpRow, bool, error) {
	return readTOTP(tx, selectTOTPSQL, userID)
}

// viewTOTP is lockTOTP for reading.
func viewTOTP(tx *db.Tx, userID string) (totpRow, bool, error) {
	return readTOTP(tx, viewTOTPSQL, userID)
}

func readTOTP(tx *db.Tx, which *db.Stmt, userID string) (r totpRow, found bool, err error) {
	var confirmed int64
	found, err = tx.One(which, []any{&r.secret, &r.lastStep, &confirmed}, userID)
	r.confirmed = db.AtOf(confirmed)
	return r, found, err
}

// beginTOTP stores the secret of an app that is not confirmed yet, in the place of
// an earlier one that never was.
func beginTOTP(tx *db.Tx, userID string, sealed []byte, replace bool) {
	which := insertTOTPSQL
	if replace {
		which = replaceTOTPSQL
	}
	tx.Write(which, userID, sealed, db.Ms(tx.Now()))
}

// confirmTOTP lets codes of an app count, those after the step. It reports false
// where another request was first.
func confirmTOTP(tx *db.Tx, userID string, step int64) (bool, error) {
	n, err := tx.Exec(confirmTOTPSQL, userID, step, db.Ms(tx.Now()))
	return n == 1, err
}

// moveTOTP uses a step up. It reports false where that was done before.
func moveTOTP(tx *db.Tx, userID string, step int64) (bool, error) {
	n, err := tx.Exec(moveTOTPSQL, userID, step)
	return n == 1, err
}

// deleteTOTP forgets a person's app, and the codes that stand in for it.
func deleteTOTP(tx *db.Tx, userID string) {
	tx.Write(deleteTOTPSQL, userID)
	tx.Write(deleteRecoveryCodesSQL, userID)
}

// replaceRecoveryCodes stores a person's new codes; the old ones end.
func replaceRecoveryCodes(tx *db.Tx, userID string, codes []string) {
	tx.Write(deleteRecoveryCodesSQL, userID)
	for _, code := range codes {
		tx.Write(insertRecoveryCodeSQL, userID, crm.HashRecoveryCode(userID, code), db.Ms(tx.Now()))
	}
}

// useRecoveryCode uses a code up. It reports false for one that the person does
// not have, or has used.
func useRecoveryCode(tx *db.Tx, userID, code string) (bool, error) {
	n, err := tx.Exec(useRecoveryCodeSQL, userID, crm.HashRecoveryCode(userID, code), db.Ms(tx.Now()))
	return n == 1, err
}

// countRecoveryCodes returns how many codes a person has left.
func countRecoveryCodes(tx *db.Tx, userID string) (n int, err error) {
	_, err = tx.One(countRecoveryCodesSQL, []any{&n}, userID)
	return n, err
}
