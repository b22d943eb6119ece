package delivery

import (
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

const (
	skipLimit     = 500
	overflowPause = 10 * time.Second
)

// look does for one endpoint what there is to do, one page of each at most.
func (d *Deliverer) look(e *endpoint) error {
	e.mu.Lock()
	known, left, change := e.terms.known, e.terms.left, e.terms.change
	e.mu.Unlock()
	switch {
	case left:
		return nil
	case !known:
		if err := d.load(e, change); err != nil {
			return err
		}
	}
	e.mu.Lock()
	if !e.terms.known || e.terms.left {
		e.mu.Unlock()
		return nil
	}
	serves, due := e.terms.serves, e.retries.dueNow(e.d.now()) && e.retries.held <= holdRetries/2
	rest := e.gate.breaker.rest(d.now())
	probes := e.gate.breaker.halfOpen() && (e.intake.held.count() > 0 || e.gate.breaker.probing) // with what it has
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
	r := &e.intake.reading
	if !r.behind && len(r.later) > 0 {
		if wait := r.waits(time.Now()); wait > 0 {
			d.do(e, wait)
		} else {
			r.behind, r.near = true, true
		}
	}
	behind := r.behind
	if e.blocked.stalled || e.retries.dueNow(e.d.now()) { // what has waited longest goes first
		e.mu.Unlock()
		return nil
	}
	e.mu.Unlock()
	if behind {
		return d.readOn(e)
	}
	return nil
}

// load reads what is stored of an endpoint and leaves it when it is another
// node's.
func (d *Deliverer) load(e *endpoint, change int) error {
	var c stored
	var found bool
	err := d.db.View(d.ctx, func(tx *db.Tx) (err error) {
		if c.EndpointCursor, found, err = event.ReadEndpointCursor(tx, e.workspaceID, e.id); err != nil || !found {
			return err
		}
		if c.blocked, err = event.BlockedKeys(tx, e.workspaceID, e.id, maxBlocked+1); err != nil {
			return err
		}
		if c.health, err = event.EndpointHealth(tx, e.workspaceID, e.id); err != nil {
			return err
		}
		if _, c.due, err = event.DueDeliveries(tx, e.workspaceID, e.id, 1); err != nil {
			return err
		}
		return c.mend(tx, e.workspaceID)
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

// mend sets a cursor back that stands where the log has another event, or none:
// it was restored, or the end of the log was lost, after it was stored.
func (c *stored) mend(tx *db.Tx, workspaceID string) error {
	err := event.CheckLog(tx, workspaceID, c.Position)
	if !errors.Is(err, event.ErrLogReplaced) {
		return err
	}
	head, err := event.LogHead(tx, workspaceID)
	c.Position = event.Position{Number: min(head, c.Position.Number)}
	return err
}

// recount finds out, after an overflow or while the endpoint is held up, of
// which keys deliveries are still pending.
func (d *Deliverer) recount(e *endpoint) error {
	e.mu.Lock()
	stalled := e.blocked.stalled && e.intake.held.count() == 0
	overflow := e.blocked.overflow && time.Since(e.blocked.overflowAt) > overflowPause
	if !stalled && !overflow {
		e.mu.Unlock()
		return nil
	}
	e.blocked.watch()
	e.mu.Unlock()
	var keys []string
	err := d.db.View(d.ctx, func(tx *db.Tx) (err error) {
		keys, err = event.BlockedKeys(tx, e.workspaceID, e.id, maxBlocked/2+1)
		return err
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	recent := e.blocked.unwatch()
	if err != nil {
		return err
	}
	if e.terms.settings.Ordering != crm.OrderingEndpoint || len(keys)+len(recent) == 0 {
		e.blocked.stalled = false
	}
	if e.blocked.overflowAt = time.Now(); overflow && len(keys) <= maxBlocked/2 {
		for _, key := range keys {
			e.block(key)
		}
		e.blocked.overflow = false
	}
	return nil
}

// skip ends what waits for an endpoint that is disabled or gone, a part at a
// time.
func (d *Deliverer) skip(e *endpoint) error {
	e.mu.Lock()
	gone, waits := e.terms.gone, !e.retries.due.IsZero()
	e.mu.Unlock()
	if !gone && !waits {
		return nil
	}
	var n int64
	err := d.db.Update(d.ctx, e.id, func(tx *db.Tx) (err error) {
		if n, err = event.SkipDeliveries(tx, e.workspaceID, e.id, skipLimit); err == nil && gone && n < skipLimit {
			event.DeleteCursor(tx, e.workspaceID, e.id, d.owner())
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
		e.retries.due = time.Time{}
		e.mu.Unlock()
	}
	return err
}
