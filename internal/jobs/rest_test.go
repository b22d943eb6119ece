package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
)

// However many queues wait, each has its turn before any has its second one.
func TestEveryQueueHasItsTurn(t *testing.T) {
	const queues, each = 600, 6
	eachEngine(t, func(t *testing.T, url string) {
		db := open(t, url)
		for n := range each {
			var list []jobs.Job
			for i := range queues {
				list = append(list, jobs.Job{Kind: kindOne, Queue: fmt.Sprintf("q%03d", i), Payload: fmt.Sprint(n)})
			}
			enqueue(t, db, list...)
		}
		var mu sync.Mutex
		seen, ran, first := map[string]bool{}, 0, 0
		start(t, db, simple(db, 16, func(j jobs.Job) {
			mu.Lock()
			defer mu.Unlock()
			ran++
			if seen[j.Queue] = true; len(seen) == queues && first == 0 {
				first = ran
			}
		}))
		awaitEmpty(t, db, time.Minute)
		if first > 3*queues {
			t.Errorf("%d jobs ran before every queue had its turn, want about %d", first, queues)
		}
	})
}

// Queues that never become empty do not keep the others from their turns, however
// many there are: a claim begins where the last one ended.
func TestQueuesBeyondThoseThatNeverEndHaveTheirTurn(t *testing.T) {
	const queues, endless = 2000, 600
	eachEngine(t, func(t *testing.T, url string) {
		base := open(t, url)
		var list []jobs.Job
		for i := range queues {
			for n := range 2 {
				list = append(list, jobs.Job{WorkspaceID: "w", Kind: kindOne, Queue: fmt.Sprintf("q%04d", i), Payload: fmt.Sprint(n)})
			}
		}
		for part := range slices.Chunk(list, 500) {
			enqueue(t, base, part...)
		}
		var mu sync.Mutex
		seen := map[string]int{}
		start(t, base, jobs.Kind{Name: kindOne, Concurrency: 16, Hold: 256, Handle: func(_ context.Context, batch []jobs.Job) error {
			j := batch[0]
			mu.Lock()
			seen[j.Queue]++
			mu.Unlock()
			return base.Update(ctx, j.Queue, func(tx *db.Tx) error {
				jobs.FinishJob(tx, j)
				if j.Queue < fmt.Sprintf("q%04d", endless) {
					jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: "w", Kind: kindOne, Queue: j.Queue, Payload: "again"})
				}
				return nil
			})
		}})
		await(t, time.Minute, "every queue had both of its turns", func() bool {
			mu.Lock()
			defer mu.Unlock()
			for i := range queues {
				if seen[fmt.Sprintf("q%04d", i)] < 2 {
					return false
				}
			}
			return true
		})
	})
}

// What comes after a head that waits is not due before it, whether it was in
// memory, in the table, or comes later; and it is due when the head is gone.
func TestWhatFollowsAHeadWaitsWithIt(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		base := open(t, url)
		var seen record
		var failed atomic.Bool
		start(t, base, jobs.Kind{Name: kindOne, Concurrency: 4, Hold: 3, HoldPerQueue: 3, Handle: func(_ context.Context, batch []jobs.Job) error {
			j := batch[0]
			if j.Payload == "head" {
				await(t, time.Minute, "what follows is stored", func() bool { return left(t, base) == 6 })
				err := base.Update(ctx, j.Key, func(tx *db.Tx) error { jobs.RetryJob(tx, j, tx.Now().Add(time.Hour), true); return nil })
				defer failed.Store(true)
				return errors.Join(err, jobs.ErrRetried)
			}
			seen.add("%s", j.Payload)
			return finish(base, j)
		}})
		for _, p := range []string{"head", "a", "b", "c", "d", "e"} {
			enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q", Key: "k", Payload: p})
		}
		due := func() (due bool) {
			if err := base.View(ctx, func(tx *db.Tx) (err error) { due, err = jobs.AnyJobDue(tx, kindOne); return err }); err != nil {
				t.Fatal(err)
			}
			return due
		}
		await(t, time.Minute, "nothing is due", func() bool { return failed.Load() && !due() })
		enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q", Key: "k", Payload: "f"})
		if due() {
			t.Error("what came later is due")
		}
		if err := base.Update(ctx, "k", func(tx *db.Tx) error { jobs.DropJob(tx, kindOne, "k", "head"); return nil }); err != nil {
			t.Fatal(err)
		}
		awaitEmpty(t, base, time.Minute)
		if got := seen.all(); !slices.Equal(got, []string{"a", "b", "c", "d", "e", "f"}) {
			t.Errorf("done in the order %v", got)
		}
	})
}

// resting lets queues of a name rest until they are woken.
type resting struct {
	awake  atomic.Bool
	notify func()
}

func (r *resting) Room(queue string, _ time.Time) (int, time.Duration) {
	if strings.HasPrefix(queue, "rests") && !r.awake.Load() {
		return 0, time.Hour
	}
	return 1 << 20, 0
}

func (r *resting) Notify(fn func()) { r.notify = fn }

// A queue that rests takes no room from others, and goes on in order when it
// is woken.
func TestARestingQueueTakesNoRoom(t *testing.T) {
	const count = 3000
	eachEngine(t, func(t *testing.T, url string) {
		db := open(t, url)
		var mu sync.Mutex
		order, others := map[string][]int{}, 0
		r := &resting{}
		k := simple(db, 8, func(j jobs.Job) {
			mu.Lock()
			defer mu.Unlock()
			if j.Queue == "other" {
				others++
				return
			}
			var n int
			_, _ = fmt.Sscan(j.Payload, &n)
			order[j.Key] = append(order[j.Key], n)
		})
		k.Hold, k.HoldPerQueue, k.Rest = 100, 50, r
		r.awake.Store(true)
		e := start(t, db, k)
		r.awake.Store(false) // some are in memory already
		for n := range count {
			if n%100 == 0 {
				enqueue(t, db, jobs.Job{Kind: kindOne, Queue: "other"})
			}
			if n%10 == 0 {
				var list []jobs.Job
				for i := range 10 {
					list = append(list, jobs.Job{Kind: kindOne, Queue: fmt.Sprintf("rests%d", i%4), Key: fmt.Sprintf("k%d", i), Payload: fmt.Sprint(n/10 + 1)})
				}
				enqueue(t, db, list...)
			}
		}
		await(t, time.Minute, "the others are done", func() bool { mu.Lock(); defer mu.Unlock(); return others == count/100 })
		await(t, time.Minute, "nothing is held", func() bool { return e.Hold(kindOne) == 0 })
		r.awake.Store(true)
		r.notify()
		awaitEmpty(t, db, time.Minute)
		for key, list := range order {
			if !slices.IsSorted(list) || len(list) != count/10 {
				t.Errorf("%s ran %d jobs, in order: %v", key, len(list), slices.IsSorted(list))
			}
		}
	})
}
