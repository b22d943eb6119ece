package reply

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

// Turns returns up to limit turns of a conversation below an epoch, 0 for all,
// newest first: what was decided about each burst, and why.
func (s *Replies) Turns(ctx context.Context, actor crm.Actor, conversationID string, below, limit int) (list []crm.Turn, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return nil, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.ConversationFor(tx, actor, conversationID)
		if err == nil {
			list, err = turns(tx, actor.WorkspaceID, c.ID, below, limit)
		}
		return err
	})
	return list, err
}

// TurnsOf is Turns for who sees everything: of one conversation, not of those that were
// joined to it, and not of the one that it was joined to.
func TurnsOf(tx *db.Tx, workspaceID, conversationID string, below, limit int) ([]crm.Turn, error) {
	return turns(tx, workspaceID, conversationID, below, limit)
}
