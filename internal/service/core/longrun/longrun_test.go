package longrun_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// The tests have runs of their own in the table of imports, and each item is
// counted there: one that takes effect twice counts twice.
var (
	runs      = longrun.In("contact_imports", "workspace_id", "id")
	insertRun = db.SQL(`INSERT INTO contact_imports (workspace_id, id, filename, encoding, delimiter, options, columns, object, sealed_key, size)
		VALUES ('w', $1, '', '', '', '', '', '', $2, 0)`)
	countEffect  = db.SQL(`UPDATE contact_imports SET created = created + 1 WHERE workspace_id = 'w' AND id = $1`)
	countEffects = db.SQL(`SELECT created FROM contact_imports WHERE workspace_id = 'w' AND id = $1`)
	selectJob    = db.SQL(`SELECT id, fence, run_at, attempt, payload FROM jobs WHERE kind = 'test' AND queue = 'w' AND key = $1`)
	failJob      = db.SQL(`UPDATE jobs SET attempt = 7 WHERE kind = 'test' AND queue = 'w' AND key = $1`)
)

const items = 4

var errStopped = errors.New("the process ended")

// bench is a run of items on a database, and what carries it.
type bench struct {
	t    *testing.T
	base *db.DB
	key  longrun.Key
	*longrun.Runner
	// before and within are called before the transaction of an item and in it,
	// with its effect and without and with the move.
	before func(ctx context.Context, item int) (longrun.Next, error)
	within func() error
	ended  atomic.Int64
}

func newBench(t *testing.T, base *db.DB, id string) *bench {
	b := &bench{t: t, base: base, key: longrun.Key{"w", id}, within: func() error { return nil }}
	b.before = func(context.Context, int) (longrun.Next, error) { return longrun.Next{}, nil }
	b.Runner = b.node(base)
	b.update(func(tx *db.Tx) error {
		tx.Write(insertRun, id, []byte{})
		total := int64(items)
		b.Begin(tx, b.key, id, crm.Run{Position: "0", Total: &total})
		return nil
	})
	return b
}

// node is a runner as another node has it.
func (b *bench) node(base *db.DB) *longrun.Runner {
	var r *longrun.Runner
	r = longrun.New(base, slog.New(slog.DiscardHandler), longrun.Kind{Table: runs, Job: "test", Slice: time.Minute, GaveUp: "A reason of our own.",
		Ended: func(tx *db.Tx, _ longrun.Key) error { tx.After(func() { b.ended.Add(1) }); return nil },
		Open: func(context.Context, longrun.Key) (longrun.Steps, error) {
			return longrun.Steps{Step: func(ctx context.Context, run crm.Run) (longrun.Next, error) { return b.step(ctx, base, r, run) }}, nil
		}})
	return r
}

func (b *bench) step(ctx context.Context, base *db.DB, r *longrun.Runner, run crm.Run) (longrun.Next, error) {
	item, _ := strconv.Atoi(run.Position)
	if next, err := b.before(ctx, item); err != nil || next != (longrun.Next{}) {
		return next, err
	}
	return longrun.Next{}, base.Update(ctx, b.key[1], func(tx *db.Tx) error {
		if item == items {
			return r.End(tx, b.key, crm.RunCompleted, "")
		}
		if _, err := tx.Exec(countEffect, b.key[1]); err != nil {
			return err
		}
		if err := b.within(); err != nil {
			return err
		}
		runs.Advance(tx, b.key, longrun.Move{From: run, To: strconv.Itoa(item + 1), Done: 1})
		if _, _, err := runs.Read(tx, b.key); err != nil { // sends the move
			return err
		}
		return b.within()
	})
}

func (b *bench) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) update(fn func(tx *db.Tx) error) {
	b.t.Helper()
	b.must(b.base.Update(context.Background(), b.key[1], fn))
}

// read returns the run and how many items took effect.
func (b *bench) read() (run crm.Run, effects int) {
	b.t.Helper()
	b.must(b.base.View(context.Background(), func(tx *db.Tx) error {
		_, err := tx.One(countEffects, []any{&effects}, b.key[1])
		if err == nil {
			run, _, err = runs.Read(tx, b.key)
		}
		return err
	}))
	return run, effects
}

