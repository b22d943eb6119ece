package main

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
)

// The events of one message, in the order in which they come.
const (
	sawAccepted = 1 << iota
	sawSent
	sawDelivered
	sawRead
	sawAll = sawAccepted | sawSent | sawDelivered | sawRead
)

// rank orders the statuses of a message that is being sent.
var rank = map[crm.Status]int{crm.StatusSending: 0, crm.StatusAccepted: 1, crm.StatusSent: 2, crm.StatusDelivered: 3, crm.StatusRead: 4}

var eventBit = map[crm.Status]uint8{crm.StatusAccepted: sawAccepted, crm.StatusSent: sawSent,
	crm.StatusDelivered: sawDelivered, crm.StatusRead: sawRead}

// tracker follows every message from its 202 to its last event.
type tracker struct {
	seed   maphash.Seed
	shards [64]shard
	// release, if set, is called when a message is complete or has failed.
	release func()

	accepted, complete, failed, duplicates, overtaken atomic.Int64
	events                                            [4]atomic.Int64
}

type shard struct {
	mu       sync.Mutex
	messages map[string]*journey
	lat      latencies // from the 202 to the delivered event
}

type journey struct {
	accepted, delivered time.Time
	seen, skipped       uint8
	ended               bool
}

func newTracker() *tracker {
	t := &tracker{seed: maphash.MakeSeed()}
	for i := range t.shards {
		t.shards[i].messages = map[string]*journey{}
	}
	return t
}

// accept notes that a message got its 202 now.
func (t *tracker) accept(id []byte) {
	now := time.Now()
	t.accepted.Add(1)
	t.visit(id, func(s *shard, j *journey) { j.accepted = now; t.settle(s, j) })
}

// event notes that the receiver was told of a status. A status that another
// overtook at the service has no event of its own: the step from previous to
// status tells which ones that were.
func (t *tracker) event(id []byte, status, previous crm.Status) {
	now := time.Now()
	if status == crm.StatusFailed || status == crm.StatusExpired {
		t.visit(id, func(s *shard, j *journey) {
			if !j.ended {
				j.ended = true
				t.failed.Add(1)
				t.freed()
			}
		})
		return
	}
	bit := eventBit[status]
	if bit == 0 {
		return
	}
	t.visit(id, func(s *shard, j *journey) {
		if j.seen&bit != 0 {
			t.duplicates.Add(1)
			return
		}
		j.seen |= bit
		for i := range t.events {
			if bit == 1<<i {
				t.events[i].Add(1)
			}
		}
		if bit == sawDelivered {
			j.delivered = now
		}
		for i := rank[previous] + 1; i < rank[status]; i++ {
			j.skipped |= 1 << (i - 1)
			t.overtaken.Add(1)
		}
		t.settle(s, j)
	})
}

// settle counts a message when its 202 and all its events are there: events
// can overtake the 202.
func (t *tracker) settle(s *shard, j *journey) {
	if j.ended || j.accepted.IsZero() || j.seen|j.skipped != sawAll {
		return
	}
	j.ended = true
	if !j.delivered.IsZero() {
		s.lat.add(j.delivered.Sub(j.accepted))
	}
	t.complete.Add(1)
	t.freed()
}

func (t *tracker) freed() {
	if t.release != nil {
		t.release()
	}
}

func (t *tracker) visit(id []byte, fn func(*shard, *journey)) {
	s := &t.shards[maphash.Bytes(t.seed, id)%uint64(len(t.shards))]
	s.mu.Lock()
	defer s.mu.Unlock()
	j := s.messages[string(id)]
	if j == nil {
		j = &journey{}
		s.messages[string(id)] = j
	}
	fn(s, j)
}

// open is how many accepted messages are not complete yet.
func (t *tracker) open() int64 { return t.accepted.Load() - t.complete.Load() - t.failed.Load() }

// latencies returns the time from the 202 to the delivered event of every
// complete message.
func (t *tracker) latencies() latencies {
	var lists []latencies
	for i := range t.shards {
		s := &t.shards[i]
		s.mu.Lock()
		lists = append(lists, s.lat)
		s.mu.Unlock()
	}
	return merged(lists...)
}
