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
	line       []*share // of the workspaces that wait, the next one first
}

// holder takes places.
type holder struct {
	workspaceID string
	held        int
	waits       bool
	kick        func() bool // begins calls where it may, and reports whether it did
}

// share is what a workspace holds of what is shared, and who of it waits.
type share struct {
	used    int
	all     int // with the places that its endpoints have for themselves
	waiting []*holder
}

func newPlaces(own, shared int) *places {
	return &places{own: own, shared: shared, by: map[string]*share{}}
}

// take takes a place, or puts the holder in the line.
func (p *places) take(h *holder) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.by[h.workspaceID]
	if s == nil {
		s = &share{}
		p.by[h.workspaceID] = s
	}
	if p.allows(s, h) {
		if h.held < ownPlaces {
			p.ownUsed++
		} else {
			p.sharedUsed++
			s.used++
		}
		h.held++
		s.all++
		return true
	}
	if !h.waits {
		h.waits = true
		if s.waiting = append(s.waiting, h); len(s.waiting) == 1 {
			p.line = append(p.line, s)
		}
		p.contended.Store(true)
	}
	return false
}

// allows reports whether a holder may take one more.
func (p *places) allows(s *share, h *holder) bool {
	if h.held < ownPlaces {
		return p.ownUsed < p.own
	}
	return 4*(h.held-ownPlaces) < p.shared-p.sharedUsed-s.used
}

// give gives a place back.
func (p *places) give(h *holder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.by[h.workspaceID]
	if h.held--; h.held < ownPlaces {
		p.ownUsed--
	} else {
		p.sharedUsed--
		s.used--
	}
	if s.all--; s.all == 0 && len(s.waiting) == 0 {
		delete(p.by, h.workspaceID)
	}
}

// next takes the next one that may have a place out of the line, nil for none:
// workspaces follow each other, and in each of them its endpoints.
func (p *places) next() *holder {
	if !p.contended.Load() {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, s := range p.line {
		for j, h := range s.waiting {
			if !p.allows(s, h) {
				continue
			}
			h.waits = false
			s.waiting = slices.Delete(s.waiting, j, j+1)
			p.line = slices.Delete(p.line, i, i+1)
			if len(s.waiting) > 0 {
				p.line = append(p.line, s)
			}
			p.contended.Store(len(p.line) > 0)
			return h
		}
	}
	return nil
}
