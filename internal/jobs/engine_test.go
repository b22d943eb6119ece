package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/access"
)

// simple is a kind that completes each job after fn.
func simple(base *db.DB, concurrency int, fn func(j jobs.Job)) jobs.Kind {
	return jobs.Kind{Name: kindOne, Concurrency: concurrency, Handle: func(_ context.Context, batch []jobs.Job) error {
		for _, j := range batch {
			fn(j)
			if err := base.Update(ctx, j.Payload, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil }); err != nil {
				return err
			}
		}
		return nil
	}}
}

func TestALargeQueueDoesNotStarveASmallOne(t *testing.T) {
	const large, small, share = 8000, 10, 1500
	eachEngine(t, func(t *testing.T, url string) {
		base := open(t, url)
		fill := func(queue string, n int) {
			for i := 0; i < n; i += 1000 {
				var list []jobs.Job
				for range min(1000, n-i) {
					list = append(list, jobs.Job{Kind: kindOne, Queue: queue})
				}
				enqueue(t, base, list...)
			}
		}
		fill("large", large)
		fill("small", small)
		var bulk, few, late atomic.Int64
		e := start(t, base, simple(base, 32, func(j jobs.Job) {
			switch j.Queue {
			case "small":
				few.Add(1)
			case "late":
				late.Add(1)
			default:
				bulk.Add(1)
			}
		}))
		await(t, time.Minute, "the small queue is done", func() bool { return few.Load() == small })
		if n := bulk.Load(); n > share {
			t.Errorf("%d jobs of the large queue came before the %d of the small one, want at most %d", n, small, share)
		}
		before := bulk.Load()
		fill("late", small)
		await(t, time.Minute, "the queue that came late is done", func() bool { return late.Load() == small })
		if n := bulk.Load() - before; n > share {
			t.Errorf("%d jobs of the large queue came before the %d that were stored later, want at most %d", n, small, share)
		}
		if n := e.Hold(kindOne); n > 4096 {
			t.Errorf("%d jobs are held in memory, want at most 4096", n)
		}
	})
}

func TestAJobWaitsForItsTime(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		base := open(t, url)
		at := make(chan time.Time, 1)
		start(t, base, simple(base, 1, func(jobs.Job) { at <- time.Now() }))
		due := time.Now().Add(300 * time.Millisecond)
		enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q", RunAt: due, Payload: "p"})
		select {
		case ran := <-at:
			if early := due.Sub(ran); early > time.Millisecond {
				t.Errorf("the job ran %s before its time", early)
			}
		case <-time.After(time.Minute):
			t.Fatal("the job did not run")
		}
	})
}

// What waits at the start is claimed at once, not when the table is polled next.
func TestTheStartClaimsAtOnce(t *testing.T) {
	const starts = 8
	late := 0
	base := open(t, filepath.Join(t.TempDir(), "crm.db"))
	for i := range starts {
		ran := make(chan time.Time, 1)
		jobs.SetWorker(base, nil, 0)
		enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q", Payload: fmt.Sprint("p", i)})
		began := time.Now()
		_, stop := startUntil(t, base, simple(base, 1, func(jobs.Job) { ran <- time.Now() }))
		if at := <-ran; at.Sub(began) > 800*time.Millisecond {
			late++
		}
		stop()
	}
	if late == starts { // one or the other may be late because the machine is
		t.Error("every start left the job waiting")
	}
}

func TestAJobIsHandedOverAfterItsCommit(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		base := open(t, url)
		var seen record
		start(t, base, simple(base, 8, func(j jobs.Job) {
			if ok, err := done(base, j.Payload); err != nil || !ok {
				seen.add("%s ran before its transaction was on disk (%v)", j.Payload, err)
			}
			seen.add("ran")
		}))
		refused := errors.New("refused")
		const count = 200
		for i := range count {
			payload := fmt.Sprintf("p%d", i)
			err := base.Update(ctx, payload, func(tx *db.Tx) error {
				jobs.EnqueueJob(tx, jobs.Job{Kind: kindOne, Queue: "q", Payload: payload})
				access.InsertWorkspace(tx, crm.Workspace{ID: payload, Name: "stored with the job", CreatedAt: tx.Now()})
				if i%4 == 0 {
					return refused
				}
				return nil
			})
			if i%4 == 0 != errors.Is(err, refused) {
				t.Fatalf("update %d: %v", i, err)
			}
		}
		awaitEmpty(t, base, time.Minute)
		if got := seen.all(); len(got) != count*3/4 {
			t.Errorf("%d jobs ran, want %d; an update that failed has none: %.5v", len(got), count*3/4, got)
		} else if i := slices.IndexFunc(got, func(s string) bool { return s != "ran" }); i >= 0 {
			t.Error(got[i])
		}
	})
}

