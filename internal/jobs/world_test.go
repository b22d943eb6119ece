package jobs_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/run"
	"service.example/crm/internal/store"
	"service.example/crm/internal/testkit/testpg"
)

func TestMain(m *testing.M) { testpg.Main(m) }

var (
	ctx         = context.Background()
	slogDiscard = slog.New(slog.DiscardHandler)
)

// eachEngine runs a test on a database of each engine.
func eachEngine(t *testing.T, test func(t *testing.T, url string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "crm.db")) })
	t.Run("postgres", func(t *testing.T) { test(t, testpg.New(t)) })
}

func open(t *testing.T, url string) *store.DB {
	t.Helper()
	db, err := store.Open(ctx, store.Options{URL: url, Key: []byte(strings.Repeat("k", 32))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// start joins an engine and lets it run until the test ends.
func start(t *testing.T, db *store.DB, kinds ...jobs.Kind) *jobs.Engine {
	t.Helper()
	e, _ := startUntil(t, db, kinds...)
	return e
}

// startUntil is start for a test that stops the engine itself.
func startUntil(t *testing.T, db *store.DB, kinds ...jobs.Kind) (e *jobs.Engine, stop func()) {
	t.Helper()
	e = jobs.New(db, slogDiscard, kinds...)
	if err := e.Join(ctx); err != nil {
		t.Fatal(err)
	}
	running := run.Start(run.Part{Name: "jobs", Run: e.Run})
	stop = sync.OnceFunc(func() { checkStop(t, running.Stop) })
	t.Cleanup(stop)
	return e, stop
}

// begin is start for a test in which the engine crashes.
func begin(t *testing.T, db *store.DB, kinds ...jobs.Kind) *jobs.Engine {
	t.Helper()
	e := jobs.New(db, slogDiscard, kinds...)
	if err := e.Join(ctx); err != nil {
		t.Fatal(err)
	}
	e.Begin()
	return e
}

func checkStop(t *testing.T, stop func(context.Context) error) {
	t.Helper()
	limit, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := stop(limit); err != nil && !strings.Contains(err.Error(), "shutting down") {
		t.Errorf("stop: %v", err)
	}
}

// enqueue stores jobs in one transaction.
func enqueue(t *testing.T, db *store.DB, list ...store.Job) {
	t.Helper()
	err := db.Update(ctx, list[0].Key, func(tx *store.Tx) error {
		for _, j := range list {
			tx.EnqueueJob(j)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// finish completes a job and leaves a mark in the same transaction. A second
// completion of one job fails, because marks are unique.
func finish(db *store.DB, j store.Job) error {
	return db.Update(ctx, j.Key, func(tx *store.Tx) error {
		tx.FinishJob(j)
		tx.InsertWorkspace(crm.Workspace{ID: j.Payload, Name: "done", CreatedAt: tx.Now()})
		return nil
	})
}

func done(db *store.DB, payload string) (bool, error) {
	var found bool
	err := db.View(ctx, func(tx *store.Tx) error {
		_, err := tx.Workspace(payload)
		found = err == nil
		if err != nil && crm.AsError(err).Kind == crm.KindNotFound {
			return nil
		}
		return err
	})
	return found, err
}

func left(t *testing.T, db *store.DB) (n int64) {
	t.Helper()
	list, err := db.CountJobs(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		n += c.Count
	}
	return n
}

func await(t *testing.T, within time.Duration, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(within); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %s: %s", within, what)
		}
	}
}

// awaitEmpty waits until no job is left.
func awaitEmpty(t *testing.T, db *store.DB, within time.Duration) {
	t.Helper()
	await(t, within, "every job is done", func() bool { return left(t, db) == 0 })
}

// expire ends the lease of a node, as 20 s of silence would.
func expire(t *testing.T, url, owner string) {
	t.Helper()
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, "UPDATE nodes SET lease_until = 1 WHERE id = $1", owner); err != nil {
		t.Fatal(err)
	}
}

// record keeps what happened in the order in which it did.
type record struct {
	mu   sync.Mutex
	list []string
}

func (r *record) add(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, fmt.Sprintf(format, args...))
}

func (r *record) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.list...)
}
