package conversation

import (
	"context"
	"sync"
)

// generations are the answers that this process is having written, by
// conversation, so that one that nobody wants any more ends at once.
type generations struct {
	mu      sync.Mutex
	running map[string]*generation
}

type generation struct{ cancel context.CancelFunc }

// BeginWriting notes that an answer is being written under an identifier, that
// of its conversation or evaluation; end must be called.
func (s *Conversations) BeginWriting(ctx context.Context, id string) (_ context.Context, end func()) {
	ctx, cancel := context.WithCancel(ctx)
	mine, g := &generation{cancel}, &s.writing
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running == nil {
		g.running = map[string]*generation{}
	}
	g.running[id] = mine
	return ctx, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.running[id] == mine {
			delete(g.running, id)
		}
		cancel()
	}
}

// CancelWriting ends the answer that is being written under the identifier.
func (s *Conversations) CancelWriting(id string) {
	s.writing.mu.Lock()
	defer s.writing.mu.Unlock()
	if r := s.writing.running[id]; r != nil {
		r.cancel()
	}
}

// CountWriting returns how many answers are being written.
func (s *Conversations) CountWriting() int {
	s.writing.mu.Lock()
	defer s.writing.mu.Unlock()
	return len(s.writing.running)
}
