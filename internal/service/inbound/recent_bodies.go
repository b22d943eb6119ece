package inbound

import "sync"

// recentBodies remembers bodies that this process has just stored, so that
// applying them need not read them. It keeps two generations, so it is bounded.
type recentBodies struct {
	mu        sync.Mutex
	new, aged map[int64]ProviderWebhook
	size      int // of new
}

const recentGeneration = 1 << 20

func (r *recentBodies) keep(w ProviderWebhook) {
	if len(w.Body) > recentGeneration/16 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.size += len(w.Body); r.new == nil || r.size > recentGeneration {
		r.aged, r.new, r.size = r.new, map[int64]ProviderWebhook{}, len(w.Body)
	}
	r.new[w.ID] = w
}

func (r *recentBodies) get(id int64) (ProviderWebhook, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if w, ok := r.new[id]; ok {
		return w, true
	}
	w, ok := r.aged[id]
	return w, ok
}
