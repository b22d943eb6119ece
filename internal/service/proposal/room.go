// Package proposal lets assistants propose what is to be done in conversations: a label, a
// team, a stage of a deal, closing. What an assistant may do with a proposal it earns, for
// each kind of act by itself: in the shadow only its evidence grows, then people decide,
// then it is done and people can take it back. Of each kind a message has one proposal,
// and what rules or assistants did settles none.
package proposal

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/reply"
)

// Proposals has the use cases about proposals.
type Proposals struct {
	db        *db.DB
	log       *slog.Logger
	calls     *core.Calls
	assistant *assistant.Assistants
	deals     *deal.Deals
	reply     *reply.Replies
	failing   event.Patience
}

// New returns the use cases.
func New(p core.Parts, assistants *assistant.Assistants, deals *deal.Deals, replies *reply.Replies) *Proposals {
	return &Proposals{db: p.DB, log: p.Log, calls: p.Calls, assistant: assistants, deals: deals, reply: replies}
}

// List returns a page of the proposals that the actor reaches, newest first: of a
// conversation, or of one status. A page may be short although more follow.
func (s *Proposals) List(ctx context.Context, actor crm.Actor, f crm.ProposalFilter, page crm.Page) (out crm.List[crm.Proposal], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if f.ConversationID == "" {
			if f.Status == "" {
				f.Status = crm.ProposalOpen
			}
			out, err = ofStatus(tx, actor, f.Status, page)
			return err
		}
		c, err := contact.ConversationFor(tx, actor, f.ConversationID)
		if crm.CodeOf(err) == crm.CodeNotFound { // it is a filter: nothing fits
			out = crm.List[crm.Proposal]{}
			return nil
		}
		if err == nil {
			out, err = ofConversation(tx, c, f, page)
		}
		return err
	})
	return out, err
}

// Proposal returns a proposal in the actor's reach, or a KindNotFound error.
func (s *Proposals) Proposal(ctx context.Context, actor crm.Actor, id string) (p crm.Proposal, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return p, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { p, _, err = proposalFor(tx, actor, id); return err })
	return p, err
}

// proposalFor returns a proposal that the actor sees, and its conversation, or the one that
// this was joined to.
func proposalFor(tx *db.Tx, actor crm.Actor, id string) (p crm.Proposal, c crm.Conversation, err error) {
	if p, err = look(tx, actor.WorkspaceID, id); err == nil && p.Shown() {
		c, err = contact.ConversationFor(tx, actor, p.ConversationID)
	}
	if err == nil && !p.Shown() || crm.CodeOf(err) == crm.CodeNotFound {
		err = crm.NotFound("proposal", id)
	}
	return p, c, err
}

// Accept does what a proposal says, in the name of who accepts it.
func (s *Proposals) Accept(ctx context.Context, actor crm.Actor, id string) (crm.Proposal, error) {
	return s.judge(ctx, actor, id, []crm.ProposalStatus{crm.ProposalOpen}, func(tx *db.Tx, c crm.Conversation, p *crm.Proposal) error {
		p.Status = crm.ProposalAccepted
		_, err := s.carryOut(tx, actor, c, p, actor.By())
		return err
	})
}

// Reject says that a proposal is not wanted.
func (s *Proposals) Reject(ctx context.Context, actor crm.Actor, id string) (crm.Proposal, error) {
	return s.judge(ctx, actor, id, []crm.ProposalStatus{crm.ProposalOpen}, func(_ *db.Tx, _ crm.Conversation, p *crm.Proposal) error {
		p.Status = crm.ProposalRejected
		return nil
	})
}

// Undo takes back what an assistant did, as long as nobody else changed it since.
func (s *Proposals) Undo(ctx context.Context, actor crm.Actor, id string) (crm.Proposal, error) {
	return s.judge(ctx, actor, id, []crm.ProposalStatus{crm.ProposalDone, crm.ProposalConfirmed}, func(tx *db.Tx, c crm.Conversation, p *crm.Proposal) error {
		if p.State != crm.AutonomyAct || tx.Now().Sub(p.CreatedAt) > crm.ProposalUndoable {
			return errSettled(*p)
		}
		p.Status = crm.ProposalUndone
		return s.takeBack(tx, actor, c, *p)
	})
}

