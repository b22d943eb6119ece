package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/access"
)

// The property: whatever handlers do and whichever nodes die, every job is
// done exactly once, and the jobs of one key are done one at a time in the
// order in which they were stored.

const (
	kindOne  jobs.JobKind = "one"  // a job at a time, as sends are
	kindMany jobs.JobKind = "many" // batches, as webhooks are
)

// scenario is one run of the property test.
type scenario struct {
	t     *testing.T
	url   string
	seed  uint64
	nodes []*worker
	keys  [40]struct { // of kindOne and kindMany in turn
		sync.Mutex
		last int
	}
	free    atomic.Int64 // how many jobs without a key were stored
	mu      sync.Mutex
	running map[string]*worker
	runs    map[string]int
	quit    chan struct{}
}

// worker is a node that is restarted after it died.
type worker struct {
	tr     *scenario
	db     *db.DB
	engine *jobs.Engine
	dead   atomic.Bool
	using  sync.RWMutex // held for writing while db and engine change
}

func TestEveryJobIsDoneOnceInOrder(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		seed := uint64(time.Now().UnixNano())
		if text := os.Getenv("CRM_TEST_SEED"); text != "" {
			seed, _ = strconv.ParseUint(text, 10, 64)
		}
		t.Logf("CRM_TEST_SEED=%d runs the same choices again", seed)
		tr := &scenario{t: t, url: url, seed: seed, running: map[string]*worker{}, runs: map[string]int{}, quit: make(chan struct{})}
		count := 1
		if db.IsPostgres(url) {
			count = 2
		}
		for range count {
			w := &worker{tr: tr}
			w.boot()
			tr.nodes = append(tr.nodes, w)
		}
		tr.play()
	})
}

// play stores jobs and lets nodes die meanwhile, then waits for the end.
func (tr *scenario) play() {
	var clients sync.WaitGroup
	for c := range 6 {
		clients.Go(func() { tr.client(rand.New(rand.NewPCG(tr.seed, uint64(c)))) })
	}
	r := rand.New(rand.NewPCG(tr.seed, 99))
	for range 6 {
		// A death comes at a moment that nothing leads to; the seed chooses it.
		time.Sleep(time.Duration(100+r.IntN(400)) * time.Millisecond)
		tr.nodes[r.IntN(len(tr.nodes))].die()
	}
	clients.Wait()
	base := tr.nodes[0].db
	awaitEmpty(tr.t, base, time.Minute)
	close(tr.quit)
	total := 0
	check := func(payload string) {
		total++
		if ok, err := done(base, payload); err != nil || !ok {
			tr.t.Errorf("%s left the queue and was not done (%v)", payload, err)
		}
	}
	for i := range tr.keys {
		for n := 1; n <= tr.keys[i].last; n++ {
			check(fmt.Sprintf("k%d/%d", i, n))
		}
	}
	for n := int64(1); n <= tr.free.Load(); n++ {
		check(fmt.Sprintf("free/%d", n))
	}
	again := 0
	for _, n := range tr.runs {
		again += n - 1
	}
	tr.t.Logf("%d jobs done, %d runs had to be made again", total, again)
	for _, w := range tr.nodes {
		checkStop(tr.t, w.engine.End)
	}
}

// client stores jobs of random keys, each key's one after the other.
func (tr *scenario) client(r *rand.Rand) {
	for range 110 {
		w := tr.nodes[r.IntN(len(tr.nodes))]
		i := r.IntN(len(tr.keys) + 6)
		if i >= len(tr.keys) {
			n := tr.free.Add(1)
			w.enqueue(jobs.Job{Kind: kindOne, Queue: fmt.Sprintf("q%d", n%4), Payload: fmt.Sprintf("free/%d", n)})
			continue
		}
		k := &tr.keys[i]
		k.Lock()
		j := jobs.Job{Kind: kindOne, Queue: fmt.Sprintf("q%d", i%4), Key: fmt.Sprintf("k%d", i)}
		if i%2 == 1 {
			j.Kind = kindMany
		}
		for range 1 + r.IntN(3) {
			j.Payload, j.RunAt = fmt.Sprintf("k%d/%d", i, k.last+1), time.Time{}
			if r.IntN(4) == 0 {
				j.RunAt = time.Now().Add(time.Duration(r.IntN(40)) * time.Millisecond)
			}
			if w.enqueue(j) {
				k.last++
			}
			// Another node may store the next one; identifiers rise with the
			// millisecond.
			for now := time.Now().UnixMilli(); now == time.Now().UnixMilli(); {
				time.Sleep(100 * time.Microsecond)
			}
		}
		k.Unlock()
	}
}

// enqueue stores a job as one transaction and reports whether it is stored.
func (w *worker) enqueue(j jobs.Job) bool {
	w.using.RLock()
	defer w.using.RUnlock()
	err := w.db.Update(ctx, j.Key, func(tx *db.Tx) error { jobs.EnqueueJob(tx, j); return nil })
	if err != nil {
		w.tr.t.Errorf("%s could not be stored: %v", j.Payload, err)
	}
	return err == nil
}

