package db

import (
	"sync/atomic"
	"time"
)

const (
	// urgentShare is how many urgent updates go before a usual one that waits.
	urgentShare = 3
	// callersQueue is how many urgent updates in one batch are a queue of
	// callers. Then the others get no more than their share: the queue is
	// durable, and there to absorb bursts.
	callersQueue = 24
)

const (
	// queueMemory is for how long a queue of callers is remembered, and
	// queueLength how long it lasts before it is more than a hiccup.
	queueMemory = 50 * time.Millisecond
	queueLength = 250 * time.Millisecond
)

// callers remembers when callers queued up, in time since the database was
// opened.
type callers struct{ since, last atomic.Int64 }

// CallersQueue reports whether callers of the API or the provider have queued
// up for a while to be written: then work that nobody waits for should step
// back.
func (db *DB) CallersQueue() bool {
	since, last := time.Duration(db.callers.since.Load()), time.Duration(db.callers.last.Load())
	return time.Since(db.opened)-last < queueMemory && last-since >= queueLength
}

// note remembers that a transaction had so many updates that somebody waits for.
func (db *DB) note(urgent int) {
	if urgent < callersQueue {
		return
	}
	now := time.Since(db.opened)
	if now-time.Duration(db.callers.last.Load()) >= queueMemory {
		db.callers.since.Store(int64(now))
	}
	db.callers.last.Store(int64(now))
}

// gather adds what waits to the batch, urgent updates first.
func (l *lane) gather(batch []*update, limit int) (full []*update, urgent int) {
	for len(batch) < limit {
		var u *update
		if len(batch)%(urgentShare+1) == urgentShare {
			u = l.take(rankUsual)
		}
		if u == nil {
			u = l.take(rankUrgent)
		}
		if u == nil && urgent < callersQueue {
			u = l.take(rankUsual)
		}
		if u == nil {
			break
		}
		if u.rank == rankUrgent {
			urgent++
		}
		batch = append(batch, u)
	}
	return batch, urgent
}

// commitHalves commits a batch of which something failed: each half by itself,
// and so on, so that one failure spares the rest at little cost.
func (db *DB) commitHalves(failed []*update) {
	half := len(failed) / 2
	for _, part := range [][]*update{failed[:half], failed[half:]} {
		for len(part) > 1 {
			n, again := db.together(part)
			if again {
				db.commitHalves(part[:n])
			}
			part = part[n:]
		}
		if len(part) == 1 {
			db.commitAlone(part[0])
		}
	}
}
