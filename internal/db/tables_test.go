package db_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/testkit/testdb"
)

var record = flag.Bool("record", false, "write the tables that the migrations make")

const tablesHeader = "-- The tables of an embedded file as all migrations leave them. `make schema` writes it.\n"

// An empty embedded file gets at once what the migrations make in turn.
func TestTablesAreWhatTheMigrationsMake(t *testing.T) {
	made := func(tables string) (script, entries string) {
		t.Helper()
		base, err := db.Open(context.Background(), db.Options{URL: filepath.Join(t.TempDir(), "crm.db"), Key: testdb.Key, Schema: schema.Files, Tables: tables})
		if err != nil {
			t.Fatal(err)
		}
		defer base.Close()
		if script, err = db.TablesOf(base); err == nil {
			entries, err = db.EntriesOf(base)
		}
		if err != nil {
			t.Fatal(err)
		}
		return tablesHeader + script, entries
	}
	want, entries := made("")
	if *record {
		if err := os.WriteFile("../schema/embedded/tables.sql", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if schema.Tables != want {
		t.Error("internal/schema/embedded/tables.sql is not what the migrations make: run make schema")
	}
	if script, has := made(schema.Tables); script != want || has != entries {
		t.Errorf("a file made by internal/schema/embedded/tables.sql has other tables, rows, indexes or triggers:\n%s", has)
	}
}
