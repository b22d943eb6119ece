package store

import (
	"strconv"
	"time"
)

// ProviderWebhook is a body that the provider posted, as it came.
type ProviderWebhook struct {
	ID         int64
	Account    string
	ReceivedAt time.Time
	Body       []byte
}

var (
	insertWebhook = mergedStmt(`INSERT INTO provider_webhooks (id, account, received_at, state, body) VALUES ($1, $2, $3, 'stored', $4)`,
		`INSERT INTO provider_webhooks (id, account, received_at, state, body)
		SELECT u.id, u.account, u.received_at, 'stored', u.body FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bytea[]) AS u (id, account, received_at, body)
		RETURNING id::text, ''`)
	selectWebhook  = stmt(`SELECT id, account, received_at, body FROM provider_webhooks WHERE id = $1`)
	webhookState   = stmt(`UPDATE provider_webhooks SET state = $2, problem = $3 WHERE id = $1`)
	expireWebhooks = stmt(`DELETE FROM provider_webhooks WHERE id IN (SELECT id FROM provider_webhooks WHERE id < $1 ORDER BY id LIMIT $2)`)
)

// InsertProviderWebhook stores a body and one job per queue to apply it.
func (tx *Tx) InsertProviderWebhook(kind JobKind, account string, body []byte, queues []string) {
	id := tx.db.jobIDs.next()
	tx.write(insertWebhook, id, account, ms(tx.Now()), body)
	for _, q := range queues {
		tx.EnqueueJob(Job{Kind: kind, Queue: q, Key: q, Payload: strconv.FormatInt(id, 10)})
	}
}

// ProviderWebhook returns a stored body; false when it is gone.
func (tx *Tx) ProviderWebhook(id int64) (w ProviderWebhook, found bool, err error) {
	var received int64
	found, err = tx.one(selectWebhook, []any{&w.ID, &w.Account, &received, &w.Body}, id)
	w.ReceivedAt = at(received)
	return w, found, err
}

// MarkProviderWebhook records what became of a body: applied needs no mark,
// quarantined says that it could not be read, partial that items were odd.
func (tx *Tx) MarkProviderWebhook(id int64, state, problem string) {
	tx.write(webhookState, id, state, problem)
}

// ExpireProviderWebhooks removes up to limit bodies received before the time.
func (tx *Tx) ExpireProviderWebhooks(before time.Time, limit int) {
	tx.write(expireWebhooks, (before.UnixMilli()-jobEpoch)<<22, limit)
}
