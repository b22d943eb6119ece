package delivery

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/event"
)

// enqueue lets an event be posted when those before it of its key have ended
// and there is a place.
func (e *endpoint) enqueue(it *item) {
	it.lane, it.ordered = e.terms.lane(it)
	if it.ordered && !it.retry && e.terms.settings.Ordering == crm.OrderingKey && (it.Blocked || e.blocked.has(it.Key)) {
		e.wait(it)
		return
	}
	if e.lanes.add(it) {
		e.dispatch()
	}
}

// wait leaves an event to the database until those before it of its key have
// ended.
func (e *endpoint) wait(it *item) {
	e.block(it.Key)
	// Should nothing be before it any more, it is freed as it is written.
	first := e.blocked.wait(it.Key)
	e.end(entry{it: it, state: event.DeliveryPending, waits: true, frees: first})
}

// block notes that a delivery of a key is pending, or about to be.
func (e *endpoint) block(key string) {
	if e.blocked.add(key) {
		e.miss(e.intake.reading.read)
	}
}

// unblock is told that nothing of a key is pending in the database.
func (e *endpoint) unblock(key string) {
	if !e.blocked.free(key) {
		e.recorder.freeWaiting(key)
	}
}

// dispatch begins calls while the endpoint may make them, and reports whether
// it began any.
func (e *endpoint) dispatch() (began bool) {
	for len(e.lanes.ready) > 0 && e.gate.inFlight < e.terms.settings.MaxInFlight && e.may() && e.d.places.take(&e.seat) {
		it := e.next()
		e.gate.inFlight++
		began = true
		e.d.running.Go(func() { e.run(it) })
	}
	return began
}

// next begins the next call: with the event that has been ready longest, and
// others where the endpoint takes several at once.
func (e *endpoint) next() *item {
	it := e.lanes.take(e.terms.settings.MaxBatch, maxBatchBytes)
	e.gate.begin(it, e.d.now)
	return it
}

// may reports whether another call may begin now. When it may not, whatever
// keeps it from that asks again.
func (e *endpoint) may() bool {
	if e.d.stopped.Load() || e.recorder.full() {
		return false
	}
	ok, refill := e.gate.admits(e.d.now, e.terms.settings.RateLimit)
	if refill > 0 && !e.gate.refilling {
		e.gate.refilling = true
		time.AfterFunc(refill, func() {
			e.mu.Lock()
			e.gate.refilling = false
			e.mu.Unlock()
			e.kick()
		})
	}
	return ok
}

// kick begins what may begin, and reports whether anything did.
func (e *endpoint) kick() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.dispatch()
}

// run makes a call, and then, in the same place, the next one.
func (e *endpoint) run(it *item) {
	for {
		r, t := e.attempt(it)
		e.mu.Lock()
		reason := e.settle(it, r, t)
		e.gate.ending = e.gate.ending || reason != ""
		goesOn := len(e.lanes.ready) > 0 && !e.d.places.contended.Load() && e.gate.inFlight <= e.terms.settings.MaxInFlight && e.may()
		if goesOn {
			it = e.next()
		} else {
			e.gate.inFlight--
		}
		e.mu.Unlock()
		if reason != "" {
			e.disable(reason)
		}
		if !goesOn {
			e.leave()
			return
		}
	}
}

// leave gives its place to the next endpoint that waits for one.
func (e *endpoint) leave() {
	p := e.d.places
	p.give(&e.seat)
	for next := p.next(); next != nil && !next.kick(); next = p.next() {
	}
	e.kick()
}
