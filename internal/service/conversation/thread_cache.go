package conversation

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/core"
)

// ThreadCache remembers which conversation a number has with a person, which
// saves the hottest path its only read. That changes only when numbers or user
// ids go from one contact to another; then the workspace's contact epoch grows,
// and what was remembered before counts no more.
type ThreadCache struct {
	recent *core.Recent[string, ThreadIDs]
}

// ThreadIDs are a conversation and whose it is.
type ThreadIDs struct {
	ConversationID, ContactID string
	epoch                     int64
}

const recentThreads = 16_384

// Get returns what is remembered from the epoch.
func (c *ThreadCache) Get(key string, epoch int64) (ThreadIDs, bool) {
	t, ok := c.recent.Get(key)
	return t, ok && t.epoch == epoch
}

// Keep remembers a conversation that is committed. epoch is the workspace's
// from before it was looked up.
func (c *ThreadCache) Keep(key string, t crm.Conversation, epoch int64) {
	c.recent.Keep(key, ThreadIDs{t.ID, t.ContactID, epoch})
}
