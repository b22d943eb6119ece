package delivery

import "slices"

// lanes are what waits for its call. Of the events that must stay in order, one
// is ready or on its way; those behind it wait in its lane.
type lanes struct {
	ready  []*item
	behind map[string][]*item // by lane, while one of it is ready or on its way
}

func newLanes() lanes { return lanes{behind: map[string][]*item{}} }

// add reports whether the event is ready.
func (l *lanes) add(it *item) (ready bool) {
	if it.ordered {
		if behind, busy := l.behind[it.lane]; busy {
			l.behind[it.lane] = append(behind, it)
			return false
		}
		l.behind[it.lane] = nil
	}
	l.ready = append(l.ready, it)
	return true
}

// pop takes what has been ready longest.
func (l *lanes) pop() *item {
	it := l.ready[0]
	l.ready[0] = nil
	l.ready = l.ready[1:]
	return it
}

// take takes what has been ready longest, and with it up to n events in all for
// one call: those behind it in its lane, then what is ready next, of up to size
// bytes together.
func (l *lanes) take(n, size int) *item {
	it := l.pop()
	last := it
	for size -= len(it.Body); len(it.with)+1 < n; last = it.with[len(it.with)-1] {
		switch behind := l.behind[last.lane]; {
		case last.ordered && len(behind) > 0 && len(behind[0].Body) <= size:
			it.with, l.behind[last.lane] = append(it.with, behind[0]), behind[1:]
			size -= len(behind[0].Body)
		case (!last.ordered || len(behind) == 0) && len(l.ready) > 0 && len(l.ready[0].Body) <= size:
			size -= len(l.ready[0].Body)
			it.with = append(it.with, l.pop())
		default:
			return it
		}
	}
	return it
}

// split puts the events of a call that failed back behind the first ones of
// their lanes, and returns these: each may be settled as if it was called alone.
func (l *lanes) split(it *item) (heads []*item) {
	n := 0
	heads = append(heads, it)
	for _, next := range it.with {
		if next.follows(heads[len(heads)-1]) {
			l.behind[next.lane] = slices.Insert(l.behind[next.lane], n, next)
			n++
			continue
		}
		heads, n = append(heads, next), 0
	}
	it.with = nil
	return heads
}

// proceed makes the one behind an event ready.
func (l *lanes) proceed(it *item) {
	if !it.ordered {
		return
	}
	if behind := l.behind[it.lane]; len(behind) > 0 {
		l.ready, l.behind[it.lane] = append(l.ready, behind[0]), behind[1:]
	} else {
		delete(l.behind, it.lane)
	}
}

// end gives up the lane of an event and returns those behind it.
func (l *lanes) end(it *item) (behind []*item) {
	if !it.ordered {
		return nil
	}
	behind = l.behind[it.lane]
	delete(l.behind, it.lane)
	return behind
}

// empty takes out everything. A lane stays busy while an event of it is on its
// way.
func (l *lanes) empty(each func(*item)) {
	for lane, behind := range l.behind {
		for _, it := range behind {
			each(it)
		}
		l.behind[lane] = nil
	}
	for _, it := range l.ready {
		if it.ordered {
			delete(l.behind, it.lane)
		}
		each(it)
	}
	l.ready = nil
}
