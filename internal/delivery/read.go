package delivery

import (
	"cmp"
	"slices"
	"time"

	"service.example/crm/internal/store"
)

// probePage is how much is read for the one call that finds out whether a
// receiver is back.
const probePage = 16

// unwatch ends the watch over keys that are blocked while a page is read.
func (e *endpoint) unwatch() {
	e.mu.Lock()
	e.recent = nil
	e.mu.Unlock()
}

// readOn offers the next page of the log, and lets events be handed over again
// when that was the last one.
func (d *Deliverer) readOn(e *endpoint) error {
	e.mu.Lock()
	from, limit, shared := e.read, min(pageSize, e.room()), d.shared.Load()
	low := limit < pageSize && len(e.held) > 0
	if e.health.halfOpen() {
		limit = probePage
	}
	if !low {
		e.recent = map[string]bool{}
	}
	e.mu.Unlock()
	if low {
		return nil // the next record calls again
	}
	var list []store.LoggedEvent
	var end, sight store.Position
	var c store.EndpointCursor
	found := true
	err := d.db.View(d.ctx, func(tx *store.Tx) (err error) {
		if list, end, sight, err = tx.LogPage(e.workspaceID, e.id, from, limit); err == nil && shared {
			c, found, err = tx.EndpointCursor(e.workspaceID, e.id)
		}
		return err
	})
	if err != nil {
		e.unwatch()
		return err
	}
	if shared {
		// Read after the events, it is as new as they are.
		if !found || c.Owner != d.owner() {
			d.remove(e)
			return nil
		}
		if !c.Enabled {
			e.unwatch()
			e.forget()
			d.do(e, 0)
			return nil
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	defer func() { e.recent = nil }()
	if !e.known || !e.serves || from != e.read || e.stalled || e.health.rest(d.now()) > 0 {
		d.do(e, 0) // changed, or put back, while it was read
		return nil
	}
	if shared {
		e.wanted = c.Subscription
	}
	e.offer(list, end)
	if len(list) < limit {
		e.sight = sight
	}
	if d.exact && end.ID != "" {
		d.db.Source().Follow(end.ID)
	}
	e.afterPage(len(list) < limit, shared)
	return nil
}

// offer takes a page of the log.
func (e *endpoint) offer(list []store.LoggedEvent, end store.Position) {
	var fresh []*item
	before := e.read
	for i := range list {
		ev := &list[i]
		it := e.held[ev.ID]
		number, told := e.told[ev.ID]
		switch {
		case told:
			delete(e.told, ev.ID)
			e.counter = max(e.counter, number)
			if it != nil {
				e.link(it, before)
			}
		case ev.Recorded:
			e.counter = max(e.counter, ev.Sequence)
		case it == nil && e.wants(ev):
			it = e.hold(ev)
			e.link(it, before)
			fresh = append(fresh, it)
			if e.d.exact {
				e.number(it)
			}
		}
		before = ev.Position
	}
	e.read = end
	slices.SortStableFunc(fresh, func(a, b *item) int { return cmp.Compare(a.Turn, b.Turn) })
	for _, it := range fresh {
		if !e.d.exact {
			e.number(it)
		}
	}
	for _, it := range fresh {
		e.enqueue(it)
	}
}

// afterPage decides how the reading goes on.
func (e *endpoint) afterPage(last, shared bool) {
	if !last {
		e.pause = 0
		if len(e.held) <= holdEvents/2 {
			e.d.do(e, 0)
		}
		return
	}
	if e.misses() { // committed, but not to be seen yet
		e.near = !shared
		e.pause = min(max(2*e.pause, horizonPause), maxHorizonPause)
		e.d.do(e, e.pause)
		return
	}
	e.pause = 0
	clear(e.given)
	if shared || e.overflow {
		return
	}
	later := e.later
	e.behind, e.near, e.later = false, false, nil
	for _, ev := range later {
		switch {
		case ev.Position.Compare(e.read) <= 0:
		case e.behind:
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
	from := e.read
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
	if !e.known || e.behind {
		return nil // the reading goes over it
	}
	for i := range list {
		ev := &list[i]
		it := e.held[ev.ID]
		_, taken := e.told[ev.ID]
		switch {
		case taken:
			delete(e.told, ev.ID)
			if it != nil {
				e.link(it, e.read)
			}
		case it == nil && e.wants(ev):
			e.miss(ev.Position)
			return nil
		}
		e.read = ev.Position
	}
	e.read = end
	if len(list) == limit {
		d.do(e, 0)
	}
	return nil
}

// retry takes deliveries whose next attempt is due.
func (d *Deliverer) retry(e *endpoint) error {
	e.mu.Lock()
	limit := e.retries + holdRetries/2
	if e.health.halfOpen() {
		limit = e.retries + probePage
	}
	e.settled, e.more = map[string]bool{}, false
	e.mu.Unlock()
	var list []store.DueDelivery
	var next time.Time
	err := d.db.View(d.ctx, func(tx *store.Tx) (err error) {
		list, next, err = tx.DueDeliveries(e.workspaceID, e.id, limit)
		return err
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	settled := e.settled
	e.settled = nil
	if err != nil {
		return err
	}
	if !e.known || !e.serves || e.health.rest(d.now()) > 0 {
		return nil
	}
	if e.due = next; e.more {
		e.due = d.now()
	}
	for i := range list {
		if settled[list[i].ID] {
			e.due = d.now() // it may have ended since: read again
		} else if e.held[list[i].ID] == nil {
			it := e.hold(&list[i].LoggedEvent)
			it.attempt, it.again, it.retry = list[i].Attempt, list[i].Again, true
			e.retries++
			e.enqueue(it)
		}
	}
	if !e.due.IsZero() {
		d.do(e, max(time.Millisecond, e.due.Sub(d.now())))
	}
	return nil
}
