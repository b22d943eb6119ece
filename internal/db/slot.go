package db

import "sync/atomic"

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
