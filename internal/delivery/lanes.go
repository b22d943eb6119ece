package delivery

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
