package jobs

import (
	"sync"
	"time"
)

// StepBack lets sending wait while callers of the API queue up: the queue is
// durable, and there to absorb a burst. A share goes on all the same, and a
// burst that does not end gets no more than its patience: from then on sending
// and accepting share the machine, so that the backlog cannot grow for ever.
type StepBack struct {
	CallersQueue func() bool

	mu        sync.Mutex
	last      time.Time
	spent     time.Duration // of the patience; it comes back as fast as it goes
	exhausted bool
	next      time.Time // of the share
}

const (
	burstPatience = 15 * time.Second
	// burstShare is how far apart messages are that are sent all the same: 520 a
	// second. Whoever asks late makes up for burstDebt of it.
	burstShare = time.Second / 520
	burstDebt  = 50 * time.Millisecond
	// A queue that nobody asked for so long counts as this long.
	longestStep = 100 * time.Millisecond
)

// Wait returns how long the next message has to wait; 0 means that it may go.
func (b *StepBack) Wait(now time.Time) time.Duration {
	queued := b.CallersQueue()
	b.mu.Lock()
	defer b.mu.Unlock()
	step := now.Sub(b.last)
	b.last = now
	if !queued {
		b.spent = max(0, b.spent-step)
	} else {
		b.spent = min(burstPatience, b.spent+min(step, longestStep))
	}
	switch {
	case b.spent >= burstPatience:
		b.exhausted = true
	case b.spent <= burstPatience/2:
		b.exhausted = false
	}
	if !queued || b.exhausted {
		return 0
	}
	if ahead := b.next.Sub(now); ahead > 0 {
		return ahead
	}
	if late := now.Add(-burstDebt); b.next.Before(late) {
		b.next = late
	}
	b.next = b.next.Add(burstShare)
	return 0
}