// job is the job that carries the run; due says when.
func (b *bench) job() (j jobs.Job, found bool) {
	b.t.Helper()
	b.must(b.base.View(context.Background(), func(tx *db.Tx) (err error) {
		var due int64
		found, err = tx.One(selectJob, []any{&j.ID, &j.Fence, &due, &j.Attempt, &j.Payload}, b.key[1])
		j.WorkspaceID, j.Kind, j.Key, j.RunAt = "w", "test", b.key[1], db.At(due)
		return err
	}))
	return j, found
}

// completed checks that every item took effect once and nothing is left to do.
func (b *bench) completed() {
	b.t.Helper()
	run, effects := b.read()
	if _, waits := b.job(); waits || run.State != crm.RunCompleted || run.Done != items || effects != items || run.EndedAt == nil || b.ended.Load() != 1 {
		b.t.Errorf("a job waits: %v; %d items took effect, its end was told %d times: %+v", waits, effects, b.ended.Load(), run)
	}
}

func onBoth(t *testing.T, test func(t *testing.T, one, two *db.DB)) {
	t.Run("sqlite", func(t *testing.T) {
		base := testdb.Open(t, filepath.Join(t.TempDir(), "crm.db"))
		test(t, base, base)
	})
	t.Run("postgres", func(t *testing.T) {
		url := testpg.New(t)
		test(t, testdb.Open(t, url), testdb.Open(t, url))
	})
}

// mortal is the context of a process that ends after so many looks at it.
type mortal struct {
	context.Context
	end  func()
	left *atomic.Int64
}

func newMortal(looks int64) mortal {
	ctx, end := context.WithCancel(context.Background())
	m := mortal{ctx, end, new(atomic.Int64)}
	m.left.Store(looks)
	return m
}

func (m mortal) Err() error {
	if m.left.Add(-1) < 0 {
		m.end()
	}
	return m.Context.Err()
}

// Wherever the process ends, the next one goes on from there, and no item takes
// effect twice or is left out.
func TestARunGoesOnWhereverTheProcessEnds(t *testing.T) {
	onBoth(t, func(t *testing.T, base, _ *db.DB) {
		ends := 0
		for looks := int64(0); ; looks++ {
			b, ctx := newBench(t, base, fmt.Sprintf("imp_%03d", looks)), newMortal(looks)
			point := func() error {
				if ctx.Err() != nil {
					return errStopped
				}
				return nil
			}
			b.before = func(context.Context, int) (longrun.Next, error) { return longrun.Next{}, point() }
			b.within = point
			j, _ := b.job()
			err := b.Handle(ctx, []jobs.Job{j})
			ctx.left.Store(1 << 40) // nobody ends it any more
			if err == nil && ctx.Context.Err() == nil {
				b.completed()
				if ends < 4*items {
					t.Errorf("the process ended at %d places only", ends)
				}
				return
			}
			ends++
			if run, effects := b.read(); int64(effects) != run.Done || run.Position != strconv.Itoa(effects) {
				t.Errorf("after %d looks %d items took effect, and the run is %+v", looks, effects, run)
			}
			b.before = func(context.Context, int) (longrun.Next, error) { return longrun.Next{}, nil }
			b.within = func() error { return nil }
			if j, waits := b.job(); waits {
				b.must(b.Handle(context.Background(), []jobs.Job{j}))
			}
			b.completed()
		}
	})
}

