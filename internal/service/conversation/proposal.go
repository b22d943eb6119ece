package conversation

import (
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
)

// Proposed says by whom a proposal of an assistant is done, or taken back.
type Proposed struct {
	By crm.DoneBy
	ID string // of the proposal
	// Undone says that it is taken back.
	Undone bool
}

func (p Proposed) step() step {
	why := step{by: p.By, reason: crm.ReasonProposal, proposalID: p.ID}
	if p.Undone {
		why.reason = crm.ReasonUndone
	}
	return why
}

// EveryLabel returns the labels of a workspace, by name.
func EveryLabel(tx *db.Tx, workspaceID string) ([]crm.Label, error) {
	list, err := labels(tx, workspaceID, crm.Page{Limit: crm.MaxLabels})
	return list.Items, err
}

// PutLabel puts a label on a conversation, or takes it off, because of a proposal.
func PutLabel(tx *db.Tx, c crm.Conversation, p Proposed, labelID string, on bool) (Relabeled, error) {
	if on {
		return relabel(tx, c, p.step(), []string{labelID}, nil)
	}
	return relabel(tx, c, p.step(), nil, []string{labelID})
}

// GiveTo gives a conversation to a team, or to none for "", because of a proposal. Its
// agent keeps it if they reach it then; false if there is no such team, or they do not.
func GiveTo(tx *db.Tx, c crm.Conversation, p Proposed, teamID string) (bool, error) {
	_, agentID, found, err := contact.LockAssignment(tx, c.WorkspaceID, c.ID)
	if err == nil && !found {
		err = contact.ErrJoined
	}
	to := Assignment{TeamID: teamID, AgentID: agentID}
	var f crm.Faults
	if err == nil {
		err = checkAssignment(tx, c, to, &f)
	}
	if err != nil || f.Err() != nil {
		return false, err
	}
	return true, assign(tx, &c, to, p.step())
}

// CloseFor closes a conversation that is open because of a proposal, and returns where it
// stood and stands.
func CloseFor(tx *db.Tx, c crm.Conversation, p Proposed) (item crm.ActionItem, err error) {
	after, err := changeState(tx, c, p.step(), func(s *crm.InboxState) error {
		item = crm.ActionItem{ConversationID: c.ID, Before: crm.ActionStateOf(*s, nil)}
		return crm.StatusChange{Status: crm.ConversationClosed}.Apply(s, p.By, tx.Now(), newEpisode(tx))
	})
	item.After = crm.ActionStateOf(after, nil)
	return item, err
}

// OpenAgain sets a conversation that was closed because of a proposal back to where it
// stood; false if something happened in it since, or who had it cannot have it any more.
func OpenAgain(tx *db.Tx, c crm.Conversation, p Proposed, item crm.ActionItem) (bool, error) {
	s, found, err := lockInbox(tx, c.WorkspaceID, c.ID)
	if err != nil || !found || c.ID != item.ConversationID || !item.Untouched(crm.ActionStateOf(s, nil)) {
		return false, err
	}
	var f crm.Faults
	if err := checkAssignment(tx, c, Assignment{item.Before.TeamID, item.Before.AgentID}, &f); err != nil || f.Err() != nil {
		return false, err
	}
	_, err = changeState(tx, c, p.step(), func(s *crm.InboxState) error {
		s.Restore(item.Before, p.By, tx.Now(), newEpisode(tx))
		return nil
	})
	return true, err
}

// Standing is what proposals are compared with: where a conversation stands, and its
// labels.
type Standing struct {
	crm.InboxState
	LabelIDs []string
}

// StandingOf returns where a conversation stands now. It is locked by Lock, or only
// looked at.
func StandingOf(tx *db.Tx, c crm.Conversation) (s Standing, err error) {
	s.InboxState, _, err = inboxState(tx, c.WorkspaceID, c.ID)
	if err == nil {
		s.LabelIDs, err = contact.LabelsOf(tx, c.WorkspaceID, c.ID)
	}
	s.LabelIDs = core.Distinct(slices.Clone(s.LabelIDs))
	return s, err
}
