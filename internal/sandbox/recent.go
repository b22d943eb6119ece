package sandbox

import "sync"

// recent is a set that holds at least its last size entries, and at most twice
// as many: when one half is full the older half is forgotten.
type recent[K comparable] struct {
	size int

	mu       sync.Mutex
	old, new map[K]struct{}
}

func newRecent[K comparable](size int) *recent[K] {
	return &recent[K]{size: size, new: map[K]struct{}{}}
}

func (r *recent[K]) add(k K) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.new) >= r.size {
		r.old, r.new = r.new, map[K]struct{}{}
	}
	r.new[k] = struct{}{}
}

func (r *recent[K]) has(k K) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.new[k]; ok {
		return true
	}
	_, ok := r.old[k]
	return ok
}

// inboundKey names a customer's message to one business number.
type inboundKey struct {
	phone *phone
	id    string
}

// maxInbound is how many of the newest customers' messages can be marked read.
const maxInbound = 200_000
