package delivery

import (
	"time"

	"service.example/crm/internal/crm"
)

// Condition is how the endpoints that this node serves are doing.
type Condition struct {
	Open     int       // breakers that are open or half open
	InFlight int       // calls under way
	Oldest   time.Time // of the events that were not tried yet; zero for none
}

// Condition returns how the endpoints of this node are doing.
func (d *Deliverer) Condition() (c Condition) {
	for _, e := range d.roster.list() {
		e.mu.Lock()
		if e.terms.serves {
			if e.gate.breaker.halfOpen() {
				c.Open++
			}
			c.InFlight += e.gate.inFlight
			if at := e.oldest(); !at.IsZero() && (c.Oldest.IsZero() || at.Before(c.Oldest)) {
				c.Oldest = at
			}
		}
		e.mu.Unlock()
	}
	return c
}

// oldest is when the first event was made that is on its way, or, when the log
// is to be read on, the last one that is not.
func (e *endpoint) oldest() time.Time {
	if first := e.intake.held.first(); first != nil {
		return crm.TimeOfID(first.ID)
	}
	if e.intake.reading.behind && e.intake.reading.misses() {
		return crm.TimeOfID(e.intake.reading.read.ID)
	}
	return time.Time{}
}

// Waiting returns how many events wait for endpoints or for the end of an
// attempt, as far as this node knows. It is 0 when all is done that was due.
func (d *Deliverer) Waiting() (n int) {
	now := d.now()
	for _, e := range d.roster.list() {
		n += e.waiting(now)
	}
	return n
}

// waiting returns how many events wait that could be posted now, or for the end
// of an attempt; those that only what is ours keeps from being posted do not
// count.
func (e *endpoint) waiting(now time.Time) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := e.intake.held.count() + len(e.intake.reading.later)
	switch {
	case !e.terms.known:
		return n + 1
	case e.gate.breaker.ours > 0:
		return 0 // nothing can be posted for now
	case !e.terms.serves || e.gate.breaker.rest(now) > 0:
		return n
	}
	onlyReads := e.d.shared.Load() || e.blocked.overflow
	if e.intake.reading.behind && !e.blocked.stalled && (!onlyReads || e.intake.reading.misses()) {
		n++
	}
	if e.retries.dueNow(now) {
		n++
	}
	return n
}
