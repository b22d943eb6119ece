package db_test

import (
	"context"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// A migration that came late, with a number below those that a database has, is
// applied; each is applied once; and what a newer program made is left alone.
func TestEveryMigrationIsAppliedOnce(t *testing.T) {
	migrate := func(t *testing.T, url string) {
		base, err := schema.Connect(context.Background(), db.Options{URL: url, Key: testdb.Key})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = base.Close() })
		scripts := map[int64]string{1: "CREATE TABLE one (n {int})", 4: "CREATE TABLE four (n {int})"}
		apply := func() error { return db.MigrateBy(context.Background(), base, scripts) }
		must := func() {
			t.Helper()
			if err := apply(); err != nil { // also when one is applied again: its table is there
				t.Fatal(err)
			}
		}
		must()
		scripts[5] = "INSERT INTO two (n, m) VALUES (1, 2)" // needs both before it, in their order
		scripts[3] = "ALTER TABLE two ADD COLUMN m {int}"
		scripts[2] = "CREATE TABLE two (n {int})"
		must()
		must()

		older := maps.Clone(scripts)
		for _, version := range []int64{3, 5} {
			delete(scripts, version)
			scripts[6] = "CREATE TABLE six (n {int})"
			if err := apply(); err == nil || !strings.Contains(err.Error(), "run the newer program") {
				t.Errorf("without migration %d: %v", version, err)
			}
			scripts = maps.Clone(older)
		}
		scripts[7] = "CREATE TABLE six (n {int})" // no refused one has made it
		must()
	}
	t.Run("sqlite", func(t *testing.T) { migrate(t, filepath.Join(t.TempDir(), "crm.db")) })
	t.Run("postgres", func(t *testing.T) { migrate(t, testpg.New(t)) })
}

func TestSchemaVersion(t *testing.T) {
	known := []int64{1, 2, 4, 5}
	for _, c := range []struct {
		applied []int64
		want    int64
	}{
		{nil, 0}, {[]int64{1, 2}, 2}, {[]int64{1, 2, 4, 5}, 5},
		{[]int64{1, 2, 5}, 2},       // one came late
		{[]int64{1, 2, 4, 5, 9}, 9}, // of a newer program
	} {
		if got := db.VersionOf(c.applied, known); got != c.want {
			t.Errorf("with %v it has version %d, want %d", c.applied, got, c.want)
		}
	}
}
