package delivery

// numbers gives each event of an endpoint its number, in the order of the log.
type numbers struct {
	last int64 // the number given last
	// again are the events that were under way when the reading was set back,
	// with their numbers: the log brings them once more.
	again map[string]int64
}

func newNumbers() numbers { return numbers{again: map[string]int64{}} }

// next is a new number.
func (n *numbers) next() int64 {
	n.last++
	return n.last
}

// read reports whether the log brings the event once more, and its number.
func (n *numbers) read(id string) (number int64, again bool) {
	if number, again = n.again[id]; again {
		delete(n.again, id)
	}
	return number, again
}

// drop forgets that an event was under way: it is not any more, and was not
// delivered.
func (n *numbers) drop(id string) { delete(n.again, id) }

// reached notes that numbers up to one were given.
func (n *numbers) reached(number int64) { n.last = max(n.last, number) }

func (n *numbers) clear() { clear(n.again) }
