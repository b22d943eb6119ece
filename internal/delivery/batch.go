package delivery

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

// batch is what is written of an endpoint in one transaction.
type batch struct {
	entries []entry
	notices []notice
	health  *crm.EndpointHealth // nil when it has not changed
	mark    mark
	move    bool // the cursor moves to the mark
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
		if w.state == store.DeliveryFailed {
			c.DeliveriesFailed++
		}
	}
	return c
}

func (b *batch) write(tx *store.Tx, e *endpoint, counts crm.AttemptCounts) {
	for i := range b.entries {
		w := &b.entries[i]
		if d := w.delivery(e); w.waits {
			tx.RecordWaiting(d)
		} else {
			tx.RecordDelivery(d, w.attempt)
		}
	}
	for i := range b.entries {
		if w := &b.entries[i]; w.frees {
			tx.FreeKey(e.workspaceID, e.id, w.it.Key, func(pending bool) { w.pending = pending })
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
		tx.MoveCursor(e.workspaceID, e.id, e.d.owner(), b.mark.position, b.mark.number, false)
	}
}

// delivery is the row of an entry.
func (w *entry) delivery(e *endpoint) store.Delivery {
	it := w.it
	key := it.Key
	if it.beside() {
		key = "" // it is delivered beside the order
	}
	return store.Delivery{EndpointID: e.id, EventID: it.ID, WorkspaceID: e.workspaceID,
		State: w.state, Attempt: it.attempt, NextAt: w.next, Sequence: it.Sequence, Key: key, Again: it.again}
}
