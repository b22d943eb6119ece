package sandbox

import (
	"context"
	"sync"
	"sync/atomic"
)

// pending counts what is still to happen, and tells waiters when nothing is.
// Whoever causes a follow-up adds it before finishing the cause, so the count
// touches zero only at rest.
type pending struct {
	n atomic.Int64

	mu      sync.Mutex
	waiters []chan struct{}
}

func (p *pending) add(n int) { p.n.Add(int64(n)) }

func (p *pending) done(n int) {
	if p.n.Add(int64(-n)) > 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.waiters {
		close(w)
	}
	p.waiters = nil
}

func (p *pending) wait(ctx context.Context) error {
	for {
		p.mu.Lock()
		if p.n.Load() == 0 {
			p.mu.Unlock()
			return nil
		}
		w := make(chan struct{})
		p.waiters = append(p.waiters, w)
		p.mu.Unlock()
		select {
		case <-w:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
