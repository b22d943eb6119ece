package db_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/testkit/testpg"
)

// A server that says nothing more and closes nothing holds up no lane: whether
// the commit took place is found out on another connection.
func TestASilentServerHoldsUpNoLane(t *testing.T) {
	for name, reaches := range map[string]bool{"the answer is lost": true, "the question is lost": false} {
		t.Run(name, func(t *testing.T) {
			w, through := newWire(t, testpg.New(t))
			base, err := schema.Open(context.Background(), db.Options{URL: through, Lanes: 1, NodeLease: 1500 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			defer base.Close()
			defer close(w.release)
			add := func(id string) error {
				answered := make(chan error, 1)
				go func() {
					answered <- base.Update(context.Background(), "k", func(tx *db.Tx) error {
						access.InsertWorkspace(tx, crm.Workspace{ID: id, Name: "n", CreatedAt: tx.Now()})
						return nil
					})
				}()
				select {
				case err := <-answered:
					return err
				case <-time.After(20 * time.Second):
					t.Fatalf("%s: the lane is still held up after 20 s", id)
					return nil
				}
			}
			if err := add("before"); err != nil {
				t.Fatal(err)
			}
			if w.hold.Store(reaches); !reaches {
				w.swallow.Store(2) // the writes, and then the commit
			}
			acknowledged := add("while") == nil
			if reaches && !acknowledged {
				t.Error("it took place and was not acknowledged")
			}
			there := false
			err = base.View(context.Background(), func(tx *db.Tx) error {
				_, err := access.Workspace(tx, "while")
				there = err == nil
				return nil
			})
			if err != nil || there != acknowledged {
				t.Errorf("it is there: %t, acknowledged: %t: %v", there, acknowledged, err)
			}
			if err := add("after"); err != nil {
				t.Errorf("the next write of the lane fails: %v", err)
			}
		})
	}
}

// A server that goes silent in the middle of a transaction, behind something that
// acknowledges for it, costs every caller of the batch one wait: each is told to
// try again, nothing is half done, and the lane goes on when the server does.
func TestASilentServerEndsAStatement(t *testing.T) {
	const calls, lease = 16, 6 * time.Second
	w, through := newWire(t, testpg.New(t))
	base, err := schema.Open(context.Background(), db.Options{URL: through, Lanes: 1, NodeLease: lease})
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	lighten := sync.OnceFunc(func() { w.dark.Store(false); close(w.release) })
	defer lighten()
	insert := func(id string) error {
		return base.Update(context.Background(), "k", func(tx *db.Tx) error {
			access.InsertWorkspace(tx, crm.Workspace{ID: id, Name: "n", CreatedAt: tx.Now()})
			_, err := access.Workspace(tx, id) // asks, and so sends what was written
			return err
		})
	}
	began, gate, failed := make(chan struct{}), make(chan struct{}), make(chan error, calls+1)
	go func() {
		failed <- base.Update(context.Background(), "k", func(tx *db.Tx) error {
			access.InsertWorkspace(tx, crm.Workspace{ID: "first", Name: "n", CreatedAt: tx.Now()})
			if _, err := access.Workspace(tx, "first"); err != nil {
				return err
			}
			close(began)
			<-gate
			w.dark.Store(true) // the transaction is open, and has written
			_, err := access.Workspace(tx, "first")
			return err
		})
	}()
	<-began
	for i := range calls {
		go func() { failed <- insert(fmt.Sprint("w", i)) }()
	}
	awaitWaiting(t, base, calls)
	close(gate)
	since := time.Now()
	for range calls + 1 {
		select {
		case err := <-failed:
			if known := crm.AsError(err); !errors.Is(err, db.ErrOutage) || known.Kind != crm.KindUnavailable || known.RetryAfter == 0 {
				t.Errorf("a caller is told %v", err)
			}
		case <-time.After(time.Minute):
			t.Fatal("an update neither fails nor succeeds")
		}
	}
	// The first ends after half of the lease, with the question whether the server
	// is there; those behind it share the wait for another connection.
	if took := time.Since(since); took < lease/3 || took > 2*lease {
		t.Errorf("%d callers were told after %s, want about 8 s", calls+1, took)
	}
	lighten()
	for i := range calls {
		if err := insert(fmt.Sprint("w", i)); err != nil { // fails where the row is there
			t.Errorf("again: %v", err)
		}
	}
	if err := insert("first"); err != nil {
		t.Errorf("the first again: %v", err)
	}
}

// An outage that begins while a commit is on its way is told at once, not when
// the commit is given up after a lease.
func TestAnOutageIsToldWhileACommitIsUncertain(t *testing.T) {
	const lease = 20 * time.Second
	w, through := newWire(t, testpg.New(t))
	base, err := schema.Open(context.Background(), db.Options{URL: through, Lanes: 1, NodeLease: lease})
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	_ = w.Close() // nobody gets another connection
	w.cut.Store(true)
	ended := make(chan error, 1)
	go func() {
		ended <- base.Update(context.Background(), "k", func(tx *db.Tx) error {
			access.InsertWorkspace(tx, crm.Workspace{ID: "w", Name: "n", CreatedAt: tx.Now()})
			return nil
		})
	}()
	began := time.Now()
	for tick := time.NewTicker(time.Millisecond); base.Trouble() == nil; <-tick.C {
		if time.Since(began) > 2*lease {
			t.Fatal("nothing is told")
		}
	}
	if took := time.Since(began); took > lease/2 {
		t.Errorf("it was told after %s, want at once", took)
	}
	if err := <-ended; !errors.Is(err, db.ErrOutage) {
		t.Errorf("the update ends with %v", err)
	}
}

// A statement that waits for another session's lock is waited for, however long
// that is: the server works.
func TestASlowStatementIsWaitedFor(t *testing.T) {
	const lease = 3 * time.Second // a server is silent after a third of it
	ctx, url := context.Background(), testpg.New(t)
	base, err := schema.Open(ctx, db.Options{URL: url, Lanes: 1, NodeLease: lease})
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	other, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(ctx)
	locked, err := other.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := locked.Exec(ctx, "LOCK TABLE workspaces IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(lease, func() { _ = locked.Commit(ctx) })
	began := time.Now()
	err = base.Update(ctx, "k", func(tx *db.Tx) error {
		access.InsertWorkspace(tx, crm.Workspace{ID: "w", Name: "n", CreatedAt: tx.Now()})
		return nil
	})
	if took := time.Since(began); err != nil || took < lease/2 {
		t.Errorf("after %s: %v", took, err)
	}
}
