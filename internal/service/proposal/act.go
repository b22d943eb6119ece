package proposal

import (
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/deal"
)

// carryOut does what a proposal says, in somebody's name, and notes how things stood
// before. The conversation is locked. changed is false if it was so already. What is not
// there any more, or cannot be done, is an error before anything is written.
func (s *Proposals) carryOut(tx *db.Tx, who crm.Actor, c crm.Conversation, p *crm.Proposal, by crm.DoneBy) (changed bool, err error) {
	done := conversation.Proposed{By: by, ID: p.ID}
	now, err := conversation.StandingOf(tx, c)
	if err != nil {
		return false, err
	}
	p.Before.TeamID = c.TeamID
	switch p.Act.Kind {
	case crm.ProposeLabel:
		if slices.Contains(now.LabelIDs, p.Act.LabelID) {
			return false, nil
		}
		r, err := conversation.PutLabel(tx, c, done, p.Act.LabelID, true)
		switch {
		case err == nil && len(r.Unknown) > 0:
			err = outdated("There is no label %q any more.", p.Act.LabelID)
		case err == nil && r.Full:
			err = outdated("The conversation has as many labels as one may have.")
		}
		return true, err
	case crm.ProposeTeam:
		if c.TeamID == p.Act.TeamID {
			return false, nil
		}
		given, err := conversation.GiveTo(tx, c, done, p.Act.TeamID)
		if err == nil && !given {
			err = outdated("There is no team %q any more, or who has the conversation is not of it.", p.Act.TeamID)
		}
		return true, err
	case crm.ProposeClose:
		if !now.IsOpen() {
			return false, nil
		}
		item, err := conversation.CloseFor(tx, c, done)
		p.Before.Closing = &item
		return true, err
	}
	return s.carryOutDeal(tx, who, c, p, by)
}

// carryOutDeal moves the deal of a conversation to the stage, or makes one there.
func (s *Proposals) carryOutDeal(tx *db.Tx, who crm.Actor, c crm.Conversation, p *crm.Proposal, by crm.DoneBy) (changed bool, err error) {
	of, err := deal.LockPipelineOf(tx, c.WorkspaceID, "", p.Act.StageID)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return false, outdated("There is no stage %q any more.", p.Act.StageID)
	}
	if err != nil {
		return false, err
	}
	has, found, err := deal.OpenDeal(tx, c.WorkspaceID, c.ID, of.ID)
	if err != nil || found && has.StageID == p.Act.StageID {
		return false, err
	}
	if found {
		was, err := deal.Shift(tx, who, by, has.ID, crm.DealMove{ToStageID: p.Act.StageID})
		p.Act.DealID, p.Before.Deal = has.ID, &was
		return true, err
	}
	title, err := titleOf(tx, c)
	if err != nil {
		return false, err
	}
	made, err := s.deals.CreateDeal(tx, who, by, deal.NewDeal{StageID: p.Act.StageID, Change: crm.DealChange{Title: &title, ConversationID: &c.ID, OwnerID: new("")}})
	p.Act.DealID, p.Before.Made = made.ID, made.Version
	return true, err
}

// titleOf is what a deal is called that is made of a conversation.
func titleOf(tx *db.Tx, c crm.Conversation) (string, error) {
	who, err := contact.Contact(tx, c.WorkspaceID, c.ContactID)
	return crm.DealAct{Title: "{{contact.name}}"}.FillTitle(map[string]string{"contact.name": who.Name}, "Deal"), err
}

// takeBack brings things back to how they stood before an act of an assistant. What
// somebody changed since is an error.
func (s *Proposals) takeBack(tx *db.Tx, actor crm.Actor, c crm.Conversation, p crm.Proposal) error {
	undone := conversation.Proposed{By: actor.By(), ID: p.ID, Undone: true}
	switch p.Act.Kind {
	case crm.ProposeLabel:
		r, err := conversation.PutLabel(tx, c, undone, p.Act.LabelID, false)
		if err == nil && len(r.Removed) == 0 {
			err = outdated("The conversation does not have the label any more.")
		}
		return err
	case crm.ProposeTeam:
		if c.TeamID != p.Act.TeamID {
			return outdated("The conversation was given to another team meanwhile.")
		}
		given, err := conversation.GiveTo(tx, c, undone, p.Before.TeamID)
		if err == nil && !given {
			err = outdated("The team that had the conversation cannot have it any more.")
		}
		return err
	case crm.ProposeClose:
		opened, err := conversation.OpenAgain(tx, c, undone, *p.Before.Closing)
		if err == nil && !opened {
			err = outdated("Something happened in the conversation since it was closed.")
		}
		return err
	}
	var err error
	if p.Before.Deal != nil {
		err = deal.PutBack(tx, actor, *p.Before.Deal)
	} else {
		err = deal.TakeBack(tx, actor, p.Act.DealID, p.Before.Made)
	}
	if e := crm.AsError(err); err != nil && e.Kind != crm.KindInternal {
		return outdated("%s", e.Message)
	}
	return err
}

// stands reports whether things are as a proposal has them.
func stands(tx *db.Tx, c crm.Conversation, p crm.Proposal) (bool, error) {
	switch p.Act.Kind {
	case crm.ProposeLabel:
		ids, err := contact.LabelsOf(tx, c.WorkspaceID, c.ID)
		return slices.Contains(ids, p.Act.LabelID), err
	case crm.ProposeTeam:
		return c.TeamID == p.Act.TeamID, nil
	case crm.ProposeClose:
		return true, nil // whoever opened it again said so
	}
	if p.Status == crm.ProposalDone { // it may have moved on since
		_, err := deal.Look(tx, c.WorkspaceID, p.Act.DealID)
		if crm.CodeOf(err) == crm.CodeNotFound {
			return false, nil
		}
		return err == nil, err
	}
	on, err := deal.DealsOn(tx, c.WorkspaceID, c.ID, p.Act.StageID)
	return len(on) > 0, err
}
