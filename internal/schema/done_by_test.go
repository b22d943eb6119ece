package schema_test

import (
	"context"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/testkit/testpg"
)

func TestMain(m *testing.M) { testpg.Main(m) }

// before returns the migrations up to the file, without it.
func before(t *testing.T, file string) fs.FS {
	t.Helper()
	names, err := fs.Glob(schema.Files, "*.sql")
	if err != nil || !slices.Contains(names, file) {
		t.Fatal(names, err)
	}
	out := fstest.MapFS{}
	for _, name := range names {
		if name >= file {
			continue
		}
		text, err := fs.ReadFile(schema.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = &fstest.MapFile{Data: text}
	}
	return out
}

const formerKey = "key_01jd5k3v6rf0w8m2a4t9x7bq1e"

// former are rows as they were stored before, one for each who may have done it.
var former = []string{
	`INSERT INTO assistant_revisions (workspace_id, assistant_id, number, id, config, made_by, created_at) VALUES ('w', 'a', 1, '1', '{}', '` + formerKey + `', 1), ('w', 'a', 2, '2', '{}', '', 1)`,
	`INSERT INTO assistant_publications (workspace_id, assistant_id, id, revision, replaced, evaluation_id, result, without_evaluation, reason, made_by, created_at)
		VALUES ('w', 'a', '1', 1, 1, '', '', TRUE, '', '` + formerKey + `', 1), ('w', 'a', '2', 1, 1, '', '', TRUE, '', '', 1)`,
	`INSERT INTO evaluations (workspace_id, assistant_id, id, state, revision, beside, request, made_by, created_at, updated_at)
		VALUES ('w', 'a', '1', 'completed', 1, 1, '{}', '` + formerKey + `', 1, 1), ('w', 'a', '2', 'completed', 1, 1, '{}', '', 1, 1)`,
	`INSERT INTO contact_merges (workspace_id, id, kept_id, gone_id, cause, made_by, created_at, record)
		VALUES ('w', '1', 'k', 'g', 'api', '` + formerKey + `', 1, ''), ('w', '2', 'k', 'g', 'api', '', 1, ''), ('w', '3', 'k', 'g', 'seen_together', '', 1, '')`,
	`INSERT INTO active_speakers (workspace_id, conversation_id, speaker, is_open, taken_by)
		VALUES ('w', '1', 'person', FALSE, '` + formerKey + `'), ('w', '2', 'person', FALSE, 'echo'), ('w', '3', 'person', FALSE, '')`,
	`INSERT INTO consent_records (workspace_id, id, contact_id, purpose, state, source, proof, fact, at, recorded_at)
		VALUES ('w', '1', 'con_1', 'all', 'opted_out', 'api', '{"apiKeyId":"` + formerKey + `","detail":"a call"}', '1', 1, 1),
		('w', '2', 'con_1', 'all', 'opted_out', 'api', '{"detail":"{\"apiKeyId\":\"key_x\"}"}', '2', 1, 1),
		('w', '3', 'con_1', 'all', 'opted_out', 'message', '{"messageId":"msg_1"}', '3', 1, 1),
		('w', '4', 'con_1', 'all', 'opted_out', 'provider_preference', '{}', '4', 1, 1)`,
}

// Whoever did something before is known afterwards in the one form.
func TestWhoDidItIsKept(t *testing.T) {
	keyOperator := []string{"api_key:" + formerKey, "operator:"}
	want := map[string][]string{
		`SELECT made_by FROM assistant_revisions ORDER BY number`:       keyOperator,
		`SELECT made_by FROM assistant_publications ORDER BY id`:        keyOperator,
		`SELECT made_by FROM evaluations ORDER BY id`:                   keyOperator,
		`SELECT made_by FROM contact_merges ORDER BY id`:                append(keyOperator, ""),
		`SELECT taken_by FROM active_speakers ORDER BY conversation_id`: {"api_key:" + formerKey, "user:", ""},
		`SELECT made_by FROM consent_records ORDER BY id`:               append(keyOperator, "contact:con_1", "provider:"),
	}
	onUpgraded(t, "0027_done_by.sql", always(former), func(t *testing.T, base *db.DB) {
		ctx := context.Background()
		for sql, want := range want {
			var got []string
			err := base.View(ctx, func(tx *db.Tx) error {
				return tx.Each(db.SQL(sql), func(r db.Row) error {
					var text string
					err := r.Scan(&text)
					if err == nil {
						_, err = crm.ParseDoneBy(text)
					}
					got = append(got, text)
					return err
				})
			})
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %q, %v, want %q", sql, got, err, want)
			}
		}
	})
}
