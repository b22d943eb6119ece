package db_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit/testpg"
)

// A plan of an empty table goes by any index, and is kept. When the table has grown,
// PostgreSQL is made to look at it, and plans anew.
func TestPlansFollowTheSizeOfTables(t *testing.T) {
	ctx := context.Background()
	url := testpg.New(t)
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	run := func(sql string) {
		t.Helper()
		if _, err := c.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	plan := func() string {
		t.Helper()
		rows, err := c.Query(ctx, "EXPLAIN EXECUTE one ('a', 'b')", pgx.QueryExecModeSimpleProtocol)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(lines, "\n")
	}
	run("SET enable_seqscan = off; SET enable_bitmapscan = off; SET plan_cache_mode = force_generic_plan")
	var wide []string // few rows would fit into the pages that the planner takes for granted
	for i := range 14 {
		wide = append(wide, fmt.Sprintf("word%d text NOT NULL DEFAULT ''", i))
	}
	columns := ` (workspace text COLLATE "C", id text COLLATE "C", number bigint, PRIMARY KEY (workspace, id), ` + strings.Join(wide, ", ") + `) WITH (autovacuum_enabled = off)`
	run("CREATE TABLE documents" + columns + "; CREATE TABLE small" + columns)
	run("CREATE INDEX documents_number ON documents (workspace, number, id)")
	run("PREPARE one AS SELECT number FROM documents WHERE workspace = $1 AND id = $2")
	empty := plan()
	run("INSERT INTO documents (workspace, id, number) SELECT 'a', 'doc_' || n, n FROM generate_series(1, 20000) n; INSERT INTO small (workspace, id) VALUES ('a', 'b')")
	if kept := plan(); kept != empty || !strings.Contains(kept, "documents_number") {
		t.Fatalf("a plan that is kept shows nothing: %s", kept)
	}
	node, err := db.Connect(ctx, db.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer node.Close()
	until := func(what string, is func() bool) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); !is(); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("in vain: %s", what)
			}
		}
	}
	rows := func(table string) (n float64) {
		t.Helper()
		if err := c.QueryRow(ctx, "SELECT reltuples FROM pg_class WHERE relname = $1", table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	until("PostgreSQL looks at what it never saw", func() bool { return rows("documents") == 20000 })
	if made := plan(); !strings.Contains(made, "documents_pkey") || !strings.Contains(made, "(id = $2)") {
		t.Errorf("the plan is still\n%s", made)
	}
	run("INSERT INTO documents (workspace, id, number) SELECT 'b', 'doc_' || n, n FROM generate_series(1, 80000) n")
	until("PostgreSQL looks at what has grown", func() bool { return rows("documents") == 100000 })
	if n := rows("small"); n != -1 {
		t.Errorf("the small table was looked at: %v rows", n)
	}
}
