package core

import "sync"

// Gate bounds what is under way on this node, so that who waits for something slow
// takes nothing from others. The zero value is ready.
type Gate struct {
	mu    sync.Mutex
	under map[string]int
}

// Place is one of what there are only so many at a time under a key.
type Place struct {
	Key  string
	Most int
}

// Enter takes all places, which leave gives back; or none, and returns the number of
// the first that is not free. full is -1 if all were.
func (g *Gate) Enter(places ...Place) (leave func(), full int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, p := range places {
		if g.under[p.Key] >= p.Most {
			return nil, i
		}
	}
	if g.under == nil {
		g.under = map[string]int{}
	}
	for _, p := range places {
		g.under[p.Key]++
	}
	return func() { g.leave(places) }, -1
}

func (g *Gate) leave(places []Place) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range places {
		if g.under[p.Key]--; g.under[p.Key] == 0 {
			delete(g.under, p.Key)
		}
	}
}

// Under returns how much is under way, by key.
func (g *Gate) Under() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.under)
}
