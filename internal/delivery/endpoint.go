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

	places int  // that it holds; these two are under the lock of places
	queued bool // it waits for one

	mu       sync.Mutex
	known    bool // the fields below are what is stored
	change   int  // grows with every change of what is stored
	serves   bool // it is enabled and served by this node
	gone     bool // it was deleted
	left     bool // another node serves it, or nothing is left of it
	ending   bool // it is being disabled: nothing more is posted to it
	began    store.Snapshot
	wanted   crm.Subscription
	settings crm.EndpointSettings

	// read is how far the log was read: every event up to it was offered, and
	// nothing else stood before sight when its end was read last. While behind,
	// later ones are read, not handed over; missed is the last of those that were
	// told meanwhile. Close to the end they are kept in later, so that handing
	// over can begin again without a gap.
	read    store.Position
	sight   store.Position
	behind  bool
	near    bool
	missed  store.Position
	later   []store.LoggedEvent
	pause   time.Duration
	told    map[string]int64 // taken, but not read yet, with their numbers
	given   map[string]int64 // numbers of events that were put back; empty where exact
	counter int64            // the number given last
	saved   store.Position   // the cursor as it is stored, with its number
	savedNo int64
	savedAt time.Time

	held    map[string]*item // by event, until recorded
	order   item             // the ring of those that the cursor may not pass
	retries int              // how many of held have a row already
	settled map[string]bool  // let go of while due deliveries are read
	due     time.Time        // when the earliest delivery that is not held is due
	more    bool             // some were made due since the table was last asked

	lanes map[string][]*item // what waits for its key; present while one is posted
	// blocked are the keys of which deliveries are pending, with how many of them
	// are not recorded yet. After an overflow it has not all of them. recent are
	// those that were blocked while a page of the log is read.
	blocked    map[string]int
	recent     map[string]bool
	overflow   bool
	overflowAt time.Time
	stalled    bool // a pending delivery holds up every later event

	ready     []*item
	inFlight  int
	bucket    bucket
	refilling bool
	health    health
	ended     []outcome // attempts to be recorded
	notices   []notice  // to be recorded with them
	unsaved   bool      // health is to be recorded with them
	saving    bool
	target    *target // dropped when the endpoint changes
}

// item is an event on its way.
type item struct {
	store.LoggedEvent
	attempt    int
	again      store.Again // why it is delivered again, if it is
	retry      bool        // it has a row
	lane       string      // what it stays in order with, if it is ordered
	ordered    bool
	probe      bool
	generation int            // of the breaker when its call began
	before     store.Position // how far the cursor may go while it is on its way
	prev, next *item          // in order; nil while its place is not known
}

// laterEvents is how many told events are kept while the rest is read.
const laterEvents = 1024

func newEndpoint(d *Deliverer, workspaceID, id string) *endpoint {
	e := &endpoint{d: d, workspaceID: workspaceID, id: id, behind: true, told: map[string]int64{}, given: map[string]int64{},
		held: map[string]*item{}, lanes: map[string][]*item{}, blocked: map[string]int{}}
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
	full := len(e.told) >= 4*holdEvents
	if wanted && (e.room() <= 0 || full) {
		e.miss(ev.Position)
		return
	}
	var it *item
	if wanted {
		it = e.hold(&ev)
		e.number(it)
	}
	if e.d.exact {
		if it != nil {
			e.link(it, e.read)
		}
		e.read = ev.Position
	} else if it != nil {
		e.told[ev.ID] = it.Sequence
	} else if !full {
		e.told[ev.ID] = 0 // not wanted now, whatever the endpoint wants when it is read
	}
	if it != nil {
		e.enqueue(it)
	}
}

// miss leaves an event, and what was kept for later, to the reading.
func (e *endpoint) miss(p store.Position) {
	for i := range e.later {
		e.missUpTo(e.later[i].Position)
	}
	e.missUpTo(p)
	e.behind, e.near, e.later = true, false, nil
	if !e.stalled && !e.health.troubled && e.room() >= pageSize {
		e.d.do(e, e.pause)
	}
}

// misses reports whether something was told that the reading has not come to.
func (e *endpoint) misses() bool {
	return e.missed.Compare(e.read) > 0 && e.missed.Compare(e.sight) > 0
}

