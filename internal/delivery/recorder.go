package delivery

import (
	"context"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/webhook"
)

const (
	// recordBatch bounds how long one record holds up the writer.
	recordBatch = 64
	// maxUnrecorded bounds how many attempts have ended and are not recorded:
	// after a kill, these and those in flight are made again.
	maxUnrecorded = 2 * recordBatch
	recordPause   = time.Second // after a failure of the database
)

// recorder is what is to be written of an endpoint, and how far it was.
type recorder struct {
	entries []entry // oldest first
	notices []notice
	unsaved bool // the health of the endpoint has changed
	saving  bool // somebody writes
	saved   mark // the cursor as it is stored
	savedAt time.Time
}

// entry is what is to be written of a delivery.
type entry struct {
	it      *item
	state   string
	next    time.Time
	attempt *event.DeliveryAttempt // nil when none was made
	waits   bool                   // for those before it of its key
	frees   bool                   // the next one of its key may go
	pending bool                   // something of its key is still pending
}

// newEntry is about the last attempt of an event.
func newEntry(it *item, r *webhook.Result) entry {
	return entry{it: it, attempt: &event.DeliveryAttempt{StartedAt: r.StartedAt, Latency: r.Latency, StatusCode: r.StatusCode, Error: r.Error,
		Signature: r.Signature, AnswerHeaders: r.AnswerHeaders, AnswerBody: r.AnswerBody, BatchID: r.BatchID}}
}

// full reports whether no more calls may begin before something is written.
func (r *recorder) full() bool { return len(r.entries) >= maxUnrecorded }

// freeWaiting frees what waits of a key as soon as it is written.
func (r *recorder) freeWaiting(key string) {
	for i := range r.entries {
		if w := &r.entries[i]; w.waits && w.it.Key == key {
			w.frees = true
			return
		}
	}
}

// next returns what is to be written together, false for nothing. The entries
// stay until they are written.
func (r *recorder) next(m mark, health *crm.EndpointHealth) (b batch, some bool) {
	n := min(len(r.entries), recordBatch)
	if n == 0 {
		r.entries, r.saving = nil, false
		return b, false
	}
	b = batch{entries: slices.Clone(r.entries[:n]), notices: r.notices, mark: m} // others append meanwhile
	r.notices = nil
	b.move = m.number-r.saved.number >= moveNumbers || time.Since(r.savedAt) >= movePause && m.position.Compare(r.saved.position) > 0
	if r.unsaved {
		copied := *health
		b.health, r.unsaved = &copied, false
	}
	return b, true
}

// written notes that a batch is stored.
func (r *recorder) written(b *batch) {
	r.entries = r.entries[len(b.entries):]
	if b.move {
		r.moved(b.mark)
	}
}

// moved notes how far the cursor is stored.
func (r *recorder) moved(m mark) { r.saved, r.savedAt = m, time.Now() }

// end gives what came of an event to be written. The event counts as held until
// it is.
func (e *endpoint) end(w entry) {
	e.recorder.entries = append(e.recorder.entries, w)
	if !e.recorder.saving {
		e.recorder.saving = true
		e.d.running.Go(e.save)
	}
}

// save writes what has ended, until nothing is left.
func (e *endpoint) save() {
	for {
		e.mu.Lock()
		b, some := e.recorder.next(e.intake.position(), &e.gate.breaker.EndpointHealth)
		b.anew = e.anew
		e.mu.Unlock()
		if !some || !e.write(&b) {
			return // where it fails, this node is stopping; they are posted again
		}
		e.mu.Lock()
		e.recorder.written(&b)
		e.recorded(b.entries)
		if e.anew != b.anew {
			e.startOver() // these may have been recorded in what was lost
		}
		e.dispatch() // what waited for the record
		e.mu.Unlock()
	}
}

// write tries until it succeeds: what was posted must not be posted again only
// because the database was away.
func (e *endpoint) write(b *batch) bool {
	counts := b.count()
	for {
		err := e.d.db.Update(context.WithoutCancel(e.d.ctx), e.id, func(tx *db.Tx) error { b.write(tx, e, counts); return nil })
		if err == nil {
			return true
		}
		e.d.log.Error("attempts could not be recorded yet", "endpoint", e.id, "attempts", len(b.entries), "error", err)
		select {
		case <-e.d.ctx.Done():
			return false
		case <-time.After(recordPause):
		}
	}
}

// recorded lets go of events and reads on when there is room again.
func (e *endpoint) recorded(list []entry) {
	for i := range list {
		w := &list[i]
		e.release(w.it)
		switch {
		case w.waits:
			e.blocked.written(w.it.Key)
		case w.state == event.DeliveryPending:
			e.dueAt(w.next)
			e.blocked.bound(w.it.Key)
		}
	}
	for i := range list {
		switch w := &list[i]; {
		case w.frees && w.pending:
			e.dueAt(e.d.now())
		case w.frees:
			e.unblock(w.it.Key)
		}
	}
	if e.blocked.stalled && e.intake.held.count() == 0 {
		e.d.do(e, 0)
	}
	reads := e.intake.reading.behind && e.intake.held.room() >= pageSize && e.intake.held.count() <= holdEvents/4
	if e.terms.serves && (reads || e.retries.dueNow(e.d.now()) && e.retries.held <= holdRetries/4) {
		e.d.do(e, 0)
	}
}
