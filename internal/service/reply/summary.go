package reply

import (
	"context"
	"errors"
	"slices"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/model"
)

// DraftedSummary is a note about an episode that a model proposes. Nothing keeps it
// until somebody closes the conversation with it.
type DraftedSummary struct {
	Text string // "" where nothing was said
	// EpisodeID is what it is about, Messages how many of its messages were read.
	EpisodeID string
	Messages  int
}

// DraftSummary lets the AI providers of the assistant on duty propose a note about the
// latest episode of a conversation. language is two letters, or "" for that of the
// business. The actor must be able to read messages and to close the conversation.
// Errors: CodeNoAssistant, those of the AI budget, CodeRateLimited, and CodeUnavailable where no AI
// provider answers.
func (s *Replies) DraftSummary(ctx context.Context, actor crm.Actor, conversationID, language string) (DraftedSummary, error) {
	if err := errors.Join(actor.Require(crm.ScopeConversationsWrite), actor.Require(crm.ScopeMessagesRead)); err != nil {
		return DraftedSummary{}, crm.AsError(err)
	}
	if err := crm.CheckLanguage(language); err != nil {
		return DraftedSummary{}, err
	}
	var q Query
	var out DraftedSummary
	var said []decide.Said
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		c, err := contact.ConversationFor(tx, actor, conversationID)
		if err != nil {
			return err
		}
		if q, err = s.summaryQuery(tx, c); err == nil {
			out, said, err = saidInEpisode(tx, c)
		}
		return err
	})
	if err != nil || len(said) == 0 {
		return out, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[DraftedSummary]) (DraftedSummary, error) {
		leave, err := s.beginSummary(actor)
		if err != nil {
			return out, err
		}
		defer leave()
		if err := core.Outside(ctx); err != nil {
			return out, err
		}
		call := ai.Call{Request: decide.NewSummaryPrompt(language, said), Check: func(r ai.Response) (err error) {
			out.Text, err = decide.ParseSummary(r.Text)
			return err
		}}
		if _, err := s.askModels(ctx, q, call); err != nil {
			return DraftedSummary{}, noSummary(err)
		}
		return out, s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error { return save(tx, out) })
	})
}

// How many summaries are drafted at a time on this node: for one actor, in one
// workspace, in all. Answers to contacts come from the same AI providers.
const (
	actorSummaries     = 2
	workspaceSummaries = 10
	nodeSummaries      = 50
)

// beginSummary lets a summary be drafted, or returns a KindRateLimited error.
func (s *Replies) beginSummary(actor crm.Actor) (leave func(), err error) {
	leave, full := s.summing.Enter(core.Place{Key: actor.WorkspaceID + "/" + actor.By().String(), Most: actorSummaries},
		core.Place{Key: actor.WorkspaceID, Most: workspaceSummaries}, core.Place{Most: nodeSummaries})
	if full < 0 {
		return leave, nil
	}
	busy := crm.Errorf(crm.KindRateLimited, crm.CodeRateLimited, "Too many summaries are being written. Try again in a moment.")
	busy.RetryAfter = 2 * time.Second
	return nil, busy
}

// summaryQuery is for the chain of the assistant on duty.
func (s *Replies) summaryQuery(tx *db.Tx, c crm.Conversation) (Query, error) {
	d, err := s.assistant.ReadDuty(tx, c.WorkspaceID, c.PhoneNumberID)
	if err == nil && (d.AssistantID == "" || len(d.Revision.Config.ProviderIDs) == 0) {
		err = crm.Errorf(crm.KindConflict, crm.CodeNoAssistant, "No assistant with an AI provider is on duty for the phone number of this conversation.")
	}
	return Query{WorkspaceID: c.WorkspaceID, conversationID: c.ID, purpose: crm.AIForSummary, Duty: assistant.Duty{AssistantID: d.AssistantID, Revision: d.Revision}}, err
}

// saidInEpisode is what was said in the latest episode, oldest first.
func saidInEpisode(tx *db.Tx, c crm.Conversation) (out DraftedSummary, said []decide.Said, err error) {
	id, since, err := conversation.LatestEpisode(tx, c)
	if err != nil || id == "" {
		return out, nil, err
	}
	out.EpisodeID = id
	list, err := message.NewestMessages(tx, c.WorkspaceID, c.ID, decide.SummaryMessages)
	for _, m := range slices.Backward(list) {
		if one := Said(m); m.CreatedAt.After(since) && !one.Revoked && one.Text != "" {
			said = append(said, one)
		}
	}
	out.Messages = len(said)
	return out, said, err
}

// noSummary is why there is none, as the actor is told.
func noSummary(err error) error {
	var failure *ai.Error
	switch {
	case model.NoBudget(err):
		return err
	case errors.As(err, &failure):
		return crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "No AI provider wrote a summary (%s). Try again, or write it yourself.", failure.Class)
	}
	return err
}
