package schema_test

import (
	"context"
	"slices"
	"testing"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
)

// beforeJobKeys are jobs, bodies that were begun and items that wait as they were
// stored before their keys began with the workspace.
var beforeJobKeys = []string{
	`INSERT INTO jobs (id, workspace_id, kind, queue, key, run_at, attempt, owner, fence, payload) VALUES
		(7, 'w', 'send_message', 'n', 'c', 1, 3, '', 4, 'msg_1'), (8, 'w', 'send_message', 'n', 'c', 2, 0, '', 0, 'msg_2'),
		(9, '', 'ingest', '77', '77', 3, 0, 'node_gone', 1, '5')`,
	`INSERT INTO ingest_begun (job_id, times) VALUES (9, 2)`,
	`INSERT INTO parked_items (phone_number_id, target_id, item_id, workspace_id, item, created_at) VALUES ('n', 't', 'i', 'w', '{}', 5)`,
}

// Jobs keep their order, their attempts and their fences; what was begun and what
// waits is found by its new key.
func TestJobsKeepTheirPlaceUnderNewKeys(t *testing.T) {
	onUpgraded(t, "0043_job_keys.sql", always(beforeJobKeys), func(t *testing.T, base *db.DB) {
		ctx := context.Background()
		var got []jobs.Job
		err := base.Update(ctx, "k", func(tx *db.Tx) (err error) {
			got, err = jobs.ClaimJobs(tx, "send_message", "node_1", []jobs.ShareValue{{Queue: "n", Limit: 10}})
			return err
		})
		slices.SortFunc(got, func(a, b jobs.Job) int { return int(a.ID - b.ID) })
		want := []jobs.Job{
			{ID: 7, WorkspaceID: "w", Kind: "send_message", Queue: "n", Key: "c", RunAt: db.At(1), Attempt: 3, Fence: 5, Payload: "msg_1"},
			{ID: 8, WorkspaceID: "w", Kind: "send_message", Queue: "n", Key: "c", RunAt: db.At(2), Fence: 1, Payload: "msg_2"},
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("the jobs are %+v: %v", got, err)
		}
		if err := base.Update(ctx, "k", func(tx *db.Tx) error { jobs.FinishJob(tx, jobs.Job{ID: 9, Fence: 1}); return nil }); err != nil {
			t.Errorf("a job that nobody owns has another key or fence: %v", err)
		}
		for sql, want := range map[string]int64{
			`SELECT times FROM ingest_begun WHERE workspace_id = '' AND job_id = 9`:                                                        2,
			`SELECT created_at FROM parked_items WHERE workspace_id = 'w' AND phone_number_id = 'n' AND target_id = 't' AND item_id = 'i'`: 5,
			`SELECT count(*) FROM jobs WHERE owner = 'node_1'`:                                                                             2,
		} {
			var n int64
			err := base.View(ctx, func(tx *db.Tx) error { _, err := tx.One(db.SQL(sql), []any{&n}); return err })
			if err != nil || n != want {
				t.Errorf("%s: %d, want %d: %v", sql, n, want, err)
			}
		}
	})
}
