package delivery

import (
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/event"
)

// endpoint brings events to one endpoint. It joins the parts, none of which
// knows another.
type endpoint struct {
	d               *Deliverer
	workspaceID, id string
	seat            holder // the places it has; they are under their own lock

	mu       sync.Mutex // of all below
	terms    terms      // what is stored of it
	intake   intake     // what it has taken of the log
	lanes    lanes      // which events wait for others, and which are ready
	blocked  blocked    // whose events wait in the database
	retries  retries    // what waits in the database for its next attempt
	gate     gate       // whether a call may begin
	recorder recorder   // what is to be written
	anew     int        // how often it began anew from its stored cursor
}

func newEndpoint(d *Deliverer, workspaceID, id string) *endpoint {
	e := &endpoint{d: d, workspaceID: workspaceID, id: id, lanes: newLanes(), blocked: newBlocked(),
		intake: intake{reading: reading{behind: true}, numbers: newNumbers(), held: newHeld(&d.bytes)}}
	e.seat = holder{workspaceID: workspaceID, kick: e.kick}
	return e
}

// tell takes an event that was just committed, unless it must be read.
func (e *endpoint) tell(ev event.LoggedEvent) {
	e.mu.Lock()
	defer e.mu.Unlock()
	r := &e.intake.reading
	switch {
	case e.terms.known && !e.terms.serves:
	case ev.Number <= r.read.Number:
		// It was read before it was told; or it has the position of one that was
		// read and lost with a server.
		if !e.d.sole && !e.d.shared.Load() && !r.recalls(ev.Position) {
			e.startOver()
		}
	case !r.behind && ev.Number == r.read.Number+1:
		e.accept(ev)
		e.catchUp()
	case !r.keep(ev):
		e.miss(ev.Position)
	case !r.behind:
		e.d.do(e, r.waits(time.Now()))
	}
}

// accept takes the event that follows what was read.
func (e *endpoint) accept(ev event.LoggedEvent) {
	it, ok := e.intake.take(&ev, e.wants(&ev))
	switch {
	case !ok:
		e.miss(ev.Position)
	case it != nil:
		e.enqueue(it)
	}
}

// wants reports whether the endpoint is to be told of an event.
func (e *endpoint) wants(ev *event.LoggedEvent) bool {
	if ev.EndpointID != "" {
		return ev.EndpointID == e.id
	}
	return e.terms.wanted.Matches(ev.Kind, ev.Scope)
}

// miss leaves an event to the reading.
func (e *endpoint) miss(p event.Position) {
	e.intake.reading.fallBehind(p)
	if !e.blocked.stalled && !e.gate.breaker.troubled && e.intake.held.room() >= pageSize {
		e.d.do(e, 0)
	}
}

// release forgets an event that is recorded or not to be delivered.
func (e *endpoint) release(it *item) {
	if e.intake.held.remove(it) {
		e.retries.ended(it)
	}
}

// giveBack forgets an event that the log or the database is to bring again, and
// that is to be delivered then.
func (e *endpoint) giveBack(it *item) {
	e.release(it)
	e.intake.numbers.drop(it.ID)
}

// forget lets everything stored of the endpoint be read anew. Until then
// nothing is handed over, so that each event meets the endpoint as it was
// stored before it.
func (e *endpoint) forget() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.terms.forget()
	e.intake.reading.fallBehind(e.intake.reading.read)
}

// stored is what is stored of an endpoint and needed to serve it.
type stored struct {
	event.EndpointCursor
	due     time.Time
	blocked []string
	health  crm.EndpointHealth
}

// learn takes what was stored of the endpoint, unless it was changed since.
func (e *endpoint) learn(c *stored, change int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.terms.change != change {
		e.d.do(e, 0)
		return
	}
	served := e.terms.serves
	e.terms.learn(&c.EndpointCursor, e.d.owner())
	e.recorder.saved, e.retries.due = mark{c.Position, c.Sequence}, c.due
	if c.Position.Compare(e.intake.reading.read) >= 0 {
		e.intake.reading.read = c.Position
	}
	e.intake.numbers.reached(c.Sequence)
	if !e.terms.serves {
		e.drop()
		return
	}
	if !served {
		e.gate.breaker.load(c.health)
		for _, key := range c.blocked {
			e.block(key)
		}
	}
	e.blocked.stalled = e.terms.settings.Ordering == crm.OrderingEndpoint && (e.blocked.stalled || len(c.blocked) > 0)
	e.dispatch()
}

// drop forgets what waits in memory; what is under way ends.
func (e *endpoint) drop() {
	e.lanes.empty(e.release)
	e.intake.reading.later, e.intake.reading.missed = nil, 0
	e.intake.numbers.clear()
	e.blocked.clear()
}

// close ends the serving of an endpoint that is another node's, or gone.
func (e *endpoint) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.terms.known, e.terms.serves, e.terms.left = true, false, true
	e.drop()
}

// dueAt notes when a delivery that is not held is due.
func (e *endpoint) dueAt(at time.Time) {
	if e.retries.dueAt(at) {
		e.d.do(e, at.Sub(e.d.now()))
	}
}
