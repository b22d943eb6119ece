package delivery

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

// maxBlocked is of how many keys an endpoint remembers that deliveries of them
// are pending. While there are more, only the log tells, and it is read.
const maxBlocked = 4096

// lane returns what an event must stay in order with.
func (e *endpoint) lane(it *item) (key string, ordered bool) {
	switch e.settings.Ordering {
	case crm.OrderingNone:
		return "", false
	case crm.OrderingEndpoint:
		return "", true
	}
	return it.Key, it.Key != ""
}

// enqueue lets an event be posted when those before it of its key have ended
// and there is a place.
func (e *endpoint) enqueue(it *item) {
	if it.lane, it.ordered = e.lane(it); it.ordered {
		if !it.retry && e.settings.Ordering == crm.OrderingKey && e.isBlocked(it) {
			e.wait(it)
			return
		}
		if lane, busy := e.lanes[it.lane]; busy {
			e.lanes[it.lane] = append(lane, it)
			return
		}
		e.lanes[it.lane] = nil
	}
	e.ready = append(e.ready, it)
	e.dispatch()
}

// isBlocked reports whether a delivery of the event's key is pending.
func (e *endpoint) isBlocked(it *item) bool {
	_, known := e.blocked[it.Key]
	return known || it.Blocked || e.recent[it.Key]
}

// wait leaves an event to the database until those before it of its key have
// ended.
func (e *endpoint) wait(it *item) {
	e.block(it.Key)
	n := e.blocked[it.Key]
	e.blocked[it.Key] = n + 1
	// Should nothing be before it any more, it is freed as it is written.
	e.end(outcome{it: it, state: store.DeliveryPending, waits: true, frees: n == 0})
}

// block remembers that a delivery of a key is pending, or about to be.
func (e *endpoint) block(key string) {
	if e.recent != nil {
		e.recent[key] = true
	}
	if _, known := e.blocked[key]; known {
		return
	}
	e.blocked[key] = 0
	if len(e.blocked) > maxBlocked && !e.overflow {
		e.overflow, e.overflowAt = true, time.Now()
		e.miss(e.read)
	}
}

// unblock is told that nothing of a key is pending in the database.
func (e *endpoint) unblock(key string) {
	if e.blocked[key] == 0 {
		delete(e.blocked, key)
		return
	}
	for i := range e.ended { // what waits is about to be written
		if o := &e.ended[i]; o.waits && o.it.Key == key {
			o.frees = true
			return
		}
	}
}

// dispatch starts calls while the endpoint may make them, and reports whether
// it started any.
func (e *endpoint) dispatch() (started bool) {
	for len(e.ready) > 0 && e.inFlight < e.settings.MaxInFlight && e.may() && e.d.places.take(e) {
		it := e.pop()
		e.inFlight++
		started = true
		e.d.running.Go(func() { e.run(it) })
	}
	return started
}

// may reports whether another call may be made now, and sees to it that it is
// asked again when it may not.
func (e *endpoint) may() bool {
	if e.d.stopped.Load() || e.ending || len(e.ended) >= maxUnrecorded {
		return false // after the record, or once it is disabled, it is asked again
	}
	if !e.health.troubled && e.settings.RateLimit == 0 {
		return true
	}
	now := e.d.now()
	if e.health.rest(now) > 0 || e.health.halfOpen() && e.health.probing {
		return false // who let it rest has it looked at again
	}
	if e.settings.RateLimit == 0 {
		return true
	}
	wait := e.bucket.wait(now, e.settings.RateLimit)
	if wait > 0 && !e.refilling {
		e.refilling = true
		time.AfterFunc(wait, func() {
			e.mu.Lock()
			e.refilling = false
			e.mu.Unlock()
			e.kick()
		})
	}
	return wait == 0
}

// pop takes the next event, whose call is about to begin.
func (e *endpoint) pop() *item {
	it := e.ready[0]
	e.ready[0] = nil
	e.ready = e.ready[1:]
	e.bucket.tokens--
	it.generation = e.health.generation
	if it.probe = e.health.halfOpen(); it.probe {
		e.health.probing = true
	}
	return it
}

// kick starts what may start, and reports whether anything did.
func (e *endpoint) kick() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.dispatch()
}

// run posts an event, and then, in the same place, what has waited longest: the
// next one of its key takes its turn behind the others.
func (e *endpoint) run(it *item) {
	for {
		r, t := e.attempt(it)
		e.mu.Lock()
		reason := e.settle(it, r, t)
		e.ending = e.ending || reason != ""
		goesOn := len(e.ready) > 0 && !e.d.places.contended.Load() && e.inFlight <= e.settings.MaxInFlight && e.may()
		if goesOn {
			it = e.pop()
		} else {
			e.inFlight--
		}
		e.mu.Unlock()
		if reason != "" {
			e.d.disable(e, reason)
		}
		if !goesOn {
			e.leave()
			return
		}
	}
}

// leave gives its place to whose turn it is.
func (e *endpoint) leave() {
	p := e.d.places
	p.give(e)
	for next := p.next(); next != nil && !next.kick(); next = p.next() {
	}
	e.kick()
}

// proceed lets the next one of a lane be posted, after one that has ended.
func (e *endpoint) proceed(it *item) {
	if !it.ordered {
		return
	}
	if rest := e.lanes[it.lane]; len(rest) > 0 {
		e.ready, e.lanes[it.lane] = append(e.ready, rest[0]), rest[1:]
	} else {
		delete(e.lanes, it.lane)
	}
}

// holdUp keeps those behind a failed event of its lane from being posted.
func (e *endpoint) holdUp(it *item) {
	if !it.ordered || it.Sequence == 0 {
		e.proceed(it)
		return
	}
	if e.settings.Ordering != crm.OrderingKey { // endpoint, or changed meanwhile
		e.stalled = e.settings.Ordering == crm.OrderingEndpoint
		e.rewind()
		delete(e.lanes, it.lane)
		e.d.do(e, 0)
		return
	}
	e.block(it.Key)
	for _, next := range e.lanes[it.lane] {
		if next.retry {
			e.release(next) // it has a row, and is due
		} else {
			e.wait(next)
		}
	}
	delete(e.lanes, it.lane)
}

// rewind gives back to the log and to the database what waits in memory; what
// is under way ends. It is read again from where the cursor may stand.
func (e *endpoint) rewind() {
	p, number := e.position()
	back := func(it *item) {
		if it.retry {
			e.due = e.d.now()
		} else if !e.d.exact {
			delete(e.told, it.ID)
			e.given[it.ID] = it.Sequence
			e.missUpTo(it.Position)
		}
		e.release(it)
	}
	for key, lane := range e.lanes {
		for _, it := range lane {
			back(it)
		}
		e.lanes[key] = nil
	}
	for _, it := range e.ready {
		if it.ordered {
			delete(e.lanes, it.lane)
		}
		back(it)
	}
	e.ready = nil
	for _, it := range e.held {
		if !it.retry {
			e.unlink(it)
			e.told[it.ID] = it.Sequence
		}
	}
	e.read = p
	if e.d.exact {
		e.counter = number
	}
	e.miss(p)
}
