package delivery

import (
	"sync"
	"time"
)

// agenda says when the loop looks at which endpoint.
type agenda struct {
	wake chan struct{} // something is to be done earlier than before

	mu sync.Mutex
	at map[*endpoint]time.Time
}

func newAgenda() agenda {
	return agenda{wake: make(chan struct{}, 1), at: map[*endpoint]time.Time{}}
}

// add lets an endpoint be looked at, unless that is to happen earlier anyway.
func (a *agenda) add(e *endpoint, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if have, ok := a.at[e]; ok && !at.Before(have) {
		return
	}
	a.at[e] = at
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// remove drops an endpoint. One that is added again later is looked at in vain.
func (a *agenda) remove(e *endpoint) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.at, e)
}

// due takes the endpoints that are to be looked at now, and returns how long
// until the next one, a tick at most.
func (a *agenda) due(now time.Time) (list []*endpoint, next time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	next = tickPause
	for e, at := range a.at {
		if at.After(now) {
			next = min(next, at.Sub(now))
			continue
		}
		delete(a.at, e)
		list = append(list, e)
	}
	return list, next
}
