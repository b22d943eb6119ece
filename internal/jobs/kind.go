package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const (
	retryBase  = 500 * time.Millisecond
	retryLimit = 10 * time.Minute
	// A job that could not be given back is given back again after so long.
	giveBackBase  = 50 * time.Millisecond
	giveBackLimit = 5 * time.Second
	giveUpTimeout = time.Minute
)

// kind is the part of the queue that is in memory: lanes (one per key) in
// queues that are served in turn.
type kind struct {
	Kind
	engine   *Engine
	held     atomic.Int64
	draining atomic.Bool
	order    sync.Mutex // see order.go
	due      due
	claimed  string // the last queue of which was claimed; for the claim loop only

	mu      sync.Mutex
	queues  map[string]*queue
	turn    []*queue // queues that have a ready lane, in the order of their turns
	lanes   map[string]*lane
	coming  map[string]*coming // see order.go
	ahead   ahead
	busy    bool        // between hold and resume
	hands   map[ref]int // see forgotten.go
	running int
	idle    *sync.Cond
}

type queue struct {
	name   string
	held   int
	ready  []*lane
	inTurn bool
	paused bool
	leaves bool // what it has is being put back
}

type lane struct {
	key     string
	queue   *queue
	jobs    []Job
	running bool
}

func newKind(e *Engine, k Kind) *kind {
	k.Batch, k.Concurrency = max(k.Batch, 1), max(k.Concurrency, 1)
	if k.Hold == 0 {
		k.Hold = 4096
	}
	if k.HoldPerQueue == 0 {
		k.HoldPerQueue = k.Hold / 2
	}
	if k.MaxAttempts == 0 {
		k.MaxAttempts = 20
	}
	if k.Timeout == 0 {
		k.Timeout = time.Minute
	}
	out := &kind{Kind: k, engine: e, queues: map[string]*queue{}, lanes: map[string]*lane{},
		coming: map[string]*coming{}, hands: map[ref]int{}, due: newDue(), ahead: ahead{wake: make(chan struct{}, 1)}}
	out.idle = sync.NewCond(&out.mu)
	if k.Rest != nil {
		k.Rest.Notify(out.due.look)
	}
	return out
}

// room returns how many more jobs of a queue may be held.
func (k *kind) room(name string) int {
	if k.draining.Load() {
		return 0
	}
	most := k.HoldPerQueue
	if k.Rest != nil {
		room, _ := k.Rest.Room(name, time.Now())
		most = min(most, room)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	held := 0
	if q := k.queues[name]; q != nil {
		held = q.held
	}
	return min(k.Hold-int(k.held.Load()), most-held)
}

// add puts a job into its lane.
func (k *kind) add(j Job) {
	q := k.countIn(j)
	key := j.Key
	if key == "" {
		key = fmt.Sprintf("#%d/%s", j.ID, j.WorkspaceID) // without a key nothing waits for anything
	}
	l := k.lanes[key]
	if l == nil {
		l = &lane{key: key, queue: q}
		k.lanes[key] = l
	}
	i, _ := slices.BinarySearchFunc(l.jobs, j, byID)
	l.jobs = slices.Insert(l.jobs, i, j)
	if !l.running && len(l.jobs) == 1 {
		k.makeReady(l)
	}
}

// countIn counts a job as held and returns its queue.
func (k *kind) countIn(j Job) *queue {
	q := k.queues[j.Queue]
	if q == nil {
		q = &queue{name: j.Queue}
		k.queues[j.Queue] = q
	}
	q.held++
	k.held.Add(1)
	return q
}

func (k *kind) makeReady(l *lane) {
	l.queue.ready = append(l.queue.ready, l)
	k.takeTurn(l.queue)
}

func (k *kind) takeTurn(q *queue) {
	if !q.inTurn && !q.paused && len(q.ready) > 0 {
		q.inTurn = true
		k.turn = append(k.turn, q)
	}
}

// dispatch starts batches while there is room, one queue after the other.
func (k *kind) dispatch() {
	for k.running < k.Concurrency && len(k.turn) > 0 && !k.draining.Load() {
		q := k.turn[0]
		k.turn = k.turn[1:]
		q.inTurn = false
		if len(q.ready) == 0 || k.rests(q) || k.pause(q) {
			continue
		}
		l := q.ready[0]
		q.ready = q.ready[1:]
		k.takeTurn(q)
		n := min(len(l.jobs), k.Batch)
		batch := slices.Clone(l.jobs[:n])
		l.jobs = l.jobs[n:]
		l.running = true
		k.running++
		k.pick(batch)
		go k.run(l, batch)
	}
}

// pause lets a queue that is over its rate wait without holding up the others.
func (k *kind) pause(q *queue) bool {
	if k.Gate == nil {
		return false
	}
	wait := k.Gate(q.name, time.Now())
	if wait <= 0 {
		return false
	}
	q.paused = true
	time.AfterFunc(wait, func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		q.paused = false
		k.takeTurn(q)
		k.dispatch()
	})
	return true
}

