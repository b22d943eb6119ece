package work

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
	"service.example/crm/internal/webhook"
)

// Bounds of the delivery of events.
const (
	deliverHold     = 4096 // deliveries of one endpoint kept in memory
	deliverInFlight = 64   // calls to one endpoint at once
	deliverPoll     = time.Second
)

// Deliverer posts events to endpoints. Each endpoint has a queue of its own:
// one that hangs costs nobody else anything. Events of one key are posted in
// order; one that fails is tried again later and does not hold up the next.
type Deliverer struct {
	svc    *service.Service
	db     *store.DB
	client *webhook.Client
	log    *slog.Logger
	owner  func() string
	// Schedule is when the attempts after the first are made.
	Schedule []time.Duration
	// Observe is told of every attempt; nil for nobody.
	Observe func(ok bool, seconds float64)

	mu        sync.Mutex
	endpoints map[string]*endpoint
	running   sync.WaitGroup
	stopped   atomic.Bool
	wake      chan struct{}
	ctx       context.Context
	cancel    context.CancelFunc
	loop      sync.WaitGroup
}

type endpoint struct {
	id       string
	mu       sync.Mutex
	lanes    map[string][]store.Delivery // by key; present while one is posted
	ready    []store.Delivery
	held     int
	inFlight int
	behind   bool      // deliveries wait in the table
	due      time.Time // when the earliest of them is due
	target   *target   // dropped when the endpoint changes
}

type target struct {
	store.EndpointTarget
	secrets []string
	found   bool
	until   time.Time
	// secretEnds is when the first of the secrets stops signing.
	secretEnds time.Time
}

// NewDeliverer returns a deliverer; owner names this node.
func NewDeliverer(svc *service.Service, client *webhook.Client, log *slog.Logger, owner func() string) *Deliverer {
	d := &Deliverer{svc: svc, db: svc.DB(), client: client, log: log, owner: owner, Schedule: webhook.Schedule,
		endpoints: map[string]*endpoint{}, wake: make(chan struct{}, 1)}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	return d
}

// Start begins to deliver.
func (d *Deliverer) Start() { d.loop.Go(d.claimLoop) }

// Stop lets the calls under way end within ctx and starts no more.
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
}

// Owner is the identifier of this node.
func (d *Deliverer) Owner() string { return d.owner() }

func (d *Deliverer) endpoint(id string) *endpoint {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.endpoints[id]
	if e == nil {
		// Until the table was asked, deliveries of an earlier run may wait there.
		e = &endpoint{id: id, lanes: map[string][]store.Delivery{}, behind: true}
		d.endpoints[id] = e
		d.signal()
	}
	return e
}

// Accepts reports whether a delivery may go straight to memory.
func (d *Deliverer) Accepts(endpointID string) bool {
	if d.stopped.Load() {
		return false
	}
	e := d.endpoint(endpointID)
	e.mu.Lock()
	defer e.mu.Unlock()
	return !e.behind && e.held < deliverHold
}

// Offer takes a delivery that this node holds.
func (d *Deliverer) Offer(v store.Delivery) {
	e := d.endpoint(v.EndpointID)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.held++
	if lane, busy := e.lanes[v.Key]; busy {
		e.lanes[v.Key] = append(lane, v)
		return
	}
	e.lanes[v.Key] = nil
	e.ready = append(e.ready, v)
	d.dispatch(e)
}

// Behind tells that a delivery waits in the table until the time.
func (d *Deliverer) Behind(endpointID string, due time.Time) {
	e := d.endpoint(endpointID)
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.behind || due.Before(e.due) {
		e.due = due
	}
	e.behind = true
	d.signal()
}

// Changed drops what is known of an endpoint, so that the very next attempt
// uses what was stored.
func (d *Deliverer) Changed(endpointID string) {
	e := d.endpoint(endpointID)
	e.mu.Lock()
	e.target = nil
	e.mu.Unlock()
}

// Wake looks at the table now, because the clock has moved.
func (d *Deliverer) Wake() { d.signal() }

func (d *Deliverer) signal() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// dispatch starts calls while the endpoint has room for them.
func (d *Deliverer) dispatch(e *endpoint) {
	for e.inFlight < deliverInFlight && len(e.ready) > 0 && !d.stopped.Load() {
		v := e.ready[0]
		e.ready = e.ready[1:]
		e.inFlight++
		d.running.Go(func() { d.run(e, v) })
	}
}

