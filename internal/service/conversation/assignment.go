package conversation

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/people"
)

// Assignment is who a conversation belongs to: a team, a person, both or nobody.
type Assignment struct{ TeamID, AgentID string }

// Assign says which team and person a conversation belongs to. The person is an
// active member who may answer and whose reach covers the phone number. The
// answer shows the conversation, even if the actor does not reach it any more.
func (s *Conversations) Assign(ctx context.Context, actor crm.Actor, id string, to Assignment) (Conversation, error) {
	return s.changeConversation(ctx, actor, id, func(tx *db.Tx, c *crm.Conversation) error {
		var f crm.Faults
		if err := checkAssignment(tx, *c, to, &f); err != nil {
			return err
		}
		if err := f.Err(); err != nil {
			return err
		}
		return assign(tx, c, to, step{by: actor.By(), reason: crm.ReasonRequest})
	})
}

// assign stores an assignment and tells of it, unless nothing changes.
func assign(tx *db.Tx, c *crm.Conversation, to Assignment, why step) error {
	teamID, agentID, found, err := contact.LockAssignment(tx, c.WorkspaceID, c.ID)
	if err != nil || !found {
		if err == nil {
			err = crm.NotFound("conversation", c.ID)
		}
		return err
	}
	c.TeamID, c.AgentID = to.TeamID, to.AgentID
	if (Assignment{teamID, agentID}) == to {
		return nil
	}
	_, err = changeState(tx, *c, why, func(s *crm.InboxState) error {
		s.AssignTo(to.TeamID, to.AgentID, tx.Now())
		return nil
	})
	return err
}

// assignee is the one whom events name: the person, else the team.
func (a Assignment) assignee() *crm.EventAssignee {
	switch {
	case a.AgentID != "":
		return &crm.EventAssignee{Type: "user", ID: a.AgentID}
	case a.TeamID != "":
		return &crm.EventAssignee{Type: "team", ID: a.TeamID}
	}
	return nil
}

func checkAssignment(tx *db.Tx, c crm.Conversation, to Assignment, f *crm.Faults) error {
	if to.TeamID != "" {
		if err := holdTeam(tx, c.WorkspaceID, to.TeamID, f); err != nil {
			return err
		}
	}
	if to.AgentID == "" {
		return nil
	}
	r, ok, err := people.Assignable(tx, c.WorkspaceID, to.AgentID)
	switch {
	case err != nil:
		return err
	case !ok:
		f.Add("/agentId", crm.CodeNotFound, "There is no active member %q who may answer in this workspace.", to.AgentID)
	case !reach.Holds(r, reach.Subject{AgentID: to.AgentID, TeamID: to.TeamID, PhoneNumberID: c.PhoneNumberID}, false):
		f.Add("/agentId", crm.CodeNotAllowed, "The member does not reach this conversation: its phone number or team is not theirs.")
	}
	return nil
}

// holdTeam keeps the team of /teamId from being removed meanwhile, or adds the fault
// that there is none.
func holdTeam(tx *db.Tx, workspaceID, id string, f *crm.Faults) error {
	there, err := people.HoldTeam(tx, workspaceID, id)
	if err == nil && !there {
		f.Add("/teamId", crm.CodeNotFound, "There is no team %q in this workspace.", id)
	}
	return err
}

// Follow lets the signed-in user follow a conversation; following it already
// changes nothing.
func (s *Conversations) Follow(ctx context.Context, actor crm.Actor, id string) error {
	_, err := s.follow(ctx, actor, id, contact.Follow)
	return err
}

// Unfollow ends it, and returns the conversation.
func (s *Conversations) Unfollow(ctx context.Context, actor crm.Actor, id string) (Conversation, error) {
	return s.follow(ctx, actor, id, contact.Unfollow)
}

func (s *Conversations) follow(ctx context.Context, actor crm.Actor, id string, do func(tx *db.Tx, workspaceID, id, userID string)) (Conversation, error) {
	return s.changeConversation(ctx, actor, id, func(tx *db.Tx, c *crm.Conversation) error {
		if actor.Kind != crm.ActorUser || actor.ID == "" {
			return crm.Errorf(crm.KindForbidden, crm.CodeUserRequired, "People who signed in follow conversations. An API key cannot.")
		}
		do(tx, c.WorkspaceID, c.ID, actor.ID)
		return nil
	})
}

// changeConversation changes a conversation in reach and shows it as it becomes.
func (s *Conversations) changeConversation(ctx context.Context, actor crm.Actor, id string, do func(*db.Tx, *crm.Conversation) error) (Conversation, error) {
	return change(ctx, s, actor, id, func(tx *db.Tx, c *crm.Conversation) (Conversation, error) {
		if err := do(tx, c); err != nil {
			return Conversation{}, err
		}
		return complete(tx, *c, actor)
	})
}

// change changes a conversation in reach, or what belongs to it, and returns
// what do makes of it.
func change[T any](ctx context.Context, s *Conversations, actor crm.Actor, id string, do func(*db.Tx, *crm.Conversation) (T, error)) (none T, _ error) {
	if err := actor.Require(crm.ScopeConversationsWrite); err != nil {
		return none, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[T]) (out T, err error) {
		var c crm.Conversation
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { c, err = contact.ConversationFor(tx, actor, id); return err })
		if err != nil {
			return out, err
		}
		err = s.db.Update(db.Urgent(ctx), c.PhoneNumberID, func(tx *db.Tx) error {
			c, err := contact.ConversationFor(tx, actor, id)
			if err != nil {
				return err
			}
			if out, err = do(tx, &c); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// ReleaseAgent takes a user who was deactivated off the conversations that are
// assigned to them, up to limit: they go back to their teams, or to nobody. It
// returns how many there were; as many as limit means that there may be more.
func ReleaseAgent(tx *db.Tx, workspaceID, userID string, by crm.DoneBy, limit int) (int, error) {
	list, err := contact.AssignedToAgent(tx, workspaceID, userID, limit)
	for i := range list {
		if err == nil {
			err = assign(tx, &list[i], Assignment{TeamID: list[i].TeamID}, step{by: by, reason: crm.ReasonDeactivated})
		}
	}
	return len(list), err
}