func errSettled(p crm.Proposal) error {
	return crm.Errorf(crm.KindConflict, crm.CodeProposalSettled, "The proposal is %s. Nothing was changed.", p.Status)
}

func outdated(format string, args ...any) error {
	return crm.Errorf(crm.KindConflict, crm.CodeProposalOutdated, format, args...)
}

// judge lets somebody judge a proposal that has one of some statuses. The conversation is
// locked first, then the track, as everywhere.
func (s *Proposals) judge(ctx context.Context, actor crm.Actor, id string, from []crm.ProposalStatus, do func(*db.Tx, crm.Conversation, *crm.Proposal) error) (crm.Proposal, error) {
	if err := actor.Require(crm.ScopeConversationsWrite); err != nil {
		return crm.Proposal{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Proposal]) (p crm.Proposal, err error) {
		var c crm.Conversation
		if err = s.db.View(ctx, func(tx *db.Tx) (err error) { p, c, err = proposalFor(tx, actor, id); return err }); err != nil {
			return p, err
		}
		if p.Act.Kind == crm.ProposeDeal {
			if err := actor.Require(crm.ScopeDealsWrite); err != nil {
				return p, err
			}
		}
		err = s.db.Update(db.Urgent(ctx), c.PhoneNumberID, func(tx *db.Tx) error {
			var t track
			if _, c, err = proposalFor(tx, actor, id); err == nil {
				err = lockConversation(tx, &c)
			}
			if err == nil {
				t, err = lockTrack(tx, p.WorkspaceID, p.AssistantID, p.Act.Kind)
			}
			if err == nil {
				p, err = lock(tx, p.WorkspaceID, id)
			}
			if err != nil {
				return err
			}
			if !slices.Contains(from, p.Status) {
				return errSettled(p)
			}
			before := p.Status
			if err := do(tx, c, &p); err != nil {
				return err
			}
			if err := s.settle(tx, c, &t, &p, before, actor.By()); err != nil {
				return err
			}
			return save(tx, p)
		})
		return p, err
	})
}

// lockConversation keeps others from changing a conversation and its proposals until the
// transaction ends, and reads whose it is now.
func lockConversation(tx *db.Tx, c *crm.Conversation) (err error) {
	found := false
	c.TeamID, c.AgentID, found, err = contact.LockAssignment(tx, c.WorkspaceID, c.ID)
	if err == nil && !found {
		err = contact.ErrJoined
	}
	return err
}

// settle stores what became of a proposal, counts it, and tells of it. The track is
// locked.
func (s *Proposals) settle(tx *db.Tx, c crm.Conversation, t *track, p *crm.Proposal, from crm.ProposalStatus, by crm.DoneBy) error {
	now := tx.Now()
	p.JudgedAt, p.JudgedBy, p.DueAt = &now, by, now.Add(crm.ProposalLife)
	putSettled(tx, *p)
	if agreed, judged := p.Status.Verdict(); judged {
		if err := s.count(tx, t, *p, agreed); err != nil {
			return err
		}
	}
	return tell(tx, c, *p, from, by)
}

// tell writes the event of a proposal, unless it is in the shadow.
func tell(tx *db.Tx, c crm.Conversation, p crm.Proposal, from crm.ProposalStatus, by crm.DoneBy) error {
	if !p.Shown() {
		return nil
	}
	kind := crm.EventProposalUpdated
	if from == "" {
		kind = crm.EventProposalCreated
	}
	return event.AppendEvent(tx, kind, c.WorkspaceID, c.ID, crm.EventScope{PhoneNumberID: c.PhoneNumberID, AssistantID: p.AssistantID}, p.Tell(from, c.ContactID, by))
}

// Sweep settles what has waited long enough, and forgets what was settled long ago.
func (s *Proposals) Sweep(ctx context.Context) error {
	var errs []error // what cannot be settled holds up nothing else
	for n := core.SweepPart; n == core.SweepPart && len(errs) == 0; {
		var list []dueKey
		if err := s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = due(tx, core.SweepPart); return err }); err != nil {
			return err
		}
		for _, k := range list {
			if err := s.timeOut(ctx, k); err != nil {
				errs = append(errs, err)
			}
		}
		n = len(list)
	}
	return errors.Join(append(errs, core.Remove(ctx, s.db, core.SweepPart, expire), core.Remove(ctx, s.db, core.SweepPart, expireFailures))...)
}
