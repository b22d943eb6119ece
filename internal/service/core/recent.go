package core

import "sync"

// Recent remembers what was used lately, in two generations: one that fills up
// becomes the older one, and what is asked for in the older one comes back. So it
// is bounded, and forgets what is not used. Its zero value is not usable.
type Recent[K comparable, V any] struct {
	most   int
	weight func(V) int

	mu         sync.Mutex
	young, old map[K]V
	size       int // of young
}

// NewRecent remembers at most twice as many values as most.
func NewRecent[K comparable, V any](most int) *Recent[K, V] {
	return NewWeighedRecent[K](most, func(V) int { return 1 })
}

// NewWeighedRecent remembers values of at most twice the weight of most.
func NewWeighedRecent[K comparable, V any](most int, weight func(V) int) *Recent[K, V] {
	return &Recent[K, V]{most: most, weight: weight}
}

// Get returns what is remembered of the key.
func (r *Recent[K, V]) Get(key K) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v, ok := r.young[key]
	if !ok {
		if v, ok = r.old[key]; ok {
			r.keep(key, v)
		}
	}
	return v, ok
}

// Keep remembers a value.
func (r *Recent[K, V]) Keep(key K, v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.keep(key, v)
}

func (r *Recent[K, V]) keep(key K, v V) {
	w := r.weight(v)
	if before, ok := r.young[key]; ok {
		r.size -= r.weight(before)
	}
	if r.young == nil || r.size+w > r.most {
		r.old, r.young, r.size = r.young, make(map[K]V, 64), 0
	}
	r.young[key] = v
	r.size += w
}
