package store

import (
	"context"

	"service.example/crm/internal/db"
)

var (
	selectBodySize = db.SQL(`SELECT id, length(body) FROM provider_webhooks WHERE id = $1`).
			ForMany(`SELECT u.n, w.id, length(body) FROM unnest($1::bigint[]) WITH ORDINALITY AS u (id, n) JOIN provider_webhooks w ON w.id = u.id`)
	beginBody = db.SQL(`INSERT INTO ingest_begun (job_id, times) VALUES ($1, 1)
		ON CONFLICT (job_id) DO UPDATE SET times = ingest_begun.times + 1 RETURNING times`).ByOnPostgres("ingest_begun_pkey")
	renewBody = db.SQL(`UPDATE ingest_begun SET times = 1 WHERE job_id = $1 AND times > 1`).ByOnPostgres("ingest_begun_pkey")
	endBody   = db.SQL(`DELETE FROM ingest_begun WHERE job_id = $1`).ByOnPostgres("ingest_begun_pkey")
)

// ProviderWebhookSizes returns how many bytes stored bodies have; one that is
// gone is left out.
func (tx *Tx) ProviderWebhookSizes(ids []int64) (map[int64]int, error) {
	rows := make([][]any, len(ids))
	for i, id := range ids {
		rows[i] = []any{id}
	}
	out := make(map[int64]int, len(ids))
	err := tx.EachOf(selectBodySize, rows, func(_ int, r db.Row) error {
		var id int64
		var size int
		err := r.Scan(&id, &size)
		out[id] = size
		return err
	})
	return out, err
}

// BeginLargeBody notes on disk that a job begins to apply a large body, and
// returns how often it has begun without an end.
func (base *DB) BeginLargeBody(ctx context.Context, j Job) (times int, err error) {
	err = base.Update(ctx, j.Key, func(tx *Tx) error {
		_, err := tx.One(beginBody, []any{&times}, j.ID)
		return err
	})
	return times, err
}

// RenewLargeBody notes that the application of a large body has got on since it
// began: earlier ends of the process were not its doing.
func (tx *Tx) RenewLargeBody(j Job) { tx.Write(renewBody, j.ID) }

// EndLargeBody forgets that a job has begun.
func (tx *Tx) EndLargeBody(j Job) { tx.Write(endBody, j.ID) }
