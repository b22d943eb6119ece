package jobs

import (
	"sync"
	"time"
)

// A commit whose answer was lost may have left jobs in the name of this node
// that its memory has never heard of: nobody would run them while the node
// lives. So the node compares, at every beat of its lease, a part of the table
// with its memory, and frees what it does not know for longer than a lease: for
// as long a commit may be waited for (db/uncertain.go).

const (
	forgottenPage  = 1000
	forgottenPages = 5 // at a beat
	maxSuspects    = 1000
)

// suspects are jobs that the table gives to this node and its memory does not
// have, since when.
type suspects struct {
	since map[heldJob]time.Time
	after ref // how far the table was looked through
	freed int64

	mu sync.Mutex // guards freed
}

// Reclaimed is how many jobs were freed that this node held and had forgotten.
func (e *Engine) Reclaimed() int64 {
	e.suspects.mu.Lock()
	defer e.suspects.mu.Unlock()
	return e.suspects.freed
}

// reconcile looks through the next part of the table and frees what has been
// forgotten for long enough.
func (e *Engine) reconcile() error {
	s, owner := &e.suspects, e.Owner()
	if s.since == nil {
		s.since = map[heldJob]time.Time{}
	}
	var held []heldJob
	for range forgottenPages {
		list, last, err := heldJobs(e.ctx, e.db, owner, s.after, forgottenPage)
		if err != nil {
			return err
		}
		held = append(held, list...)
		if s.after = last; last == (ref{}) {
			break
		}
	}
	if len(held) == 0 && len(s.since) == 0 {
		return nil
	}
	known := e.memory()
	for _, j := range held {
		if _, suspected := s.since[j]; !suspected && !known[j.ref] && e.kinds[j.Kind] != nil && len(s.since) < maxSuspects {
			s.since[j] = time.Now()
		}
	}
	var forgotten []heldJob
	for j, since := range s.since {
		switch {
		case known[j.ref]:
			delete(s.since, j)
		case time.Since(since) > e.db.NodeLease()+e.db.NodeLease()/2:
			forgotten = append(forgotten, j)
			delete(s.since, j)
		}
	}
	if len(forgotten) == 0 {
		return nil
	}
	freed, err := freeForgotten(e.ctx, e.db, owner, forgotten)
	if freed > 0 {
		s.mu.Lock()
		s.freed += int64(freed)
		s.mu.Unlock()
		e.log.Warn("found jobs of this node that it had lost track of; running them now", "jobs", freed, "first", forgotten[0].id, "kind", forgotten[0].Kind)
		e.Wake()
	}
	return err
}

// memory is every job that this node knows of, also those that are being given
// back.
func (e *Engine) memory() map[ref]bool {
	known := map[ref]bool{}
	for _, k := range e.kinds {
		k.mu.Lock()
		for id := range k.hands {
			known[id] = true
		}
		lists := [][]Job{k.ahead.jobs}
		for _, l := range k.lanes {
			lists = append(lists, l.jobs)
		}
		for _, c := range k.coming {
			lists = append(lists, c.list)
		}
		for _, list := range lists {
			for _, j := range list {
				known[j.ref()] = true
			}
		}
		k.mu.Unlock()
	}
	return known
}

// pick notes that jobs which left their lane are in somebody's hands: they run,
// or are given back.
func (k *kind) pick(list []Job) {
	for _, j := range list {
		k.hands[j.ref()]++
	}
}

// drop ends that.
func (k *kind) drop(list []Job) {
	for _, j := range list {
		if k.hands[j.ref()]--; k.hands[j.ref()] <= 0 {
			delete(k.hands, j.ref())
		}
	}
}
