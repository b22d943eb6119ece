package courtesy

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
)

// keep lets a wait for the contact begin where they were answered, and end where
// something else happened: another status, or an open conversation became somebody
// else's. That the contact wrote is found when the wait is due, so that it costs their
// message nothing.
func (s *Courtesy) keep(tx *db.Tx, ch crm.InboxChange) error {
	before, state, answered := ch.Before, ch.After, ch.Answer != nil
	given := before.TeamID != state.TeamID || before.AgentID != state.AgentID
	moved := before.Status != state.Status || given && state.Status == crm.ConversationOpen && state.WaitingSince == nil
	if state.Inbounds > before.Inbounds || !answered && !moved {
		return nil
	}
	n, err := s.account.NumberIn(tx, state.WorkspaceID, state.PhoneNumberID)
	switch {
	case crm.CodeOf(err) == crm.CodeNotFound:
		return nil
	case err != nil || !n.Automatic.Await():
		return err
	case n.Automatic.Awaits(state, answered):
		saveSilence(tx, n.Automatic.NewSilence(state, ch.Now))
	case moved:
		dropSilence(tx, state.WorkspaceID, state.ConversationID)
	}
	return nil
}

// Where contacts become one, or part again, the wait goes with its episode.
var (
	_ = contact.OnJoin(moveSilence)
	_ = contact.OnPart(func(tx *db.Tx, workspaceID, id, joinedTo string) error {
		return moveSilence(tx, workspaceID, joinedTo, id)
	})
)

func moveSilence(tx *db.Tx, workspaceID, from, to string) error {
	w, found, err := lockSilence(tx, workspaceID, from)
	if err != nil || !found {
		return err
	}
	state, _, err := conversation.State(tx, workspaceID, to)
	if err != nil || state.Episode.ID != w.EpisodeID {
		return err
	}
	dropSilence(tx, workspaceID, from)
	if w.ConversationID = to; w.DueAt == nil { // whoever took it finds it gone
		now := tx.Now()
		w.DueAt = &now
	}
	saveSilence(tx, w)
	return nil
}
