package proposal

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
)

// weigh settles what waits in a conversation by something that happened there. That it
// cannot is on record, and holds up nothing.
func (s *Proposals) weigh(ctx context.Context, workspaceID string, h cause) (well bool, err error) {
	if err = h.broken; err == nil {
		err = s.weighAll(ctx, workspaceID, h)
	}
	if err == nil {
		s.failing.Forget(h.key(workspaceID))
		return true, nil
	}
	return false, s.fail(ctx, workspaceID, h, err)
}

func (s *Proposals) weighAll(ctx context.Context, workspaceID string, h cause) error {
	return s.db.Update(ctx, h.PhoneNumberID, func(tx *db.Tx) error {
		c, err := contact.Conversation(tx, workspaceID, h.ConversationID)
		if crm.CodeOf(err) == crm.CodeNotFound {
			return nil
		}
		if err == nil {
			err = lockConversation(tx, &c)
		}
		if err != nil {
			return err
		}
		list, err := unsettled(tx, workspaceID, c.ID)
		list = slices.DeleteFunc(list, func(p crm.Proposal) bool { return p.Since >= h.at })
		for _, kind := range crm.ProposalKinds { // the tracks are locked in one order everywhere
			for _, p := range list {
				if err == nil && p.Act.Kind == kind {
					err = s.weighOne(tx, c, p, h)
				}
			}
		}
		return err
	})
}

// weighAlone settles one proposal that waits in the conversation.
func (s *Proposals) weighAlone(tx *db.Tx, workspaceID, id string, h cause) error {
	c, err := contact.Conversation(tx, workspaceID, h.ConversationID)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return nil
	}
	if err == nil {
		err = lockConversation(tx, &c)
	}
	var p crm.Proposal
	if err == nil {
		p, err = look(tx, workspaceID, id)
	}
	if err != nil || p.Status.Settled() {
		return err
	}
	return s.weighOne(tx, c, p, h)
}

func (s *Proposals) weighOne(tx *db.Tx, c crm.Conversation, p crm.Proposal, h cause) error {
	status, err := h.verdict(tx, c, p)
	if err != nil || status == "" {
		return err
	}
	return s.settleAs(tx, c, p, status, h.By)
}

// settleAs settles a proposal of a conversation that is locked, unless somebody did.
func (s *Proposals) settleAs(tx *db.Tx, c crm.Conversation, p crm.Proposal, status crm.ProposalStatus, by crm.DoneBy) error {
	t, err := lockTrack(tx, p.WorkspaceID, p.AssistantID, p.Act.Kind)
	if err == nil {
		p, err = lock(tx, p.WorkspaceID, p.ID)
	}
	if err != nil || p.Status.Settled() {
		return err
	}
	from := p.Status
	p.Status = status
	return s.settle(tx, c, &t, &p, from, by)
}

// verdict is what becomes of a proposal by what happened; "" for nothing.
func (h cause) verdict(tx *db.Tx, c crm.Conversation, p crm.Proposal) (crm.ProposalStatus, error) {
	done := p.Status == crm.ProposalDone
	if h.What == crm.ContactWroteOn {
		return stillOpen(tx, c, p)
	}
	if h.What == crm.PeopleClosed && p.Act.Kind != crm.ProposeClose {
		right, err := stands(tx, c, p)
		return agreement(right), err
	}
	switch p.Act.Kind {
	case crm.ProposeLabel:
		if !done && slices.Contains(h.Added, p.Act.LabelID) {
			return crm.ProposalConfirmed, nil
		}
		if done && slices.Contains(h.Removed, p.Act.LabelID) {
			return crm.ProposalRefuted, nil
		}
	case crm.ProposeTeam:
		if h.What == crm.PeopleAssigned && (!done || h.From == p.Act.TeamID) && h.To != h.From && (done || h.To != "") {
			return agreement(h.To == p.Act.TeamID), nil
		}
	case crm.ProposeClose:
		if h.What == crm.PeopleClosed && !done {
			return crm.ProposalConfirmed, nil
		}
		if h.What == crm.PeopleOpened && done {
			return crm.ProposalRefuted, nil
		}
	case crm.ProposeDeal:
		if h.What == crm.PeopleMoved && h.PipelineID == p.Act.PipelineID {
			if done { // moved on is no contradiction, moved back is
				return agreement(p.Before.Deal == nil || h.To != p.Before.Deal.StageID), nil
			}
			return agreement(h.To == p.Act.StageID), nil
		}
	}
	return "", nil
}

// stillOpen refutes that a conversation was at its end: its contact wrote after it was
// closed, or after somebody answered once more.
func stillOpen(tx *db.Tx, c crm.Conversation, p crm.Proposal) (crm.ProposalStatus, error) {
	if p.Act.Kind != crm.ProposeClose {
		return "", nil
	}
	if p.Status == crm.ProposalDone {
		return crm.ProposalRefuted, nil
	}
	now, err := conversation.StandingOf(tx, c)
	if err == nil && int64(now.Episode.Answers) > p.Answers {
		return crm.ProposalRefuted, nil
	}
	return "", err
}

func agreement(right bool) crm.ProposalStatus {
	if right {
		return crm.ProposalConfirmed
	}
	return crm.ProposalRefuted
}

// timeOut settles a proposal that has waited long enough: what was done and stands is
// right, what nobody judged proves nothing.
func (s *Proposals) timeOut(ctx context.Context, k dueKey) error {
	return s.db.Update(ctx, k.workspaceID, func(tx *db.Tx) error {
		p, err := look(tx, k.workspaceID, k.id)
		if crm.CodeOf(err) == crm.CodeNotFound {
			return nil
		}
		if err != nil {
			return err
		}
		c, err := contact.Conversation(tx, p.WorkspaceID, p.ConversationID)
		if err == nil {
			err = lockConversation(tx, &c)
		}
		status := crm.ProposalExpired
		if crm.CodeOf(err) == crm.CodeNotFound { // the conversation is gone
			err = nil
		} else if err == nil && p.Status == crm.ProposalDone {
			var right bool
			right, err = stands(tx, c, p)
			status = agreement(right)
		}
		if err != nil {
			return err
		}
		return s.settleAs(tx, c, p, status, crm.DoneBy{Type: crm.ActorSystem})
	})
}
