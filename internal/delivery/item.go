package delivery

import (
	"sync/atomic"

	"service.example/crm/internal/service/event"
)

// item is an event on its way.
type item struct {
	event.LoggedEvent
	attempt    int
	again      event.Again // why it is delivered again, if it is
	retry      bool        // it has a row
	lane       string      // what it stays in order with, if it is ordered
	ordered    bool
	probe      bool
	with       []*item        // those that its call carries with it
	generation int            // of the breaker when its call began
	before     event.Position // how far the cursor may go while it is on its way
	prev, next *item          // in order; nil while its place is not known
}

// beside reports whether it is delivered again on request: it keeps no order,
// and nothing waits for it.
func (it *item) beside() bool { return it.again.Trigger != "" }

// call is everything that its call carries, in order.
func (it *item) call() []*item { return append([]*item{it}, it.with...) }

// follows reports whether it must stay behind another event.
func (it *item) follows(other *item) bool {
	return it.ordered && other.ordered && it.lane == other.lane
}

// held are the events of one endpoint in memory, from when they are taken until
// they are recorded. The first of them holds the cursor back.
type held struct {
	byID  map[string]*item
	ring  item          // of those whose place in the log is known, in its order
	bytes *atomic.Int64 // of the events of all endpoints
}

func newHeld(bytes *atomic.Int64) held { return held{byID: map[string]*item{}, bytes: bytes} }

func (h *held) count() int           { return len(h.byID) }
func (h *held) find(id string) *item { return h.byID[id] }

// room is how many events may be taken. However much all endpoints hold
// together, one that holds nothing may go on.
func (h *held) room() int {
	if len(h.byID) > 0 && h.bytes.Load() > holdBytes {
		return 0
	}
	return holdEvents - len(h.byID)
}

func (h *held) add(ev *event.LoggedEvent) *item {
	it := &item{LoggedEvent: *ev}
	h.byID[ev.ID] = it
	h.bytes.Add(int64(len(ev.Body)))
	return it
}

// remove reports whether the event was held.
func (h *held) remove(it *item) bool {
	if h.byID[it.ID] != it {
		return false
	}
	delete(h.byID, it.ID)
	h.bytes.Add(-int64(len(it.Body)))
	h.unlink(it)
	return true
}

// link keeps the cursor from passing an event.
func (h *held) link(it *item, before event.Position) {
	if h.ring.next == nil {
		h.ring.prev, h.ring.next = &h.ring, &h.ring
	}
	it.before = before
	last := h.ring.prev
	it.prev, it.next, last.next, h.ring.prev = last, &h.ring, it, it
}

func (h *held) unlink(it *item) {
	if it.next != nil {
		it.prev.next, it.next.prev = it.next, it.prev
		it.prev, it.next = nil, nil
	}
}

// first is the one that holds the cursor back, nil for none.
func (h *held) first() *item {
	if h.ring.next == &h.ring {
		return nil
	}
	return h.ring.next
}
