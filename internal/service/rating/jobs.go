package rating

import (
	"context"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/message"
)

// jobAsk is the kind of the jobs that ask contacts for a rating.
const jobAsk jobs.JobKind = "ask_rating"

// Ask asks contacts for ratings, about each episode once.
func Ask(svc *Ratings) jobs.Kind {
	return jobs.Kind{Name: jobAsk, Concurrency: 2, Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.ask(ctx, batch[0]) }}
}

// ask decides about one episode. The question, and that it was asked, are stored in
// one transaction: whoever dies in between leaves neither.
func (s *Ratings) ask(ctx context.Context, j jobs.Job) error {
	return s.db.Update(ctx, j.Queue, func(tx *db.Tx) error {
		jobs.FinishJob(tx, j)
		id, closed, _ := strings.Cut(j.Payload, "/")
		r, found, err := look(tx, j.WorkspaceID, id)
		if err != nil || !found || closed != "" && closed != strconv.FormatInt(db.Ms(r.ClosedAt), 10) { // it went on, and was closed again
			return err
		}
		c, err := contact.Conversation(tx, r.WorkspaceID, r.ConversationID)
		if crm.CodeOf(err) == crm.CodeNotFound {
			return nil
		}
		people := r.ByPeople
		if err == nil && !people { // the locks of the conversation come before the one of the rating
			people, err = answeredByPeople(tx, r, c.ID)
		}
		if err != nil {
			return err
		}
		if r, found, err = lock(tx, j.WorkspaceID, id); err != nil || !found || r.State != crm.RatingPending {
			return err
		}
		if !people {
			drop(tx, r)
			return nil
		}
		r.ByPeople = true
		if err := s.decide(ctx, tx, &r, c); err != nil {
			return err
		}
		save(tx, r)
		happened(tx, r, c)
		return nil
	})
}

// answeredByPeople reports whether the latest answer is one of people to this episode:
// one that the provider has not taken by its end counts, too.
func answeredByPeople(tx *db.Tx, r crm.Rating, conversationID string) (bool, error) {
	_, id, err := conversation.LastAnswer(tx, r.WorkspaceID, conversationID)
	if err != nil || id == "" {
		return false, err
	}
	m, err := message.Message(tx, r.WorkspaceID, id)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return m.Content.SentBy.Type != crm.ActorAssistant && !m.CreatedAt.Before(r.OpenedAt) && !m.CreatedAt.After(r.ClosedAt), nil
}

// happened puts into the timeline that the contact was asked, or why not.
func happened(tx *db.Tx, r crm.Rating, c crm.Conversation) {
	e := crm.TimelineEntry{WorkspaceID: c.WorkspaceID, ConversationID: c.ID, Kind: crm.TimelineNotAsked, By: crm.DoneBy{Type: crm.ActorSystem}, Reason: r.Reason, EpisodeID: r.EpisodeID,
		Refs: crm.TimelineRefs{MessageID: r.MessageID}}
	switch r.State {
	case crm.RatingAsked:
		e.Kind = crm.TimelineAsked
	case crm.RatingWindowClosed:
		e.Reason = string(crm.RatingWindowClosed)
	}
	conversation.Happened(tx, e)
}

// decide sends the question, or notes why not.
func (s *Ratings) decide(ctx context.Context, tx *db.Tx, r *crm.Rating, c crm.Conversation) error {
	settings, err := settingsOf(tx, r.WorkspaceID)
	if err != nil {
		return err
	}
	state, _, err := conversation.State(tx, r.WorkspaceID, c.ID)
	if err != nil {
		return err
	}
	r.State = crm.RatingNotSent
	switch {
	case !settings.Enabled:
		r.Reason = crm.RatingReasonOff
		return nil
	case state.IsOpen():
		r.Reason = crm.RatingReasonReopened
		return nil
	}
	question, method, refusal := "", settings.Method, (*crm.Error)(nil)
	switch {
	case c.CheckWindow(tx.Now()) == nil:
		question, refusal, err = message.SendBySystem(tx, c, "interactive", crm.Content{Interactive: settings.Ask(r.EpisodeID)})
	case settings.TemplateName != "":
		question, method, refusal, err = s.askByTemplate(ctx, tx, settings, r.EpisodeID, c)
	default:
		r.State = crm.RatingWindowClosed
		return nil
	}
	if err != nil {
		return err
	}
	if refusal != nil {
		r.Reason = string(refusal.Code)
		if len(refusal.Fields) > 0 {
			r.Reason = string(refusal.Fields[0].Code)
		}
		return nil
	}
	r.Asked(question, method, tx.Now())
	return nil
}

// askByTemplate sends the question to a contact whose window has closed, or says why
// not.
func (s *Ratings) askByTemplate(ctx context.Context, tx *db.Tx, settings crm.RatingSettings, episodeID string, c crm.Conversation) (id string, method crm.RatingMethod, refusal *crm.Error, err error) {
	n, err := account.PhoneNumber(tx, c.WorkspaceID, c.PhoneNumberID)
	if err != nil {
		return "", "", nil, err
	}
	var f crm.Faults
	t, err := s.template.Template(ctx, c.WorkspaceID, n.MessagingAccountID, &crm.TemplateContent{Name: settings.TemplateName, Language: settings.TemplateLanguage}, &f)
	if err != nil {
		return "", "", nil, err
	}
	var content *crm.TemplateContent
	if t != nil {
		t.Sendable(&f)
		content, method = settings.AskByTemplate(t, episodeID, &f)
	}
	if refused := f.Err(); refused != nil {
		return "", "", crm.AsError(refused), nil
	}
	id, refusal, err = message.SendTemplateBySystem(tx, c, t.Category, content)
	return id, method, refusal, err
}
