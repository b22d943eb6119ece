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

// A plan of an empty table goes by any index; as soon as it is made anew, it goes by
// the right one, though nobody analyzed the table.
func TestPlansFollowTheSizeOfTables(t *testing.T) {
	ctx := context.Background()
	c, err := pgx.Connect(ctx, testpg.New(t))
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
	defer db.ReplanAt(0, time.Hour)()
	if err := db.Replan(ctx, c); err != nil { // its plans are as old as it is known
		t.Fatal(err)
	}
	run("SET enable_seqscan = off; SET enable_bitmapscan = off; SET plan_cache_mode = force_generic_plan")
	var wide []string // few rows would fit into the pages that the planner takes for granted
	for i := range 14 {
		wide = append(wide, fmt.Sprintf("word%d text NOT NULL DEFAULT ''", i))
	}
	run(`CREATE TABLE documents (workspace text COLLATE "C", id text COLLATE "C", number bigint, PRIMARY KEY (workspace, id), ` + strings.Join(wide, ", ") + `)`)
	run("CREATE INDEX documents_number ON documents (workspace, number, id)")
	run("PREPARE one AS SELECT number FROM documents WHERE workspace = $1 AND id = $2")
	empty := plan()
	run("INSERT INTO documents (workspace, id, number) SELECT 'a', 'doc_' || n, n FROM generate_series(1, 20000) n")
	if kept := plan(); kept != empty || !strings.Contains(kept, "documents_number") {
		t.Fatalf("a plan that is kept shows nothing: %s", kept)
	}
	for range 2 {
		if err := db.Replan(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	made := plan()
	if !strings.Contains(made, "documents_pkey") || !strings.Contains(made, "(id = $2)") {
		t.Errorf("the plan is still\n%s", made)
	}
}
