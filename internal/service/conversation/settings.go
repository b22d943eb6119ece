package conversation

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
)

// InboxSettings returns what holds for everybody who answers contacts.
func (s *Conversations) InboxSettings(ctx context.Context, actor crm.Actor) (out crm.InboxSettings, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = inboxSettings(tx, actor.WorkspaceID); return err })
	return out, err
}

// UpdateInboxSettings changes what is given of it.
func (s *Conversations) UpdateInboxSettings(ctx context.Context, actor crm.Actor, ch crm.InboxSettingsChange) (crm.InboxSettings, error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return crm.InboxSettings{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.InboxSettings]) (out crm.InboxSettings, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			old, err := inboxSettings(tx, actor.WorkspaceID)
			if err != nil {
				return err
			}
			out = old
			core.Set(&out.OnlyAssigneeReplies, ch.OnlyAssigneeReplies)
			changes := crm.ActDiff(old, out, "updatedAt")
			if len(changes) == 0 {
				return save(tx, out)
			}
			now := tx.Now()
			out.UpdatedAt = &now
			saveInboxSettings(tx, actor.WorkspaceID, out)
			tx.After(func() { s.inbox.Drop(actor.WorkspaceID) })
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, "inbox_settings.updated", crm.ActTarget{Type: "inbox_settings", ID: actor.WorkspaceID}, changes)
		})
		return out, err
	})
}

// AssigneeOnly reports whether the actor is one of those who may answer only what
// nobody else has: a person, where the workspace says so. It is as it was at most a
// second ago.
func (s *Conversations) AssigneeOnly(ctx context.Context, actor crm.Actor) (bool, error) {
	if actor.UserID() == "" {
		return false, nil
	}
	of, err := s.inbox.Get(actor.WorkspaceID, func() (out crm.InboxSettings, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = inboxSettings(tx, actor.WorkspaceID); return err })
		return out, err
	})
	return of.OnlyAssigneeReplies, err
}

// CheckAssignee refuses whoever answers in a conversation that somebody else has, and
// keeps it from being assigned to another one until the transaction ends.
func CheckAssignee(tx *db.Tx, actor crm.Actor, conversationID string) error {
	if err := tx.Alone(); err != nil { // the lock comes before those of others that wait for it
		return err
	}
	_, agentID, found, err := contact.LockAssignment(tx, actor.WorkspaceID, conversationID)
	switch {
	case err != nil:
		return err
	case !found:
		return contact.ErrJoined
	case agentID != "" && agentID != actor.UserID():
		return crm.Errorf(crm.KindConflict, crm.CodeNotAssignee, "The conversation is assigned to somebody else. Nothing was sent.")
	}
	return nil
}

// SweepCaches forgets what has not been asked for lately.
func (s *Conversations) SweepCaches() { s.inbox.Sweep() }