func TestARetryKeepsTheOrderOfItsKeyAndHoldsUpNobodyElse(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		base := open(t, url)
		var seen record
		fails := 3
		start(t, base, jobs.Kind{Name: kindOne, Concurrency: 4, Handle: func(_ context.Context, batch []jobs.Job) error {
			j := batch[0]
			if j.Payload == "a1" && fails > 0 {
				fails--
				err := base.Update(ctx, j.Key, func(tx *db.Tx) error {
					jobs.RetryJob(tx, j, tx.Now().Add(100*time.Millisecond), true)
					return nil
				})
				return errors.Join(err, jobs.ErrRetried)
			}
			if j.Payload == "a1" && j.Attempt != 3 {
				seen.add("a1 was tried %d times", j.Attempt)
			}
			seen.add("%s", j.Payload)
			return finish(base, j)
		}})
		for _, p := range []string{"a1", "a2", "a3", "b1", "a4", "b2"} {
			enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q", Key: p[:1], Payload: p})
		}
		awaitEmpty(t, base, time.Minute)
		if got := seen.all(); !slices.Equal(got, []string{"b1", "b2", "a1", "a2", "a3", "a4"}) {
			t.Errorf("done in the order %v", got)
		}
	})
}

func TestStopLetsRunningWorkEndAndKeepsTheRest(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		base := open(t, url)
		var begun, ended, after atomic.Int64
		var stopped atomic.Bool
		e := jobs.New(base, slogDiscard, simple(base, 4, func(jobs.Job) {
			begun.Add(1)
			time.Sleep(20 * time.Millisecond) // work that the stop finds under way, not a condition
			ended.Add(1)
			if stopped.Load() {
				after.Add(1)
			}
		}))
		if err := e.Join(ctx); err != nil {
			t.Fatal(err)
		}
		running, stop := context.WithCancel(ctx)
		result := make(chan error, 1)
		go func() { result <- e.Run(running) }()
		const count = 200
		for range count {
			enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q"})
		}
		await(t, time.Minute, "work is under way", func() bool { return begun.Load() > 8 })
		stop()
		if err := <-result; err != nil {
			t.Fatal(err)
		}
		stopped.Store(true)
		if begun.Load() != ended.Load() {
			t.Errorf("%d jobs were begun, %d ended before Run returned", begun.Load(), ended.Load())
		}
		rest := left(t, base)
		if rest != count-ended.Load() {
			t.Errorf("%d jobs are left after %d of %d", rest, ended.Load(), count)
		}
		enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q"}) // stored while nobody works
		began := time.Now()
		start(t, base, simple(base, 32, func(jobs.Job) { ended.Add(1) }))
		awaitEmpty(t, base, time.Minute)
		if ended.Load() != count+1 || after.Load() != 0 {
			t.Errorf("%d jobs ended, %d of them after the stop, want %d and 0", ended.Load(), after.Load(), count+1)
		}
		if took := time.Since(began); took > db.NodeLease/2 {
			t.Errorf("the next node needed %s: what the stop left was not free", took)
		}
	})
}

func TestALateOwnerCannotFinish(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		base := open(t, url)
		begun, goOn, result := make(chan jobs.Job, 1), make(chan bool), make(chan error, 1)
		first := begin(t, base, jobs.Kind{Name: kindOne, Handle: func(_ context.Context, batch []jobs.Job) error {
			begun <- batch[0]
			<-goOn
			err := base.Update(ctx, "k", func(tx *db.Tx) error {
				access.InsertWorkspace(tx, crm.Workspace{ID: "late", Name: "must not be kept", CreatedAt: tx.Now()})
				jobs.FinishJob(tx, batch[0])
				return nil
			})
			result <- err
			return err
		}})
		enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q", Key: "k", Payload: "p"})
		<-begun // and now this node is silent for longer than its lease
		first.Crash()
		if db.IsPostgres(url) {
			expire(t, url, first.Owner())
		}
		var runs atomic.Int64
		other := open(t, url)
		start(t, other, jobs.Kind{Name: kindOne, Handle: func(_ context.Context, batch []jobs.Job) error {
			runs.Add(1)
			return finish(other, batch[0])
		}})
		awaitEmpty(t, other, time.Minute)
		close(goOn)
		if err := <-result; !errors.Is(err, jobs.ErrLost) {
			t.Errorf("the late owner got %v, want ErrLost", err)
		}
		if kept, err := done(other, "late"); err != nil || kept {
			t.Errorf("the late owner's update was kept although it failed (%v)", err)
		}
		if runs.Load() != 1 {
			t.Errorf("the job ran %d times at the node that took over", runs.Load())
		}
	})
}

