package schema_test

import (
	"context"
	"path/filepath"
	"testing"

	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// onUpgraded runs a test on a database of either engine that had rows before the
// migration of a file, and has it now.
func onUpgraded(t *testing.T, file string, rows func(engine string) []string, test func(t *testing.T, base *db.DB)) {
	t.Helper()
	upgrade := func(t *testing.T, engine, url string) {
		ctx := context.Background()
		old, err := db.Open(ctx, db.Options{URL: url, Key: testdb.Key, Schema: before(t, file)})
		if err != nil {
			t.Fatal(err)
		}
		err = old.Update(ctx, "w", func(tx *db.Tx) error {
			for _, sql := range rows(engine) {
				tx.Write(db.SQL(sql))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := old.Close(); err != nil {
			t.Fatal(err)
		}
		test(t, testdb.Open(t, url))
	}
	t.Run("sqlite", func(t *testing.T) { upgrade(t, "sqlite", filepath.Join(t.TempDir(), "crm.db")) })
	t.Run("postgres", func(t *testing.T) { upgrade(t, "postgres", testpg.New(t)) })
}

// always are the same rows on either engine.
func always(rows []string) func(string) []string { return func(string) []string { return rows } }
