package delivery

import "time"

// maxBlocked is how many blocked keys an endpoint remembers. While there are
// more, only the log tells which they are, so it is read.
const maxBlocked = 4096

// blocked are the keys whose events wait in the database, because a delivery of
// theirs is pending there.
type blocked struct {
	keys map[string]int // with how many events are about to be written; after an overflow, not all keys
	// recent are the keys that were blocked while a page of the log is read, which
	// may not show it yet. nil while no page is read.
	recent     map[string]bool
	overflow   bool
	overflowAt time.Time
	stalled    bool // a pending delivery holds up every later event of the endpoint
}

func newBlocked() blocked { return blocked{keys: map[string]int{}} }

func (b *blocked) has(key string) bool {
	_, known := b.keys[key]
	return known || b.recent[key]
}

// add notes that a delivery of a key is pending, or about to be. It reports
// whether there are too many to remember from now on.
func (b *blocked) add(key string) (overflows bool) {
	if b.recent != nil {
		b.recent[key] = true
	}
	if _, known := b.keys[key]; known {
		return false
	}
	b.keys[key] = 0
	if len(b.keys) <= maxBlocked || b.overflow {
		return false
	}
	b.overflow, b.overflowAt = true, time.Now()
	return true
}

// wait notes that an event of a blocked key is about to be written, and reports
// whether it is the only one.
func (b *blocked) wait(key string) (first bool) {
	b.keys[key]++
	return b.keys[key] == 1
}

// written notes that an event of a key was written.
func (b *blocked) written(key string) {
	if n := b.keys[key]; n > 0 {
		b.keys[key] = n - 1
	}
	b.bound(key)
}

// free notes that nothing of a key is pending in the database. It reports false
// if something is about to be.
func (b *blocked) free(key string) bool {
	if b.keys[key] > 0 {
		return false
	}
	delete(b.keys, key)
	return true
}

// bound forgets a key where there are too many: the log tells of it.
func (b *blocked) bound(key string) {
	if b.overflow && len(b.keys) > maxBlocked && b.keys[key] == 0 {
		delete(b.keys, key)
		if b.recent != nil {
			b.recent[key] = true
		}
	}
}

// watch begins to note recent keys; unwatch returns them and ends that.
func (b *blocked) watch() { b.recent = map[string]bool{} }

func (b *blocked) unwatch() map[string]bool {
	recent := b.recent
	b.recent = nil
	return recent
}

func (b *blocked) clear() {
	b.stalled, b.overflow = false, false
	clear(b.keys)
}
