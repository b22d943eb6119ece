package conversation

import "service.example/crm/internal/crm"

// Known is a conversation that a number has with a person, and whose it is.
type Known struct {
	ConversationID, ContactID string
	epoch                     int64
}

const knownConversations = 16_384

// Known returns what was remembered under the key in this epoch of the
// workspace's contacts. It saves the hottest path its only read. Which
// conversation a number has with a person changes only when numbers or user ids
// go from one contact to another; then the epoch grows, and what was remembered
// before counts no more.
func (s *Conversations) Known(key string, epoch int64) (Known, bool) {
	k, ok := s.known.Get(key)
	return k, ok && k.epoch == epoch
}

// Remember keeps a conversation that is committed. epoch is the workspace's
// from before it was looked up.
func (s *Conversations) Remember(key string, c crm.Conversation, epoch int64) {
	s.known.Keep(key, Known{c.ID, c.ContactID, epoch})
}
