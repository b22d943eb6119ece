package delivery

import (
	"slices"
	"time"

	"service.example/crm/internal/service/event"
)

const (
	// laterEvents is how many events are kept while those before them are read,
	// or about to be told.
	laterEvents = 1024
	// earlyEvents is how many events are remembered that were read before they
	// may have been told, and earlyLife for how long.
	earlyEvents = 1024
	earlyLife   = 5 * time.Second
	// gapPause is how long an event may be told after the one behind it: the
	// writers of this process finish side by side. Another node's is never told.
	gapPause = 5 * time.Millisecond
)

// reading is how far an endpoint has come in the log. Events are handed over as
// they are committed; an endpoint that is behind reads them instead.
type reading struct {
	read   event.Position // every event up to it was offered
	behind bool           // the log is to be read on
	missed int64          // the last event that was told and not kept
	// later are events that were told before those that stand before them, in
	// their order. While the log is read they are kept close to its end only.
	later []event.LoggedEvent
	near  bool
	gapAt time.Time // since when the first of them waits
	head  int64     // where the log ended when it was asked last
	// early are events that were read a moment ago, and may be told yet.
	early   map[int64]string
	earlyAt time.Time
}

// miss notes an event that the reading must come to.
func (r *reading) miss(p event.Position) { r.missed = max(r.missed, p.Number) }

// misses reports whether the reading has not come to all that it must.
func (r *reading) misses() bool { return r.missed > r.read.Number }

// fallBehind leaves an event, and what was kept for later, to the reading.
func (r *reading) fallBehind(p event.Position) {
	for i := range r.later {
		r.miss(r.later[i].Position)
	}
	r.miss(p)
	r.behind, r.near, r.later = true, false, nil
}

// keep keeps an event until those before it have come, if it is worth it.
func (r *reading) keep(ev event.LoggedEvent) bool {
	if r.behind && !r.near || len(r.later) >= laterEvents {
		return false
	}
	at, _ := slices.BinarySearchFunc(r.later, ev, func(a, b event.LoggedEvent) int { return a.Compare(b.Position) })
	r.later = slices.Insert(r.later, at, ev)
	return true
}

// sees takes where the log ends. What was there when it was asked before and was
// not told since is read. Where it ends before what was read, the reading finds
// out that it was replaced.
func (r *reading) sees(head int64) {
	if head < r.read.Number || r.head > r.read.Number {
		r.behind = true
	}
	r.head = head
}

// remember notes events that were read and may be told yet.
func (r *reading) remember(list []event.LoggedEvent) {
	list = list[max(0, len(list)-earlyEvents):]
	if len(list) == 0 {
		return
	}
	if r.early == nil || len(r.early)+len(list) > earlyEvents {
		r.early = make(map[int64]string, len(list))
	}
	for i := range list {
		r.early[list[i].Number] = list[i].ID
	}
	r.earlyAt = time.Now()
}

// recalls reports whether an event that is told was read before.
func (r *reading) recalls(p event.Position) bool {
	id, known := r.early[p.Number]
	delete(r.early, p.Number)
	return known && id == p.ID
}

// forgetEarly lets go of what was read long ago.
func (r *reading) forgetEarly(now time.Time) {
	if r.early != nil && now.Sub(r.earlyAt) > earlyLife {
		r.early = nil
	}
}

// next returns the event that follows what was read, if it was kept.
func (r *reading) next() (ev event.LoggedEvent, ok bool) {
	for len(r.later) > 0 && r.later[0].Number <= r.read.Number {
		r.later = r.later[1:]
	}
	if len(r.later) == 0 {
		r.later, r.gapAt = nil, time.Time{}
		return ev, false
	}
	if r.later[0].Number != r.read.Number+1 {
		return ev, false
	}
	ev, r.later, r.gapAt = r.later[0], r.later[1:], time.Time{}
	return ev, true
}

// waits reports for how long yet the event may be told that comes before those
// that were kept; 0 when it is to be read.
func (r *reading) waits(now time.Time) time.Duration {
	if r.gapAt.IsZero() {
		r.gapAt = now
	}
	return max(0, gapPause-now.Sub(r.gapAt))
}

// mark is where a cursor stands, and the number of the last event before it.
type mark struct {
	position event.Position
	number   int64
}

// ahead reports whether it has come further than another.
func (m mark) ahead(of mark) bool {
	return m.position.Compare(of.position) > 0 || m.number > of.number
}
