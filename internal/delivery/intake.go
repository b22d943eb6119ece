package delivery

import (
	"cmp"
	"slices"

	"service.example/crm/internal/service/event"
)

// intake is what an endpoint has taken of the log: how far it was read, which
// numbers its events have, and which of them are in memory.
type intake struct {
	exact   bool // events are told in the order of the log, and all of them
	reading reading
	numbers numbers
	held    held
}

// take takes an event that is told of and is beyond what was read. It returns
// nil for one that is not wanted, and false when there is no room.
func (n *intake) take(ev *event.LoggedEvent, wanted bool) (it *item, ok bool) {
	full := len(n.numbers.told) >= 4*holdEvents
	if wanted && (n.held.room() <= 0 || full) {
		return nil, false
	}
	if wanted {
		it = n.held.add(ev)
		it.Sequence = n.numbers.next(it.ID)
	}
	switch {
	case n.exact:
		if it != nil {
			n.held.link(it, n.reading.read)
		}
		n.reading.read = ev.Position
	case it != nil:
		n.numbers.told[ev.ID] = it.Sequence
	case !full:
		n.numbers.told[ev.ID] = 0 // not wanted now, whatever the endpoint wants when it is read
	}
	return it, true
}

// offer takes a page of the log and returns the events that were not told of
// before.
func (n *intake) offer(list []event.LoggedEvent, end event.Position, wants func(*event.LoggedEvent) bool) (fresh []*item) {
	before := n.reading.read
	for i := range list {
		ev := &list[i]
		it := n.held.find(ev.ID)
		number, told := n.numbers.read(ev.ID)
		switch {
		case told:
			n.numbers.reached(number)
			if it != nil {
				n.held.link(it, before)
			}
		case ev.Recorded:
			n.numbers.reached(ev.Sequence)
		case it == nil && wants(ev):
			it = n.held.add(ev)
			n.held.link(it, before)
			fresh = append(fresh, it)
			if n.exact {
				it.Sequence = n.numbers.next(it.ID)
			}
		}
		before = ev.Position
	}
	n.reading.read = end
	slices.SortStableFunc(fresh, func(a, b *item) int { return cmp.Compare(a.Turn, b.Turn) })
	if !n.exact {
		for _, it := range fresh {
			it.Sequence = n.numbers.next(it.ID)
		}
	}
	return fresh
}

// confirm goes over a page of the log that was told of. It ends at an event that
// was not, and returns its position.
func (n *intake) confirm(list []event.LoggedEvent, end event.Position, wants func(*event.LoggedEvent) bool) (missed event.Position, complete bool) {
	for i := range list {
		ev := &list[i]
		it := n.held.find(ev.ID)
		_, told := n.numbers.read(ev.ID)
		switch {
		case told:
			if it != nil {
				n.held.link(it, n.reading.read)
			}
		case it == nil && wants(ev):
			return ev.Position, false
		}
		n.reading.read = ev.Position
	}
	n.reading.read = end
	return missed, true
}

// position is where the cursor may stand. Where events are told in the order of
// the log, its number is that of the last event up to there, from which the
// others follow again; else it is the last that was given.
func (n *intake) position() mark {
	m := mark{n.reading.read, n.numbers.last}
	if first := n.held.first(); first != nil && first.before.Compare(m.position) < 0 {
		m.position = first.before
		if n.exact {
			m.number = first.Sequence - 1
		}
	}
	return m
}

// putBack leaves an event to be read again, under the number that it has.
func (n *intake) putBack(it *item) {
	if !n.exact {
		n.numbers.putBack(it.ID, it.Sequence)
		n.reading.miss(it.Position)
	}
}

// rewind lets the log be read again from a mark. Events that are still held are
// under way, and are not taken a second time.
func (n *intake) rewind(m mark) {
	for _, it := range n.held.byID {
		if !it.retry {
			n.held.unlink(it)
			n.numbers.told[it.ID] = it.Sequence
		}
	}
	n.reading.read = m.position
	if n.exact {
		n.numbers.last = m.number
	}
}
