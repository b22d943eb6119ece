package delivery

import (
	"slices"
	"sync"
)

// roster has the endpoints that this node serves.
type roster struct {
	mu         sync.RWMutex
	endpoints  map[string]*endpoint
	workspaces map[string][]*endpoint // lists are replaced, never changed
}

func newRoster() roster {
	return roster{endpoints: map[string]*endpoint{}, workspaces: map[string][]*endpoint{}}
}

// find returns nil for an endpoint that is not served here.
func (r *roster) find(id string) *endpoint {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.endpoints[id]
}

// of returns the endpoints of a workspace, which are not to be changed.
func (r *roster) of(workspaceID string) []*endpoint {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.workspaces[workspaceID]
}

func (r *roster) list() []*endpoint {
	r.mu.RLock()
	defer r.mu.RUnlock()
	out := make([]*endpoint, 0, len(r.endpoints))
	for _, e := range r.endpoints {
		out = append(out, e)
	}
	return out
}

// add returns the endpoint, which it makes where there is none yet.
func (r *roster) add(id string, fresh func() *endpoint) *endpoint {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.endpoints[id]
	if e == nil {
		e = fresh()
		r.endpoints[id] = e
		r.workspaces[e.workspaceID] = append(slices.Clone(r.workspaces[e.workspaceID]), e)
	}
	return e
}

func (r *roster) remove(e *endpoint) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.endpoints[e.id] == e {
		delete(r.endpoints, e.id)
	}
	rest := slices.DeleteFunc(slices.Clone(r.workspaces[e.workspaceID]), func(o *endpoint) bool { return o == e })
	r.workspaces[e.workspaceID] = rest
	if len(rest) == 0 {
		delete(r.workspaces, e.workspaceID)
	}
}