// Two nodes that carry the same run at once do every item once between them.
func TestTwoNodesCarryOneRun(t *testing.T) {
	onBoth(t, func(t *testing.T, one, two *db.DB) {
		b := newBench(t, one, "imp_1")
		var meet sync.WaitGroup
		meet.Add(2)
		var first [2]sync.Once
		nodes := [2]*longrun.Runner{b.Runner, b.node(two)}
		j, _ := b.job()
		ends := make(chan error, len(nodes))
		met := make(chan int, len(nodes))
		met <- 0
		met <- 1
		b.before = func(_ context.Context, item int) (longrun.Next, error) {
			if item == 0 { // both have read the same position
				select {
				case n := <-met:
					first[n].Do(meet.Done)
					meet.Wait()
				default:
				}
			}
			return longrun.Next{}, nil
		}
		for _, n := range nodes {
			go func() { ends <- n.Handle(context.Background(), []jobs.Job{j}) }()
		}
		for range nodes {
			if err := <-ends; err != nil && !errors.Is(err, jobs.ErrLost) && !errors.Is(err, longrun.ErrMoved) {
				t.Error(err)
			}
		}
		if j, waits := b.job(); waits {
			b.must(b.Handle(context.Background(), []jobs.Job{j}))
		}
		b.completed()
	})
}

// A run that is canceled stops what a step is doing: at once where it is
// canceled, soon on another node.
func TestARunIsCanceledDuringAStep(t *testing.T) {
	onBoth(t, func(t *testing.T, one, two *db.DB) {
		for _, elsewhere := range []bool{false, true} {
			b := newBench(t, one, fmt.Sprint("imp_", elsewhere))
			working := make(chan struct{})
			b.before = func(ctx context.Context, item int) (longrun.Next, error) {
				if item == 2 {
					close(working)
					<-ctx.Done()
					return longrun.Next{}, ctx.Err()
				}
				return longrun.Next{}, nil
			}
			j, _ := b.job()
			end := make(chan error, 1)
			go func() { end <- b.Handle(context.Background(), []jobs.Job{j}) }()
			<-working
			from, base := b.Runner, one
			if elsewhere {
				from, base = b.node(two), two
			}
			b.must(base.Update(context.Background(), b.key[1], func(tx *db.Tx) error { return from.End(tx, b.key, crm.RunCanceled, "") }))
			b.must(<-end)
			run, effects := b.read()
			if _, waits := b.job(); waits || run.State != crm.RunCanceled || run.Done != 2 || effects != 2 || b.ended.Load() != 1 {
				t.Errorf("canceled elsewhere: %v: a job waits: %v; %d items took effect: %+v", elsewhere, waits, effects, run)
			}
			b.update(func(tx *db.Tx) error { return b.End(tx, b.key, crm.RunFailed, "too late") })
			if run, _ := b.read(); run.State != crm.RunCanceled || run.Error != "" {
				t.Errorf("what has ended is %+v", run)
			}
		}
	})
}

// A run that must wait says why and until when, gives its job back for this
// time, and goes on by itself; its patience has an end.
func TestARunIsPaused(t *testing.T) {
	onBoth(t, func(t *testing.T, base, _ *db.DB) {
		b := newBench(t, base, "imp_1")
		pause := longrun.Next{Wait: time.Hour, Pause: crm.PauseBudget, Tries: 3}
		b.before = func(_ context.Context, item int) (longrun.Next, error) {
			if item == 2 {
				return pause, nil
			}
			return longrun.Next{}, nil
		}
		carry := func(want error) {
			t.Helper()
			j, found := b.job()
			if err := b.Handle(context.Background(), []jobs.Job{j}); !found || !errors.Is(err, want) {
				t.Fatalf("there is a job: %v, %v", found, err)
			}
		}
		carry(jobs.ErrRetried)
		first, effects := b.read()
		if j, _ := b.job(); first.State != crm.RunPaused || first.Paused != crm.PauseBudget || first.Tries != 3 || first.RetryAt == nil || !first.RetryAt.Equal(j.RunAt) ||
			j.RunAt.Before(time.Now().Add(50*time.Minute)) || effects != 2 || first.EndedAt != nil {
			t.Fatalf("its job is due at %v, and the run is %+v", j.RunAt, first)
		}
		carry(jobs.ErrRetried)
		if again, _ := b.read(); !again.UpdatedAt.Equal(first.UpdatedAt) {
			t.Errorf("waiting on counts as progress: %v, then %v", first.UpdatedAt, again.UpdatedAt)
		}
		pause = longrun.Next{}
		carry(nil)
		b.completed()
		if run, _ := b.read(); run.Paused != "" || run.RetryAt != nil || run.Tries != 0 {
			t.Errorf("the end is %+v", run)
		}

		b = newBench(t, base, "imp_2")
		b.Patience = time.Nanosecond
		b.before = func(context.Context, int) (longrun.Next, error) {
			return longrun.Next{Wait: time.Hour, Pause: crm.PauseSwitch}, nil
		}
		carry(jobs.ErrRetried)
		for paused := base.Source().Now().UnixMilli(); base.Source().Now().UnixMilli() <= paused+1; {
			runtime.Gosched() // the patience ends with the clock's unit
		}
		carry(nil)
		if run, _ := b.read(); run.State != crm.RunFailed || run.Error == "" || b.ended.Load() != 1 {
			t.Errorf("after it waited for too long it is %+v", run)
		}
	})
}