func (w *worker) boot() {
	w.db = open(w.tr.t, w.url())
	w.dead.Store(false)
	life := &lifetime{w: w, db: w.db}
	one := jobs.Kind{Name: kindOne, Concurrency: 8, Hold: 48, Ahead: 20 * time.Millisecond, Handle: life.handle, MaxAttempts: 1000}
	many := jobs.Kind{Name: kindMany, Concurrency: 4, Batch: 8, Hold: 32, Handle: life.handle, MaxAttempts: 1000}
	w.engine = begin(w.tr.t, w.db, one, many)
}

func (w *worker) url() string { return w.tr.url }

// die kills a node and starts it anew. On PostgreSQL others notice by its
// lease, on the embedded engine the next process takes everything over.
func (w *worker) die() {
	w.dead.Store(true)
	w.using.Lock()
	defer w.using.Unlock()
	w.engine.Crash()
	owner := w.engine.Owner()
	if err := w.db.Close(); err != nil {
		w.tr.t.Errorf("close: %v", err)
	}
	w.tr.mu.Lock()
	w.tr.running = others(w.tr.running, w)
	w.tr.mu.Unlock()
	if db.IsPostgres(w.tr.url) {
		expire(w.tr.t, w.tr.url, owner)
	}
	w.boot()
	for _, other := range w.tr.nodes {
		if other != w {
			other.engine.Renew()
		}
	}
}

func others(running map[string]*worker, dead *worker) map[string]*worker {
	out := map[string]*worker{}
	for key, w := range running {
		if w != dead {
			out[key] = w
		}
	}
	return out
}

// lifetime is a node between two deaths.
type lifetime struct {
	w  *worker
	db *db.DB
}

var errChosen = errors.New("a failure that the test chose")

func hashOf(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))
	return h.Sum64()
}

// handle does what chance wants: finish, give back, fail, panic, or be slow.
func (l *lifetime) handle(_ context.Context, batch []jobs.Job) error {
	tr := l.w.tr
	if l.w.dead.Load() {
		return errChosen // this process does not exist any more
	}
	run := tr.enter(l, batch)
	r := rand.New(rand.NewPCG(tr.seed, hashOf(batch[0].Payload)+uint64(run)))
	time.Sleep(time.Duration(r.Int64N(int64(3 * time.Millisecond)))) // how slow this job is
	switch n := r.IntN(100); {
	case n < 4:
		tr.leave(l, batch)
		return errChosen
	case n < 6:
		tr.leave(l, batch)
		panic("a panic that the test chose")
	case n < 25:
		at := l.db.Source().Now().Add(time.Duration(r.IntN(40)) * time.Millisecond)
		return l.end(batch, jobs.ErrRetried, func(tx *db.Tx, j jobs.Job) { jobs.RetryJob(tx, j, at, false) })
	}
	return l.end(batch, nil, func(tx *db.Tx, j jobs.Job) {
		tr.inOrder(tx, j)
		access.InsertWorkspace(tx, crm.Workspace{ID: j.Payload, Name: "done", CreatedAt: tx.Now()})
		jobs.FinishJob(tx, j)
	})
}

// end writes the outcome of a batch, unless the node died meanwhile.
func (l *lifetime) end(batch []jobs.Job, outcome error, fn func(*db.Tx, jobs.Job)) error {
	l.w.tr.leave(l, batch) // once it is committed, another node may be quicker
	if l.w.dead.Load() {
		return errChosen
	}
	err := l.db.Update(ctx, batch[0].Key, func(tx *db.Tx) error {
		for _, j := range batch {
			fn(tx, j)
		}
		return nil
	})
	if err == nil {
		return outcome
	}
	if !l.w.dead.Load() && !errors.Is(err, jobs.ErrLost) {
		l.w.tr.t.Errorf("%s could not be ended: %v (seed %d)", batch[0].Payload, err, l.w.tr.seed)
	}
	return err
}

// inOrder checks, inside the transaction that completes a job, that the one
// before it of its key was completed.
func (tr *scenario) inOrder(tx *db.Tx, j jobs.Job) {
	key, number, _ := strings.Cut(j.Payload, "/")
	n, _ := strconv.Atoi(number)
	if j.Key == "" || n < 2 {
		return
	}
	before := fmt.Sprintf("%s/%d", key, n-1)
	if _, err := access.Workspace(tx, before); err != nil {
		tr.t.Errorf("%s is done before %s: %v (seed %d)", j.Payload, before, err, tr.seed)
	}
}

// enter notes that a batch runs, and that no other of its key does.
func (tr *scenario) enter(l *lifetime, batch []jobs.Job) int {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	if key := batch[0].Key; key != "" && !l.w.dead.Load() {
		if tr.running[key] != nil {
			tr.t.Errorf("two batches of %s run at once, the second begins with %s (seed %d)", key, batch[0].Payload, tr.seed)
		}
		tr.running[key] = l.w
	}
	for i, j := range batch {
		if tr.runs[j.Payload]++; j.Key != batch[0].Key || i > 0 && j.ID <= batch[i-1].ID {
			tr.t.Errorf("a batch is mixed or out of order: %+v (seed %d)", batch, tr.seed)
		}
	}
	return tr.runs[batch[0].Payload]
}

func (tr *scenario) leave(l *lifetime, batch []jobs.Job) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	if tr.running[batch[0].Key] == l.w && l.w.db == l.db {
		delete(tr.running, batch[0].Key)
	}
}
