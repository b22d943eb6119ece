package conversation

import (
	"context"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/event"
)

// changeState lets do change where a conversation stands, stores it, and tells of
// a new status and a new assignment. do gets the state locked.
func changeState(tx *db.Tx, c crm.Conversation, why step, do func(*crm.InboxState) error) (crm.InboxState, error) {
	s, found, err := lockInbox(tx, c.WorkspaceID, c.ID)
	now := tx.Now()
	if err == nil && !found {
		var joined string
		if s, joined, err = newState(tx, c, now); err == nil && joined != "" {
			c.ID = joined
			return changeState(tx, c, why, do)
		}
	}
	if err != nil {
		return s, err
	}
	before := s
	if err := do(&s); err != nil {
		return before, err
	}
	keepWaits(tx, s, s.BookWaiting(before, "", why.reason == crm.ReasonRouting, now))
	if err := tellKeepers(tx, crm.InboxChange{Before: before, After: &s, Reason: why.reason, HandOff: why.handOff}); err != nil {
		return before, err
	}
	assigned, moved := s.TeamID != before.TeamID || s.AgentID != before.AgentID, s.Status != before.Status
	place := placeAfter(tx, before)
	if assigned || moved {
		s.SpanAt = place.at
	}
	if found || s.IsOpen() { // else nothing is kept of it yet but whose it is
		saveInbox(tx, s, found)
	}
	changed(tx, before, s, why, place)
	if before.IsOpen() && !s.IsOpen() {
		keepEpisode(tx, s)
	}
	if s.SnoozedUntil != nil && (before.SnoozedUntil == nil || !s.SnoozedUntil.Equal(*before.SnoozedUntil)) {
		enqueueWake(tx, s, *s.SnoozedUntil)
	}
	if assigned {
		contact.Assign(tx, s.WorkspaceID, s.ConversationID, s.TeamID, s.AgentID)
		if err := tellAssigned(tx, c, before, s, why); err != nil {
			return s, err
		}
	}
	if moved {
		if err := tellState(tx, c, before, s, why); err != nil {
			return s, err
		}
	}
	if assigned || moved || s.Priority != before.Priority || why.reason == crm.ReasonHandOff {
		return s, hear(tx, Change{Before: before, After: s, Reason: why.reason})
	}
	return s, nil
}

// newState is where a conversation stands of which nothing is kept yet. joined is
// the one that it was joined to, "" if it was not.
func newState(tx *db.Tx, c crm.Conversation, now time.Time) (s crm.InboxState, joined string, err error) {
	s = crm.InboxState{WorkspaceID: c.WorkspaceID, ConversationID: c.ID, PhoneNumberID: c.PhoneNumberID,
		Status: crm.ConversationClosed, Priority: crm.PriorityNormal, ActivityAt: now}
	found := false
	if s.TeamID, s.AgentID, found, err = contact.LockAssignment(tx, c.WorkspaceID, c.ID); err != nil || found {
		return s, "", err
	}
	live, err := contact.Conversation(tx, c.WorkspaceID, c.ID)
	if err == nil && live.ID == c.ID {
		err = contact.ErrJoined // it was parted just now
	}
	return s, live.ID, err
}

func tellAssigned(tx *db.Tx, c crm.Conversation, before, s crm.InboxState, why step) error {
	from, to := Assignment{before.TeamID, before.AgentID}, Assignment{s.TeamID, s.AgentID}
	return event.AppendEvent(tx, crm.EventConversationAssigned, s.WorkspaceID, s.ConversationID, crm.EventScope{PhoneNumberID: s.PhoneNumberID}, crm.ConversationAssignedData{
		ConversationID: s.ConversationID, ContactID: c.ContactID, FromAssignee: from.assignee(), ToAssignee: to.assignee(), ChangedBy: why.by,
		TeamID: s.TeamID, AgentID: s.AgentID, Reason: why.reason, EpisodeID: s.Episode.ID, DecisionID: why.decisionID, FromTeamID: before.TeamID, FromAgentID: before.AgentID})
}

