package delivery

import "service.example/crm/internal/service/event"

// intake is what an endpoint has taken of the log: how far it was read, which
// numbers its events have, and which of them are in memory.
type intake struct {
	reading reading
	numbers numbers
	held    held
}

// take takes the event that follows what was read. It returns nil for one that
// is not wanted, and false when there is no room.
func (n *intake) take(ev *event.LoggedEvent, wanted bool) (it *item, ok bool) {
	if wanted {
		if n.held.room() <= 0 {
			return nil, false
		}
		it = n.held.add(ev)
		it.Sequence = n.numbers.next()
		n.held.link(it, n.reading.read)
	}
	n.reading.read = ev.Position
	return it, true
}

// offer takes a page of the log and returns the events that are to be posted.
func (n *intake) offer(list []event.LoggedEvent, wants func(*event.LoggedEvent) bool) (fresh []*item) {
	for i := range list {
		ev := &list[i]
		it := n.held.find(ev.ID)
		number, again := n.numbers.read(ev.ID)
		switch {
		case again:
			n.numbers.reached(number)
			if it != nil {
				n.held.link(it, n.reading.read)
			}
		case ev.Recorded:
			n.numbers.reached(ev.Sequence)
		case it == nil && wants(ev):
			it = n.held.add(ev)
			it.Sequence = n.numbers.next()
			n.held.link(it, n.reading.read)
			fresh = append(fresh, it)
		}
		n.reading.read = ev.Position
	}
	return fresh
}

// position is where the cursor may stand. Its number is that of the last event
// up to there, from which the others follow again.
func (n *intake) position() mark {
	m := mark{n.reading.read, n.numbers.last}
	if first := n.held.first(); first != nil && first.before.Compare(m.position) < 0 {
		m = mark{first.before, first.Sequence - 1}
	}
	return m
}

// rewind lets the log be read again from a mark. Events that are still held are
// under way, and are not taken a second time.
func (n *intake) rewind(m mark) {
	for _, it := range n.held.byID {
		if !it.retry {
			n.held.unlink(it)
			n.numbers.again[it.ID] = it.Sequence
		}
	}
	n.reading.read, n.numbers.last = m.position, m.number
}
