package store

import "time"

var (
	insertIdempotency = stmt(`INSERT INTO idempotency_keys (workspace_id, key, request_hash, result, created_at)
		VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`)
	selectIdempotency = stmt(`SELECT request_hash, result FROM idempotency_keys WHERE workspace_id = $1 AND key = $2 AND created_at > $3`)
	removeIdempotency = stmt(`DELETE FROM idempotency_keys WHERE workspace_id = $1 AND key = $2 AND created_at <= $3`)
	expireIdempotency = stmt(`DELETE FROM idempotency_keys WHERE created_at <= $1`)
)

// IdempotencyLife is how long the answer to an Idempotency-Key is kept.
const IdempotencyLife = 24 * time.Hour

// IdempotentResult returns the sealed result that was stored under a key.
func (tx *Tx) IdempotentResult(workspaceID, key string) (requestHash string, result []byte, found bool, err error) {
	found, err = tx.one(selectIdempotency, []any{&requestHash, &result}, workspaceID, key, ms(tx.Now().Add(-IdempotencyLife)))
	return requestHash, result, found, err
}

// SaveIdempotentResult stores the sealed result of a request under its key, in
// the transaction of its effect. It reports false when another node stored one
// first: then nothing of this update may be kept.
func (tx *Tx) SaveIdempotentResult(workspaceID, key, requestHash string, result []byte) (bool, error) {
	tx.write(removeIdempotency, workspaceID, key, ms(tx.Now().Add(-IdempotencyLife)))
	n, err := tx.exec(insertIdempotency, workspaceID, key, requestHash, result, ms(tx.Now()))
	return n == 1, err
}

// ExpireIdempotentResults forgets the keys whose life is over.
func (tx *Tx) ExpireIdempotentResults() {
	tx.write(expireIdempotency, ms(tx.Now().Add(-IdempotencyLife)))
}
