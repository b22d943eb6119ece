package jobs

import "context"

// Begin and End are the halves of Run, for tests in which an engine crashes
// between them.
func (e *Engine) Begin() { e.begin() }

// End is the second half.
func (e *Engine) End(grace context.Context) error { return e.end(grace) }

// Crash ends an engine as a killed process does: nothing is given back, no
// lease is ended, and what it held in memory is gone.
func (e *Engine) Crash() {
	for _, k := range e.kinds {
		k.drain()
		k.forget()
	}
	e.cancel()
	e.loops.Wait()
}

// Renew is one beat of the lease loop.
func (e *Engine) Renew() { e.renew() }

// Hold returns how many jobs of a kind are in memory.
func (e *Engine) Hold(name JobKind) int { return int(e.kinds[name].held.Load()) }