func (e *endpoint) missUpTo(p store.Position) {
	if p.Compare(e.missed) > 0 {
		e.missed = p
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

// number gives an event its number for this endpoint, the next one unless it
// has one.
func (e *endpoint) number(it *item) {
	if n, known := e.given[it.ID]; known {
		it.Sequence = n
		delete(e.given, it.ID)
		return
	}
	e.counter++
	it.Sequence = e.counter
}

// link keeps the cursor from passing an event.
func (e *endpoint) link(it *item, before store.Position) {
	it.before = before
	last := e.order.prev
	it.prev, it.next, last.next, e.order.prev = last, &e.order, it, it
}

func (e *endpoint) unlink(it *item) {
	if it.next != nil {
		it.prev.next, it.next.prev = it.next, it.prev
		it.prev, it.next = nil, nil
	}
}

// release forgets an event that is recorded or not to be delivered.
func (e *endpoint) release(it *item) {
	if e.held[it.ID] != it {
		return
	}
	delete(e.held, it.ID)
	if e.settled != nil {
		e.settled[it.ID] = true
	}
	e.d.bytes.Add(-int64(len(it.Body)))
	if it.retry {
		e.retries--
	}
	e.unlink(it)
}

// position is where the cursor may stand, and the number to be stored there.
// Where the log's order is that of the handing over, it is the number of the
// last event up to there, from which the others follow again; else it is the
// last that was given.
func (e *endpoint) position() (p store.Position, number int64) {
	p, number = e.read, e.counter
	if first := e.order.next; first != &e.order && first.before.Compare(p) < 0 {
		p = first.before
		if e.d.exact {
			number = first.Sequence - 1
		}
	}
	return p, number
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

// stored is what is stored of an endpoint and needed to serve it.
type stored struct {
	store.EndpointCursor
	due     time.Time
	blocked []string
	health  crm.EndpointHealth
	end     store.Position // behind all that nobody may have told this node of
}

// learn takes what was stored of the endpoint, unless it was changed since.
func (e *endpoint) learn(c *stored, change int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.change != change {
		e.d.do(e, 0)
		return
	}
	served := e.serves
	e.known, e.gone, e.wanted, e.settings = true, c.Gone, c.Subscription, c.Settings
	e.serves = c.Enabled && c.Owner == e.d.owner()
	e.saved, e.savedNo, e.due = c.Position, c.Sequence, c.due
	if c.Position.Compare(e.read) >= 0 {
		e.read = c.Position
	}
	if c.Began.After(e.began) { // it began anew, maybe behind what was read
		e.began = c.Began
	}
	e.counter = max(e.counter, c.Sequence)
	if !e.serves {
		e.drop()
		return
	}
	// What others committed, or this node before it served the endpoint, may not
	// be in sight of the first page yet; what is told now must not pass it.
	e.missUpTo(c.end)
	if !served {
		e.health.load(c.health)
		for _, key := range c.blocked {
			e.block(key)
		}
	}
	e.stalled = e.settings.Ordering == crm.OrderingEndpoint && (e.stalled || len(c.blocked) > 0)
	e.dispatch()
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
		if it.ordered {
			delete(e.lanes, it.lane)
		}
		e.release(it)
	}
	e.ready, e.later, e.missed = nil, nil, store.Position{}
	e.stalled, e.overflow = false, false
	clear(e.told)
	clear(e.given)
	clear(e.blocked)
}

// close ends the serving of an endpoint that is another node's, or gone.
func (e *endpoint) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.known, e.serves, e.left = true, false, true
	e.drop()
}

// waiting returns how many events wait that could be posted now, or for the end
// of an attempt; those that only what is ours keeps from being posted do not
// count.
func (e *endpoint) waiting(now time.Time) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := len(e.held) + len(e.later)
	switch {
	case !e.known:
		return n + 1
	case e.health.ours > 0:
		return 0 // nothing can be posted for now
	case !e.serves || e.health.rest(now) > 0:
		return n
	}
	onlyReads := e.d.shared.Load() || e.overflow
	if e.behind && !e.stalled && (!onlyReads || e.misses()) {
		n++
	}
	if !e.due.IsZero() && !e.due.After(now) {
		n++
	}
	return n
}
