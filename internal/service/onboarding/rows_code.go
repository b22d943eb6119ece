package onboarding

import (
	"context"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

var (
	beginCodeSQL = db.SQL(`INSERT INTO signup_codes (workspace_id, hash, asked_at, outcome, token) VALUES ($1, $2, $3, '', $4) ON CONFLICT DO NOTHING`)
	codeSQL      = db.SQL(`SELECT asked_at, outcome, token FROM signup_codes WHERE workspace_id = $1 AND hash = $2`)
	endCodeSQL   = db.SQL(`UPDATE signup_codes SET outcome = $3, token = $4 WHERE workspace_id = $1 AND hash = $2`)
	dropCodeSQL  = db.SQL(`DELETE FROM signup_codes WHERE workspace_id = $1 AND hash = $2`)

	expireCodesSQL = db.SQL(`DELETE FROM signup_codes WHERE (workspace_id, hash) IN (SELECT workspace_id, hash FROM signup_codes WHERE asked_at < $1 ORDER BY asked_at LIMIT $2)`).
			By("signup_codes_age").ByOnPostgres("signup_codes_age").AcrossWorkspaces("retention")
)

// code is one of the provider's signup that was, or is being, exchanged for a token.
type code struct {
	WorkspaceID, Hash string
	At                time.Time
	Outcome           outcome
	Token             []byte // sealed
}

// beginCode notes that a code goes to the provider; false if it did so before, and then
// the code is as it was left.
func beginCode(tx *db.Tx, c *code) (fresh bool, err error) {
	n, err := tx.Exec(beginCodeSQL, c.WorkspaceID, c.Hash, db.Ms(c.At), []byte{})
	if err != nil || n == 1 {
		return n == 1, err
	}
	var at int64
	var end string
	_, err = tx.One(codeSQL, []any{&at, &end, &c.Token}, c.WorkspaceID, c.Hash)
	c.At, c.Outcome = db.At(at), outcome(end)
	return false, err
}

// endCode notes what became of a code. Its token is nil once it is of no use.
func endCode(tx *db.Tx, c code) {
	tx.Write(endCodeSQL, c.WorkspaceID, c.Hash, string(c.Outcome), append([]byte{}, c.Token...))
}

// dropCode is for a code that certainly did not come to the provider.
func dropCode(tx *db.Tx, c code) { tx.Write(dropCodeSQL, c.WorkspaceID, c.Hash) }

// Sweep forgets codes that the provider does not take any more.
func (s *Onboarding) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		return tx.Exec(expireCodesSQL, db.Ms(tx.Now().Add(-keptCodes)), limit)
	})
}
