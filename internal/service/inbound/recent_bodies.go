package inbound

import "service.example/crm/internal/service/core"

// recentBodies remembers bodies that this process has just stored, so that
// applying them need not read them.
type recentBodies struct {
	recent *core.Recent[bodyRef, ProviderWebhook]
}

// recentBytes bounds the bodies that are remembered, maxRecentBody one of them.
const (
	recentBytes   = 1 << 20
	maxRecentBody = recentBytes / 16
)

func newRecentBodies() recentBodies {
	return recentBodies{core.NewWeighedRecent[bodyRef](recentBytes, func(w ProviderWebhook) int { return len(w.Body) })}
}

func (r *recentBodies) keep(w ProviderWebhook) {
	if len(w.Body) <= maxRecentBody {
		w.stored = nil
		r.recent.Keep(w.ref(), w)
	}
}

func (r *recentBodies) get(ref bodyRef) (ProviderWebhook, bool) { return r.recent.Get(ref) }
