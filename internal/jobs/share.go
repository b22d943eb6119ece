package jobs

import (
	"sync"
	"time"
)

// Share counts what each queue has under way.
type Share struct {
	most  int
	pause time.Duration // until a queue is looked at again

	mu      sync.Mutex
	running map[string]int
}

// Begin takes a place of a queue, or says how long to wait for one.
func (s *Share) Begin(queue string) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running[queue] >= s.most {
		return s.pause
	}
	s.running[queue]++
	return 0
}

func (s *Share) End(queue string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running[queue]--; s.running[queue] <= 0 {
		delete(s.running, queue)
	}
}

// NewShare lets each queue have at most so many under way; one that has is
// looked at again after the pause.
func NewShare(most int, pause time.Duration) *Share {
	return &Share{most: most, pause: pause, running: map[string]int{}}
}
