package service

import (
	"sync"

	"service.example/crm/internal/crm"
)

// threadCache remembers which conversation a number has with a person. That
// never changes once it is so, and saves the hottest path its only read. It
// keeps two generations, so it is bounded and forgets what is not used.
type threadCache struct {
	mu        sync.Mutex
	new, aged map[string]threadIDs
}

type threadIDs struct{ conversationID, contactID string }

const threadGeneration = 16_384

func (c *threadCache) get(key string) (threadIDs, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t, ok := c.new[key]; ok {
		return t, true
	}
	t, ok := c.aged[key]
	if ok {
		c.put(key, t)
	}
	return t, ok
}

// keep remembers a conversation that is committed.
func (c *threadCache) keep(key string, t crm.Conversation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(key, threadIDs{t.ID, t.ContactID})
}

func (c *threadCache) put(key string, t threadIDs) {
	if c.new == nil || len(c.new) >= threadGeneration {
		c.aged, c.new = c.new, make(map[string]threadIDs, 64)
	}
	c.new[key] = t
}
