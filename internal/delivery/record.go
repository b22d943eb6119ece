package delivery

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

const (
	// recordBatch bounds how long one record holds up the writer.
	recordBatch = 64
	recordPause = time.Second // after a failure of the database
	// The cursor moves along with records this often, and by itself that often.
	movePause     = 500 * time.Millisecond
	moveIdlePause = 10 * time.Second
)

// end gives the outcome of an attempt to be recorded. The event counts as held
// until it is.
func (e *endpoint) end(o outcome) {
	e.mu.Lock()
	defer e.mu.Unlock()
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
		list, p := e.ended[:n:n], e.position()
		move := time.Since(e.savedAt) >= movePause && p.Compare(e.saved) > 0
		e.mu.Unlock()
		if !e.record(list, p, move) {
			return // this node is stopping; they are posted again
		}
		e.mu.Lock()
		e.ended = e.ended[n:]
		e.recorded(list)
		if move {
			e.saved, e.savedAt = p, time.Now()
		}
		e.mu.Unlock()
	}
}

// record writes outcomes until it succeeds: what was posted must not be posted
// again only because the database was away.
func (e *endpoint) record(list []outcome, p store.Position, move bool) bool {
	counts := count(list)
	for {
		err := e.d.db.Update(context.WithoutCancel(e.d.ctx), e.id, func(tx *store.Tx) error {
			for _, o := range list {
				tx.RecordDelivery(store.Delivery{EndpointID: e.id, EventID: o.it.ID, WorkspaceID: e.workspaceID,
					State: o.state, Attempt: o.it.attempt, NextAt: o.next, Again: o.it.again}, o.attempt)
			}
			if counts.Attempts() > 0 {
				tx.CountAttempts(e.workspaceID, e.id, counts)
			}
			if move {
				tx.MoveCursor(e.workspaceID, e.id, e.d.owner(), p)
			}
			return nil
		})
		if err == nil {
			return true
		}
		e.d.log.Error("attempts could not be recorded yet", "endpoint", e.id, "attempts", len(list), "error", err)
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

// recorded lets go of events and reads on when there is room again.
func (e *endpoint) recorded(list []outcome) {
	for _, o := range list {
		e.release(o.it)
		if o.state == store.DeliveryPending && (e.due.IsZero() || o.next.Before(e.due)) {
			e.due = o.next
			e.d.do(e, o.next.Sub(e.d.db.Source().Now()))
		}
	}
	if e.serves && (e.behind && e.room() >= pageSize && len(e.held) <= holdEvents/4 || e.dueNow() && e.retries <= holdRetries/4) {
		e.d.do(e, e.pause)
	}
}

func (e *endpoint) dueNow() bool {
	return !e.due.IsZero() && !e.due.After(e.d.db.Source().Now())
}

// moveCursors stores how far the endpoints have come whose stored cursor is
// older than that.
func (d *Deliverer) moveCursors(age time.Duration) {
	type move struct {
		e *endpoint
		p store.Position
	}
	var list []move
	for _, e := range d.list() {
		e.mu.Lock()
		if p := e.position(); e.serves && time.Since(e.savedAt) >= age && p.Compare(e.saved) > 0 {
			list = append(list, move{e, p})
		}
		e.mu.Unlock()
	}
	if len(list) == 0 {
		return
	}
	err := d.db.Update(context.WithoutCancel(d.ctx), "cursors", func(tx *store.Tx) error {
		for _, m := range list {
			tx.MoveCursor(m.e.workspaceID, m.e.id, d.owner(), m.p)
		}
		return nil
	})
	if err != nil {
		d.log.Error("the cursors of endpoints could not be stored", "error", err)
		return
	}
	for _, m := range list {
		m.e.mu.Lock()
		m.e.saved, m.e.savedAt = m.p, time.Now()
		m.e.mu.Unlock()
	}
}
