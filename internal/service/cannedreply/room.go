// Package cannedreply keeps the texts that people send again and again, for everybody or
// for a team.
package cannedreply

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/people"
)

// CannedReplies has the use cases.
type CannedReplies struct {
	db    *db.DB
	calls *core.Calls
}

// New returns the use cases.
func New(p core.Parts) *CannedReplies { return &CannedReplies{db: p.DB, calls: p.Calls} }

// List returns a page of the canned replies for everybody and for the
// actor's teams, by shortcut, from those on that begin with prefix.
func (s *CannedReplies) List(ctx context.Context, actor crm.Actor, prefix string, p crm.Page) (out crm.List[crm.CannedReply], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = cannedReplies(tx, actor, prefix, p); return err })
	return out, err
}

// CannedReply returns one that the actor sees, or a KindNotFound error.
func (s *CannedReplies) CannedReply(ctx context.Context, actor crm.Actor, id string) (out crm.CannedReply, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = cannedReply(tx, actor, id); return err })
	return out, err
}

// CreateCannedReply makes a canned reply: for everybody, or for a team. Who sees
// some teams only makes those of their own.
func (s *CannedReplies) CreateCannedReply(ctx context.Context, actor crm.Actor, ch crm.CannedReplyChange) (crm.CannedReply, error) {
	return s.changeCanned(ctx, actor, "canned_reply.created", func(tx *db.Tx) (old, r crm.CannedReply, err error) {
		r = crm.CannedReply{ID: tx.NewID(crm.PrefixCannedReply), WorkspaceID: actor.WorkspaceID, CreatedBy: actor.By(), CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
		if r, err = applyCanned(tx, actor, ch, r, true); err == nil {
			insertCanned(tx, r)
		}
		return old, r, err
	})
}

// UpdateCannedReply changes what is given of a canned reply.
func (s *CannedReplies) UpdateCannedReply(ctx context.Context, actor crm.Actor, id string, ch crm.CannedReplyChange) (crm.CannedReply, error) {
	return s.changeCanned(ctx, actor, "canned_reply.updated", func(tx *db.Tx) (old, r crm.CannedReply, err error) {
		if old, err = lockCanned(tx, actor, id); err == nil {
			err = checkCannedTeam(actor, old.TeamID)
		}
		if err == nil {
			r, err = applyCanned(tx, actor, ch, old, false)
		}
		if err == nil && r != old {
			r.UpdatedAt = tx.Now()
			updateCanned(tx, r)
		}
		return old, r, err
	})
}

// DeleteCannedReply removes one.
func (s *CannedReplies) DeleteCannedReply(ctx context.Context, actor crm.Actor, id string) error {
	_, err := s.changeCanned(ctx, actor, "canned_reply.deleted", func(tx *db.Tx) (old, r crm.CannedReply, err error) {
		if old, err = lockCanned(tx, actor, id); err == nil {
			err = checkCannedTeam(actor, old.TeamID)
		}
		if err == nil {
			deleteCanned(tx, old)
		}
		return old, r, err
	})
	return err
}

// changeCanned lets do change a canned reply, and records the act.
func (s *CannedReplies) changeCanned(ctx context.Context, actor crm.Actor, action string, do func(*db.Tx) (old, r crm.CannedReply, err error)) (crm.CannedReply, error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return crm.CannedReply{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.CannedReply]) (r crm.CannedReply, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			var old crm.CannedReply
			if old, r, err = do(tx); err != nil {
				return err
			}
			if err := save(tx, r); err != nil {
				return err
			}
			of := r
			if of.ID == "" {
				of = old
			}
			return audit.RecordChange(tx, actor, action, crm.ActTarget{Type: "canned_reply", ID: of.ID, Name: of.Shortcut}, crm.ActDiff(cannedFactsOf(old), cannedFactsOf(r)))
		})
		return r, err
	})
}

// cannedFacts are what the audit log compares of a canned reply.
type cannedFacts struct{ Shortcut, Title, Body, TeamID string }

func cannedFactsOf(r crm.CannedReply) cannedFacts {
	return cannedFacts{r.Shortcut, r.Title, r.Body, r.TeamID}
}

// applyCanned returns the canned reply as it becomes, or every fault.
func applyCanned(tx *db.Tx, actor crm.Actor, ch crm.CannedReplyChange, r crm.CannedReply, isNew bool) (crm.CannedReply, error) {
	r, err := ch.Apply(r)
	if err == nil {
		err = checkCannedTeam(actor, r.TeamID)
	}
	if err == nil && r.TeamID != "" {
		var f crm.Faults
		var there bool
		if there, err = people.HoldTeam(tx, r.WorkspaceID, r.TeamID); err == nil && !there {
			f.Add("/teamId", crm.CodeNotFound, "There is no team %q in this workspace.", r.TeamID)
			err = f.Err()
		}
	}
	if err == nil {
		err = checkShortcut(tx, r, isNew)
	}
	return r, err
}

// checkCannedTeam refuses whoever sees some teams only, where a reply is for
// others too.
func checkCannedTeam(actor crm.Actor, teamID string) error {
	if actor.SeesTeam(teamID) {
		return nil
	}
	return crm.Errorf(crm.KindForbidden, crm.CodeReachRequired, "Canned replies for everybody, or for other teams, need the reach all. Name one of your teams in teamId.")
}

// FilledReply is a canned reply as it reads in a conversation.
type FilledReply struct {
	Text string
	// Missing are the variables that have no value there.
	Missing []string
}

// FillCannedReply shows a canned reply as it reads in a conversation, answered by
// the actor. Nothing is sent.
func (s *CannedReplies) FillCannedReply(ctx context.Context, actor crm.Actor, id, conversationID string) (out FilledReply, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		r, err := cannedReply(tx, actor, id)
		if err != nil {
			return err
		}
		var f crm.Faults
		c, err := contact.ConversationFor(tx, actor, conversationID)
		if crm.CodeOf(err) == crm.CodeNotFound {
			f.Add("/conversationId", crm.CodeNotFound, "There is no conversation %q.", conversationID)
			err = f.Err()
		}
		if err != nil {
			return err
		}
		values, err := contact.Variables(tx, c.WorkspaceID, c.ContactID)
		if err != nil {
			return err
		}
		values["contact.phone"] = actor.Shown(values["contact.phone"])
		if actor.Kind == crm.ActorUser {
			values["agent.name"], values["agent.firstName"] = actor.Name, crm.FirstName(actor.Name)
		}
		out.Text, out.Missing = r.Fill(values)
		return nil
	})
	return out, err
}
