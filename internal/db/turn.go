package db

import (
	"context"
	"runtime"
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
	// soonTurn is for how long updates that the provider waits for are added to a turn
	// whose end a caller waits for.
	soonTurn = 6 * time.Millisecond
	// longWait is how long a long update waits until a turn takes it although a
	// caller waits for its end. A turn has one at most.
	longWait = 8 * time.Millisecond
	// longerWait is the same after a turn that had one: who came while it ran shall not
	// wait for another at once.
	longerWait = 24 * time.Millisecond
	// turnPause is how far apart turns begin at least, unless a caller waits: every
	// commit writes the pages at the end of each table anew, so that fewer and larger
	// ones save work.
	turnPause = 4 * time.Millisecond
)

type turn struct {
	lane     *lane
	began    time.Time
	updates  []*update
	urgent   int           // updates whose callers wait
	soon     int           // those that the provider waits for
	soonTook time.Duration // what they have taken
	usual    time.Duration // what updates that nobody waits for have taken, but for the long one
	long     bool          // it has had a long one
	longLast bool          // the turn before it had one
	held     *update       // the next long one
}

// open begins a turn with an update.
func (t *turn) open(first *update) {
	*t = turn{lane: t.lane, began: time.Now(), updates: append(t.updates[:0], first), longLast: t.long, held: t.held}
}

// runTurns takes turns until the lane is closed and empty.
func (db *DB) runTurns(l *lane) {
	t := &turn{lane: l}
	for first := t.first(); first != nil; first = t.first() {
		t.open(first)
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
		db.note(t.urgent + t.soon)
		t.finish()
	}
}

// finish tells all that their updates have come to their end. Callers go on before the
// writer does, which would keep them from its processor for most of the next turn.
func (t *turn) finish() {
	for _, u := range t.updates {
		u.settle()
	}
	for _, u := range t.updates {
		if u.rank == rankUrgent {
			close(u.done)
		}
	}
	if t.urgent > 0 {
		runtime.Gosched()
	}
	for _, u := range t.updates {
		if u.rank != rankUrgent {
			close(u.done)
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
		switch took := time.Since(began); u.rank {
		case rankUrgent:
			t.urgent++
		case rankSoon:
			t.soon++
			t.soonTook += took
		case rankLong:
			t.long = true
		default:
			t.usual += took
		}
	}
	return nil
}

// next adds the next update, callers' first; nil ends the turn.
func (t *turn) next() *update {
	if len(t.updates) == turnSize {
		return nil
	}
	u := t.lane.take(rankUrgent)
	if u == nil && (t.urgent == 0 || t.soonTook < soonTurn) {
		u = t.lane.take(rankSoon)
	}
	if u == nil && t.usual < t.budget() {
		u = t.lane.take(rankUsual)
	}
	if u == nil && !t.long {
		u = t.takeLong()
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

// takeLong returns the next long update, unless a caller waits for the end of the turn.
func (t *turn) takeLong() *update {
	if t.held == nil {
		t.held = t.lane.take(rankLong)
	}
	wait := t.lane.longWait
	if t.longLast {
		wait = t.lane.longerWait
	}
	if t.held == nil || t.urgent > 0 && time.Since(t.held.added) < wait {
		return nil
	}
	u := t.held
	t.held = nil
	return u
}

// first waits for the update that the next turn begins with; nil when the lane
// is closed and empty.
func (t *turn) first() *update {
	if pause := turnPause - time.Since(t.began); pause > 0 {
		over := time.NewTimer(pause)
		defer over.Stop()
		select {
		case u := <-t.lane.queues[rankUrgent]: // nil when it is closed
			if u != nil {
				return u
			}
		case <-over.C:
		}
	}
	for _, r := range []rank{rankUrgent, rankSoon} {
		if u := t.lane.take(r); u != nil {
			return u
		}
	}
	if u := t.held; u != nil {
		t.held = nil
		return u
	}
	return t.lane.wait()
}
