// Package delivery delivers the events of the log to the endpoints that want
// them.
//
// The log is the queue. Each endpoint has a cursor in the log, and one node
// serves it. An event costs one row, written after its first attempt, or a
// part of one. This process hands over the events that it commits in memory. It
// reads all others from the log: after a restart, from another node, or when
// there are too many at once. What the log says decides; handing over only saves
// reading it.
package delivery

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/run"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/webhook"
)

// Bounds of what one endpoint, and all of them, may take.
const (
	holdEvents  = 4096 // events of one endpoint in memory
	holdRetries = 512  // of which due again
	holdBytes   = 64 << 20
	pageSize    = 512
)

// Options say how events are posted, and who is told of it.
type Options struct {
	// Schedule is when the attempts after the first are made, unless an endpoint
	// says otherwise; nil for webhook.Schedule.
	Schedule []time.Duration
	// Posted is told of every attempt that was answered or failed; it must not
	// block. nil for nobody.
	Posted func(Post)
	// Parked is told of every delivery that is given up; nil for nobody.
	Parked func()
}

// Post is one attempt, and what came of it.
type Post struct {
	Kind   crm.EventKind
	URL    string
	Result *webhook.Result
	Label  string // the result in one word of a few, for metrics
}

// Deliverer posts events to endpoints. Each endpoint has a queue of its own,
// with its rate, its calls in flight and its breaker: one that hangs costs
// nobody else anything. Where its events are ordered, one that fails holds up
// those behind it, until it was taken or all its attempts were made.
type Deliverer struct {
	svc    *service.Service
	db     *db.DB
	client *webhook.Client
	log    *slog.Logger
	owner  func() string
	sole   bool // no other process serves endpoints or changes them
	opt    Options
	places *places
	roster roster
	agenda agenda
	// waitingTo is to which endpoint the last tick looked for waiting deliveries.
	waitingTo event.EndpointKey

	bytes   atomic.Int64 // of all events in memory
	shared  atomic.Bool  // other nodes write to the log too
	stopped atomic.Bool
	running sync.WaitGroup
	ctx     context.Context // of what is under way
	cancel  context.CancelFunc
}

// New returns a deliverer; owner names this node.
func New(svc *service.Service, client *webhook.Client, log *slog.Logger, owner func() string, opt Options) *Deliverer {
	if opt.Schedule == nil {
		opt.Schedule = webhook.Schedule
	}
	d := &Deliverer{svc: svc, db: svc.DB(), client: client, log: log, owner: owner, opt: opt,
		sole: svc.DB().Engine() == "sqlite", places: newPlaces(allOwn, sharedPlaces), roster: newRoster(), agenda: newAgenda()}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	d.db.OnLoss(d.startAllOver)
	return d
}

// Run delivers until ctx ends. Then it begins no more calls, lets those under
// way end within the grace (see package run), and stores how far each endpoint
// has come.
func (d *Deliverer) Run(ctx context.Context) error {
	var loop sync.WaitGroup
	loop.Go(d.loop)
	<-ctx.Done()
	d.stopped.Store(true)
	done := make(chan struct{})
	go func() { d.running.Wait(); close(done) }()
	select {
	case <-done:
	case <-run.Grace(ctx).Done():
	}
	d.cancel()
	loop.Wait()
	<-done
	d.moveCursors(0, true)
	return nil
}

// Owner is the identifier of this node.
func (d *Deliverer) Owner() string { return d.owner() }

// Tell takes an event that this process has committed.
func (d *Deliverer) Tell(ev event.LoggedEvent) {
	for _, e := range d.roster.of(ev.WorkspaceID) {
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
	e := d.roster.find(endpointID)
	if e == nil {
		return
	}
	now := d.now()
	e.mu.Lock()
	e.retries.dueAt(now)
	e.retries.more = true
	e.mu.Unlock()
	d.do(e, 0)
}

// Wake looks at what is due now, because the clock has moved.
func (d *Deliverer) Wake() {
	for _, e := range d.roster.list() {
		d.do(e, 0)
	}
}

func (d *Deliverer) now() time.Time { return d.db.Source().Now() }

// add returns the endpoint, which it makes where there is none yet.
func (d *Deliverer) add(workspaceID, id string) *endpoint {
	return d.roster.add(id, func() *endpoint { return newEndpoint(d, workspaceID, id) })
}

func (d *Deliverer) remove(e *endpoint) {
	d.roster.remove(e)
	d.agenda.remove(e)
	e.close()
}

// do lets the loop look at an endpoint after a pause.
func (d *Deliverer) do(e *endpoint, pause time.Duration) { d.agenda.add(e, time.Now().Add(pause)) }