func (k *kind) run(l *lane, batch []Job) {
	err := k.handle(batch)
	if err != nil && !errors.Is(err, ErrRetried) {
		k.failed(batch, err)
	}
	if err != nil {
		k.release(l, batch[0])
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.let(l.queue, len(batch))
	k.drop(batch)
	l.running = false
	switch {
	case k.lanes[l.key] != l: // released
	case len(l.jobs) > 0:
		k.makeReady(l)
	default:
		delete(k.lanes, l.key)
	}
	k.ended()
}

// ended notes that a goroutine of the kind ends.
func (k *kind) ended() {
	k.running--
	k.dispatch()
	if k.running == 0 {
		k.idle.Broadcast()
	}
}

// let notes that n jobs of a queue are not held any more.
func (k *kind) let(q *queue, n int) {
	full := q.held >= k.HoldPerQueue || int(k.held.Load()) >= k.Hold
	q.held -= n
	k.held.Add(int64(-n))
	if q.held == 0 && len(q.ready) == 0 && !q.paused && !q.leaves {
		delete(k.queues, q.name)
	}
	if full {
		// While it was full, jobs went to the table instead.
		k.due.look()
	}
}

func (k *kind) handle(batch []Job) (err error) {
	ctx := k.engine.ctx
	if k.Timeout != NoTimeout {
		bounded, cancel := context.WithTimeout(ctx, k.Timeout)
		defer cancel()
		ctx = bounded
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return k.Handle(ctx, batch)
}

// failed gives a batch back with a growing pause, or gives a job up that has
// failed too often.
func (k *kind) failed(batch []Job, cause error) {
	if errors.Is(cause, ErrLost) || k.engine.ctx.Err() != nil {
		return // others hold it now, or will after this process has left
	}
	log := k.engine.log.With("kind", k.Name, "job", batch[0].ID, "jobs", len(batch), "attempt", batch[0].Attempt+1)
	log.Error("a job failed", "error", cause)
	if len(batch) == 1 && batch[0].Attempt+1 >= k.MaxAttempts && k.GiveUp != nil {
		err := k.giveUp(batch[0], cause)
		if err == nil || errors.Is(err, ErrLost) || k.engine.ctx.Err() != nil {
			return
		}
		log.Error("could not mark a job as given up", "error", err) // and so it runs again later
	}
	at := k.engine.db.Source().Now().Add(Backoff(batch[0].Attempt+1, retryBase, retryLimit))
	// While the database is away nothing is wrong with the job.
	counted := crm.AsError(cause).Kind != crm.KindUnavailable
	k.update(batch, func(tx *db.Tx, j Job) { RetryJob(tx, j, at, counted) })
}

// giveUp has a job given up. A panic is an error like others: it must not take
// the process with it, which would only meet the same job again.
func (k *kind) giveUp(j Job, cause error) (err error) {
	ctx, cancel := context.WithTimeout(k.engine.ctx, giveUpTimeout)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return k.GiveUp(ctx, j, cause)
}

// giveBackBatch bounds how many rows one transaction frees.
const giveBackBatch = 256

// giveBack frees jobs that this node holds and has not begun; they wait for the
// head, if there is one.
func (k *kind) giveBack(head Job, list []Job) {
	for part := range slices.Chunk(list, giveBackBatch) {
		k.insist(head.Key, part, func(tx *db.Tx) error { return giveBackJobs(tx, head, part) })
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.drop(list)
}

func (k *kind) update(list []Job, fn func(*db.Tx, Job)) {
	for _, j := range list {
		// One by one: a job that was lost meanwhile must not keep the others.
		k.insist(j.Key, []Job{j}, func(tx *db.Tx) error { fn(tx, j); return nil })
	}
}

// insist frees jobs until it succeeds: a node that lives must not keep them,
// nobody would ever run them again.
func (k *kind) insist(key string, list []Job, fn func(*db.Tx) error) {
	for attempt := 1; ; attempt++ {
		err := k.engine.db.Update(context.WithoutCancel(k.engine.ctx), key, fn)
		if err == nil || errors.Is(err, ErrLost) {
			return
		}
		k.engine.log.Error("could not release jobs", "kind", k.Name, "job", list[0].ID, "jobs", len(list), "error", err)
		if !k.pausedFor(Backoff(attempt, giveBackBase, giveBackLimit)) {
			return // they are free when this node has left
		}
	}
}

// pausedFor waits, and reports false when the engine ends meanwhile.
func (k *kind) pausedFor(d time.Duration) bool {
	if k.draining.Load() {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-k.engine.ctx.Done():
		return false
	}
}

// forget drops everything held, because others hold it now.
func (k *kind) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range k.coming {
		c.list = nil
	}
	for _, l := range k.lanes {
		k.let(l.queue, len(l.jobs))
		l.jobs = nil
		if !l.running {
			delete(k.lanes, l.key)
		}
	}
	for _, q := range k.queues {
		q.ready = nil
	}
	k.forgetAhead()
}

// drain stops new batches from starting.
func (k *kind) drain() { k.draining.Store(true) }

// wait returns when nothing of the kind runs, or ctx ends.
func (k *kind) wait(ctx context.Context) {
	stop := context.AfterFunc(ctx, k.idle.Broadcast)
	defer stop()
	k.mu.Lock()
	defer k.mu.Unlock()
	for k.running > 0 && ctx.Err() == nil {
		k.idle.Wait()
	}
}

func byID(a, b Job) int { return cmp.Compare(a.ID, b.ID) }
