package rating

import (
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/report"
)

var _ = conversation.OnChange(hear)

// hear lets the contact of an episode that was closed be asked, where the workspace
// wants that. About one that goes on they are not asked yet.
func hear(tx *db.Tx, c conversation.Change) error {
	s := rooms.Of(tx)
	if s != nil && !c.Before.IsOpen() && c.After.IsOpen() && c.Before.Episode.ID == c.After.Episode.ID {
		dropPending(tx, c.After.WorkspaceID, c.After.Episode.ID)
	}
	if s == nil || !c.Before.IsOpen() || c.After.IsOpen() || c.Reason == crm.ReasonMerged {
		return nil
	}
	settings, err := s.inForce(tx, c.After.WorkspaceID)
	if err != nil {
		return err
	}
	asks, sure := settings.Asks(&c.After)
	if !asks {
		return nil
	}
	state, e := c.After, c.After.Episode
	insert(tx, crm.Rating{WorkspaceID: state.WorkspaceID, EpisodeID: e.ID, ConversationID: state.ConversationID, PhoneNumberID: state.PhoneNumberID,
		TeamID: e.Closing.TeamID, AgentID: e.Closing.AgentID, OpenedAt: e.OpenedAt, ClosedAt: *e.At, ByPeople: sure, State: crm.RatingPending})
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: state.WorkspaceID, Kind: jobAsk, Queue: state.PhoneNumberID, Key: e.ID, Payload: e.ID + "/" + strconv.FormatInt(db.Ms(*e.At), 10),
		RunAt: e.At.Add(time.Duration(settings.DelayMinutes) * time.Minute)})
	return nil
}

// TakeTap takes a tap of the contact on the question about an episode of theirs. It
// opens no episode, and nobody answers it. wrote is when the provider got it; thank
// says that the contact may be thanked.
func (s *Ratings) TakeTap(tx *db.Tx, m *crm.Message, wrote time.Time, thank bool) (taken bool, err error) {
	episodeID, score, ok := m.RatingTap()
	if !ok {
		return false, nil
	}
	r, found, err := lock(tx, m.WorkspaceID, episodeID)
	if err != nil || !found || !r.Offered(score) {
		return false, err
	}
	if r.ConversationID != m.ConversationID {
		live, err := contact.Conversation(tx, m.WorkspaceID, r.ConversationID)
		if crm.CodeOf(err) == crm.CodeNotFound || err == nil && live.ID != m.ConversationID {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	settings, err := s.inForce(tx, m.WorkspaceID)
	if err != nil {
		return false, err
	}
	first := r.RatedAt == nil
	changed := r.Tap(score, m.ConversationID, wrote, time.Duration(settings.CommentMinutes)*time.Minute)
	save(tx, r)
	if !changed {
		return true, nil
	}
	report.NoteRating(tx, r, !first)
	if first && thank && settings.Thanks != "" && (crm.Conversation{LastInboundAt: &wrote}).CheckWindow(tx.Now()) == nil {
		message.StoreBySystem(tx, &crm.Message{WorkspaceID: m.WorkspaceID, ConversationID: m.ConversationID, ContactID: m.ContactID, PhoneNumberID: m.PhoneNumberID,
			Type: "text", To: m.From, From: m.To, UserID: m.UserID, Content: crm.Content{Text: &crm.Text{Body: settings.Thanks}}})
	}
	return true, tell(tx, r, m)
}

// TakeComment takes a text of the contact that belongs to the rating that they just
// gave: the first one, unless an episode is open.
func (s *Ratings) TakeComment(tx *db.Tx, m *crm.Message, wrote time.Time) (taken bool, err error) {
	if m.Type != "text" || m.Content.Text == nil || m.Content.GroupID != "" {
		return false, nil
	}
	settings, err := s.inForce(tx, m.WorkspaceID)
	if err != nil || !settings.Enabled {
		return false, err
	}
	episodeID, err := awaited(tx, m.WorkspaceID, m.ConversationID, wrote)
	if err != nil || episodeID == "" {
		return false, err
	}
	state, _, err := conversation.Lock(tx, m.WorkspaceID, m.ConversationID)
	if err != nil || state.IsOpen() {
		return false, err
	}
	r, found, err := lock(tx, m.WorkspaceID, episodeID)
	if err != nil || !found || r.Comment != "" || r.RatedAt == nil {
		return false, err
	}
	r.Remark(m.Content.Text.Body)
	save(tx, r)
	return true, tell(tx, r, m)
}

// tell writes what a contact said by a message.
func tell(tx *db.Tx, r crm.Rating, m *crm.Message) error {
	conversation.Happened(tx, crm.TimelineEntry{WorkspaceID: r.WorkspaceID, ConversationID: m.ConversationID, Kind: crm.TimelineRating,
		By: crm.DoneBy{Type: crm.ActorContact, ID: m.ContactID}, EpisodeID: r.EpisodeID, Refs: crm.TimelineRefs{Score: r.Score}})
	return event.AppendEvent(tx, crm.EventConversationRated, r.WorkspaceID, m.ConversationID, crm.EventScope{PhoneNumberID: r.PhoneNumberID}, crm.ConversationRatedData{
		ConversationID: m.ConversationID, ContactID: m.ContactID, EpisodeID: r.EpisodeID, Score: r.Score, Comment: r.Comment, TeamID: r.TeamID, AgentID: r.AgentID,
		RatedAt: r.RatedAt.Unix()})
}