// A job that has brought its run on may fail as often as a new one.
func TestAttemptsCountFromTheLastProgress(t *testing.T) {
	onBoth(t, func(t *testing.T, base, _ *db.DB) {
		for moves := range 3 {
			b := newBench(t, base, fmt.Sprint("imp_", moves))
			b.before = func(_ context.Context, item int) (longrun.Next, error) {
				if item == moves {
					return longrun.Next{}, errStopped
				}
				return longrun.Next{}, nil
			}
			b.update(func(tx *db.Tx) error { _, err := tx.Exec(failJob, b.key[1]); return err })
			want := 0
			if moves == 0 {
				want = 7
			}
			j, _ := b.job()
			batch := []jobs.Job{j}
			if err := b.Handle(context.Background(), batch); j.Attempt != 7 || !errors.Is(err, errStopped) || batch[0].Attempt != want {
				t.Errorf("after %d steps it is attempt %d: %v", moves, batch[0].Attempt, err)
			}
			if j, _ := b.job(); j.Attempt != want {
				t.Errorf("after %d steps attempt %d is stored", moves, j.Attempt)
			}
		}
	})
}

// A step's failure ends the run with its reason; any other error leaves the run
// as it is for the next attempt, until the job is given up.
func TestARunFails(t *testing.T) {
	onBoth(t, func(t *testing.T, base, _ *db.DB) {
		b := newBench(t, base, "imp_1")
		b.before = func(context.Context, int) (longrun.Next, error) {
			return longrun.Next{}, longrun.Failure("No one answers.")
		}
		j, _ := b.job()
		b.must(b.Handle(context.Background(), []jobs.Job{j}))
		run, _ := b.read()
		if _, waits := b.job(); waits || run.State != crm.RunFailed || run.Error != "No one answers." || b.ended.Load() != 1 {
			t.Errorf("a job waits: %v, and the run is %+v", waits, run)
		}

		b = newBench(t, base, "imp_2")
		b.before = func(_ context.Context, item int) (longrun.Next, error) {
			if item == 1 {
				return longrun.Next{}, errStopped
			}
			return longrun.Next{}, nil
		}
		j, _ = b.job()
		if err := b.Handle(context.Background(), []jobs.Job{j}); !errors.Is(err, errStopped) {
			t.Fatal(err)
		}
		if run, effects := b.read(); run.State != crm.RunRunning || effects != 1 {
			t.Errorf("between two attempts %d items took effect: %+v", effects, run)
		}
		b.must(b.GiveUp(context.Background(), j, errStopped))
		run, _ = b.read()
		if _, waits := b.job(); waits || run.State != crm.RunFailed || run.Error != "A reason of our own." || run.Done != 1 || b.ended.Load() != 1 {
			t.Errorf("given up: a job waits: %v, and the run is %+v", waits, run)
		}

		conflicts := 0
		b = newBench(t, base, "imp_3")
		b.before = func(context.Context, int) (longrun.Next, error) { conflicts++; return longrun.Next{}, longrun.ErrMoved }
		j, _ = b.job()
		if err := b.Handle(context.Background(), []jobs.Job{j}); !errors.Is(err, longrun.ErrMoved) || conflicts != 5 {
			t.Errorf("a step that always looks again is begun %d times: %v", conflicts, err)
		}
	})
}
