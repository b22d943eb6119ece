package db

import (
	"context"
	"time"
)

// The embedded engine has one writer. It works in turns: a turn is a
// transaction to which updates are added while it runs, and its commit.
const (
	// turnSize bounds how many updates share a turn.
	turnSize = 256
	// usualTurn is for how long updates that nobody waits for are added;
	// urgentTurn the same in a turn whose end a caller waits for, and crowdTurn
	// when callers queue up: so much of every turn those updates keep.
	usualTurn  = 3 * time.Millisecond
	urgentTurn = 2 * time.Millisecond
	crowdTurn  = time.Millisecond
	// turnPause is how far apart turns begin at least, unless a caller waits: every
	// commit writes the pages at the end of each table anew, so that fewer and larger
	// ones save work.
	turnPause = 4 * time.Millisecond
)

type turn struct {
	lane    *lane
	began   time.Time
	urgent  int           // updates whose callers wait
	usual   time.Duration // what updates that nobody waits for have taken
	updates []*update
}

// runTurns takes turns until the lane is closed and empty.
func (db *DB) runTurns(l *lane) {
	t := &turn{lane: l}
	for first := t.first(); first != nil; first = t.first() {
		t.began, t.urgent, t.usual = time.Now(), 0, 0
		t.updates = append(t.updates[:0], first)
		err := db.engine.write(context.Background(), l.number, func(c conn) error { return db.takeTurn(c, t) })
		db.noteWrite(err)
		if err != nil {
			for _, u := range t.updates {
				u.rollBack()
			}
			for _, u := range t.updates {
				db.commitAlone(u)
			}
		}
		db.note(t.urgent)
		for _, u := range t.updates {
			u.finish()
		}
	}
}

// takeTurn runs updates in one transaction until the turn is over.
func (db *DB) takeTurn(c conn, t *turn) error {
	for u := t.updates[0]; u != nil; u = t.next() {
		began := time.Now()
		if err := db.runOne(c, u); err != nil {
			return err
		}
		if u.urgent {
			t.urgent++
		} else {
			t.usual += time.Since(began)
		}
	}
	return nil
}

// next adds the next update, urgent ones first; nil ends the turn.
func (t *turn) next() *update {
	if len(t.updates) == turnSize {
		return nil
	}
	u := take(t.lane.urgent)
	if u == nil && t.usual < t.budget() {
		u = take(t.lane.usual)
	}
	if u != nil {
		t.updates = append(t.updates, u)
	}
	return u
}

// budget is how long the updates that nobody waits for may take.
func (t *turn) budget() time.Duration {
	switch {
	case t.urgent >= callersQueue:
		return crowdTurn
	case t.urgent > 0:
		return urgentTurn
	}
	return usualTurn
}

// first waits for the update that the next turn begins with; nil when the lane
// is closed and empty.
func (t *turn) first() *update {
	if pause := turnPause - time.Since(t.began); pause > 0 {
		over := time.NewTimer(pause)
		defer over.Stop()
		select {
		case u := <-t.lane.urgent: // nil when it is closed
			if u != nil {
				return u
			}
		case <-over.C:
		}
	}
	if u := take(t.lane.urgent); u != nil {
		return u
	}
	return t.lane.wait()
}
