package delivery

import (
	"slices"
	"sync"
	"sync/atomic"
)

// How many calls a node makes at once.
const (
	// ownPlaces is how many calls an endpoint may always make: four at once to a
	// receiver that takes 10 ms carry 400 events a second.
	ownPlaces = 4
	// allOwn bounds those of all endpoints together. More than a thousand
	// endpoints that hang in the same seconds, before their breakers open, can
	// use them up.
	allOwn = 4096
	// sharedPlaces are for the further calls of all.
	sharedPlaces = 1024
)

// places shares out the calls that are under way. A call that hangs cannot be
// taken back, so no rule over one pool keeps those that hang from using it up
// one after the other. Therefore each endpoint has a few places that nobody
// else gets, and only its further calls come out of what is shared. There,
// what one may hold follows what is free (dynamic thresholds, Choudhury and
// Hahne 1998): a workspace less than what is free, an endpoint less than a
// quarter of what its workspace may still take.
type places struct {
	own, shared int         // how many there are
	contended   atomic.Bool // somebody waits

	mu         sync.Mutex
	ownUsed    int
	sharedUsed int
	by         map[string]*share
	turns      []*share // of the workspaces that wait, whose turn is next first
}

// share is what a workspace holds of what is shared, and who of it waits.
type share struct {
	used    int
	all     int // with the places that its endpoints have for themselves
	waiting []*endpoint
}

func newPlaces(own, shared int) *places {
	return &places{own: own, shared: shared, by: map[string]*share{}}
}

// take takes a place for an endpoint, or lets it wait for its turn.
func (p *places) take(e *endpoint) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.by[e.workspaceID]
	if s == nil {
		s = &share{}
		p.by[e.workspaceID] = s
	}
	if p.allows(s, e) {
		if e.places < ownPlaces {
			p.ownUsed++
		} else {
			p.sharedUsed++
			s.used++
		}
		e.places++
		s.all++
		return true
	}
	if !e.queued {
		e.queued = true
		if s.waiting = append(s.waiting, e); len(s.waiting) == 1 {
			p.turns = append(p.turns, s)
		}
		p.contended.Store(true)
	}
	return false
}

// allows reports whether an endpoint may take one more.
func (p *places) allows(s *share, e *endpoint) bool {
	if e.places < ownPlaces {
		return p.ownUsed < p.own
	}
	return 4*(e.places-ownPlaces) < p.shared-p.sharedUsed-s.used
}

// give gives a place back.
func (p *places) give(e *endpoint) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.by[e.workspaceID]
	if e.places--; e.places < ownPlaces {
		p.ownUsed--
	} else {
		p.sharedUsed--
		s.used--
	}
	if s.all--; s.all == 0 && len(s.waiting) == 0 {
		delete(p.by, e.workspaceID)
	}
}

// next returns one that waits and may take a place, which does not wait any
// more: the workspaces have turns, and in each its endpoints. nil for none.
func (p *places) next() *endpoint {
	if !p.contended.Load() {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, s := range p.turns {
		for j, e := range s.waiting {
			if !p.allows(s, e) {
				continue
			}
			e.queued = false
			s.waiting = slices.Delete(s.waiting, j, j+1)
			p.turns = slices.Delete(p.turns, i, i+1)
			if len(s.waiting) > 0 {
				p.turns = append(p.turns, s)
			}
			p.contended.Store(len(p.turns) > 0)
			return e
		}
	}
	return nil
}
