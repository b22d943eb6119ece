package db

import (
	"slices"
	"strings"
	"sync/atomic"
)

// What the engines need to know of the tables of domains is registered with
// them by package variables, as statements are.
var (
	heldByNodes []heldRows
	runAgain    []string
)

type heldRows struct{ free, freeOrphans *Stmt }

// Held registers rows that nodes hold: free lets go of those of the node $1,
// freeOrphans of those of nodes that are gone.
func Held(free, freeOrphans *Stmt) struct{} {
	heldByNodes = append(heldByNodes, heldRows{free, freeOrphans})
	return struct{}{}
}

// RunAgainAfter registers unique indexes of PostgreSQL: who violates one, beside
// another node, finds the other's row when the transaction runs again.
func RunAgainAfter(indexes ...string) struct{} {
	runAgain = append(runAgain, indexes...)
	return struct{}{}
}

func runsAgainAfter(name string) bool {
	return slices.ContainsFunc(runAgain, func(index string) bool { return isIndex(name, index) })
}

// isIndex reports whether PostgreSQL calls the index so: that of a part of a table
// that is divided has the part's number behind its name.
func isIndex(name, index string) bool {
	part, ok := strings.CutPrefix(name, index)
	return ok && (part == "" || part[0] == '_' && len(part) > 1 && strings.Trim(part[1:], "0123456789") == "")
}

// maxSlots is how many slots a program may have.
const maxSlots = 8

var slotsMade int

// Slot is a place that every open database has for one value of a domain, of
// which the engines know nothing. It is empty, the zero value, until it is set.
type Slot[T any] struct{ index int }

// NewSlot makes a slot, for a package variable.
func NewSlot[T any]() Slot[T] {
	slotsMade++
	return Slot[T]{slotsMade - 1}
}

// Set fills the slot of a database; who uses the database meanwhile sees the
// old value or the new one.
func (s Slot[T]) Set(db *DB, v T) { db.slots[s.index].Store(&v) }

// Of returns what the slot of the transaction's database holds.
func (s Slot[T]) Of(tx *Tx) T { return s.In(tx.db) }

// In returns what the slot of a database holds.
func (s Slot[T]) In(db *DB) (v T) {
	if p, ok := db.slots[s.index].Load().(*T); ok {
		v = *p
	}
	return v
}

type slots [maxSlots]atomic.Value
