package db_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// A transaction that is left open in another database holds the log up no
// longer than a moment; one in this database still does.
func TestOtherDatabasesDoNotHoldTheHorizonUp(t *testing.T) {
	ctx, url := context.Background(), testpg.New(t)
	base := testdb.Open(t, url)
	elsewhere, here := testdb.Beside(t, testpg.New(t)), testdb.Beside(t, url)
	number := func(c *pgx.Conn, sql string) (n int64) {
		t.Helper()
		if err := c.QueryRow(ctx, sql).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	horizon := func() (at int64) {
		t.Helper()
		err := base.View(ctx, func(tx *db.Tx) (err error) { at, _, err = tx.Horizon(); return err })
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	reaches := func(n int64) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); horizon() < n; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("the horizon is at %d, not at %d", horizon(), n)
			}
		}
	}
	const open = "SELECT pg_current_xact_id()::text::bigint"
	testdb.Run(t, elsewhere, "begin")
	number(elsewhere, open)
	reaches(number(testdb.Beside(t, url), open) + 1)
	testdb.Run(t, here, "begin")
	first := number(here, open)
	last := number(testdb.Beside(t, url), open)
	for asked := false; !asked; {
		asked = db.AsksSessions(base) // so does the reading that follows
		if at := horizon(); at > first {
			t.Fatalf("the horizon is at %d while %d is open", at, first)
		}
	}
	testdb.Run(t, here, "rollback")
	reaches(last + 1)
	testdb.Run(t, elsewhere, "rollback")
}
