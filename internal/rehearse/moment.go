package rehearse

import (
	"cmp"

	"service.example/crm/internal/assign"
)

// moment is something that happens at a time. What happens at the same time happens
// in the order of its kind.
type moment struct {
	at   int64
	kind int
	i    int // of what it is about
	turn int // of the arrival: what is about a former turn does not count any more
	name string
	load assign.Units
}

// The kinds of moments.
const (
	presenceChanged = iota
	shiftChanged
	workChanged
	left
	known
	came
	overflowed
)

type moments []moment

func (m moments) Len() int { return len(m) }
func (m moments) Less(a, b int) bool {
	return cmp.Or(cmp.Compare(m[a].at, m[b].at), cmp.Compare(m[a].kind, m[b].kind), cmp.Compare(m[a].i, m[b].i), cmp.Compare(m[a].name, m[b].name)) < 0
}
func (m moments) Swap(a, b int) { m[a], m[b] = m[b], m[a] }
func (m *moments) Push(x any)   { *m = append(*m, x.(moment)) }
func (m *moments) Pop() any     { x := (*m)[len(*m)-1]; *m = (*m)[:len(*m)-1]; return x }
