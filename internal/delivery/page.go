package delivery

import (
	"cmp"
	"slices"

	"service.example/crm/internal/store"
)

// probePage is how much is read for the one call that finds out whether a
// receiver is back.
const probePage = 16

// page is a part of the log, as it was read for one endpoint.
type page struct {
	list       []store.LoggedEvent
	end, sight store.Position
	cursor     store.EndpointCursor // read where other nodes write too
	found      bool                 // the cursor
}

// readOn offers the next page of the log, and lets events be handed over again
// when that was the last one.
func (d *Deliverer) readOn(e *endpoint) error {
	e.mu.Lock()
	from, limit, shared := e.reading.read, min(pageSize, e.held.room()), d.shared.Load()
	if limit < pageSize && e.held.count() > 0 {
		e.mu.Unlock()
		return nil // the next record calls again
	}
	if e.gate.breaker.halfOpen() {
		limit = probePage
	}
	e.blocked.watch()
	e.mu.Unlock()
	p, err := d.readPage(e, from, limit, shared)
	switch {
	case err != nil:
		e.unwatch()
		return err
	case shared && (!p.found || p.cursor.Owner != d.owner()):
		d.remove(e)
		return nil
	case shared && !p.cursor.Enabled:
		e.unwatch()
		e.forget()
		d.do(e, 0)
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	defer e.blocked.unwatch()
	if !e.terms.known || !e.terms.serves || from != e.reading.read || e.blocked.stalled || e.gate.breaker.rest(d.now()) > 0 {
		d.do(e, 0) // changed, or put back, while it was read
		return nil
	}
	if shared {
		e.terms.wanted = p.cursor.Subscription
	}
	last := len(p.list) < limit
	e.offer(p.list, p.end)
	if last {
		e.reading.sight = p.sight
	}
	if d.exact && p.end.ID != "" {
		d.db.Source().Follow(p.end.ID)
	}
	e.afterPage(last, shared)
	return nil
}

// readPage reads the cursor after the events, so that it is as new as they are.
func (d *Deliverer) readPage(e *endpoint, from store.Position, limit int, shared bool) (p page, err error) {
	err = d.db.View(d.ctx, func(tx *store.Tx) (err error) {
		if p.list, p.end, p.sight, err = tx.LogPage(e.workspaceID, e.id, from, limit); err == nil && shared {
			p.cursor, p.found, err = tx.EndpointCursor(e.workspaceID, e.id)
		}
		return err
	})
	return p, err
}

// unwatch ends the watch over keys that are blocked while a page is read.
func (e *endpoint) unwatch() {
	e.mu.Lock()
	e.blocked.unwatch()
	e.mu.Unlock()
}

// offer takes a page of the log.
func (e *endpoint) offer(list []store.LoggedEvent, end store.Position) {
	var fresh []*item
	before := e.reading.read
	for i := range list {
		ev := &list[i]
		it := e.held.find(ev.ID)
		number, told := e.numbers.read(ev.ID)
		switch {
		case told:
			e.numbers.reached(number)
			if it != nil {
				e.held.link(it, before)
			}
		case ev.Recorded:
			e.numbers.reached(ev.Sequence)
		case it == nil && e.wants(ev):
			it = e.held.add(ev)
			e.held.link(it, before)
			fresh = append(fresh, it)
			if e.d.exact {
				it.Sequence = e.numbers.next(it.ID)
			}
		}
		before = ev.Position
	}
	e.reading.read = end
	slices.SortStableFunc(fresh, func(a, b *item) int { return cmp.Compare(a.Turn, b.Turn) })
	for _, it := range fresh {
		if !e.d.exact {
			it.Sequence = e.numbers.next(it.ID)
		}
	}
	for _, it := range fresh {
		e.enqueue(it)
	}
}

// afterPage decides how the reading goes on.
func (e *endpoint) afterPage(last, shared bool) {
	r := &e.reading
	if !last {
		r.pause = 0
		if e.held.count() <= holdEvents/2 {
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
	clear(e.numbers.given)
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
	from := e.reading.read
	e.mu.Unlock()
	const limit = 4 * pageSize
	var list []store.LoggedEvent
	var end store.Position
	err := d.db.View(d.ctx, func(tx *store.Tx) (err error) {
		list, end, err = tx.LogHeads(e.workspaceID, from, limit)
		return err
	})
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.terms.known || e.reading.behind {
		return nil // the reading goes over it
	}
	for i := range list {
		ev := &list[i]
		it := e.held.find(ev.ID)
		_, told := e.numbers.read(ev.ID)
		switch {
		case told:
			if it != nil {
				e.held.link(it, e.reading.read)
			}
		case it == nil && e.wants(ev):
			e.miss(ev.Position)
			return nil
		}
		e.reading.read = ev.Position
	}
	e.reading.read = end
	if len(list) == limit {
		d.do(e, 0)
	}
	return nil
}
