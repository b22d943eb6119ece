package delivery

import (
	"cmp"
	"slices"
	"time"

	"service.example/crm/internal/store"
)

const (
	tickPause  = time.Second // discovers what others left or wrote
	claimLimit = 256
	skipLimit  = 500
	// How often the log is asked for events that were not handed over, alone
	// and beside other nodes.
	newsPause       = 500 * time.Millisecond
	sharedNewsPause = 50 * time.Millisecond
	// While a transaction may still commit before what is waited for.
	horizonPause    = 2 * time.Millisecond
	maxHorizonPause = 50 * time.Millisecond
	failurePause    = time.Second
)

// run looks at endpoints that have something to read.
func (d *Deliverer) run() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	var ticked, asked, moved time.Time
	owner := d.owner()
	for {
		select {
		case <-d.ctx.Done():
			return
		case <-d.wake:
		case <-timer.C:
		}
		if d.stopped.Load() {
			<-d.ctx.Done()
			return
		}
		now := time.Now()
		if o := d.owner(); o != owner {
			d.leave() // this node was believed dead; others serve what it served
			owner, ticked = o, time.Time{}
		}
		if now.Sub(ticked) >= tickPause {
			d.tick()
			ticked = now
		}
		if now.Sub(moved) >= moveIdlePause {
			d.moveCursors(moveIdlePause)
			moved = now
		}
		pause := tickPause
		if !d.exact {
			pause = newsPause
			if d.shared.Load() {
				pause = sharedNewsPause
			}
			if now.Sub(asked) >= pause {
				d.askNews()
				asked = now
			}
		}
		timer.Reset(min(pause, d.work()))
	}
}

// work does what is due and returns how long until there is more.
func (d *Deliverer) work() time.Duration {
	now := time.Now()
	var list []*endpoint
	d.mu.Lock()
	next := tickPause
	for e, at := range d.todo {
		if at.After(now) {
			next = min(next, at.Sub(now))
			continue
		}
		delete(d.todo, e)
		list = append(list, e)
	}
	d.mu.Unlock()
	for _, e := range list {
		if err := d.look(e); err != nil {
			if d.ctx.Err() != nil {
				return tickPause
			}
			d.log.Error("events could not be read", "endpoint", e.id, "error", err)
			d.do(e, failurePause)
		}
	}
	return next
}

// look does for one endpoint what there is to do, one page of each at most.
func (d *Deliverer) look(e *endpoint) error {
	e.mu.Lock()
	known, change := e.known, e.change
	e.mu.Unlock()
	if !known {
		if err := d.load(e, change); err != nil {
			return err
		}
	}
	e.mu.Lock()
	if !e.known || e.left {
		e.mu.Unlock()
		return nil
	}
	serves, behind, due := e.serves, e.behind, e.dueNow() && e.retries <= holdRetries/2
	e.mu.Unlock()
	if !serves {
		return d.skip(e)
	}
	if due {
		if err := d.retry(e); err != nil {
			return err
		}
	}
	switch {
	case behind:
		return d.readOn(e)
	case !d.exact:
		return d.confirm(e)
	}
	return nil
}

// load reads what is stored of an endpoint and leaves it when it is another
// node's.
func (d *Deliverer) load(e *endpoint, change int) error {
	var c store.EndpointCursor
	var found bool
	var due time.Time
	err := d.db.View(d.ctx, func(tx *store.Tx) (err error) {
		if c, found, err = tx.EndpointCursor(e.workspaceID, e.id); err != nil || !found {
			return err
		}
		_, due, err = tx.DueDeliveries(e.workspaceID, e.id, 1)
		return err
	})
	switch {
	case err != nil:
	case !found || c.Owner != d.owner():
		d.remove(e)
	default:
		e.learn(&c, due, change)
	}
	return err
}

// skip ends what waits for an endpoint that is disabled or gone, a part at a
// time.
func (d *Deliverer) skip(e *endpoint) error {
	e.mu.Lock()
	gone, waits := e.gone, !e.due.IsZero()
	e.mu.Unlock()
	if !gone && !waits {
		return nil
	}
	var n int64
	err := d.db.Update(d.ctx, e.id, func(tx *store.Tx) (err error) {
		if n, err = tx.SkipDeliveries(e.workspaceID, e.id, skipLimit); err == nil && gone && n < skipLimit {
			tx.DeleteCursor(e.workspaceID, e.id, d.owner())
		}
		return err
	})
	switch {
	case err != nil:
	case n >= skipLimit:
		d.do(e, time.Millisecond)
	case gone:
		d.remove(e)
	default:
		e.mu.Lock()
		e.due = time.Time{}
		e.mu.Unlock()
	}
	return err
}

// readOn offers the next page of the log, and lets events be handed over again
// when that was the last one.
func (d *Deliverer) readOn(e *endpoint) error {
	e.mu.Lock()
	from, limit, shared := e.read, min(pageSize, e.room()), d.shared.Load()
	low := limit < pageSize && len(e.held) > 0
	e.mu.Unlock()
	if low {
		return nil // the next record calls again
	}
	var list []store.LoggedEvent
	var end store.Position
	var c store.EndpointCursor
	found := true
	err := d.db.View(d.ctx, func(tx *store.Tx) (err error) {
		if list, end, err = tx.LogPage(e.workspaceID, e.id, from, limit); err == nil && shared {
			c, found, err = tx.EndpointCursor(e.workspaceID, e.id)
		}
		return err
	})
	if err != nil {
		return err
	}
	if shared {
		// Read after the events, it is as new as they are.
		if !found || c.Owner != d.owner() {
			d.remove(e)
			return nil
		}
		if !c.Enabled {
			e.forget()
			d.do(e, 0)
			return nil
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.known || !e.serves {
		d.do(e, 0)
		return nil
	}
	if shared {
		e.wanted = c.Subscription
	}
	e.offer(list, end)
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
		switch {
		case e.told[ev.ID]:
			delete(e.told, ev.ID)
			if it != nil {
				e.link(it, before)
			}
		case it == nil && !ev.Recorded && e.wants(ev):
			it = e.hold(ev)
			e.link(it, before)
			fresh = append(fresh, it)
		}
		before = ev.Position
	}
	e.read = end
	slices.SortStableFunc(fresh, func(a, b *item) int { return cmp.Compare(a.Turn, b.Turn) })
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
	if e.missed.Compare(e.read) > 0 { // committed, but not to be seen yet
		e.near = !shared
		e.pause = min(max(2*e.pause, horizonPause), maxHorizonPause)
		e.d.do(e, e.pause)
		return
	}
	e.pause = 0
	if shared {
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
		switch {
		case e.told[ev.ID]:
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
	e.more, e.let = false, map[string]bool{}
	e.mu.Unlock()
	var list []store.DueDelivery
	var next time.Time
	err := d.db.View(d.ctx, func(tx *store.Tx) (err error) {
		list, next, err = tx.DueDeliveries(e.workspaceID, e.id, limit)
		return err
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	let := e.let
	e.let = nil
	if err != nil || !e.known || !e.serves {
		return err
	}
	if e.due = next; e.more {
		e.due = d.db.Source().Now()
		d.do(e, 0)
	}
	for i := range list {
		if e.held[list[i].ID] != nil || let[list[i].ID] {
			continue
		}
		it := e.hold(&list[i].LoggedEvent)
		it.attempt, it.again, it.retry = list[i].Attempt, list[i].Again, true
		e.retries++
		e.enqueue(it)
	}
	if !next.IsZero() {
		d.do(e, max(time.Millisecond, next.Sub(d.db.Source().Now())))
	}
	return nil
}
