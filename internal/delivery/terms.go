package delivery

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/event"
)

// terms are what is stored of an endpoint: whether this node serves it, and how.
type terms struct {
	known    bool // the fields below are what is stored
	change   int  // grows with every change of what is stored
	serves   bool // it is enabled and served by this node
	gone     bool // it was deleted
	left     bool // another node serves it, or nothing is left of it
	wanted   crm.Subscription
	settings crm.EndpointSettings
	target   *target // dropped when the endpoint changes
}

// forget lets everything be read anew.
func (t *terms) forget() {
	t.known, t.target = false, nil
	t.change++
}

// learn takes what was stored; owner names this node.
func (t *terms) learn(c *event.EndpointCursor, owner string) {
	t.known, t.gone, t.wanted, t.settings = true, c.Gone, c.Subscription, c.Settings
	t.serves = c.Enabled && c.Owner == owner
}

// lane returns what an event must stay in order with.
func (t *terms) lane(it *item) (key string, ordered bool) {
	switch t.settings.Ordering {
	case crm.OrderingNone:
		return "", false
	case crm.OrderingEndpoint:
		return "", true
	}
	return it.Key, it.Key != ""
}
