package delivery

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// batch is what is written of an endpoint in one transaction.
type batch struct {
	entries []entry
	notices []notice
	health  *crm.EndpointHealth // nil when it has not changed
	mark    mark
	move    bool // the cursor moves to the mark
	anew    int  // how often the endpoint had begun anew
}

// count returns what the statistics of the endpoint gain.
func (b *batch) count() crm.AttemptCounts {
	c := crm.NewAttemptCounts()
	for i := range b.entries {
		w := &b.entries[i]
		if w.attempt == nil {
			continue
		}
		c.Count(crm.ClassOfAttempt(w.attempt.StatusCode, w.attempt.Error), w.attempt.Latency)
		if w.state == event.DeliveryFailed {
			c.DeliveriesFailed++
		}
	}
	return c
}

func (b *batch) write(tx *db.Tx, e *endpoint, counts crm.AttemptCounts) {
	var taken []event.Taken
	for i := range b.entries {
		w := &b.entries[i]
		switch d := w.delivery(e); {
		case w.waits:
			event.RecordWaiting(tx, d)
		case w.state == event.DeliverySucceeded && !w.it.retry && w.it.attempt == 1: // it has no row
			taken = append(taken, event.Taken{Delivery: d, DeliveryAttempt: *w.attempt})
		default:
			event.RecordDelivery(tx, d, w.attempt)
		}
	}
	event.RecordTaken(tx, e.workspaceID, e.id, taken)
	for i := range b.entries {
		if w := &b.entries[i]; w.frees {
			event.FreeKey(tx, e.workspaceID, e.id, w.it.Key, func(pending bool) { w.pending = pending })
		}
	}
	for _, n := range b.notices {
		if n.severity == "" {
			event.ResolveEndpointNotice(tx, e.workspaceID, e.id, n.kind)
		} else {
			event.RaiseEndpointNotice(tx, e.workspaceID, e.id, n.kind, n.severity, n.detail)
		}
	}
	if counts.Attempts() > 0 {
		event.CountAttempts(tx, e.workspaceID, e.id, counts)
	}
	if b.health != nil {
		event.SaveEndpointHealth(tx, e.workspaceID, e.id, *b.health)
	}
	// What stands before the mark may have been recorded in what was lost since.
	if b.move = b.move && e.isAt(b.anew); b.move {
		event.MoveCursor(tx, e.workspaceID, e.id, e.d.owner(), b.mark.position, b.mark.number, false)
	}
}

// delivery is the row of an entry.
func (w *entry) delivery(e *endpoint) event.Delivery {
	it := w.it
	key := it.Key
	if it.beside() {
		key = "" // it is delivered beside the order
	}
	return event.Delivery{EndpointID: e.id, EventID: it.ID, WorkspaceID: e.workspaceID,
		State: w.state, Attempt: it.attempt, NextAt: w.next, Sequence: it.Sequence, Key: key, Again: it.again}
}
