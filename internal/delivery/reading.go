package delivery

import (
	"time"

	"service.example/crm/internal/service/event"
)

// laterEvents is how many events are kept while the rest of the log is read.
const laterEvents = 1024

// reading is how far an endpoint has come in the log. Events are handed over as
// they are committed; an endpoint that is behind reads them instead.
type reading struct {
	read   event.Position // every event up to it was offered
	sight  event.Position // nothing else stood before it when the end of the log was read last
	behind bool
	missed event.Position // the last event that was told while behind
	// Close to the end, later keeps what is told, so that handing over can begin
	// again without a gap.
	near  bool
	later []event.LoggedEvent
	pause time.Duration // until the next page, while what was missed is not in sight
}

// miss notes an event that the reading must come to.
func (r *reading) miss(p event.Position) {
	if p.Compare(r.missed) > 0 {
		r.missed = p
	}
}

// misses reports whether the reading has not come to all that it must.
func (r *reading) misses() bool {
	return r.missed.Compare(r.read) > 0 && r.missed.Compare(r.sight) > 0
}

// fallBehind leaves an event, and what was kept for later, to the reading.
func (r *reading) fallBehind(p event.Position) {
	for i := range r.later {
		r.miss(r.later[i].Position)
	}
	r.miss(p)
	r.behind, r.near, r.later = true, false, nil
}

// keep keeps an event for later, if the end is near.
func (r *reading) keep(ev event.LoggedEvent) bool {
	if !r.near || len(r.later) >= laterEvents {
		return false
	}
	r.later = append(r.later, ev)
	return true
}

// catchUp ends the reading and returns what was kept meanwhile.
func (r *reading) catchUp() []event.LoggedEvent {
	later := r.later
	r.behind, r.near, r.later = false, false, nil
	return later
}

// waitForSight lets the reading pause a little longer than before.
func (r *reading) waitForSight() time.Duration {
	r.pause = min(max(2*r.pause, horizonPause), maxHorizonPause)
	return r.pause
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
