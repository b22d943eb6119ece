package delivery

import (
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

// endpoint is the queue of one endpoint.
type endpoint struct {
	d               *Deliverer
	workspaceID, id string

	mu     sync.Mutex
	known  bool // the fields below are what is stored
	change int  // grows with every change of what is stored
	serves bool // it is enabled and served by this node
	gone   bool // it was deleted
	left   bool // another node serves it, or nothing is left of it
	began  store.Snapshot
	wanted crm.Subscription

	// read is how far the log was read: every event up to it was offered.
	// While behind, later ones are read, not handed over; missed is the last
	// of those that were told meanwhile. Close to the end they are kept in
	// later, so that handing over can begin again without a gap.
	read    store.Position
	behind  bool
	near    bool
	missed  store.Position
	later   []store.LoggedEvent
	pause   time.Duration
	told    map[string]bool // handed over, but not read yet; empty where exact
	saved   store.Position  // the cursor as it is stored
	savedAt time.Time

	held    map[string]*item // by event, until recorded
	order   item             // the ring of those that the cursor may not pass
	retries int              // how many of held have a row already
	due     time.Time        // when the earliest delivery that is not held is due
	more    bool             // some were made due since the table was last asked
	// let are those that were let go of since the table was last asked: it may
	// have answered from before what they came to was recorded.
	let map[string]bool

	lanes    map[string][]*item // by key; present while one is posted
	ready    []*item
	inFlight int
	ended    []outcome // attempts to be recorded
	saving   bool
	target   *target // dropped when the endpoint changes
}

// item is an event on its way.
type item struct {
	store.LoggedEvent
	attempt    int
	again      store.Again // why it is delivered again, if it is
	retry      bool
	before     store.Position // how far the cursor may go while it is on its way
	prev, next *item          // in order; nil while its place is not known
}

// laterEvents is how many told events are kept while the rest is read.
const laterEvents = 1024

func newEndpoint(d *Deliverer, workspaceID, id string) *endpoint {
	e := &endpoint{d: d, workspaceID: workspaceID, id: id, behind: true, told: map[string]bool{},
		held: map[string]*item{}, lanes: map[string][]*item{}}
	e.order.prev, e.order.next = &e.order, &e.order
	return e
}

// tell takes an event that was just committed, if its turn is now.
func (e *endpoint) tell(ev store.LoggedEvent) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.known && !e.serves || e.known && ev.Position.Compare(e.read) <= 0:
	case !e.behind:
		e.accept(ev)
	case e.near && len(e.later) < laterEvents:
		e.later = append(e.later, ev)
	default:
		e.miss(ev.Position)
	}
}

// accept hands an event over that is beyond what was read.
func (e *endpoint) accept(ev store.LoggedEvent) {
	wanted := e.wants(&ev)
	if wanted && (e.room() <= 0 || len(e.told) >= 4*holdEvents) {
		e.miss(ev.Position)
		return
	}
	var it *item
	if wanted {
		it = e.hold(&ev)
	}
	if e.d.exact {
		if it != nil {
			e.link(it, e.read)
		}
		e.read = ev.Position
	} else if it != nil {
		e.told[ev.ID] = true
	}
	if it != nil {
		e.enqueue(it)
	}
}

// miss leaves an event, and what was kept for later, to the reading.
func (e *endpoint) miss(p store.Position) {
	for i := range e.later {
		if e.later[i].Position.Compare(p) > 0 {
			p = e.later[i].Position
		}
	}
	e.behind, e.near, e.later = true, false, nil
	if p.Compare(e.missed) > 0 {
		e.missed = p
	}
	if e.room() >= pageSize {
		e.d.do(e, e.pause)
	}
}

func (e *endpoint) wants(ev *store.LoggedEvent) bool {
	if e.began.Sees(ev.Commit) && !e.d.exact {
		return false
	}
	if ev.EndpointID != "" {
		return ev.EndpointID == e.id
	}
	return e.wanted.Matches(ev.Kind, ev.Scope)
}

// room is how many events may be taken. However much all hold together, one
// that holds nothing may go on.
func (e *endpoint) room() int {
	if len(e.held) > 0 && e.d.bytes.Load() > holdBytes {
		return 0
	}
	return holdEvents - len(e.held)
}

