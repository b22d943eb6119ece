package servicelevel

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/people"
)

// Where a merge is undone and the episode goes back, so do the clocks that began
// meanwhile.
var _ = contact.OnPart(partClocks)

func partClocks(tx *db.Tx, workspaceID, id, joinedTo string) error {
	episodeID, _, err := conversation.LatestEpisode(tx, crm.Conversation{WorkspaceID: workspaceID, ID: id})
	if err == nil && episodeID != "" {
		tx.Write(moveClocksSQL, workspaceID, joinedTo, id, episodeID)
	}
	return err
}

// RunSteps does what policies say of conversations whose clocks have used so much of
// their time, of every workspace, each step once for each clock, however many nodes
// look: how many steps a clock ran is stored with what they change.
func (s *Levels) RunSteps(ctx context.Context) error { return s.walk(ctx, steppingClocks, s.run) }

// run runs every step of a clock that is due. One that ended or stands runs none.
func (s *Levels) run(ctx context.Context, of lateClock) error {
	return s.db.Update(ctx, of.phoneNumberID, func(tx *db.Tx) error {
		if err := tx.Alone(); err != nil { // it locks a conversation, a team and labels
			return err
		}
		c, err := contact.Conversation(tx, of.workspaceID, of.conversationID)
		if crm.CodeOf(err) == crm.CodeNotFound { // its contact was erased
			forgetSteps(tx, of)
			return nil
		}
		if err != nil {
			return err
		}
		state, _, err := conversation.Lock(tx, c.WorkspaceID, c.ID)
		for err == nil {
			clock := state.Clocks.Find(of.id)
			if clock == nil {
				return forget(tx, of, c.ID)
			}
			hours, err := s.hoursOf(tx, c.WorkspaceID, state.Clocks)
			if err != nil {
				return err
			}
			step, at := state.Clocks.NextStep(*clock, hours)
			if step == nil || at.After(tx.Now()) {
				saveClock(tx, &state, state.Clocks, *clock, at)
				return nil
			}
			if state, err = escalate(tx, c, of.id, clock.Stepped+1, step.Do); err != nil {
				return err
			}
		}
		return err
	})
}

// forget lets a clock run no step any more that does not run in its conversation. One
// that a merge moved from there, before that was locked, is found where it is next time.
func forget(tx *db.Tx, of lateClock, lockedID string) error {
	c, err := contact.Conversation(tx, of.workspaceID, of.conversationID)
	if err == nil && c.ID == lockedID {
		forgetSteps(tx, of)
	}
	return err
}

// escalate does what the step no of a clock says, as far as what it names is still
// there, and notes that the clock ran it.
func escalate(tx *db.Tx, c crm.Conversation, clockID string, no int, do crm.ServiceAction) (state crm.InboxState, err error) {
	if do.TeamID != "" {
		there, err := people.HoldTeam(tx, c.WorkspaceID, do.TeamID)
		if err != nil {
			return state, err
		}
		if !there {
			do.TeamID = ""
		}
	}
	return conversation.Escalate(tx, c, clockID, no, do.AddLabelIDs, func(s *crm.InboxState) {
		do.Apply(s, tx.Now())
		s.Clocks.Find(clockID).Stepped++
	})
}