func tellState(tx *db.Tx, c crm.Conversation, before, s crm.InboxState, why step) error {
	data := crm.ConversationStatusData{ConversationID: s.ConversationID, ContactID: c.ContactID, FromStatus: string(before.Status), ToStatus: string(s.Status),
		ChangedBy: why.by, Reason: why.reason, EpisodeID: s.Episode.ID, TeamID: s.TeamID, AgentID: s.AgentID}
	if before.IsOpen() && !s.IsOpen() {
		c := s.Episode.Closing
		data.TeamID, data.AgentID, data.CloseReason, data.Category, data.Summary = c.TeamID, c.AgentID, c.Reason, c.Category, c.Summary
	}
	if s.SnoozedUntil != nil {
		until := s.SnoozedUntil.Unix()
		data.SnoozedUntil = &until
	}
	return event.AppendEvent(tx, crm.EventConversationStatusUpdated, s.WorkspaceID, s.ConversationID, crm.EventScope{PhoneNumberID: s.PhoneNumberID}, data)
}

// ContactWrote notes a message of the contact that is stored in this transaction
// and that somebody may have to answer; wrote is when the provider got it.
func ContactWrote(tx *db.Tx, m *crm.Message, wrote time.Time) error {
	c := conversationOf(m)
	_, err := changeState(tx, c, step{by: crm.DoneBy{Type: crm.ActorContact, ID: m.ContactID}, reason: crm.ReasonContactWrote}, func(s *crm.InboxState) error {
		err := goOn(tx, s)
		s.ContactWrote(m, wrote, tx.Now(), newEpisode(tx))
		return err
	})
	return err
}

// Speaks notes that a message of ours answers the contact as soon as it is sent.
// Its sender has read what there is.
func Speaks(tx *db.Tx, m *crm.Message) {
	if !m.AnswersContact() {
		return
	}
	tx.Write(countAnswerSQL, m.WorkspaceID, m.ConversationID, m.ID)
	if by := m.Content.SentBy; by.Type == crm.ActorUser && by.ID != "" {
		markRead(tx, conversationOf(m), by.ID, everything)
	}
}

// Answered notes that the provider took a message of ours which answers the
// contact.
func Answered(tx *db.Tx, m *crm.Message) error {
	return changeKnown(tx, m, crm.InboxChange{Answer: m}, func(s *crm.InboxState) bool { s.Answered(m, tx.Now()); return true })
}

// AnswerFailed notes that a message which the provider had taken did not arrive.
func AnswerFailed(tx *db.Tx, m *crm.Message) error {
	return changeKnown(tx, m, crm.InboxChange{FailedID: m.ID}, func(s *crm.InboxState) bool {
		if s.AnswerID != m.ID && !s.Clocks.MetBy(m.ID) {
			return false
		}
		s.AnswerFailed(m.ID)
		return true
	})
}

// changeKnown lets do change what an answer changes of a conversation, if anything
// is kept of it and do wants it.
func changeKnown(tx *db.Tx, m *crm.Message, ch crm.InboxChange, do func(*crm.InboxState) bool) error {
	s, found, err := lockInbox(tx, m.WorkspaceID, m.ConversationID)
	if err == nil && !found { // it may have been joined to another one
		var live crm.Conversation
		if live, err = contact.Conversation(tx, m.WorkspaceID, m.ConversationID); err == nil && live.ID != m.ConversationID {
			s, found, err = lockInbox(tx, m.WorkspaceID, live.ID)
		}
	}
	ch.Before, ch.After = s, &s
	if err != nil || !found || !do(&s) {
		return err
	}
	var by crm.ActorKind
	if ch.Answer != nil {
		by = ch.Answer.Content.SentBy.Type
	}
	keepWaits(tx, s, s.BookWaiting(ch.Before, by, false, tx.Now()))
	if err = tellKeepers(tx, ch); err == nil {
		saveAnswer(tx, s)
	}
	return err
}

// ChangePreview lets lists show what a message says now.
func ChangePreview(tx *db.Tx, m *crm.Message) {
	tx.Write(changePreviewSQL, m.WorkspaceID, m.ConversationID, m.ID, crm.PreviewOf(m).Text)
}

// HandedOff puts a conversation before people, because an assistant, or the
// service for it, gave it to them.
func HandedOff(tx *db.Tx, c crm.Conversation, by crm.DoneBy) error {
	return HandedOffFor(tx, c, by, "")
}

// HandedOffFor is HandedOff, and says why, in one word.
func HandedOffFor(tx *db.Tx, c crm.Conversation, by crm.DoneBy, why string) error {
	_, err := changeState(tx, c, step{by: by, reason: crm.ReasonHandOff, handOff: why}, func(s *crm.InboxState) error {
		s.HandedOff(by, tx.Now(), newEpisode(tx))
		return nil
	})
	return err
}

