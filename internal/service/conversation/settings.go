package conversation

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/people"
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
			core.Set(&out.AssignOnAnswer, ch.AssignOnAnswer)
			core.Set(&out.WindowWarningMinutes, ch.WindowWarningMinutes)
			core.Set(&out.ClosingGraceMinutes, ch.ClosingGraceMinutes)
			core.Set(&out.FindPromises, ch.FindPromises)
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

// AnswerRules returns what of the settings holds for an answer of the actor: nothing
// for API keys. It is as it was at most a second ago.
func (s *Conversations) AnswerRules(ctx context.Context, actor crm.Actor) (crm.InboxSettings, error) {
	if actor.UserID() == "" {
		return crm.InboxSettings{}, nil
	}
	return s.inbox.Get(actor.WorkspaceID, func() (out crm.InboxSettings, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = inboxSettings(tx, actor.WorkspaceID); return err })
		return out, err
	})
}

// HoldAssignee keeps a conversation in which the actor answers from being assigned
// until the transaction ends, and reports whether nobody has it. Where only its
// assignee may answer, it refuses others.
func HoldAssignee(tx *db.Tx, actor crm.Actor, conversationID string, rules crm.InboxSettings) (free bool, err error) {
	if err := tx.Alone(); err != nil { // the lock comes before those of others that wait for it
		return false, err
	}
	_, agentID, found, err := contact.LockAssignment(tx, actor.WorkspaceID, conversationID)
	switch {
	case err != nil:
		return false, err
	case !found:
		return false, contact.ErrJoined
	case rules.OnlyAssigneeReplies && agentID != "" && agentID != actor.UserID():
		return false, crm.Errorf(crm.KindConflict, crm.CodeNotAssignee, "The conversation is assigned to somebody else. Nothing was sent.")
	}
	return agentID == "", nil
}

// Take assigns the conversation of an answer, which HoldAssignee found free, to the
// actor, who wrote it, if it is open.
func Take(tx *db.Tx, actor crm.Actor, m *crm.Message) error {
	c := conversationOf(m)
	if _, may, err := people.Assignable(tx, c.WorkspaceID, actor.UserID()); err != nil || !may {
		return err // they were deactivated just now
	}
	if s, found, err := lockInbox(tx, c.WorkspaceID, c.ID); err != nil || !found || !s.IsOpen() {
		return err
	}
	_, err := changeState(tx, c, step{by: actor.By(), reason: crm.ReasonAnswered}, func(s *crm.InboxState) error {
		s.AssignTo(s.TeamID, actor.UserID(), tx.Now())
		return nil
	})
	return err
}

// WindowWarning is how long before the end of a window the workspace is told of a
// contact who waits; 0 for never.
func WindowWarning(tx *db.Tx, workspaceID string) (time.Duration, error) {
	s, err := inboxSettings(tx, workspaceID)
	return s.WindowWarning(), err
}

// FindsPromises reports whether the workspace wants promises to be found in what people
// write.
func FindsPromises(tx *db.Tx, workspaceID string) (bool, error) {
	s, err := inboxSettings(tx, workspaceID)
	return s.FindPromises, err
}

// SweepCaches forgets what has not been asked for lately.
func (s *Conversations) SweepCaches() { s.inbox.Sweep() }
