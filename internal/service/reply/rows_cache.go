package reply

import (
	"time"

	"service.example/crm/internal/db"
)

var (
	putCachedSQL = db.SQL(`INSERT INTO ai_cache (workspace_id, key, assistant_id, answer, tokens, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (workspace_id, key) DO UPDATE SET answer = excluded.answer, tokens = excluded.tokens, created_at = excluded.created_at, expires_at = excluded.expires_at`)
)

var (
	selectCachedSQL = db.SQL(`SELECT answer, tokens, created_at, expires_at FROM ai_cache WHERE workspace_id = $1 AND key = $2 AND expires_at > $3`)
)

var (
	clearCachedSQL = db.SQL(`DELETE FROM ai_cache WHERE workspace_id = $1 AND key IN (SELECT key FROM ai_cache WHERE workspace_id = $1 LIMIT $2)`)
)

var (
	countCachedSQL = db.SQL(`SELECT count(*) FROM ai_cache WHERE workspace_id = $1 AND expires_at > $2`)
)

var (
	expireCachedSQL = db.SQL(`DELETE FROM ai_cache WHERE (workspace_id, key) IN (SELECT workspace_id, key FROM ai_cache WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`).By("ai_cache_age").
		AcrossWorkspaces("retention")
)

// cachedAnswer is a remembered answer, sealed.
type cachedAnswer struct {
	Key, AssistantID     string
	Sealed               []byte
	Tokens               int // that it cost, and saves
	CreatedAt, ExpiresAt time.Time
}

// readCachedAnswer returns a remembered answer that has not expired.
func readCachedAnswer(tx *db.Tx, workspaceID, key string) (a cachedAnswer, found bool, err error) {
	var created, expires int64
	found, err = tx.One(selectCachedSQL, []any{&a.Sealed, &a.Tokens, &created, &expires}, workspaceID, key, db.Ms(tx.Now()))
	a.Key, a.CreatedAt, a.ExpiresAt = key, db.At(created), db.At(expires)
	return a, found, err
}

// putCachedAnswer remembers an answer, instead of an older one.
func putCachedAnswer(tx *db.Tx, workspaceID string, a cachedAnswer) {
	tx.Write(putCachedSQL, workspaceID, a.Key, a.AssistantID, a.Sealed, a.Tokens, db.Ms(a.CreatedAt), db.Ms(a.ExpiresAt))
}

// clearCachedAnswers removes up to limit answers of the workspace.
func clearCachedAnswers(tx *db.Tx, workspaceID string, limit int) (n int64, err error) {
	return tx.Exec(clearCachedSQL, workspaceID, limit)
}

// countCachedAnswers counts the workspace's remembered answers.
func countCachedAnswers(tx *db.Tx, workspaceID string) (n int, err error) {
	_, err = tx.One(countCachedSQL, []any{&n}, workspaceID, db.Ms(tx.Now()))
	return n, err
}

// expireCachedAnswers removes up to limit answers that have served their time.
func expireCachedAnswers(tx *db.Tx, limit int) (int64, error) {
	return tx.Exec(expireCachedSQL, db.Ms(tx.Now()), limit)
}
