package schema_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"service.example/crm/internal/db"
)

// Sources and embeddings as they were stored before they had runs: one is
// being worked on, one has failed, and one is done.
var formerKnowledge = []string{
	`INSERT INTO knowledge_sources (workspace_id, id, kind, title, language, state, reason, revision, live_revision, sealed_key, done, total, passages, created_at, updated_at, ready_at)
		VALUES ('w', 'a', 'article', '', '', 'indexing', '', 3, 2, '', 1, 2, 5, 1, 7, 4), ('w', 'b', 'article', '', '', 'failed', 'It has no text.', 1, 0, '', 0, 0, 0, 1, 7, 0),
		('w', 'c', 'article', '', '', 'ready', 'Some pages could not be read.', 2, 2, '', 5, 5, 5, 1, 7, 9), ('w', 'd', 'article', '', '', 'pending', '', 1, 0, '', 0, 0, 0, 1, 7, 0)`,
	`INSERT INTO knowledge_embeddings (workspace_id, id, enabled, base_url, model, sealed_key, key_hint, dimensions, timeout_ms, evidence_permille, revision, space,
		found_dimensions, version, queued, created_at, updated_at)
		VALUES ('w', 'e', TRUE, '', 'm', '', '', 0, 500, 500, 2, 3, 0, 1, TRUE, 1, 7), ('x', 'f', TRUE, '', 'm', '', '', 0, 500, 500, 1, 1, 4, 1, FALSE, 1, 7)`,
	`INSERT INTO jobs (id, workspace_id, kind, queue, key, run_at, payload) VALUES (1, 'w', 'embed_knowledge', 'w', 'w', 1, 'w'), (2, 'x', 'index_knowledge', 'x', 'x', 1, 'x')`,
}

// What was being indexed or embedded begins again, and what was done is done.
func TestKnowledgeGetsItsRuns(t *testing.T) {
	want := map[string]string{
		`SELECT id, run_state || '/' || run_phase || '/' || run_position || '/' || CAST(run_total AS TEXT) || '/' || run_error || '/' || reason, run_ended_at FROM knowledge_sources ORDER BY id`: "a running//3/-1// 0, " +
			"b failed/indexing/1/-1/It has no text./ 7, c completed/indexing/2/5//Some pages could not be read. 9, d running//1/-1// 0",
		`SELECT id, run_state || '/' || run_position, run_ended_at FROM knowledge_embeddings ORDER BY id`: "e running/2 3 0, f completed/1 1 7",
	}
	onUpgraded(t, "0030_embedding_runs.sql", always(formerKnowledge), func(t *testing.T, base *db.DB) {
		ctx := context.Background()
		for sql, want := range want {
			var got []string
			err := base.View(ctx, func(tx *db.Tx) error {
				return tx.Each(db.SQL(sql), func(r db.Row) error {
					var id, text string
					var ended int64
					err := r.Scan(&id, &text, &ended)
					got = append(got, fmt.Sprint(id, " ", text, " ", ended))
					return err
				})
			})
			if err != nil || strings.Join(got, ", ") != want {
				t.Errorf("%s, %v\nwant %s", strings.Join(got, ", "), err, want)
			}
		}
	})
}