func (e *endpoint) hold(ev *store.LoggedEvent) *item {
	it := &item{LoggedEvent: *ev}
	e.held[ev.ID] = it
	e.d.bytes.Add(int64(len(ev.Body)))
	return it
}

// link keeps the cursor from passing an event.
func (e *endpoint) link(it *item, before store.Position) {
	it.before = before
	last := e.order.prev
	it.prev, it.next, last.next, e.order.prev = last, &e.order, it, it
}

// release forgets an event that is recorded or not to be delivered.
func (e *endpoint) release(it *item) {
	if e.held[it.ID] != it {
		return
	}
	delete(e.held, it.ID)
	e.d.bytes.Add(-int64(len(it.Body)))
	if it.retry {
		e.retries--
	}
	if e.let != nil {
		e.let[it.ID] = true
	}
	if it.next != nil {
		it.prev.next, it.next.prev = it.next, it.prev
		it.prev, it.next = nil, nil
	}
}

// position is where the cursor may stand.
func (e *endpoint) position() store.Position {
	if first := e.order.next; first != &e.order {
		return first.before
	}
	return e.read
}

// enqueue lets an event be posted when its key and a place are free.
func (e *endpoint) enqueue(it *item) {
	if lane, busy := e.lanes[it.Key]; busy {
		e.lanes[it.Key] = append(lane, it)
		return
	}
	e.lanes[it.Key] = nil
	e.ready = append(e.ready, it)
	e.dispatch()
}

// dispatch starts calls while the endpoint has room for them.
func (e *endpoint) dispatch() {
	for e.inFlight < InFlight && len(e.ready) > 0 && !e.d.stopped.Load() {
		it := e.ready[0]
		e.ready = e.ready[1:]
		e.inFlight++
		e.d.running.Go(func() { e.run(it) })
	}
}

// run posts an event, and then what has waited longest: the next one of its
// key takes its turn behind the others.
func (e *endpoint) run(it *item) {
	for it != nil {
		e.attempt(it)
		e.mu.Lock()
		if rest := e.lanes[it.Key]; len(rest) > 0 {
			e.ready, e.lanes[it.Key] = append(e.ready, rest[0]), rest[1:]
		} else {
			delete(e.lanes, it.Key)
		}
		it = nil
		if len(e.ready) > 0 && !e.d.stopped.Load() {
			it, e.ready = e.ready[0], e.ready[1:]
		} else {
			e.inFlight--
		}
		e.mu.Unlock()
	}
}

// forget lets everything stored of the endpoint be read anew. Until then
// nothing is handed over, so that each event meets the endpoint as it was
// stored before it.
func (e *endpoint) forget() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.known, e.behind, e.near, e.target = false, true, false, nil
	e.change++
	if len(e.later) > 0 {
		e.miss(e.later[0].Position)
	}
}

// learn takes what was stored of the endpoint, unless it was changed since.
func (e *endpoint) learn(c *store.EndpointCursor, due time.Time, change int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.change != change {
		e.d.do(e, 0)
		return
	}
	e.known, e.gone, e.wanted = true, c.Gone, c.Subscription
	e.serves = c.Enabled && c.Owner == e.d.owner()
	e.saved, e.due = c.Position, due
	if c.Position.Compare(e.read) >= 0 {
		e.read = c.Position
	}
	if c.Began.After(e.began) { // it began anew, maybe behind what was read
		e.began = c.Began
	}
	if !e.serves {
		e.drop()
	}
}

// drop forgets what waits in memory; what is under way ends.
func (e *endpoint) drop() {
	for key, lane := range e.lanes {
		for _, it := range lane {
			e.release(it)
		}
		e.lanes[key] = nil
	}
	for _, it := range e.ready {
		delete(e.lanes, it.Key)
		e.release(it)
	}
	e.ready, e.later, e.missed = nil, nil, store.Position{}
	clear(e.told)
}

// close ends the serving of an endpoint that is another node's, or gone.
func (e *endpoint) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.known, e.serves, e.left = true, false, true
	e.drop()
}

func (e *endpoint) waiting(now time.Time) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := len(e.held) + len(e.later)
	switch {
	case !e.known:
		return n + 1
	case !e.serves:
		return n
	}
	if e.behind && (!e.d.shared.Load() || e.missed.Compare(e.read) > 0) {
		n++
	}
	if !e.due.IsZero() && !e.due.After(now) {
		n++
	}
	return n
}
