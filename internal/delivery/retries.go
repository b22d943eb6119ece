package delivery

import (
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// retries are the deliveries of an endpoint that wait in the database for their
// next attempt.
type retries struct {
	due     time.Time       // when the earliest is due that is not in memory; zero for none
	more    bool            // some were made due since the table was last asked
	held    int             // how many are in memory
	settled map[string]bool // those that ended while the table is read; nil while it is not
	freedAt time.Time       // when those were looked for last that wait for nothing
	freeing bool            // while it is done
}

// dueAt notes that one is due, and reports whether none was earlier.
func (r *retries) dueAt(at time.Time) (earliest bool) {
	if earliest = r.due.IsZero() || at.Before(r.due); earliest {
		r.due = at
	}
	return earliest
}

func (r *retries) dueNow(now time.Time) bool { return !r.due.IsZero() && !r.due.After(now) }

// ended notes that an event is not in memory any more.
func (r *retries) ended(it *item) {
	if r.settled != nil {
		r.settled[it.ID] = true
	}
	if it.retry {
		r.held--
	}
}

// ask begins a reading of the table; asked ends it and returns what ended
// meanwhile.
func (r *retries) ask() { r.settled, r.more = map[string]bool{}, false }

func (r *retries) asked() map[string]bool {
	settled := r.settled
	r.settled = nil
	return settled
}

// retry takes deliveries whose next attempt is due.
func (d *Deliverer) retry(e *endpoint) error {
	e.mu.Lock()
	limit := e.retries.held + holdRetries/2
	if e.gate.breaker.halfOpen() {
		limit = e.retries.held + probePage
	}
	e.retries.ask()
	e.mu.Unlock()
	var list []event.DueDelivery
	var next time.Time
	err := d.db.View(d.ctx, func(tx *db.Tx) (err error) {
		list, next, err = event.DueDeliveries(tx, e.workspaceID, e.id, limit)
		return err
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	settled := e.retries.asked()
	if err != nil {
		return err
	}
	if !e.terms.known || !e.terms.serves || e.gate.breaker.rest(d.now()) > 0 {
		return nil
	}
	if e.retries.due = next; e.retries.more {
		e.retries.due = d.now()
	}
	for i := range list {
		if settled[list[i].ID] {
			e.retries.due = d.now() // it may have ended since: read again
		} else if e.intake.held.find(list[i].ID) == nil {
			it := e.intake.held.add(&list[i].LoggedEvent)
			it.attempt, it.again, it.retry = list[i].Attempt, list[i].Again, true
			e.retries.held++
			e.enqueue(it)
		}
	}
	if due := e.retries.due; !due.IsZero() {
		d.do(e, max(time.Millisecond, due.Sub(d.now())))
	}
	return nil
}
