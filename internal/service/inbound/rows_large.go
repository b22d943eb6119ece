package inbound

import (
	"context"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
)

var (
	selectBodySizeSQL = db.SQL(`SELECT workspace_id, id, CASE WHEN size > 0 THEN size ELSE length(body) END FROM provider_webhooks WHERE workspace_id = $1 AND id = $2`).
				ForMany(`SELECT u.n, w.workspace_id, w.id, CASE WHEN size > 0 THEN size ELSE length(body) END FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS u (workspace_id, id, n)
		JOIN provider_webhooks w ON w.workspace_id = u.workspace_id AND w.id = u.id`)
	beginBodySQL = db.SQL(`INSERT INTO ingest_begun (workspace_id, job_id, times) VALUES ($1, $2, 1)
		ON CONFLICT (workspace_id, job_id) DO UPDATE SET times = ingest_begun.times + 1 RETURNING times`).ByOnPostgres("ingest_begun_pkey")
	renewBodySQL = db.SQL(`UPDATE ingest_begun SET times = 1 WHERE workspace_id = $1 AND job_id = $2 AND times > 1`).ByOnPostgres("ingest_begun_pkey")
	endBodySQL   = db.SQL(`DELETE FROM ingest_begun WHERE workspace_id = $1 AND job_id = $2`).ByOnPostgres("ingest_begun_pkey")
)

// providerWebhookSizes returns how many bytes stored bodies have; one that is
// gone is left out.
func providerWebhookSizes(tx *db.Tx, refs []bodyRef) (map[bodyRef]int, error) {
	out := make(map[bodyRef]int, len(refs))
	err := tx.EachOf(selectBodySizeSQL, bodyArgs(refs), func(_ int, r db.Row) error {
		var ref bodyRef
		var size int
		err := r.Scan(&ref.workspaceID, &ref.id, &size)
		out[ref] = size
		return err
	})
	return out, err
}

// BeginLargeBody notes on disk that a job begins to apply a large body, and
// returns how often it has begun without an end.
func BeginLargeBody(ctx context.Context, base *db.DB, j jobs.Job) (times int, err error) {
	err = base.Update(ctx, j.Key, func(tx *db.Tx) error {
		_, err := tx.One(beginBodySQL, []any{&times}, j.WorkspaceID, j.ID)
		return err
	})
	return times, err
}

// renewLargeBody notes that the application of a large body has got on since it
// began: earlier ends of the process were not its doing.
func renewLargeBody(tx *db.Tx, j jobs.Job) { tx.Write(renewBodySQL, j.WorkspaceID, j.ID) }

// endLargeBody forgets that a job has begun.
func endLargeBody(tx *db.Tx, j jobs.Job) { tx.Write(endBodySQL, j.WorkspaceID, j.ID) }
