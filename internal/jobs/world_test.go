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
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/run"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/access"
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

func open(t *testing.T, url string) *db.DB {
	t.Helper()
	base, err := schema.Open(ctx, db.Options{URL: url, Key: []byte(strings.Repeat("k", 32))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = base.Close() })
	return base
}

// start joins an engine and lets it run until the test ends.
func start(t *testing.T, base *db.DB, kinds ...jobs.Kind) *jobs.Engine {
	t.Helper()
	e, _ := startUntil(t, base, kinds...)
	return e
}

// startUntil is start for a test that stops the engine itself.
func startUntil(t *testing.T, base *db.DB, kinds ...jobs.Kind) (e *jobs.Engine, stop func()) {
	t.Helper()
	e = jobs.New(base, slogDiscard, kinds...)
	if err := e.Join(ctx); err != nil {
		t.Fatal(err)
	}
	running := run.Start(run.Part{Name: "jobs", Run: e.Run})
	stop = sync.OnceFunc(func() { checkStop(t, running.Stop) })
	t.Cleanup(stop)
	return e, stop
}

// begin is start for a test in which the engine crashes.
func begin(t *testing.T, base *db.DB, kinds ...jobs.Kind) *jobs.Engine {
	t.Helper()
	e := jobs.New(base, slogDiscard, kinds...)
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
func enqueue(t *testing.T, base *db.DB, list ...jobs.Job) {
	t.Helper()
	err := base.Update(ctx, list[0].Key, func(tx *db.Tx) error {
		for _, j := range list {
			jobs.EnqueueJob(tx, j)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// finish completes a job and leaves a mark in the same transaction. A second
// completion of one job fails, because marks are unique.
func finish(base *db.DB, j jobs.Job) error {
	return base.Update(ctx, j.Key, func(tx *db.Tx) error {
		jobs.FinishJob(tx, j)
		access.InsertWorkspace(tx, crm.Workspace{ID: j.Payload, Name: "done", CreatedAt: tx.Now()})
		return nil
	})
}

func done(base *db.DB, payload string) (bool, error) {
	var found bool
	err := base.View(ctx, func(tx *db.Tx) error {
		_, err := access.Workspace(tx, payload)
		found = err == nil
		if err != nil && crm.AsError(err).Kind == crm.KindNotFound {
			return nil
		}
		return err
	})
	return found, err
}

func left(t *testing.T, base *db.DB) (n int64) {
	t.Helper()
	list, err := jobs.CountJobs(ctx, base)
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
func awaitEmpty(t *testing.T, base *db.DB, within time.Duration) {
	t.Helper()
	await(t, within, "every job is done", func() bool { return left(t, base) == 0 })
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
