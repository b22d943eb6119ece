// Package jobs runs the durable queue of background jobs. It knows no job: each
// kind is registered with a handler.
//
// A job that this process commits goes straight into memory, already held, even
// if it must wait for a moment. All others (overflow, retries, schedules, jobs of
// a dead node) are claimed from the table. Jobs of one key run one at a time and
// in order. The queues of one kind take turns.
package jobs

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/run"
)

// Kind describes one sort of job.
type Kind struct {
	Name JobKind
	// Concurrency is how many batches of this kind run at once.
	Concurrency int
	// Batch is how many jobs of one key a handler gets at most; 0 means 1.
	Batch int
	// Hold is how many jobs are kept in memory; 0 means 4096. HoldPerQueue is
	// the same for one queue; 0 means half of Hold.
	Hold, HoldPerQueue int
	// Ahead is for how long a job may be kept in memory until it is due; one that
	// is due later waits in the table. Nothing may hasten or drop such jobs.
	Ahead time.Duration
	// MaxAttempts is after how many failed runs GiveUp is called; 0 means 20.
	MaxAttempts int
	// Timeout bounds one run; 0 means a minute. NoTimeout leaves that to Handle,
	// whose context then ends with the engine.
	Timeout time.Duration
	// Handle does the work and finishes the jobs in its own transaction
	// (FinishJob). ErrRetried says that it gave them back itself. Any
	// other error lets them run again later.
	Handle func(ctx context.Context, batch []Job) error
	// GiveUp, if set, tells that a job failed for good; it must finish it. While
	// it fails itself, the job runs again later, ever more seldom.
	GiveUp func(ctx context.Context, j Job, cause error) error
	// Gate, if set, says how long a queue must pause before its next batch.
	Gate func(queue string, now time.Time) time.Duration
	// Rest, if set, says which queues rest.
	Rest Rest
}

// Rest says which queues rest: what a resting queue has is put back into the
// table and not claimed, so that it costs nothing and takes no room.
type Rest interface {
	// Room returns how many jobs of a queue may be held, 0 while it rests, and
	// then for how long about.
	Room(queue string, now time.Time) (room int, wait time.Duration)
	// Notify has fn called when queues that rested do not rest any more.
	Notify(fn func())
}

// NoTimeout says that a handler bounds its runs itself.
const NoTimeout time.Duration = -1

// ErrRetried is returned by a handler that gave its jobs back in its own
// transaction (RetryJob).
var ErrRetried = errors.New("jobs: given back")

// claimPause bounds how often the table is asked while there is work.
const (
	claimPause = 2 * time.Millisecond
	poll       = time.Second
	claimLimit = 512
	heartbeats = 4 // of a lease
)

// Engine claims, runs and retries jobs.
type Engine struct {
	db       *db.DB
	log      *slog.Logger
	kinds    map[JobKind]*kind
	owner    atomic.Pointer[string]
	suspects suspects // see forgotten.go
	former   string   // the name before the last rejoin, until all that it held is free

	ctx    context.Context // of the jobs that run
	cancel context.CancelFunc
	loops  sync.WaitGroup
}

// New returns an engine for the kinds. It runs nothing yet.
func New(db *db.DB, log *slog.Logger, kinds ...Kind) *Engine {
	e := &Engine{db: db, log: log, kinds: map[JobKind]*kind{}}
	for _, k := range kinds {
		e.kinds[k.Name] = newKind(e, k)
	}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	none := ""
	e.owner.Store(&none)
	return e
}

// Join registers this process as a node and takes over what it commits from
// now on.
func (e *Engine) Join(ctx context.Context) error {
	id, number, err := e.db.JoinNodes(ctx)
	if err != nil {
		return err
	}
	e.owner.Store(&id)
	SetWorker(e.db, e, number)
	return nil
}

// Run claims and runs jobs until ctx ends. Then it lets what runs end within the
// grace (see package run), gives everything else back and leaves. Join must have
// succeeded.
func (e *Engine) Run(ctx context.Context) error {
	e.begin()
	<-ctx.Done()
	return e.end(run.Grace(ctx))
}

func (e *Engine) begin() {
	for _, k := range e.kinds {
		e.loops.Go(func() { e.claimLoop(k) })
		if k.Ahead > 0 {
			e.loops.Go(k.aheadLoop)
		}
	}
	e.loops.Go(e.leaseLoop)
	e.Wake()
}

func (e *Engine) end(grace context.Context) error {
	for _, k := range e.kinds {
		k.drain()
	}
	for _, k := range e.kinds {
		k.wait(grace)
	}
	e.cancel()
	e.loops.Wait()
	for _, k := range e.kinds {
		k.wait(context.Background()) // those that were broken off
	}
	return e.db.LeaveNodes(context.WithoutCancel(grace), e.Owner())
}

// Owner is the identifier of this node.
func (e *Engine) Owner() string { return *e.owner.Load() }

// Accepts reports whether a job that is due after the wait may be handed over
// without the table.
func (e *Engine) Accepts(name JobKind, queue string, wait time.Duration) bool {
	k := e.kinds[name]
	return k != nil && wait <= k.Ahead && k.room(queue) > 0
}

// Expect notes that a job of the key may be handed over.
func (e *Engine) Expect(name JobKind, key string) {
	if k := e.kinds[name]; k != nil && key != "" {
		k.expect(key)
	}
}

// Forgo notes that a job that was expected does not come.
func (e *Engine) Forgo(name JobKind, key string) {
	if k := e.kinds[name]; k != nil && key != "" {
		k.arrive(key)
	}
}

