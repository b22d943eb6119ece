package store

import (
	"time"

	"service.example/crm/internal/db"
)

var (
	insertIdempotency = db.SQL(`INSERT INTO idempotency_keys (workspace_id, key, request_hash, result, created_at)
		VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`)
	selectIdempotency = db.SQL(`SELECT request_hash, result FROM idempotency_keys WHERE workspace_id = $1 AND key = $2 AND created_at > $3`)
	removeIdempotency = db.SQL(`DELETE FROM idempotency_keys WHERE workspace_id = $1 AND key = $2 AND created_at <= $3`)
	expireIdempotency = db.SQL(`DELETE FROM idempotency_keys WHERE created_at <= $1`)
)

// IdempotencyLife is how long the answer to an Idempotency-Key is kept.
const IdempotencyLife = 24 * time.Hour

// IdempotentResult returns the sealed result that was stored under a key.
func (tx *Tx) IdempotentResult(workspaceID, key string) (requestHash string, result []byte, found bool, err error) {
	found, err = tx.One(selectIdempotency, []any{&requestHash, &result}, workspaceID, key, db.Ms(tx.Now().Add(-IdempotencyLife)))
	return requestHash, result, found, err
}

// SaveIdempotentResult stores the sealed result of a request under its key, in
// the transaction of its effect. It reports false when another node stored one
// first: then nothing of this update may be kept.
func (tx *Tx) SaveIdempotentResult(workspaceID, key, requestHash string, result []byte) (bool, error) {
	tx.Write(removeIdempotency, workspaceID, key, db.Ms(tx.Now().Add(-IdempotencyLife)))
	n, err := tx.Exec(insertIdempotency, workspaceID, key, requestHash, result, db.Ms(tx.Now()))
	return n == 1, err
}

// ExpireIdempotentResults forgets the keys whose life is over.
func (tx *Tx) ExpireIdempotentResults() {
	tx.Write(expireIdempotency, db.Ms(tx.Now().Add(-IdempotencyLife)))
}
