package delivery

import (
	"context"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// The cursor moves along with records this often, or when so many numbers were
// given since, and by itself that often.
const (
	movePause     = 500 * time.Millisecond
	moveNumbers   = 4096
	moveIdlePause = 10 * time.Second
)

// moveCursors stores how far the endpoints have come whose stored cursor is
// older than that; last says that nothing more is posted.
func (d *Deliverer) moveCursors(age time.Duration, last bool) {
	type move struct {
		e       *endpoint
		to      mark
		settled bool
		anew    int
	}
	var list []move
	for _, e := range d.roster.list() {
		e.mu.Lock()
		m := e.intake.position()
		if e.terms.serves && time.Since(e.recorder.savedAt) >= age && (last || m.ahead(e.recorder.saved)) {
			list = append(list, move{e, m, last && e.intake.held.count() == 0, e.anew})
		}
		e.mu.Unlock()
	}
	if len(list) == 0 {
		return
	}
	err := d.db.Update(context.WithoutCancel(d.ctx), "cursors", func(tx *db.Tx) error {
		for i := range list {
			m := &list[i]
			if !m.e.isAt(m.anew) {
				m.to = mark{} // it is not stored
				continue
			}
			event.MoveCursor(tx, m.e.workspaceID, m.e.id, d.owner(), m.to.position, m.to.number, m.settled)
		}
		return nil
	})
	if err != nil {
		d.log.Error("the cursors of endpoints could not be stored", "error", err)
		return
	}
	for _, m := range list {
		if m.to == (mark{}) {
			continue
		}
		m.e.mu.Lock()
		m.e.recorder.moved(m.to)
		m.e.mu.Unlock()
	}
}

// isAt reports whether the endpoint began anew just so often.
func (e *endpoint) isAt(anew int) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.anew == anew
}

// startAllOver lets every endpoint begin anew from what is stored: the database lost
// what it had acknowledged, and so maybe the records of attempts that were made.
func (d *Deliverer) startAllOver() {
	list := d.roster.list()
	for _, e := range list {
		e.mu.Lock()
		e.startOver()
		e.mu.Unlock()
	}
	d.log.Warn("the database lost transactions that it had acknowledged; the event log is read again from where the cursors are stored", "endpoints", len(list))
}
