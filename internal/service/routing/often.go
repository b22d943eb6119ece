package routing

import (
	"cmp"
	"slices"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/people"
)

// assignedLately is how often a conversation was given to somebody within a day of
// its episode. What people do does not count.
func assignedLately(tx *db.Tx, d crm.RoutingDecision) (n int, err error) {
	if d.Cause == crm.CauseContactWrote || d.Cause == crm.CauseTeam || d.Cause == crm.CauseHandOff {
		return 0, nil
	}
	_, err = tx.One(assignedLatelySQL, []any{&n}, d.WorkspaceID, d.ConversationID, d.EpisodeID, db.Ms(d.At.Add(-24*time.Hour)), crm.MaxAssignments)
	return n, err
}

// tooOften ends that a conversation goes from one to the next: the team that the
// overflow names gets it, once in an episode and a day, and else people decide. Its
// timeline tells it.
func tooOften(tx *db.Tx, a asked, m matched, d crm.RoutingDecision) error {
	leaveQueue(tx, d.WorkspaceID, d.ConversationID)
	before, err := tooOftenLately(tx, d)
	if err == nil && !before {
		d.MovedTo, err = spill(tx, a, m, d)
	}
	if err != nil {
		return err
	}
	d.Outcome = crm.OutcomeTooOften
	e := crm.ConversationTooOftenData{ConversationID: d.ConversationID, ContactID: a.conversation.ContactID, EpisodeID: d.EpisodeID, DecisionID: d.ID, FromTeamID: m.Target.TeamID}
	e.TeamID = cmp.Or(d.MovedTo, e.FromTeamID)
	saveDecision(tx, d)
	conversation.Happened(tx, crm.TimelineEntry{WorkspaceID: d.WorkspaceID, ConversationID: d.ConversationID, Kind: crm.TimelineTooOften, By: crm.DoneBy{Type: crm.ActorSystem},
		Reason: crm.ReasonRouting, EpisodeID: d.EpisodeID, Refs: crm.TimelineRefs{DecisionID: d.ID}})
	return event.AppendEvent(tx, crm.EventConversationTooOften, d.WorkspaceID, d.ConversationID, crm.EventScope{PhoneNumberID: a.conversation.PhoneNumberID}, e)
}

// spill puts a conversation into the queue of the team that the overflow of its target
// names, and returns that team; "" where there is none.
func spill(tx *db.Tx, a asked, m matched, d crm.RoutingDecision) (string, error) {
	from, of := m.Target.AgentID, (*crm.RoutingOverflow)(nil)
	if m.Target.TeamID != "" {
		from = m.Target.TeamID
		team, err := routingTeam(tx, crm.Team{WorkspaceID: d.WorkspaceID, ID: from})
		if err != nil {
			return "", err
		}
		of = team.Overflow
	}
	to, there := assign.OverflowOf(m.Target, of)
	if !there {
		return "", nil
	}
	m.Target.TeamID, m.Target.AgentID, m.Target.Overflow = to.TeamID, "", nil
	next := crm.RoutingDecision{ID: tx.NewID(crm.PrefixRoutingDecision), WorkspaceID: d.WorkspaceID, ConversationID: d.ConversationID, EpisodeID: d.EpisodeID, At: d.At,
		Cause: crm.CauseOverflow, Outcome: crm.OutcomeQueued, RoutingExplanation: m.explain()}
	entered, err := join(tx, a, m, next, []string{from})
	if err != nil || !entered {
		return "", err
	}
	recordAsked(tx, a, m, next, "", false) // rehearsals go on from here
	return to.TeamID, nil
}

// join puts a conversation into the queue of its target, after the teams that had it,
// however often it was given to somebody; false if the team is gone.
func join(tx *db.Tx, a asked, m matched, d crm.RoutingDecision, visited []string) (bool, error) {
	queue, of := m.Target.AgentID, (*crm.RoutingOverflow)(nil)
	if m.Target.TeamID != "" {
		queue = m.Target.TeamID
		team, err := routingTeam(tx, crm.Team{WorkspaceID: d.WorkspaceID, ID: queue})
		there := false
		if err == nil {
			of = team.Overflow
			there, err = people.HoldTeam(tx, d.WorkspaceID, queue)
		}
		if err != nil || !there {
			return false, err
		}
		if err := conversation.Route(tx, a.conversation, conversation.Assignment{TeamID: queue}, d.ID); err != nil {
			return false, err
		}
	}
	q := queued{workspaceID: d.WorkspaceID, conversationID: d.ConversationID, queue: queue, phoneNumberID: a.conversation.PhoneNumberID, episodeID: d.EpisodeID,
		decisionID: d.ID, cause: d.Cause, match: m, answered: a.answered, visited: visited}
	waits := a.queued()
	q.waitingSince, q.queueAt = waits.WaitingSince, assign.DefaultAgeing.QueueAt(waits)
	if o, there := assign.OverflowOf(m.Target, of); there && !slices.Contains(visited, o.TeamID) {
		q.overflowAt = db.Ms(tx.Now().Add(o.After()))
	}
	enterQueue(tx, q)
	saveDecision(tx, d)
	lookAtQueue(tx, d.WorkspaceID, queue)
	return true, nil
}
