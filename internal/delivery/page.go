package delivery

import (
	"errors"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// probePage is how much is read for the one call that finds out whether a
// receiver is back.
const probePage = 16

// page is a part of the log, as it was read for one endpoint.
type page struct {
	list   []event.LoggedEvent
	cursor event.EndpointCursor // read where other nodes write too
	found  bool                 // the cursor
}

// readOn offers the next page of the log, and lets events be handed over again
// when that was the last one.
func (d *Deliverer) readOn(e *endpoint) error {
	e.mu.Lock()
	from, limit, shared := e.intake.reading.read, min(pageSize, e.intake.held.room()), d.shared.Load()
	if limit < pageSize && e.intake.held.count() > 0 {
		e.mu.Unlock()
		return nil // the next record calls again
	}
	if e.gate.breaker.halfOpen() {
		limit = probePage
	}
	e.blocked.watch()
	e.mu.Unlock()
	p, err := d.readPage(e, from, limit, shared)
	if errors.Is(err, event.ErrLogReplaced) {
		d.log.Warn("the database lost the end of the event log; the log is read again from where the endpoint's cursor is stored",
			"workspace", e.workspaceID, "endpoint", e.id)
		e.mu.Lock()
		defer e.mu.Unlock()
		e.startOver()
		return nil
	}
	if err == nil && shared && (!p.found || p.cursor.Owner != d.owner()) {
		d.remove(e)
		return nil
	}
	if err == nil && shared && !p.cursor.Enabled {
		e.forget() // and so it is looked at anew
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	defer e.blocked.unwatch()
	if err != nil {
		return err
	}
	if !e.terms.known || !e.terms.serves || from != e.intake.reading.read || e.blocked.stalled || e.gate.breaker.rest(d.now()) > 0 {
		d.do(e, 0) // changed, or put back, while it was read
		return nil
	}
	if shared {
		e.terms.wanted = p.cursor.Subscription
	}
	for _, it := range e.intake.offer(p.list, e.wants) {
		e.enqueue(it)
	}
	if !shared && !d.sole {
		e.intake.reading.remember(p.list)
	}
	e.afterPage(len(p.list) < limit, shared)
	return nil
}

// readPage reads the cursor after the events, so that it is as new as they are.
func (d *Deliverer) readPage(e *endpoint, from event.Position, limit int, shared bool) (p page, err error) {
	err = d.db.View(d.ctx, func(tx *db.Tx) (err error) {
		if p.list, err = event.LogPage(tx, e.workspaceID, e.id, from, limit); err == nil && shared {
			p.cursor, p.found, err = event.ReadEndpointCursor(tx, e.workspaceID, e.id)
		}
		return err
	})
	return p, err
}

// afterPage decides how the reading goes on.
func (e *endpoint) afterPage(last, shared bool) {
	r := &e.intake.reading
	switch {
	case !last:
		if e.intake.held.count() <= holdEvents/2 {
			e.d.do(e, 0)
		}
	case r.misses(): // it was committed since
		r.near = !shared
		e.d.do(e, 0)
	case !shared && !e.blocked.overflow:
		r.behind, r.near = false, false
		e.catchUp()
	}
}

// catchUp takes what was kept for later, as far as nothing before it is missing.
func (e *endpoint) catchUp() {
	r := &e.intake.reading
	for ev, ok := r.next(); ok && !r.behind; ev, ok = r.next() {
		e.accept(ev)
	}
	if len(r.later) > 0 {
		e.d.do(e, r.waits(time.Now()))
	}
}

// startOver lets the endpoint read from its stored cursor. What is under way
// ends, and what was recorded is not posted again.
func (e *endpoint) startOver() {
	e.anew++
	e.intake.numbers.clear()
	e.lanes.empty(e.giveBack)
	e.intake.rewind(mark{number: e.intake.numbers.last})
	e.intake.reading = reading{behind: true}
	e.terms.forget()
	e.d.do(e, 0)
}
