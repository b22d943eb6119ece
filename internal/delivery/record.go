package delivery

import (
	"context"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

const (
	// recordBatch bounds how long one record holds up the writer.
	recordBatch = 64
	// maxUnrecorded bounds how many attempts have ended and are not recorded:
	// after a kill, these and those in flight are made again.
	maxUnrecorded = 2 * recordBatch
	recordPause   = time.Second // after a failure of the database
	// The cursor moves along with records this often, or when so many numbers
	// were given since, and by itself that often.
	movePause     = 500 * time.Millisecond
	moveNumbers   = 4096
	moveIdlePause = 10 * time.Second
)

// outcome is how far an attempt has brought a delivery.
type outcome struct {
	it      *item
	state   string
	next    time.Time
	attempt *store.DeliveryAttempt // nil when none was made
	waits   bool                   // for those before it of its key
	frees   bool                   // the next one of its key may go
	pending bool                   // something of its key is still pending
}

// batch is what is recorded together.
type batch struct {
	list    []outcome
	notices []notice
	health  *crm.EndpointHealth // nil when it has not changed
	p       store.Position
	number  int64
	move    bool
}

// end gives the outcome of an attempt to be recorded. The event counts as held
// until it is.
func (e *endpoint) end(o outcome) {
	e.ended = append(e.ended, o)
	if !e.saving {
		e.saving = true
		e.d.running.Go(e.save)
	}
}

// save records what has ended, together, until nothing is left.
func (e *endpoint) save() {
	for {
		e.mu.Lock()
		n := min(len(e.ended), recordBatch)
		if n == 0 {
			e.ended, e.saving = nil, false
			e.mu.Unlock()
			return
		}
		b := batch{list: slices.Clone(e.ended[:n]), notices: e.notices} // others append meanwhile
		e.notices = nil
		b.p, b.number = e.position()
		ahead := e.counter-e.savedNo >= moveNumbers
		b.move = ahead || time.Since(e.savedAt) >= movePause && b.p.Compare(e.saved) > 0
		if e.unsaved {
			h := e.health.EndpointHealth
			b.health, e.unsaved = &h, false
		}
		e.mu.Unlock()
		if !e.record(&b) {
			return // this node is stopping; they are posted again
		}
		e.mu.Lock()
		e.ended = e.ended[n:]
		e.recorded(b.list)
		if b.move {
			e.saved, e.savedNo, e.savedAt = b.p, b.number, time.Now()
		}
		e.dispatch() // what waited for the record
		e.mu.Unlock()
	}
}

// record writes outcomes until it succeeds: what was posted must not be posted
// again only because the database was away.
func (e *endpoint) record(b *batch) bool {
	counts := count(b.list)
	for {
		err := e.d.db.Update(context.WithoutCancel(e.d.ctx), e.id, func(tx *store.Tx) error { e.write(tx, b, counts); return nil })
		if err == nil {
			return true
		}
		e.d.log.Error("attempts could not be recorded yet", "endpoint", e.id, "attempts", len(b.list), "error", err)
		select {
		case <-e.d.ctx.Done():
			return false
		case <-time.After(recordPause):
		}
	}
}

// count tells what the statistics of the endpoint gain.
func count(list []outcome) crm.AttemptCounts {
	c := crm.NewAttemptCounts()
	for _, o := range list {
		if o.attempt == nil {
			continue
		}
		c.Count(crm.ClassOfAttempt(o.attempt.StatusCode, o.attempt.Error), o.attempt.Latency)
		if o.state == store.DeliveryFailed {
			c.DeliveriesFailed++
		}
	}
	return c
}

func (e *endpoint) write(tx *store.Tx, b *batch, counts crm.AttemptCounts) {
	for i := range b.list {
		o := &b.list[i]
		d := store.Delivery{EndpointID: e.id, EventID: o.it.ID, WorkspaceID: e.workspaceID,
			State: o.state, Attempt: o.it.attempt, NextAt: o.next, Sequence: o.it.Sequence, Key: o.it.Key, Again: o.it.again}
		if o.it.again.Trigger != "" {
			d.Key = "" // who delivers again does so beside the order
		}
		if o.waits {
			tx.RecordWaiting(d)
		} else {
			tx.RecordDelivery(d, o.attempt)
		}
	}
	for i := range b.list {
		if o := &b.list[i]; o.frees {
			tx.FreeKey(e.workspaceID, e.id, o.it.Key, func(pending bool) { o.pending = pending })
		}
	}
	for _, n := range b.notices {
		if n.severity == "" {
			tx.ResolveEndpointNotice(e.workspaceID, e.id, n.kind)
		} else {
			tx.RaiseEndpointNotice(e.workspaceID, e.id, n.kind, n.severity, n.detail)
		}
	}
	if counts.Attempts() > 0 {
		tx.CountAttempts(e.workspaceID, e.id, counts)
	}
	if b.health != nil {
		tx.SaveEndpointHealth(e.workspaceID, e.id, *b.health)
	}
	if b.move {
		tx.MoveCursor(e.workspaceID, e.id, e.d.owner(), b.p, b.number, false)
	}
}

// recorded lets go of events and reads on when there is room again.
func (e *endpoint) recorded(list []outcome) {
	for i := range list {
		o := &list[i]
		e.release(o.it)
		switch {
		case o.waits:
			if n := e.blocked[o.it.Key]; n > 0 {
				e.blocked[o.it.Key] = n - 1
			}
			e.bound(o.it.Key)
		case o.state == store.DeliveryPending:
			e.dueAt(o.next)
			e.bound(o.it.Key)
		}
	}
	for i := range list {
		switch o := &list[i]; {
		case o.frees && o.pending:
			e.dueAt(e.d.now())
		case o.frees:
			e.unblock(o.it.Key)
		}
	}
	if e.stalled && len(e.held) == 0 {
		e.d.do(e, 0)
	}
	if e.serves && (e.behind && e.room() >= pageSize && len(e.held) <= holdEvents/4 || e.dueNow() && e.retries <= holdRetries/4) {
		e.d.do(e, e.pause)
	}
}

// bound keeps the memory of blocked keys within its bound: the log tells of
// those that it has not.
func (e *endpoint) bound(key string) {
	if e.overflow && len(e.blocked) > maxBlocked && e.blocked[key] == 0 {
		delete(e.blocked, key)
		if e.recent != nil {
			e.recent[key] = true
		}
	}
}

// dueAt notes when a delivery that is not held is due.
func (e *endpoint) dueAt(at time.Time) {
	if e.due.IsZero() || at.Before(e.due) {
		e.due = at
		e.d.do(e, at.Sub(e.d.now()))
	}
}

func (e *endpoint) dueNow() bool {
	return !e.due.IsZero() && !e.due.After(e.d.now())
}

// moveCursors stores how far the endpoints have come whose stored cursor is
// older than that; last says that nothing more is posted.
func (d *Deliverer) moveCursors(age time.Duration, last bool) {
	type move struct {
		e       *endpoint
		p       store.Position
		number  int64
		settled bool
	}
	var list []move
	for _, e := range d.list() {
		e.mu.Lock()
		p, number := e.position()
		if e.serves && time.Since(e.savedAt) >= age && (last || p.Compare(e.saved) > 0 || number > e.savedNo) {
			list = append(list, move{e, p, number, last && len(e.held) == 0})
		}
		e.mu.Unlock()
	}
	if len(list) == 0 {
		return
	}
	err := d.db.Update(context.WithoutCancel(d.ctx), "cursors", func(tx *store.Tx) error {
		for _, m := range list {
			tx.MoveCursor(m.e.workspaceID, m.e.id, d.owner(), m.p, m.number, m.settled)
		}
		return nil
	})
	if err != nil {
		d.log.Error("the cursors of endpoints could not be stored", "error", err)
		return
	}
	for _, m := range list {
		m.e.mu.Lock()
		m.e.saved, m.e.savedNo, m.e.savedAt = m.p, m.number, time.Now()
		m.e.mu.Unlock()
	}
}
