package inbound

import (
	"context"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
)

var (
	selectBodySizeSQL = db.SQL(`SELECT id, length(body) FROM provider_webhooks WHERE id = $1`).
				ForMany(`SELECT u.n, w.id, length(body) FROM unnest($1::bigint[]) WITH ORDINALITY AS u (id, n) JOIN provider_webhooks w ON w.id = u.id`)
	beginBodySQL = db.SQL(`INSERT INTO ingest_begun (job_id, times) VALUES ($1, 1)
		ON CONFLICT (job_id) DO UPDATE SET times = ingest_begun.times + 1 RETURNING times`).ByOnPostgres("ingest_begun_pkey")
	renewBodySQL = db.SQL(`UPDATE ingest_begun SET times = 1 WHERE job_id = $1 AND times > 1`).ByOnPostgres("ingest_begun_pkey")
	endBodySQL   = db.SQL(`DELETE FROM ingest_begun WHERE job_id = $1`).ByOnPostgres("ingest_begun_pkey")
)

// providerWebhookSizes returns how many bytes stored bodies have; one that is
// gone is left out.
func providerWebhookSizes(tx *db.Tx, ids []int64) (map[int64]int, error) {
	rows := make([][]any, len(ids))
	for i, id := range ids {
		rows[i] = []any{id}
	}
	out := make(map[int64]int, len(ids))
	err := tx.EachOf(selectBodySizeSQL, rows, func(_ int, r db.Row) error {
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
func BeginLargeBody(ctx context.Context, base *db.DB, j jobs.Job) (times int, err error) {
	err = base.Update(ctx, j.Key, func(tx *db.Tx) error {
		_, err := tx.One(beginBodySQL, []any{&times}, j.ID)
		return err
	})
	return times, err
}

// renewLargeBody notes that the application of a large body has got on since it
// began: earlier ends of the process were not its doing.
func renewLargeBody(tx *db.Tx, j jobs.Job) { tx.Write(renewBodySQL, j.ID) }

// endLargeBody forgets that a job has begun.
func endLargeBody(tx *db.Tx, j jobs.Job) { tx.Write(endBodySQL, j.ID) }
