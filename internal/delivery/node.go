package delivery

import (
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// tick takes endpoints that nobody serves and finds deliveries that others
// made due.
func (d *Deliverer) tick() {
	var claimed []event.EndpointKey
	err := d.db.Update(d.ctx, "endpoints", func(tx *db.Tx) error {
		claimed = nil
		return event.ClaimEndpoints(tx, d.owner(), claimLimit, func(key event.EndpointKey) { claimed = append(claimed, key) })
	})
	for _, c := range claimed {
		d.do(d.add(c.WorkspaceID, c.ID), 0)
	}
	var waiting map[event.EndpointKey]time.Time
	if err == nil {
		after := d.waitingTo
		err = d.db.View(d.ctx, func(tx *db.Tx) (err error) {
			waiting, d.waitingTo, err = event.WaitingEndpoints(tx, after, waitingLimit)
			return err
		})
	}
	if err != nil {
		if d.ctx.Err() == nil {
			d.log.Error("waiting deliveries could not be found", "error", err)
		}
		return
	}
	now := d.now()
	var left []*endpoint
	for _, e := range d.roster.list() {
		due, waits := waiting[event.EndpointKey{WorkspaceID: e.workspaceID, ID: e.id}]
		e.mu.Lock()
		if waits && (e.retries.due.IsZero() || due.Before(e.retries.due)) && e.retries.held == 0 {
			e.retries.due = due
		}
		look := e.retries.dueNow(e.d.now()) || !e.terms.known
		if e.terms.known && !e.terms.serves && !d.sole {
			e.terms.known, look = false, true // another node may have enabled it
		}
		if waits && !d.sole && e.terms.serves && e.gate.breaker.rest(now) == 0 && !e.retries.freeing && time.Since(e.retries.freedAt) >= freePause {
			e.retries.freedAt, e.retries.freeing = time.Now(), true
			left = append(left, e)
		}
		pause := e.retries.due.Sub(now)
		e.mu.Unlock()
		switch {
		case look:
			d.do(e, 0)
		case waits && pause < tickPause:
			d.do(e, pause)
		}
	}
	for _, e := range left {
		d.running.Go(func() { d.freeLeft(e) }) // what is due waits for none of it
	}
}

// freePause is how often deliveries are looked for that wait for nothing.
const freePause = 5 * time.Second

// freeLeft lets deliveries of an endpoint be made that wait for nothing: where it went from
// one node to another, this one may have written that something waits while that one wrote
// that what it waits for has ended. The next tick finds them due.
func (d *Deliverer) freeLeft(e *endpoint) {
	n := 0
	defer func() {
		e.mu.Lock()
		e.retries.freeing = false
		e.mu.Unlock()
	}()
	err := d.db.Update(d.ctx, e.id, func(tx *db.Tx) (err error) { n, err = event.FreeLeft(tx, e.workspaceID, e.id); return err })
	switch {
	case err != nil && d.ctx.Err() == nil:
		d.log.Error("stuck deliveries could not be looked for", "endpoint", e.id, "error", err)
	case n > 0:
		d.log.Info("stuck deliveries continue", "endpoint", e.id, "keys", n)
	}
}

// askNews finds the endpoints whose workspaces have events that were neither
// told nor read, and whether other nodes write.
func (d *Deliverer) askNews() {
	read := map[string]int64{}
	for _, e := range d.roster.list() {
		e.mu.Lock()
		if e.terms.known && e.terms.serves {
			if at, ok := read[e.workspaceID]; !ok || e.intake.reading.read.Number < at {
				read[e.workspaceID] = e.intake.reading.read.Number
			}
		}
		e.mu.Unlock()
	}
	var heads map[string]int64
	var nodes int64
	err := d.db.View(d.ctx, func(tx *db.Tx) (err error) { heads, nodes, err = event.News(tx, read); return err })
	if err != nil {
		if d.ctx.Err() == nil {
			d.log.Error("could not check the log for new events", "error", err)
		}
		return
	}
	if was := d.shared.Swap(nodes > 1); was != (nodes > 1) {
		for _, e := range d.roster.list() {
			e.forget() // what others change of it is read with the log
			d.do(e, 0)
		}
	}
	for _, e := range d.roster.list() {
		head, moved := heads[e.workspaceID]
		e.mu.Lock()
		if moved {
			e.intake.reading.sees(head)
		}
		e.intake.reading.forgetEarly(time.Now())
		look := moved && e.intake.reading.behind
		e.mu.Unlock()
		if look {
			d.do(e, 0)
		}
	}
}

// leave lets go of every endpoint.
func (d *Deliverer) leave() {
	for _, e := range d.roster.list() {
		d.remove(e)
	}
}
