package db_test

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit/testdb"
)

// The embedded engine writes first what a caller waits for, then what the provider waits
// for, and a caller does not wait for the end of a long update that came before.
func TestCallersDoNotWaitForLongUpdates(t *testing.T) {
	base := testdb.Open(t, filepath.Join(t.TempDir(), "crm.db"))
	db.LetLongWait(base, time.Minute, time.Minute)
	var ran, committed []string // by the one writer
	var running sync.WaitGroup
	began, gate := make(chan struct{}), make(chan struct{})
	running.Go(func() {
		_ = base.Update(context.Background(), "k", func(*db.Tx) error {
			close(began)
			<-gate
			return nil
		})
	})
	<-began
	for n, u := range []struct {
		ctx  context.Context
		name string
	}{{db.Long(context.Background()), "long"}, {db.Soon(context.Background()), "soon"}, {db.Urgent(context.Background()), "urgent"}} {
		running.Go(func() {
			err := base.Update(u.ctx, "k", func(tx *db.Tx) error {
				ran = append(ran, u.name)
				if u.name == "long" && !slices.Contains(committed, "urgent") {
					t.Error("a caller waits for the end of a long update")
				}
				tx.After(func() { committed = append(committed, u.name) })
				return nil
			})
			if err != nil {
				t.Errorf("%s: %v", u.name, err)
			}
		})
		awaitWaiting(t, base, n+1)
	}
	close(gate)
	running.Wait()
	if want := []string{"urgent", "soon", "long"}; !slices.Equal(ran, want) {
		t.Errorf("they ran as %v", ran)
	}
}

// Who comes at the end of a turn with a long update does not wait for another one, however
// long that one waits already.
func TestCallersWaitForOneLongUpdate(t *testing.T) {
	base := testdb.Open(t, filepath.Join(t.TempDir(), "crm.db"))
	db.LetLongWait(base, 0, time.Minute)
	var running sync.WaitGroup
	answered := false // by the one writer
	update := func(ctx context.Context, fn func(*db.Tx)) {
		running.Go(func() {
			if err := base.Update(ctx, "k", func(tx *db.Tx) error { fn(tx); return nil }); err != nil {
				t.Error(err)
			}
		})
	}
	update(db.Long(context.Background()), func(tx *db.Tx) {
		tx.After(func() { // its turn is over, and the next has not begun
			update(db.Long(context.Background()), func(*db.Tx) {
				if !answered {
					t.Error("a caller waits for a second long update")
				}
			})
			awaitWaiting(t, base, 1)
			update(db.Urgent(context.Background()), func(tx *db.Tx) { tx.After(func() { answered = true }) })
			awaitWaiting(t, base, 2)
		})
	})
	running.Wait()
}

// Callers who come without a break do not keep a long update from being written.
func TestLongUpdatesAreWrittenBesideCallers(t *testing.T) {
	base := testdb.Open(t, filepath.Join(t.TempDir(), "crm.db"))
	over := make(chan struct{})
	var running sync.WaitGroup
	for range 16 {
		running.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
				}
				if err := base.Update(db.Urgent(context.Background()), "k", func(*db.Tx) error { return nil }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	began := time.Now()
	for range 20 {
		if err := base.Update(db.Long(context.Background()), "k", func(*db.Tx) error { return nil }); err != nil {
			t.Error(err)
		}
	}
	took := time.Since(began)
	close(over)
	running.Wait()
	if took > 10*time.Second {
		t.Errorf("twenty long updates took %s", took)
	}
}
