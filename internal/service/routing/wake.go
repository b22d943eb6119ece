package routing

import (
	"context"
	"strings"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
)

// woke reports whether a conversation that was put aside for its agent, or closed a short
// while ago, is open again, because of a time or because its contact wrote.
func woke(c conversation.Change) bool {
	before, after := c.Before.Status, c.After.Status
	if after != crm.ConversationOpen || before == after || c.After.AgentID == "" || c.After.TeamID == "" {
		return false
	}
	goesOn := before == crm.ConversationClosed && c.Before.Episode.ID == c.After.Episode.ID
	return c.Reason == crm.ReasonTime || c.Reason == crm.ReasonPromise || c.Reason == crm.ReasonContactWrote && (before == crm.ConversationSnoozed || goesOn)
}

// lookAtWoken lets a conversation that woke be taken off its agent, if they cannot
// have it now.
func lookAtWoken(tx *db.Tx, s crm.InboxState) {
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: s.WorkspaceID, Kind: jobRoute, Queue: s.PhoneNumberID, Key: "u/" + s.ConversationID,
		Payload: strings.Join([]string{"u", s.ConversationID, s.Episode.ID, s.TeamID, s.AgentID}, "/")})
}

// release lets the others of its team have a conversation that woke, with the time
// that its contact waits, unless its agent can have it now.
func (s *Routing) release(ctx context.Context, j jobs.Job) error {
	f := strings.Split(j.Payload, "/") // u, conversation, episode, team, agent
	id, episodeID, teamID, agentID := f[1], f[2], f[3], f[4]
	return s.db.Update(ctx, j.Queue, func(tx *db.Tx) error {
		jobs.FinishJob(tx, j)
		state, found, err := conversation.Lock(tx, j.WorkspaceID, id)
		if err != nil || !found || state.Status != crm.ConversationOpen || state.Episode.ID != episodeID || state.TeamID != teamID || state.AgentID != agentID {
			return err
		}
		d, there, err := readDesk(tx, j.WorkspaceID, teamID, agentID)
		if err != nil || !there || d.team.Method == crm.TeamManual {
			return err
		}
		why := d.keeps(state.PhoneNumberID)
		if why == assign.Eligible {
			return nil
		}
		c, err := contact.Conversation(tx, j.WorkspaceID, id)
		if err == nil {
			err = conversation.TakeBack(tx, c, teamID, crm.DoneBy{Type: crm.ActorSystem}, crm.ReasonUnavailable)
		}
		if err == nil {
			state.AgentID = ""
			enqueueRoute(tx, state, crm.CauseWoke, crm.LostAgent{AgentID: agentID, Reason: why.String()}, "")
		}
		return err
	})
}

// keeps is why the one member of the desk cannot have a conversation of theirs now;
// assign.Eligible if they can. How much they have does not count, for it is theirs.
// Somebody who is not of the team was given it by hand: its shifts are not theirs.
func (d *desk) keeps(phoneNumberID string) assign.Reason {
	in := d.input(queued{workspaceID: d.workspaceID, queue: d.queue, phoneNumberID: phoneNumberID})
	in.Team.AgentLimit = 0
	for i := range in.Candidates {
		c := &in.Candidates[i]
		c.OnShift = c.OnShift || !c.Member
		c.Member, c.Cap = true, c.Load+assign.Conversation
	}
	return assign.Choose(in).Top[0].Reason
}
