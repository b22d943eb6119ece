package routing

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/people"
)

// Requeue takes an open conversation off its agent and lets the others have it: it
// goes back to the queue of its team, with the time that the contact waits, or the
// rules are asked again.
func (s *Routing) Requeue(ctx context.Context, actor crm.Actor, id string) (conversation.Conversation, error) {
	if err := actor.Require(crm.ScopeConversationsWrite); err != nil {
		return conversation.Conversation{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[conversation.Conversation]) (out conversation.Conversation, err error) {
		var c crm.Conversation
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { c, err = contact.ConversationFor(tx, actor, id); return err })
		if err != nil {
			return out, err
		}
		err = s.db.Update(db.Urgent(ctx), c.PhoneNumberID, func(tx *db.Tx) error {
			c, err := contact.ConversationFor(tx, actor, id)
			if err != nil {
				return err
			}
			state, found, err := conversation.Lock(tx, c.WorkspaceID, c.ID)
			if err != nil {
				return err
			}
			if !found || state.Status != crm.ConversationOpen || state.AgentID == "" {
				return crm.Errorf(crm.KindConflict, crm.CodeNotAssigned, "Only an open conversation that somebody has can be given back.")
			}
			if err = conversation.TakeBack(tx, c, state.TeamID, actor.By(), crm.ReasonRequeued); err != nil {
				return err
			}
			c.AgentID = ""
			if out, err = conversation.Show(tx, c, actor); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// lookAtAbsence lets the conversations of a member be taken back at a time, if the
// member is not there then.
func lookAtAbsence(tx *db.Tx, workspaceID, userID string, at time.Time) {
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: workspaceID, Kind: jobRoute, Queue: workspaceID, Key: "g/" + workspaceID + "/" + userID, RunAt: at, Payload: "g/" + userID})
}

// takeBack takes the open conversations of a member back who is not there, for
// longer than the workspace lets them wait.
func (s *Routing) takeBack(ctx context.Context, workspaceID, userID string, batch []jobs.Job) error {
	for more := true; more; {
		var list []string
		err := s.db.View(ctx, func(tx *db.Tx) error {
			due, absent, err := absentUntil(tx, workspaceID, userID)
			if err == nil && absent && !tx.Now().Before(due) {
				list, err = conversation.OpenOf(tx, workspaceID, userID, servePage)
			}
			return err
		})
		more = false
		for _, id := range list {
			taken := false
			if err == nil {
				taken, err = s.takeBackOne(ctx, workspaceID, userID, id)
			}
			more = more || taken
		}
		if err != nil {
			return err
		}
	}
	return s.db.Update(ctx, workspaceID, func(tx *db.Tx) error {
		for _, j := range batch {
			jobs.FinishJob(tx, j)
		}
		due, absent, err := absentUntil(tx, workspaceID, userID)
		if err == nil && absent && tx.Now().Before(due) {
			lookAtAbsence(tx, workspaceID, userID, due)
		}
		return err
	})
}

// takeBackOne takes a conversation back, unless the member is there again or has it
// no more.
func (s *Routing) takeBackOne(ctx context.Context, workspaceID, userID, id string) (taken bool, err error) {
	var c crm.Conversation
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { c, err = contact.Conversation(tx, workspaceID, id); return err })
	if crm.CodeOf(err) == crm.CodeNotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	err = s.db.Update(ctx, c.PhoneNumberID, func(tx *db.Tx) error {
		taken = false
		state, found, err := conversation.Lock(tx, workspaceID, c.ID)
		if err != nil || !found || state.Status != crm.ConversationOpen || state.AgentID != userID {
			return err
		}
		if due, absent, err := absentUntil(tx, workspaceID, userID); err != nil || !absent || tx.Now().Before(due) {
			return err
		}
		taken = true
		return conversation.TakeBack(tx, c, state.TeamID, crm.DoneBy{Type: crm.ActorSystem}, crm.ReasonAway)
	})
	return taken, err
}

// absentUntil reports whether a member is not there, and when what waits with them
// is taken back; false also where that is never.
func absentUntil(tx *db.Tx, workspaceID, userID string) (due time.Time, absent bool, err error) {
	of, err := settings(tx, workspaceID)
	if err != nil || of.RequeueMinutes == 0 {
		return due, false, err
	}
	w, found, err := people.WorkerOf(tx, workspaceID, userID)
	if err != nil || !found || !w.Active || w.Availability == crm.AvailableOnline || w.Since == nil {
		return due, false, err
	}
	return w.Since.Add(of.RequeueAfter()), true, nil
}
