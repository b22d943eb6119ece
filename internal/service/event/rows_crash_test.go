package event_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// A PostgreSQL that crashed gives the numbers of transactions that wrote nothing
// down once more. A node that lives on reads what they write then.
func TestTheLogIsReadOnAfterPostgresCrashed(t *testing.T) {
	server := testpg.StartServer(t)
	base := testdb.Open(t, server.URL)
	ctx := context.Background()
	if err := base.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	appendEvents(t, base, 1)
	_, end := follow(t, base, event.Position{})
	for range 20 {
		next := forgetNumbers(t, server.URL)
		_, end = follow(t, base, end)
		server.Kill()
		server.Start(t)
		c, err := pgx.Connect(ctx, server.URL)
		if err != nil {
			t.Fatal(err)
		}
		again := newest(t, c) < next
		_ = c.Close(ctx)
		for err := base.Ping(ctx); err != nil; err = base.Ping(ctx) {
			t.Log(err) // of connections that are gone
		}
		appendEvents(t, base, 3)
		var came []string
		if came, end = follow(t, base, end); len(came) != 3 {
			t.Fatalf("3 events were written after the crash, and %d are read; the numbers begin again: %v", len(came), again)
		}
		if again {
			return
		}
	}
	t.Fatal("PostgreSQL gave no number a second time")
}

// forgetNumbers lets transactions begin that write nothing, and returns the
// number of the next one.
func forgetNumbers(t *testing.T, url string) int64 {
	t.Helper()
	c, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close(context.Background()) }()
	if _, err := c.Exec(context.Background(), strings.Repeat("BEGIN; SELECT pg_current_xact_id(); ROLLBACK;", 300), pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	return newest(t, c)
}

func newest(t *testing.T, c *pgx.Conn) (next int64) {
	t.Helper()
	if err := c.QueryRow(context.Background(), "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint").Scan(&next); err != nil {
		t.Fatal(err)
	}
	return next
}
