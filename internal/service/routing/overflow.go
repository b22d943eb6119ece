package routing

import (
	"context"
	"slices"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
)

// overflow moves the conversations of a queue on that waited too long for it.
func (s *Routing) overflow(ctx context.Context, workspaceID, queue string) error {
	for {
		var list []queued
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			list, err = overdue(tx, workspaceID, queue, servePage)
			return err
		})
		for _, q := range list {
			if err == nil {
				err = s.db.Update(ctx, q.phoneNumberID, func(tx *db.Tx) error { return moveOn(tx, q) })
			}
		}
		if err != nil || len(list) < servePage {
			return err
		}
	}
}

// moveOn puts a conversation into the queue of the team that the rule, or else its
// team, names for what waits too long. It does not go back to a team that had it.
func moveOn(tx *db.Tx, q queued) error {
	state, found, err := conversation.Lock(tx, q.workspaceID, q.conversationID)
	if err != nil {
		return err
	}
	now, there, err := lockQueued(tx, q.workspaceID, q.conversationID)
	if err != nil || !there || now.queue != q.queue || now.decisionID != q.decisionID {
		return err
	}
	if !found || !waits(state) || state.Episode.ID != q.episodeID {
		leaveQueue(tx, q.workspaceID, q.conversationID)
		return nil
	}
	var of *crm.RoutingOverflow
	if crm.ValidID(crm.PrefixTeam, q.queue) {
		team, err := routingTeam(tx, crm.Team{WorkspaceID: q.workspaceID, ID: q.queue})
		if err != nil {
			return err
		}
		of = team.Overflow
	}
	to, there := assign.OverflowOf(now.match.Target, of)
	if !there || slices.Contains(now.visited, to.TeamID) {
		stayQueued(tx, q)
		return nil
	}
	conv, err := contact.Conversation(tx, q.workspaceID, q.conversationID)
	if err != nil {
		return err
	}
	m := now.match
	m.Target.TeamID, m.Target.AgentID, m.Target.Overflow = to.TeamID, "", nil
	d := crm.RoutingDecision{ID: tx.NewID(crm.PrefixRoutingDecision), WorkspaceID: q.workspaceID, ConversationID: q.conversationID, EpisodeID: q.episodeID, At: tx.Now(),
		Cause: crm.CauseOverflow, Outcome: crm.OutcomeQueued, RoutingExplanation: m.explain()}
	entered, err := join(tx, asked{conversation: conv, state: state, answered: now.answered}, m, d, append(now.visited, q.queue))
	switch {
	case err != nil:
	case entered:
		noteWaited(tx, now, true)
	default: // the team is gone
		stayQueued(tx, q)
	}
	return err
}
