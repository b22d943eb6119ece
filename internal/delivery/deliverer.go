// Package delivery brings the events of the log to the endpoints that want
// them.
//
// The log is the queue. Each endpoint has a cursor in it and is served by one
// node; an event costs one row, written after its first attempt. An event that
// this process commits is handed over in memory. Whatever is not (too many at
// once, a restart, another node's) is read from the log: the reading decides,
// the handing over only saves it.
package delivery

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
	"service.example/crm/internal/webhook"
)

// Bounds of what one endpoint, and all of them, may take.
const (
	holdEvents  = 4096 // events of one endpoint in memory
	holdRetries = 512  // of which due again
	holdBytes   = 64 << 20
	pageSize    = 512
)

// Deliverer posts events to endpoints. Each endpoint has a queue of its own,
// with its rate, its calls in flight and its breaker: one that hangs costs
// nobody else anything. Where its events are ordered, one that fails holds up
// those behind it, until it was taken or all its attempts were made.
type Deliverer struct {
	svc    *service.Service
	db     *store.DB
	client *webhook.Client
	log    *slog.Logger
	owner  func() string
	exact  bool // what is told is the whole log, in its order
	places *places
	// Schedule is when the attempts after the first are made, unless an endpoint
	// says otherwise.
	Schedule []time.Duration
	// Observe is told of every attempt and its class, Parked of every delivery
	// that is given up; nil for nobody.
	Observe func(class string, ok bool, seconds float64)
	Parked  func()
	// Posted is told what came of every attempt, and where it went; it must not
	// block. nil for nobody.
	Posted func(kind crm.EventKind, url string, r *webhook.Result)

	mu         sync.RWMutex
	endpoints  map[string]*endpoint
	workspaces map[string][]*endpoint // replaced, never changed
	todo       map[*endpoint]time.Time
	wake       chan struct{}

	bytes   atomic.Int64 // of all events in memory
	shared  atomic.Bool  // other nodes write to the log too
	stopped atomic.Bool
	running sync.WaitGroup
	ctx     context.Context
	cancel  context.CancelFunc
	loop    sync.WaitGroup
}

// New returns a deliverer; owner names this node.
func New(svc *service.Service, client *webhook.Client, log *slog.Logger, owner func() string) *Deliverer {
	d := &Deliverer{svc: svc, db: svc.DB(), client: client, log: log, owner: owner, Schedule: webhook.Schedule, places: newPlaces(allOwn, sharedPlaces),
		exact:     svc.DB().Engine() == "sqlite",
		endpoints: map[string]*endpoint{}, workspaces: map[string][]*endpoint{}, todo: map[*endpoint]time.Time{}, wake: make(chan struct{}, 1)}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	return d
}

// Start begins to deliver.
func (d *Deliverer) Start() { d.loop.Go(d.run) }

// Stop lets the calls under way end within ctx, starts no more, and records
// how far each endpoint has come.
func (d *Deliverer) Stop(ctx context.Context) {
	d.stopped.Store(true)
	done := make(chan struct{})
	go func() { d.running.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
	d.cancel()
	d.loop.Wait()
	<-done
	d.moveCursors(0, true)
}

// Owner is the identifier of this node.
func (d *Deliverer) Owner() string { return d.owner() }

// Tell takes an event that this process has committed.
func (d *Deliverer) Tell(ev store.LoggedEvent) {
	d.mu.RLock()
	list := d.workspaces[ev.WorkspaceID]
	d.mu.RUnlock()
	for _, e := range list {
		e.tell(ev)
	}
}

// Changed drops what is known of an endpoint, so that the very next attempt
// uses what was stored.
func (d *Deliverer) Changed(workspaceID, endpointID string) {
	e := d.add(workspaceID, endpointID)
	e.forget()
	d.do(e, 0)
}

// Due takes deliveries of an endpoint that were just made due. Where another
// node serves it, that one finds them.
func (d *Deliverer) Due(_, endpointID string) {
	d.mu.RLock()
	e := d.endpoints[endpointID]
	d.mu.RUnlock()
	if e == nil {
		return
	}
	now := d.db.Source().Now()
	e.mu.Lock()
	if e.due.IsZero() || now.Before(e.due) {
		e.due = now
	}
	e.more = true
	e.mu.Unlock()
	d.do(e, 0)
}

// Wake looks at what is due now, because the clock has moved.
func (d *Deliverer) Wake() {
	for _, e := range d.list() {
		d.do(e, 0)
	}
}

// Waiting returns how many events wait for endpoints or for the end of an
// attempt, as far as this node knows. It is 0 when all is done that was due.
func (d *Deliverer) Waiting() (n int) {
	now := d.now()
	for _, e := range d.list() {
		n += e.waiting(now)
	}
	return n
}

func (d *Deliverer) now() time.Time { return d.db.Source().Now() }

func (d *Deliverer) add(workspaceID, id string) *endpoint {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.endpoints[id]
	if e == nil {
		e = newEndpoint(d, workspaceID, id)
		d.endpoints[id] = e
		d.workspaces[workspaceID] = append(slices.Clone(d.workspaces[workspaceID]), e)
	}
	return e
}

func (d *Deliverer) remove(e *endpoint) {
	d.mu.Lock()
	delete(d.endpoints, e.id)
	delete(d.todo, e)
	rest := slices.DeleteFunc(slices.Clone(d.workspaces[e.workspaceID]), func(o *endpoint) bool { return o == e })
	d.workspaces[e.workspaceID] = rest
	if len(rest) == 0 {
		delete(d.workspaces, e.workspaceID)
	}
	d.mu.Unlock()
	e.close()
}

func (d *Deliverer) list() []*endpoint {
	d.mu.RLock()
	defer d.mu.RUnlock()
	out := make([]*endpoint, 0, len(d.endpoints))
	for _, e := range d.endpoints {
		out = append(out, e)
	}
	return out
}

// do lets the loop look at an endpoint after a pause.
func (d *Deliverer) do(e *endpoint, pause time.Duration) {
	at := time.Now().Add(pause)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.endpoints[e.id] != e {
		return
	}
	if have, ok := d.todo[e]; !ok || at.Before(have) {
		d.todo[e] = at
		select {
		case d.wake <- struct{}{}:
		default:
		}
	}
}
