package people

import (
	"encoding/base64"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const passkeyColumns = `id, user_id, credential, name, backed_up, created_at, last_used_at, suspect_at, record, changed_until`

var (
	selectUserByHandleSQL = db.SQL(`SELECT ` + userColumns + ` FROM users u WHERE u.handle = $1`).By("users_handle")

	insertPasskeySQL = db.SQL(`INSERT INTO passkeys (user_id, id, credential, site, name, record, backed_up, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`)
	// A person has at most crm.MaxPasskeys.
	selectPasskeysSQL = db.SQL(`SELECT ` + passkeyColumns + ` FROM passkeys WHERE user_id = $1 ORDER BY id`)
	deletePasskeySQL  = db.SQL(`DELETE FROM passkeys WHERE user_id = $1 AND id = $2`)
	// Whoever used the passkey meanwhile wrote another record.
	// A person has few passkeys: see crm.
	deletePasskeysSQL = db.SQL(`DELETE FROM passkeys WHERE user_id = $1`)
	usePasskeySQL     = db.SQL(`UPDATE passkeys SET record = $4, backed_up = $5, last_used_at = $6, changed = NULL, changed_until = 0 WHERE user_id = $1 AND id = $2 AND record = $3`)
	suspectPasskeySQL = db.SQL(`UPDATE passkeys SET suspect_at = $3 WHERE user_id = $1 AND id = $2`)
	changePasskeySQL  = db.SQL(`UPDATE passkeys SET changed = $3, changed_until = $4 WHERE user_id = $1 AND id = $2`)
	adoptPasskeysSQL  = db.SQL(`UPDATE passkeys SET record = changed, changed = NULL, changed_until = 0 WHERE user_id = $1 AND changed_until > $2`)
	selectSiteSQL     = db.SQL(`SELECT site FROM passkeys WHERE site <> $1 ORDER BY site LIMIT 1`)

	insertCeremonySQL = db.SQL(`INSERT INTO ceremonies (id, purpose, user_id, record, expires_at) VALUES ($1, $2, $3, $4, $5)`)
	selectCeremonySQL = db.SQL(`SELECT record FROM ceremonies WHERE id = $1 AND purpose = $2 AND user_id = $3 AND expires_at > $4`)
	deleteCeremonySQL = db.SQL(`DELETE FROM ceremonies WHERE id = $1`)
	sweepCeremonySQL  = db.SQL(`DELETE FROM ceremonies WHERE id IN (SELECT id FROM ceremonies WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`).By("ceremonies_age")
)

// passkeyRow is how a passkey is stored; record is sealed.
type passkeyRow struct {
	crm.Passkey
	credential   string // its name on the device
	record       []byte
	changedUntil *time.Time
}

// credentialText is how the device's name of a passkey is stored.
func credentialText(id []byte) string { return base64.RawURLEncoding.EncodeToString(id) }

// userByHandle returns the person whom authenticators know by this handle, or
// found false.
func userByHandle(tx *db.Tx, handle string) (crm.User, bool, error) {
	return readUser(tx, selectUserByHandleSQL, handle)
}

// insertPasskey stores a passkey. It reports false for a credential that somebody
// has already.
func insertPasskey(tx *db.Tx, p passkeyRow, site string) (bool, error) {
	n, err := tx.Exec(insertPasskeySQL, p.UserID, p.ID, p.credential, site, p.Name, p.record, backedUp(p.BackedUp), db.Ms(p.CreatedAt))
	return n == 1, err
}

func backedUp(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// passkeysOf returns a person's passkeys, oldest first.
func passkeysOf(tx *db.Tx, userID string) (out []passkeyRow, err error) {
	err = tx.Each(selectPasskeysSQL, func(r db.Row) error {
		var p passkeyRow
		var backed, created, used, suspect, until int64
		err := r.Scan(&p.ID, &p.UserID, &p.credential, &p.Name, &backed, &created, &used, &suspect, &p.record, &until)
		p.BackedUp, p.CreatedAt, p.LastUsedAt, p.SuspectAt, p.changedUntil = backed != 0, db.At(created), db.AtOf(used), db.AtOf(suspect), db.AtOf(until)
		out = append(out, p)
		return err
	}, userID)
	return out, err
}

// deletePasskey reports whether the person had it.
func deletePasskey(tx *db.Tx, userID, id string) (bool, error) {
	n, err := tx.Exec(deletePasskeySQL, userID, id)
	return n == 1, err
}

// usePasskey stores what a passkey is after it was used. It reports false where
// another request used it meanwhile.
func usePasskey(tx *db.Tx, p passkeyRow, record []byte, backed bool) (bool, error) {
	n, err := tx.Exec(usePasskeySQL, p.UserID, p.ID, p.record, record, backedUp(backed), db.Ms(tx.Now()))
	return n == 1, err
}

// suspectPasskey notes that somebody may have copied a passkey.
func suspectPasskey(tx *db.Tx, p passkeyRow) {
	tx.Write(suspectPasskeySQL, p.UserID, p.ID, db.Ms(tx.Now()))
}

// changePasskey keeps what a passkey became until the person confirms who they are.
func changePasskey(tx *db.Tx, p passkeyRow, record []byte) {
	tx.Write(changePasskeySQL, p.UserID, p.ID, record, db.Ms(tx.Now().Add(crm.PasskeyChangeLife)))
}

// adoptPasskeys lets count what a person's passkeys became lately.
func adoptPasskeys(tx *db.Tx, userID string) { tx.Write(adoptPasskeysSQL, userID, db.Ms(tx.Now())) }

// ceremony is what a browser was asked for; record is sealed.
type ceremony struct {
	id, purpose, userID string
	record              []byte
	expires             time.Time
}

func insertCeremony(tx *db.Tx, c ceremony) {
	tx.Write(insertCeremonySQL, c.id, c.purpose, c.userID, c.record, db.Ms(c.expires))
}

// ceremonyOf returns the record of a ceremony that is still good for a purpose and
// person, or found false.
func ceremonyOf(tx *db.Tx, id, purpose, userID string) (record []byte, found bool, err error) {
	found, err = tx.One(selectCeremonySQL, []any{&record}, id, purpose, userID, db.Ms(tx.Now()))
	return record, found, err
}

// endCeremony uses a ceremony up, or returns an error where that was done before.
func endCeremony(tx *db.Tx, id string) error {
	n, err := tx.Exec(deleteCeremonySQL, id)
	if err == nil && n == 0 {
		err = errCeremony()
	}
	return err
}

// siteBut returns a site that some passkey is bound to and that is not this one, or
// "".
func siteBut(tx *db.Tx, but string) (site string, err error) {
	_, err = tx.One(selectSiteSQL, []any{&site}, but)
	return site, err
}

// dropFactors removes every second factor and passkey of a person.
func dropFactors(tx *db.Tx, userID string) {
	tx.Write(deleteTOTPSQL, userID)
	tx.Write(deleteRecoveryCodesSQL, userID)
	tx.Write(deletePasskeysSQL, userID)
}
