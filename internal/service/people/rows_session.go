package people

import (
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const sessionColumns = `id, user_id, factors, created_at, signed_in_at, seen_at, ends_at, ip, user_agent`

var (
	insertSessionSQL = db.SQL(`INSERT INTO sessions (hash, ` + sessionColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)
	selectSessionSQL = db.SQL(`SELECT ` + sessionColumns + ` FROM sessions WHERE hash = $1`)
	// A person has few sessions: openSession ends those that are too many.
	selectSessionsSQL   = db.SQL(`SELECT ` + sessionColumns + ` FROM sessions WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`).By("sessions_user")
	touchSessionSQL     = db.SQL(`UPDATE sessions SET seen_at = $2 WHERE hash = $1 AND seen_at < $2`)
	keepSessionSQL      = db.SQL(`UPDATE sessions SET seen_at = $3 WHERE user_id = $1 AND id = $2`).By("sessions_user")
	deleteSessionSQL    = db.SQL(`DELETE FROM sessions WHERE user_id = $1 AND id = $2`).By("sessions_user")
	deleteOtherSessions = db.SQL(`DELETE FROM sessions WHERE user_id = $1 AND id <> $2`).By("sessions_user")
	deleteOldSessions   = db.SQL(`DELETE FROM sessions WHERE user_id = $1 AND id IN (SELECT id FROM sessions WHERE user_id = $1 ORDER BY id DESC LIMIT 1000 OFFSET $2)`).By("sessions_user")
	endSessionsSQL      = db.SQL(`DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions WHERE ends_at < $1 ORDER BY ends_at LIMIT $2)`).By("sessions_age")
)

func insertSession(tx *db.Tx, s crm.Session, hash string) {
	tx.Write(insertSessionSQL, hash, s.ID, s.UserID, strings.Join(s.Factors, " "), db.Ms(s.CreatedAt), db.Ms(s.SignedInAt), db.Ms(s.SeenAt), db.Ms(s.EndsAt), s.IP, s.UserAgent)
}

// sessionByHash returns a session by the hash of its secret, or found false.
func sessionByHash(tx *db.Tx, hash string) (s crm.Session, found bool, err error) {
	err = tx.Each(selectSessionSQL, func(r db.Row) (err error) { found = true; s, err = scanSession(r); return err }, hash)
	return s, found, err
}

// sessionsOf returns a page of a person's sessions, oldest first.
func sessionsOf(tx *db.Tx, userID string, p crm.Page) (crm.List[crm.Session], error) {
	var out []crm.Session
	err := tx.Each(selectSessionsSQL, func(r db.Row) error {
		s, err := scanSession(r)
		out = append(out, s)
		return err
	}, userID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(s crm.Session) string { return s.ID }), err
}

func scanSession(r db.Row) (s crm.Session, err error) {
	var factors string
	var created, signedIn, seen, ends int64
	err = r.Scan(&s.ID, &s.UserID, &factors, &created, &signedIn, &seen, &ends, &s.IP, &s.UserAgent)
	s.Factors, s.CreatedAt, s.SignedInAt, s.SeenAt, s.EndsAt = strings.Fields(factors), db.At(created), db.At(signedIn), db.At(seen), db.At(ends)
	return s, err
}

func touchSession(tx *db.Tx, hash string, at time.Time) { tx.Write(touchSessionSQL, hash, db.Ms(at)) }

func keepSession(tx *db.Tx, userID, id string, until time.Time) {
	tx.Write(keepSessionSQL, userID, id, db.Ms(until))
}

func deleteSession(tx *db.Tx, userID, id string) { tx.Write(deleteSessionSQL, userID, id) }

// endOtherSessions ends a person's sessions but one; "" for every one.
func endOtherSessions(tx *db.Tx, userID, but string) { tx.Write(deleteOtherSessions, userID, but) }

var selectSessionByIDSQL = db.SQL(`SELECT ` + sessionColumns + ` FROM sessions WHERE user_id = $1 AND id = $2`).By("sessions_user")

// sessionByID returns a person's session, or found false.
func sessionByID(tx *db.Tx, userID, id string) (s crm.Session, found bool, err error) {
	err = tx.Each(selectSessionByIDSQL, func(r db.Row) (err error) { found = true; s, err = scanSession(r); return err }, userID, id)
	return s, found, err
}

var selectAccessChangesSQL = db.SQL(`SELECT number FROM access_changes WHERE id = 1`)

// accessChanges counts what was taken from or given to whoever may ask.
func accessChanges(tx *db.Tx) (number int64, err error) {
	_, err = tx.One(selectAccessChangesSQL, []any{&number})
	return number, err
}