func conversationOf(m *crm.Message) crm.Conversation {
	return crm.Conversation{WorkspaceID: m.WorkspaceID, ID: m.ConversationID, ContactID: m.ContactID, PhoneNumberID: m.PhoneNumberID}
}

func newEpisode(tx *db.Tx) func() string { return func() string { return tx.NewID(crm.PrefixEpisode) } }

// ChangeStatus opens, puts off, snoozes or closes a conversation.
func (s *Conversations) ChangeStatus(ctx context.Context, actor crm.Actor, id string, ch crm.StatusChange) (Conversation, error) {
	return s.changeConversation(ctx, actor, id, func(tx *db.Tx, c *crm.Conversation) error {
		// The conversation is locked before its state, as messages of contacts do.
		if _, _, found, err := contact.LockAssignment(tx, c.WorkspaceID, c.ID); err != nil {
			return err
		} else if !found {
			return contact.ErrJoined
		}
		state, err := changeState(tx, *c, step{by: actor.By(), reason: crm.ReasonRequest}, func(state *crm.InboxState) error {
			return ch.Apply(state, actor.By(), tx.Now(), newEpisode(tx))
		})
		c.TeamID, c.AgentID = state.TeamID, state.AgentID
		return err
	})
}

// jobWake is the kind of the jobs that end snoozes.
const jobWake jobs.JobKind = "wake_conversation"

func enqueueWake(tx *db.Tx, s crm.InboxState, when time.Time) {
	at := strconv.FormatInt(db.Ms(when), 10)
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: s.WorkspaceID, Kind: jobWake, Queue: s.PhoneNumberID, Key: s.ConversationID + "/" + at,
		RunAt: when, Payload: s.ConversationID + "/" + at})
}

// Wake ends snoozes whose time has come.
func Wake(svc *Conversations) jobs.Kind {
	return jobs.Kind{Name: jobWake, Concurrency: 2, Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.wake(ctx, batch[0]) }}
}

// wake opens a conversation, unless it is not snoozed until that time any more and has
// no follow-up then.
func (s *Conversations) wake(ctx context.Context, j jobs.Job) error {
	id, at, _ := strings.Cut(j.Payload, "/")
	return s.db.Update(ctx, j.Queue, func(tx *db.Tx) error {
		jobs.FinishJob(tx, j)
		c, err := contact.Conversation(tx, j.WorkspaceID, id)
		if crm.CodeOf(err) == crm.CodeNotFound {
			return nil
		}
		if err != nil {
			return err
		}
		state, _, err := lockInbox(tx, c.WorkspaceID, c.ID)
		now := func(t *time.Time) bool { return t != nil && strconv.FormatInt(db.Ms(*t), 10) == at }
		follows := now(state.FollowUpAt)
		if err != nil || !follows && !now(state.SnoozedUntil) {
			return err
		}
		by := crm.DoneBy{Type: crm.ActorSystem}
		_, err = changeState(tx, c, step{by: by, reason: crm.ReasonTime}, func(state *crm.InboxState) error {
			if follows {
				state.FollowUp(crm.ReasonTime, tx.Now(), newEpisode(tx))
				return nil
			}
			state.Reopen(by, crm.ReasonTime, tx.Now(), newEpisode(tx))
			return nil
		})
		return err
	})
}

// Where contacts become one, their conversations with a number do.
var _ = contact.OnJoin(joinStates)

// joinStates joins where two conversations stand. Where the first one stood is put
// aside; of it episodes are left.
func joinStates(tx *db.Tx, workspaceID, goneID, id string) error {
	gone, goes, err := lockInbox(tx, workspaceID, goneID)
	if err != nil {
		return err
	}
	s, known, err := lockInbox(tx, workspaceID, id)
	if err != nil || !goes && !known {
		return err
	}
	before, now := s, tx.Now()
	if !known {
		s = crm.InboxState{WorkspaceID: workspaceID, ConversationID: id, PhoneNumberID: gone.PhoneNumberID, Status: crm.ConversationClosed, Priority: crm.PriorityNormal}
	}
	if goes {
		if err := takeOver(tx, &s, gone, now); err != nil {
			return err
		}
		left := gone
		left.Status, left.AgentID = crm.ConversationClosed, ""
		if err := hear(tx, Change{Before: gone, After: left, Reason: crm.ReasonMerged}); err != nil {
			return err
		}
	}
	place := placeAfter(tx, s)
	s.SpanAt = place.at
	if s.TeamID, s.AgentID, _, err = contact.LockAssignment(tx, workspaceID, id); err == nil {
		s.BookWaiting(s, "", false, now)
		saveInbox(tx, s, known)
		joined(tx, crm.TimelineMerged, before, s, goneID, place)
		err = hear(tx, Change{Before: before, After: s, Reason: crm.ReasonMerged})
	}
	return err
}

