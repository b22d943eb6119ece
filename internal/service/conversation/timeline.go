package conversation

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/event"
)

// Timeline returns a page of what happened to a conversation, newest first.
func (s *Conversations) Timeline(ctx context.Context, actor crm.Actor, conversationID string, p crm.Page) (out crm.List[crm.TimelineEntry], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.ConversationFor(tx, actor, conversationID)
		if err == nil {
			out, err = timeline(tx, c, p)
		}
		return err
	})
	return out, err
}

// LatestEpisode returns the latest episode of a conversation, and when the one before
// it ended; "" where there never was one.
func LatestEpisode(tx *db.Tx, c crm.Conversation) (id string, since time.Time, err error) {
	s, found, err := inboxState(tx, c.WorkspaceID, c.ID)
	if err != nil || !found {
		return "", time.Time{}, err
	}
	closed, err := closedEpisodes(tx, c.WorkspaceID, c.ID, 0, 2)
	for _, e := range closed {
		if e.ID != s.Episode.ID && e.At != nil {
			return s.Episode.ID, *e.At, err
		}
	}
	return s.Episode.ID, time.Time{}, err
}

// Happened puts something that happened now into the timeline of its conversation.
func Happened(tx *db.Tx, e crm.TimelineEntry) {
	e.ID, e.At = tx.NewID(crm.PrefixTimeline), tx.Now()
	insertTimeline(tx, e)
}

// placeOf is where the next entry of a timeline stands: behind what led to the state,
// though another node wrote that, whose clock may be ahead.
type placeOf struct {
	id string
	at time.Time
}

func placeAfter(tx *db.Tx, s crm.InboxState) (p placeOf) {
	p.id, p.at = tx.NewIDAfter(crm.PrefixTimeline, s.SpanAt)
	return p
}

// changed puts into the timeline where a conversation stands now, if it stood
// elsewhere before.
func changed(tx *db.Tx, before, s crm.InboxState, why step, place placeOf) {
	e := s.Since(before, why.reason)
	if e.Kind == "" {
		return
	}
	e.ID, e.At, e.By, e.Refs = place.id, place.at, why.by, why.refs()
	insertTimeline(tx, e)
}

// step is one change of where a conversation stands: why, and by whom, as its
// events tell.
type step struct {
	by         crm.DoneBy
	reason     string
	decisionID string // of routing; "" for none
	clockID    string // that ran the step no; "" for none
	no         int
	handOff    string // why an assistant gave it to people; "" if none did
	proposalID string // of an assistant; "" for none
}

// refs are what stands behind a change.
func (why step) refs() crm.TimelineRefs {
	return crm.TimelineRefs{DecisionID: why.decisionID, ClockID: why.clockID, Step: why.no, ProposalID: why.proposalID}
}

// relabeled puts into the timeline of a conversation which labels it has now, and tells
// of it.
func relabeled(tx *db.Tx, c crm.Conversation, before, now []string, why step) error {
	type labels struct{ LabelIDs []string }
	Happened(tx, crm.TimelineEntry{WorkspaceID: c.WorkspaceID, ConversationID: c.ID, Kind: crm.TimelineLabels, By: why.by, Reason: why.reason, Refs: why.refs(),
		Changes: crm.ActDiff(labels{append([]string{}, before...)}, labels{append([]string{}, now...)})})
	return event.AppendEvent(tx, crm.EventConversationLabels, c.WorkspaceID, c.ID, crm.EventScope{PhoneNumberID: c.PhoneNumberID}, crm.ConversationLabelsData{ConversationID: c.ID, ContactID: c.ContactID,
		LabelIDs: append([]string{}, now...), AddedLabelIDs: append([]string{}, without(now, before)...), RemovedLabelIDs: append([]string{}, without(before, now)...), ChangedBy: why.by, Reason: why.reason})
}

// spoken puts into the timeline of a conversation who answers in it now, if that was
// somebody else before.
func spoken(tx *db.Tx, before, now crm.ActiveSpeaker, by crm.DoneBy) {
	type speaker struct {
		Speaker crm.Speaker
		Switch  crm.AssistantSwitch `json:"assistant"`
		Until   *time.Time
	}
	changes := crm.ActDiff(speaker{before.Speaker, before.Switch, before.Until}, speaker{now.Speaker, now.Switch, now.Until})
	if len(changes) > 0 {
		Happened(tx, crm.TimelineEntry{WorkspaceID: now.WorkspaceID, ConversationID: now.ConversationID, Kind: crm.TimelineSpeaker, By: by, Reason: crm.ReasonRequest, Changes: changes})
	}
}

// joined puts into the timeline of a conversation that another one was joined to it,
// or that they parted.
func joined(tx *db.Tx, kind crm.TimelineKind, before, s crm.InboxState, other string, place placeOf) {
	e := s.Since(before, crm.ReasonMerged)
	e.ID, e.At, e.Kind, e.By, e.Refs.ConversationID = place.id, place.at, kind, crm.DoneBy{Type: crm.ActorSystem}, other
	insertTimeline(tx, e)
}
