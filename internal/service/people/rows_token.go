package people

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// What a token that was mailed is for.
const (
	forInvitation = "invitation"
	forReset      = "reset"
)

// userToken is what is known of a token: its hash, never itself.
type userToken struct {
	purpose, userID, workspaceID string
	expiresAt                    time.Time
}

var (
	insertTokenSQL  = db.SQL(`INSERT INTO user_tokens (hash, purpose, user_id, workspace_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`)
	selectTokenSQL  = db.SQL(`SELECT purpose, user_id, workspace_id, expires_at, used_at FROM user_tokens WHERE hash = $1`).AcrossWorkspaces("a token leads to its person").Unlimited("one token")
	useTokenSQL     = db.SQL(`UPDATE user_tokens SET used_at = $2 WHERE hash = $1 AND used_at = 0 AND expires_at > $2`).AcrossWorkspaces("a token leads to its person").Unlimited("one token")
	deleteTokensSQL = db.SQL(`DELETE FROM user_tokens WHERE user_id = $1 AND purpose = $2 AND workspace_id = $3`).By("user_tokens_user")
	sweepTokensSQL  = db.SQL(`DELETE FROM user_tokens WHERE hash IN (SELECT hash FROM user_tokens WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`).By("user_tokens_age").AcrossWorkspaces("retention")
	selectEndSQL    = db.SQL(`SELECT COALESCE(max(expires_at), 0) FROM user_tokens WHERE user_id = $1 AND purpose = $2 AND workspace_id = $3 AND used_at = 0`).By("user_tokens_user")
)

// newToken makes a token for a person, which ends those before it. It returns the
// token itself, which nobody here remembers.
func newToken(tx *db.Tx, purpose, userID, workspaceID string, life time.Duration) (secret string) {
	dropTokens(tx, purpose, userID, workspaceID)
	secret, hash := newSecret()
	tx.Write(insertTokenSQL, hash, purpose, userID, workspaceID, db.Ms(tx.Now()), db.Ms(tx.Now().Add(life)))
	return secret
}

// dropTokens ends what was mailed to a person for a purpose.
func dropTokens(tx *db.Tx, purpose, userID, workspaceID string) {
	tx.Write(deleteTokensSQL, userID, purpose, workspaceID)
}

// token returns a token that may be used, or the fault of one that may not.
func token(tx *db.Tx, purpose, secret string) (t userToken, err error) {
	var expires, used int64
	found, err := tx.One(selectTokenSQL, []any{&t.purpose, &t.userID, &t.workspaceID, &expires, &used}, hashSecret(secret))
	t.expiresAt = db.At(expires)
	if err == nil && (!found || used != 0 || t.purpose != purpose || !tx.Now().Before(t.expiresAt)) {
		err = tokenFault()
	}
	return t, err
}

// useToken uses a token up. Of two requests at once, one gets the fault.
func useToken(tx *db.Tx, secret string) error {
	n, err := tx.Exec(useTokenSQL, hashSecret(secret), db.Ms(tx.Now()))
	if err == nil && n == 0 {
		err = tokenFault()
	}
	return err
}

func tokenFault() error {
	var f crm.Faults
	f.Add("/token", crm.CodeTokenEnded, "This link was used before, has expired, or was replaced by a newer one. Ask for a new one.")
	return f.Err()
}

// invitationEnds is until when a person can accept an invitation; nil for never.
func invitationEnds(tx *db.Tx, workspaceID, userID string) (*time.Time, error) {
	var at int64
	_, err := tx.One(selectEndSQL, []any{&at}, userID, forInvitation, workspaceID)
	return db.AtOf(at), err
}