// takeOver joins to a state what stood in another conversation.
func takeOver(tx *db.Tx, s *crm.InboxState, gone crm.InboxState, now time.Time) error {
	if gone.IsOpen() && !s.Join(&gone) {
		over := gone
		over.Close(crm.DoneBy{Type: crm.ActorSystem}, crm.ReasonMerged, "", "", now)
		over.BookWaiting(gone, "", false, now) // for its sums: the wait goes on in s, and reports have it when it ends
		keepEpisode(tx, over)
		if err := tellKeepers(tx, crm.InboxChange{Before: gone, After: &over, Joined: true}); err != nil {
			return err
		}
		gone.Clocks = nil
	} else if !gone.IsOpen() {
		s.Join(&gone)
	}
	joinInbox(tx, gone)
	return nil
}

// Where a merge is undone, the conversations part.
var _ = contact.OnPart(partStates)

// partStates lets a conversation stand by itself again that was joined to another
// one. An episode that moved goes back if it is still open there; where both had one,
// a contact who waited gets a new one.
func partStates(tx *db.Tx, workspaceID, id, joinedTo string) error {
	s, found, err := takeJoined(tx, workspaceID, id)
	if err != nil || !found {
		return err
	}
	other, known, err := lockInbox(tx, workspaceID, joinedTo)
	if err != nil {
		return err
	}
	now, by := tx.Now(), crm.DoneBy{Type: crm.ActorSystem}
	merged, gone := other, crm.InboxState{WorkspaceID: workspaceID, ConversationID: id, Status: crm.ConversationClosed}
	followUp := s.FollowUpAt
	if followUp != nil && !followUp.After(now) {
		followUp = nil // it was the other one's, and stays there
	}
	switch {
	case !s.IsOpen():
	case known && other.IsOpen() && other.Episode.ID == s.Episode.ID: // it moved, and moves back
		back := other.Episode
		back.No = s.Episode.No
		s.Episode, s.WaitingSince, s.Status, s.SnoozedUntil, s.WakeOnReply, s.Clocks, s.Waiting = back, other.WaitingSince, other.Status, other.SnoozedUntil, other.WakeOnReply, other.Clocks.Moved(joinedTo, id), other.Waiting
		followUp = other.FollowUpAt
		other.Leave(now)
		other.Episode = crm.Episode{No: other.Episode.No - 1}
		other.SpanAt = placeAfter(tx, other).at
		saveInbox(tx, other, true)
	default: // it is over
		waited := s.WaitingSince
		s.Leave(now)
		if waited != nil {
			closed := s
			s.Reopen(by, crm.ReasonMerged, now, newEpisode(tx))
			s.WaitingSince = waited
			if err := tellKeepers(tx, crm.InboxChange{Before: closed, After: &s}); err != nil {
				return err
			}
		}
	}
	place := placeAfter(tx, s)
	s.SpanAt = place.at
	if s.TeamID, s.AgentID, _, err = contact.LockAssignment(tx, workspaceID, id); err != nil {
		return err
	}
	s.FollowUpAt = followUp
	s.BookWaiting(s, "", false, now)
	saveInbox(tx, s, false)
	joined(tx, crm.TimelineParted, gone, s, joinedTo, place)
	if known {
		joined(tx, crm.TimelineParted, merged, other, id, placeAfter(tx, other))
	}
	if known && merged.Episode.ID != other.Episode.ID {
		if err := hear(tx, Change{Before: merged, After: other, Reason: crm.ReasonMerged}); err != nil {
			return err
		}
	}
	if err := hear(tx, Change{Before: gone, After: s, Reason: crm.ReasonMerged}); err != nil {
		return err
	}
	for _, at := range []*time.Time{s.SnoozedUntil, s.FollowUpAt} {
		if at != nil {
			enqueueWake(tx, s, *at)
		}
	}
	return nil
}