// A node that was declared dead while it lived goes on storing jobs in its old
// name until it notices: none of them may stay behind.
func TestANodeThatWasDeclaredDeadLosesNoJob(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		base := open(t, url)
		var runs atomic.Int64
		block := make(chan bool)
		e := start(t, base, jobs.Kind{Name: kindOne, Concurrency: 2, Handle: func(_ context.Context, batch []jobs.Job) error {
			runs.Add(1)
			select {
			case <-block:
			case <-time.After(5 * time.Second):
			}
			return finish(base, batch[0])
		}})
		old := e.Owner()
		if err := base.LeaveNodes(ctx, old); err != nil { // as another node does after the lease
			t.Fatal(err)
		}
		for i := range 20 {
			enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q", Payload: fmt.Sprintf("p%d", i)})
		}
		e.Renew()
		if e.Owner() == old {
			t.Fatal("the node has not joined anew")
		}
		close(block)
		e.Renew()
		awaitEmpty(t, base, time.Minute)
		for i := range 20 {
			if ok, err := done(base, fmt.Sprintf("p%d", i)); err != nil || !ok {
				t.Errorf("p%d was not done (%v)", i, err)
			}
		}
	})
}

func TestBackoffStaysInItsBounds(t *testing.T) {
	const base, limit = 500 * time.Millisecond, 10 * time.Minute
	for attempt := -1; attempt < 100; attempt++ {
		full := limit
		if n := max(attempt, 1) - 1; n < 11 {
			full = min(limit, base<<n)
		}
		low, high := limit, time.Duration(0)
		for range 300 {
			d := jobs.Backoff(attempt, base, limit)
			low, high = min(low, d), max(high, d)
		}
		if low < full/2 || high > full {
			t.Errorf("attempt %d waits %s to %s, want within %s to %s", attempt, low, high, full/2, full)
		}
		if high-low < full/4 {
			t.Errorf("attempt %d waits %s to %s: that is hardly random", attempt, low, high)
		}
	}
}

func TestAJobThatAlwaysFailsIsGivenUp(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		base := open(t, url)
		var runs, given atomic.Int64
		start(t, base, jobs.Kind{Name: kindOne, MaxAttempts: 2,
			Handle: func(context.Context, []jobs.Job) error { runs.Add(1); panic("always") },
			GiveUp: func(_ context.Context, j jobs.Job, cause error) error { given.Add(1); return finish(base, j) }})
		enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q", Key: "k", Payload: "p"})
		awaitEmpty(t, base, time.Minute)
		if runs.Load() != 2 || given.Load() != 1 {
			t.Errorf("%d runs and %d times given up, want 2 and 1", runs.Load(), given.Load())
		}
	})
}

// A job that cannot be given up, or not yet, stays: no life of a node ends it,
// and no panic ends the node.
func TestAJobThatCannotBeGivenUpIsTriedAgain(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		base := open(t, url)
		var given atomic.Int64
		start(t, base, jobs.Kind{Name: kindOne, MaxAttempts: 1,
			Handle: func(context.Context, []jobs.Job) error { return errors.New("always") },
			GiveUp: func(_ context.Context, j jobs.Job, cause error) error {
				switch given.Add(1) {
				case 1:
					panic("not yet")
				case 2:
					return errors.New("not yet")
				}
				return finish(base, j)
			}})
		enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q", Key: "k", Payload: "p"})
		enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q", Key: "k", Payload: "after"})
		awaitEmpty(t, base, time.Minute)
		if given.Load() != 4 {
			t.Errorf("%d times given up, want 3 and 1 for the one behind it", given.Load())
		}
	})
}
