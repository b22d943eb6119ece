package delivery

// numbers gives each event of an endpoint its number. An event that was handed
// over has one before the log is read up to it; one that was put back keeps it.
type numbers struct {
	last  int64            // the number given last
	told  map[string]int64 // of events that were handed over and not read yet; 0 for those not wanted
	given map[string]int64 // of events that were put back; empty where the log is told in its order
}

func newNumbers() numbers {
	return numbers{told: map[string]int64{}, given: map[string]int64{}}
}

// next is the number of an event: the one it has, or a new one.
func (n *numbers) next(id string) int64 {
	if number, known := n.given[id]; known {
		delete(n.given, id)
		return number
	}
	n.last++
	return n.last
}

// read reports whether the event was handed over before the log was read up to
// it, and with which number.
func (n *numbers) read(id string) (number int64, told bool) {
	if number, told = n.told[id]; told {
		delete(n.told, id)
	}
	return number, told
}

// putBack keeps the number of an event that the log brings again.
func (n *numbers) putBack(id string, number int64) {
	delete(n.told, id)
	n.given[id] = number
}

// reached notes that numbers up to one were given.
func (n *numbers) reached(number int64) { n.last = max(n.last, number) }

func (n *numbers) clear() {
	clear(n.told)
	clear(n.given)
}
