package delivery

import (
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// probePage is how much is read for the one call that finds out whether a
// receiver is back.
const probePage = 16

// page is a part of the log, as it was read for one endpoint.
type page struct {
	list       []event.LoggedEvent
	end, sight event.Position
	cursor     event.EndpointCursor // read where other nodes write too
	found      bool                 // the cursor
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
	last := len(p.list) < limit
	for _, it := range e.intake.offer(p.list, p.end, e.wants) {
		e.enqueue(it)
	}
	if last {
		e.intake.reading.sight = p.sight
	}
	if d.exact && p.end.ID != "" {
		d.db.Source().Follow(p.end.ID)
	}
	e.afterPage(last, shared)
	return nil
}

// readPage reads the cursor after the events, so that it is as new as they are.
func (d *Deliverer) readPage(e *endpoint, from event.Position, limit int, shared bool) (p page, err error) {
	err = d.db.View(d.ctx, func(tx *db.Tx) (err error) {
		if p.list, p.end, p.sight, err = event.LogPage(tx, e.workspaceID, e.id, from, limit); err == nil && shared {
			p.cursor, p.found, err = event.ReadEndpointCursor(tx, e.workspaceID, e.id)
		}
		return err
	})
	return p, err
}

// afterPage decides how the reading goes on.
func (e *endpoint) afterPage(last, shared bool) {
	r := &e.intake.reading
	if !last {
		r.pause = 0
		if e.intake.held.count() <= holdEvents/2 {
			e.d.do(e, 0)
		}
		return
	}
	if r.misses() { // committed, but not to be seen yet
		r.near = !shared
		e.d.do(e, r.waitForSight())
		return
	}
	r.pause = 0
	clear(e.intake.numbers.given)
	if shared || e.blocked.overflow {
		return
	}
	for _, ev := range r.catchUp() {
		switch {
		case ev.Position.Compare(r.read) <= 0:
		case r.behind:
			e.miss(ev.Position)
		default:
			e.accept(ev)
		}
	}
}

// confirm reads what was handed over, without the bodies, so that the cursor
// may pass it, and finds what was not.
func (d *Deliverer) confirm(e *endpoint) error {
	e.mu.Lock()
	from := e.intake.reading.read
	e.mu.Unlock()
	const limit = 4 * pageSize
	var list []event.LoggedEvent
	var end event.Position
	err := d.db.View(d.ctx, func(tx *db.Tx) (err error) {
		list, end, err = event.LogHeads(tx, e.workspaceID, from, limit)
		return err
	})
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.terms.known || e.intake.reading.behind {
		return nil // the reading goes over it
	}
	missed, complete := e.intake.confirm(list, end, e.wants)
	if !complete {
		e.miss(missed)
		return nil
	}
	if len(list) == limit {
		d.do(e, 0)
	}
	return nil
}
