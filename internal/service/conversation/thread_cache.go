package conversation

import (
	"sync"

	"service.example/crm/internal/crm"
)

// ThreadCache remembers which conversation a number has with a person, which
// saves the hottest path its only read. That changes only when numbers or user
// ids go from one contact to another; then the workspace's contact epoch grows,
// and what was remembered before counts no more. It keeps two generations, so
// it is bounded and forgets what is not used.
type ThreadCache struct {
	mu        sync.Mutex
	new, aged map[string]ThreadIDs
}

type ThreadIDs struct {
	ConversationID, ContactID string
	epoch                     int64
}

const threadGeneration = 16_384

// Get returns what is remembered from the epoch.
func (c *ThreadCache) Get(key string, epoch int64) (ThreadIDs, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t, ok := c.new[key]
	if !ok {
		if t, ok = c.aged[key]; ok {
			c.put(key, t)
		}
	}
	return t, ok && t.epoch == epoch
}

// Keep remembers a conversation that is committed. epoch is the workspace's
// from before it was looked up.
func (c *ThreadCache) Keep(key string, t crm.Conversation, epoch int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(key, ThreadIDs{t.ID, t.ContactID, epoch})
}

func (c *ThreadCache) put(key string, t ThreadIDs) {
	if c.new == nil || len(c.new) >= threadGeneration {
		c.aged, c.new = c.new, make(map[string]ThreadIDs, 64)
	}
	c.new[key] = t
}