// Offer takes a job that this node holds.
func (e *Engine) Offer(j Job) {
	k := e.kinds[j.Kind]
	switch {
	case k == nil:
	case j.RunAt.After(e.db.Source().Now()):
		k.keepAhead(j)
	default:
		k.take(j)
	}
}

// Due tells that a job of the kind is free at the time.
func (e *Engine) Due(name JobKind, queue string, at time.Time) {
	if k := e.kinds[name]; k != nil && (queue == "" || k.room(queue) > 0) {
		k.due.add(at) // else it is looked for when there is room again
	}
}

// Wake lets the engine look at everything that waits now, because its clock has
// moved.
func (e *Engine) Wake() {
	for _, k := range e.kinds {
		k.due.look()
		k.wakeAhead()
	}
}

// claimLoop asks the table for jobs of a kind whenever one there may be due, and
// once a second for what other nodes left.
func (e *Engine) claimLoop(k *kind) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-e.ctx.Done():
			return
		case <-k.due.wake:
		case <-timer.C:
			if k.due.take(e.db.Source().Now()) || e.anyDue(k) {
				e.claim(k)
			}
		}
		timer.Reset(k.due.wait(e.db.Source().Now()))
	}
}

// anyDue looks whether there is something to claim, which costs less than to
// claim nothing, and holds up nothing.
func (e *Engine) anyDue(k *kind) (due bool) {
	err := e.db.View(e.ctx, func(tx *db.Tx) (err error) { due, err = AnyJobDue(tx, k.Name); return err })
	if err != nil && e.ctx.Err() == nil {
		e.log.Error("the queue could not be read", "kind", k.Name, "error", err)
	}
	return due
}

func (e *Engine) claim(k *kind) {
	shares, err := e.shares(k)
	if err == nil && len(shares) == 0 {
		return
	}
	var list []Job
	if err == nil {
		k.hold()
		defer func() { k.resume(list) }()
		err = e.db.Update(db.Long(e.ctx), "claim"+string(k.Name), func(tx *db.Tx) (err error) {
			list, err = ClaimJobs(tx, k.Name, e.Owner(), shares)
			return err
		})
	}
	if err != nil {
		list = nil
		if e.ctx.Err() == nil {
			e.log.Error("jobs could not be claimed", "kind", k.Name, "error", err)
		}
		return
	}
	if len(list) > 0 {
		k.due.look()
	}
}

// shares says how much of which queues is claimed next: the same of each that
// has something due and has room, going round from where the last claim ended.
func (e *Engine) shares(k *kind) (out []ShareValue, err error) {
	limit := min(claimLimit, k.Hold-int(k.held.Load()))
	if limit <= 0 || k.draining.Load() {
		return nil, nil
	}
	err = e.db.View(e.ctx, func(tx *db.Tx) error {
		out = out[:0]
		after, round := k.claimed, false
		for len(out) < limit {
			page, err := dueQueues(tx, k.Name, after, claimLimit)
			if err != nil {
				return err
			}
			for _, q := range page {
				if round && q > k.claimed {
					return nil
				}
				if room := k.room(q); room > 0 && len(out) < limit {
					out = append(out, ShareValue{Queue: q, Limit: room})
				}
				after = q
			}
			if len(page) == claimLimit {
				continue
			}
			if round || k.claimed == "" {
				return nil
			}
			after, round = "", true
		}
		return nil
	})
	for i := range out {
		out[i].Limit = min(out[i].Limit, max(1, limit/len(out)))
		k.claimed = out[i].Queue
	}
	return out, err
}

// leaseLoop keeps this node alive and frees what dead ones held.
func (e *Engine) leaseLoop() {
	tick := time.NewTicker(e.db.NodeLease() / heartbeats)
	defer tick.Stop()
	for {
		select {
		case <-e.ctx.Done():
			return
		case <-tick.C:
		}
		e.renew()
		if err := e.reconcile(); err != nil && e.ctx.Err() == nil {
			e.log.Error("could not check the jobs of this node", "error", err)
		}
	}
}

func (e *Engine) renew() {
	alive, freed, err := e.db.RenewNode(e.ctx, e.Owner())
	if err == nil && alive && e.former != "" {
		// What was under way while the name changed was stored in the old one.
		if err = e.db.LeaveNodes(e.ctx, e.former); err == nil {
			e.former = ""
			e.Wake()
		}
	}
	switch {
	case err != nil:
		if e.ctx.Err() == nil {
			e.log.Error("the node's lease could not be renewed", "error", err)
		}
	case !alive:
		e.rejoin()
	case freed > 0:
		e.log.Warn("took over the work of dead nodes", "nodes", freed)
		e.Wake()
	}
}

// rejoin takes a new name after this node was declared dead. What it still
// runs fails at its fence; what it held belongs to others.
func (e *Engine) rejoin() {
	e.log.Warn("this node was silent too long and was declared dead; rejoining")
	former := e.Owner()
	if err := e.Join(e.ctx); err != nil {
		e.log.Error("could not rejoin", "error", err)
		return
	}
	e.former = former
	for _, k := range e.kinds {
		k.forget()
	}
	e.Wake()
}

// Backoff returns how long to wait before the given attempt (1, 2, …): double
// each time from base up to limit, with full jitter in its upper half.
func Backoff(attempt int, base, limit time.Duration) time.Duration {
	d := base << min(max(attempt-1, 0), 20)
	if d > limit || d <= 0 {
		d = limit
	}
	return d/2 + rand.N(d/2+1)
}