func (d *Deliverer) run(e *endpoint, v store.Delivery) {
	for {
		d.attempt(e, v)
		e.mu.Lock()
		e.held--
		rest := e.lanes[v.Key]
		if len(rest) == 0 || d.stopped.Load() {
			delete(e.lanes, v.Key)
			e.inFlight--
			d.dispatch(e)
			refill := e.behind && e.held <= deliverHold/4
			e.mu.Unlock()
			if refill {
				d.signal()
			}
			return
		}
		next := rest[0]
		e.lanes[v.Key] = rest[1:]
		if len(e.ready) > 0 {
			// Others waited longer for this place.
			e.ready = append(e.ready, next)
			e.inFlight--
			d.dispatch(e)
			e.mu.Unlock()
			return
		}
		e.mu.Unlock()
		v = next
	}
}

// attempt posts one event and records what came of it.
func (d *Deliverer) attempt(e *endpoint, v store.Delivery) {
	t, err := d.target(e, v)
	if err != nil {
		d.log.Error("an endpoint could not be read", "endpoint", e.id, "error", err)
		d.record(v, func(tx *store.Tx) { tx.RetryDelivery(v, d.owner(), tx.Now().Add(d.Schedule[0]), nil) })
		return
	}
	if !t.found || !t.Enabled {
		d.record(v, func(tx *store.Tx) { tx.FinishDelivery(v, d.owner(), store.DeliverySkipped, nil) })
		return
	}
	r := d.client.Post(d.ctx, t.URL, v.EventID, t.secrets, v.Body)
	if d.ctx.Err() != nil && !r.OK() {
		return // this node is stopping; the delivery is free when it has left
	}
	if d.Observe != nil {
		d.Observe(r.OK(), r.Latency.Seconds())
	}
	v.Attempt++
	a := &store.DeliveryAttempt{StartedAt: r.StartedAt, Latency: r.Latency, StatusCode: r.StatusCode, Error: r.Error,
		RequestHeaders: r.RequestHeaders, AnswerHeaders: r.AnswerHeaders, AnswerBody: r.AnswerBody}
	switch wait, again := webhook.NextAttempt(d.Schedule, v.Attempt, r.RetryAfter); {
	case r.OK():
		d.record(v, func(tx *store.Tx) { tx.FinishDelivery(v, d.owner(), store.DeliverySucceeded, a) })
	case r.Gone():
		d.record(v, func(tx *store.Tx) { tx.FinishDelivery(v, d.owner(), store.DeliveryFailed, a) })
		d.disable(v)
	case !again || r.Error == "forbidden_address":
		d.record(v, func(tx *store.Tx) { tx.FinishDelivery(v, d.owner(), store.DeliveryFailed, a) })
	default:
		due := d.db.Source().Now().Add(wait)
		d.record(v, func(tx *store.Tx) { tx.RetryDelivery(v, d.owner(), due, a) })
		d.Behind(e.id, due)
	}
}

// record writes the end of an attempt. A delivery that another node has taken
// over is theirs to end.
func (d *Deliverer) record(v store.Delivery, fn func(*store.Tx)) {
	err := d.db.Update(context.WithoutCancel(d.ctx), v.ID, func(tx *store.Tx) error { fn(tx); return nil })
	if err != nil && !errors.Is(err, store.ErrLost) {
		d.log.Error("an attempt could not be recorded; it will be made again", "delivery", v.ID, "error", err)
	}
}

func (d *Deliverer) disable(v store.Delivery) {
	if err := d.svc.DisableEndpoint(context.WithoutCancel(d.ctx), v.WorkspaceID, v.EndpointID, "the receiver answered 410 Gone"); err != nil {
		d.log.Error("an endpoint could not be disabled", "endpoint", v.EndpointID, "error", err)
	}
}

// targetLife is how long what is known of an endpoint is used on PostgreSQL,
// where another node may change it. The embedded engine has one process, which
// drops it at the change.
const targetLife = 500 * time.Millisecond

func (d *Deliverer) target(e *endpoint, v store.Delivery) (*target, error) {
	now := time.Now()
	e.mu.Lock()
	t := e.target
	e.mu.Unlock()
	if t != nil && (d.db.Engine() == "sqlite" || now.Before(t.until)) && !t.expired(d.db.Source().Now()) {
		return t, nil
	}
	fresh := &target{until: now.Add(targetLife)}
	err := d.db.View(d.ctx, func(tx *store.Tx) (err error) {
		fresh.EndpointTarget, fresh.found, err = tx.EndpointTarget(v.WorkspaceID, e.id)
		return err
	})
	if err != nil || !fresh.found {
		return fresh, err
	}
	list, err := d.svc.OpenSecrets(v.WorkspaceID, e.id, fresh.SealedSecrets)
	if err != nil {
		return nil, err
	}
	fresh.use(list, d.db.Source().Now())
	e.mu.Lock()
	if e.target == t {
		e.target = fresh
	}
	e.mu.Unlock()
	return fresh, nil
}
