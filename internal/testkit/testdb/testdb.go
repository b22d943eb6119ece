// Package testdb opens a database for one test, on either engine.
package testdb

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	_ "service.example/crm/internal/service" // every room, and so every statement and hook
	"service.example/crm/internal/testkit/testpg"
)

// Key is the key of embedded databases.
var Key = []byte(strings.Repeat("k", 32))

// OnBoth runs a test on both engines at once, each on a database of its own.
func OnBoth(t *testing.T, test func(t *testing.T, base *db.DB)) { OnBothBy(t, nil, test) }

// OnBothBy is OnBoth by another clock than the real one.
func OnBothBy(t *testing.T, now func() time.Time, test func(t *testing.T, base *db.DB)) {
	var engines sync.WaitGroup
	engines.Go(func() {
		t.Run("sqlite", func(t *testing.T) {
			test(t, OpenBy(t, filepath.Join(t.TempDir(), "crm.db"), now))
		})
	})
	engines.Go(func() {
		t.Run("postgres", func(t *testing.T) { test(t, OpenBy(t, testpg.NewLike(t, Migrate), now)) })
	})
	engines.Wait()
}

// Migrate makes the tables of a database on PostgreSQL.
func Migrate(url string) error {
	ctx := context.Background()
	base, err := schema.Connect(ctx, db.Options{URL: url, Key: Key})
	if err != nil {
		return err
	}
	return errors.Join(base.Migrate(ctx), base.Close())
}

// Open opens a database, which is closed with the test.
func Open(t *testing.T, url string) *db.DB { return OpenBy(t, url, nil) }

// OpenBy is Open by another clock than the real one.
func OpenBy(t *testing.T, url string, now func() time.Time) *db.DB {
	t.Helper()
	base, err := schema.Open(context.Background(), db.Options{URL: url, Key: Key, Source: crm.NewSource(now)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = base.Close() })
	return base
}

// Beside opens a connection to PostgreSQL of its own.
func Beside(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

// Run runs a statement on such a connection.
func Run(t *testing.T, c *pgx.Conn, sql string, args ...any) {
	t.Helper()
	if _, err := c.Exec(context.Background(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// AppendEvent writes an event to the log of a workspace as the next one, in the
// open transaction of the connection, which then holds the log.
func AppendEvent(t *testing.T, c *pgx.Conn, workspaceID, id, key string) {
	t.Helper()
	Run(t, c, `WITH head AS (INSERT INTO log_heads AS h (workspace_id, position) VALUES ($1, 1)
			ON CONFLICT (workspace_id) DO UPDATE SET position = h.position + 1 RETURNING position)
		INSERT INTO events (workspace_id, position, id, kind, key, created_at, body) SELECT $1, position, $2, 'messages.received', $3, 1, '{}' FROM head`, workspaceID, id, key)
}
