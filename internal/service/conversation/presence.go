package conversation

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

// Presence returns what the signed-in user does from now on in a conversation in
// reach, for whoever tells others of it.
func (s *Conversations) Presence(ctx context.Context, actor crm.Actor, id string, state crm.PresenceState) (p crm.Presence, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return p, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.ConversationFor(tx, actor, id)
		p = crm.Presence{WorkspaceID: c.WorkspaceID, ConversationID: c.ID, PhoneNumberID: c.PhoneNumberID, UserID: actor.UserID(), State: state, At: tx.Now()}
		return err
	})
	if err == nil {
		err = state.Validate()
	}
	return p, err
}

// Visible returns the identifier of a conversation in reach, or of the one that it was
// joined to.
func (s *Conversations) Visible(ctx context.Context, actor crm.Actor, id string) (found string, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return "", err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.ConversationFor(tx, actor, id)
		found = c.ID
		return err
	})
	return found, err
}
