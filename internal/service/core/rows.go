package core

import (
	"time"

	"service.example/crm/internal/db"
)

var (
	insertIdempotencySQL = db.SQL(`INSERT INTO idempotency_keys (workspace_id, key, request_hash, result, created_at)
		VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`)
	selectIdempotencySQL = db.SQL(`SELECT request_hash, result FROM idempotency_keys WHERE workspace_id = $1 AND key = $2 AND created_at > $3`)
	removeIdempotencySQL = db.SQL(`DELETE FROM idempotency_keys WHERE workspace_id = $1 AND key = $2 AND created_at <= $3`)
	expireIdempotencySQL = db.SQL(`DELETE FROM idempotency_keys WHERE (workspace_id, key) IN
		(SELECT workspace_id, key FROM idempotency_keys WHERE created_at <= $1 ORDER BY created_at LIMIT $2)`).By("idempotency_keys_age").ByOnPostgres("idempotency_keys_age").
		AcrossWorkspaces("retention")
)

// idempotencyLife is how long the answer to an Idempotency-Key is kept.
const idempotencyLife = 24 * time.Hour

// idempotentResult returns the sealed result that was stored under a key.
func idempotentResult(tx *db.Tx, workspaceID, key string) (requestHash string, result []byte, found bool, err error) {
	found, err = tx.One(selectIdempotencySQL, []any{&requestHash, &result}, workspaceID, key, db.Ms(tx.Now().Add(-idempotencyLife)))
	return requestHash, result, found, err
}

// SaveIdempotentResult stores the sealed result of a request under its key, in
// the transaction of its effect. It reports false when another node stored one
// first: then nothing of this update may be kept.
func SaveIdempotentResult(tx *db.Tx, workspaceID, key, requestHash string, result []byte) (bool, error) {
	tx.Write(removeIdempotencySQL, workspaceID, key, db.Ms(tx.Now().Add(-idempotencyLife)))
	n, err := tx.Exec(insertIdempotencySQL, workspaceID, key, requestHash, result, db.Ms(tx.Now()))
	return n == 1, err
}

// expireIdempotentResults forgets up to limit keys whose life is over and returns
// how many.
func expireIdempotentResults(tx *db.Tx, limit int) (int64, error) {
	return tx.Exec(expireIdempotencySQL, db.Ms(tx.Now().Add(-idempotencyLife)), limit)
}
