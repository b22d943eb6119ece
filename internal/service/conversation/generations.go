package conversation

import (
	"context"
	"sync"
)

// Generations are the answers that this process is having written, by
// conversation, so that one that nobody wants any more ends at once.
type Generations struct {
	mu      sync.Mutex
	running map[string]*generation
}

type generation struct{ cancel context.CancelFunc }

// Begin notes an answer to a conversation; end must be called.
func (g *Generations) Begin(ctx context.Context, conversationID string) (_ context.Context, end func()) {
	ctx, cancel := context.WithCancel(ctx)
	mine := &generation{cancel}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running == nil {
		g.running = map[string]*generation{}
	}
	g.running[conversationID] = mine
	return ctx, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.running[conversationID] == mine {
			delete(g.running, conversationID)
		}
		cancel()
	}
}

func (g *Generations) Cancel(conversationID string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if r := g.running[conversationID]; r != nil {
		r.cancel()
	}
}

// Count returns how many answers are being written.
func (g *Generations) Count() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.running)
}
