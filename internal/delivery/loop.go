package delivery

import (
	"time"

	"service.example/crm/internal/crm"
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
	overflowPause   = 10 * time.Second
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
			d.moveCursors(moveIdlePause, false)
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
	serves, due := e.serves, e.dueNow() && e.retries <= holdRetries/2
	rest := e.health.rest(d.now())
	probes := e.health.halfOpen() && (len(e.held) > 0 || e.health.probing) // with what it has
	e.mu.Unlock()
	switch {
	case !serves:
		return d.skip(e)
	case rest > 0:
		d.do(e, rest)
		return nil
	case probes:
		e.kick()
		return nil
	case due:
		if err := d.retry(e); err != nil {
			return err
		}
	}
	if err := d.recount(e); err != nil {
		return err
	}
	e.mu.Lock()
	e.dispatch()
	behind := e.behind
	if e.stalled || e.dueNow() { // what has waited longest goes first
		e.mu.Unlock()
		return nil
	}
	e.mu.Unlock()
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
	var c stored
	var found bool
	err := d.db.View(d.ctx, func(tx *store.Tx) (err error) {
		if c.EndpointCursor, found, err = tx.EndpointCursor(e.workspaceID, e.id); err != nil || !found {
			return err
		}
		if c.blocked, err = tx.BlockedKeys(e.workspaceID, e.id, maxBlocked+1); err != nil {
			return err
		}
		if c.health, err = tx.EndpointHealth(e.workspaceID, e.id); err != nil {
			return err
		}
		if _, c.due, err = tx.DueDeliveries(e.workspaceID, e.id, 1); err != nil {
			return err
		}
		c.end, err = tx.LogEnd()
		return err
	})
	switch {
	case err != nil:
	case !found || c.Owner != d.owner():
		d.remove(e)
	default:
		e.learn(&c, change)
	}
	return err
}

// recount finds out, after an overflow or while the endpoint is held up, of
// which keys deliveries are still pending.
func (d *Deliverer) recount(e *endpoint) error {
	e.mu.Lock()
	stalled := e.stalled && len(e.held) == 0
	overflow := e.overflow && time.Since(e.overflowAt) > overflowPause
	if !stalled && !overflow {
		e.mu.Unlock()
		return nil
	}
	e.recent = map[string]bool{}
	e.mu.Unlock()
	var keys []string
	err := d.db.View(d.ctx, func(tx *store.Tx) (err error) {
		keys, err = tx.BlockedKeys(e.workspaceID, e.id, maxBlocked/2+1)
		return err
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	recent := e.recent
	e.recent = nil
	if err != nil {
		return err
	}
	if e.settings.Ordering != crm.OrderingEndpoint || len(keys)+len(recent) == 0 {
		e.stalled = false
	}
	if e.overflowAt = time.Now(); overflow && len(keys) <= maxBlocked/2 {
		for _, key := range keys {
			e.block(key)
		}
		e.overflow = false
	}
	return nil
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
