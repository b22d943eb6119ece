package db

import (
	"sync"
	"time"
)

// numberMaker makes identifiers that rise with time and differ between nodes:
// 41 bits of milliseconds, 10 of the node, 12 of a counter.
type numberMaker struct {
	mu   sync.Mutex
	node int64
	last int64
}

const numberEpoch = 1577836800000 // 2020-01-01, in milliseconds

func (g *numberMaker) setNode(n int64) { g.mu.Lock(); g.node = n & 1023; g.mu.Unlock() }

func (g *numberMaker) next() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := (time.Now().UnixMilli() - numberEpoch) << 12
	g.last = max(t, g.last+1)
	return g.last>>12<<22 | g.node<<12 | g.last&0xfff
}

// FirstNumber is the lowest that was made at a time.
func FirstNumber(t time.Time) int64 { return max(0, t.UnixMilli()-numberEpoch) << 22 }

// NumberTime is when a number was made.
func NumberTime(number int64) time.Time { return time.UnixMilli(number>>22 + numberEpoch) }

// SetNode makes new numbers differ from those of other nodes.
func (db *DB) SetNode(number int64) { db.numbers.setNode(number) }

// NewNumber returns a new number that rises with time and that no other node
// makes.
func (tx *Tx) NewNumber() int64 { return tx.db.numbers.next() }
