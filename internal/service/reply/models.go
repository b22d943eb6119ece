package reply

import (
	"context"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/library"
	"service.example/crm/internal/service/model"
)

// reservedAnswer is what is kept of the day's budget for an answer, beside the
// tokens of its question.
const reservedAnswer = 500

// askModels asks the assistant's chain, within the workspace's budget. Every
// attempt is on record when it returns.
func (s *Replies) askModels(ctx context.Context, q Query, call ai.Call) (ai.Result, error) {
	tokens := ai.EstimateTokens(call.Request.System) + reservedAnswer
	for _, m := range call.Request.Messages {
		tokens += ai.EstimateTokens(m.Text)
	}
	reserved, err := s.model.ReserveTokens(ctx, q.WorkspaceID, int64(tokens))
	if err != nil {
		return ai.Result{}, err
	}
	return s.model.GenerateAI(ctx, model.AIGeneration{WorkspaceID: q.WorkspaceID, ProviderIDs: q.Duty.Revision.Config.ProviderIDs, Call: call, For: q.callFor(), Reservation: reserved})
}

func (q Query) callFor() crm.AICallFor {
	f := crm.AICallFor{Purpose: crm.AIForReply, ConversationID: q.conversationID, MessageID: q.messageID, TurnID: q.turnID,
		AssistantID: q.Duty.AssistantID, AssistantRevision: int64(q.Duty.Revision.Number)}
	switch {
	case q.purpose != "":
		f.Purpose = q.purpose
	case q.Measured:
		f.Purpose = crm.AIForEvaluation
	case q.Trace != nil:
		f.Purpose = crm.AIForTest
	}
	return f
}

// accountTurn remembers an answer, puts one from the cache on record, and a
// question that found nothing among the gaps.
func (s *Replies) accountTurn(tx *db.Tx, t *turnUnderWay, o Proposal) error {
	if o.keep != nil {
		putCachedAnswer(tx, t.turn.WorkspaceID, *o.keep)
	}
	if o.Result.CacheHit {
		s.model.RecordCacheHit(tx, t.turn.WorkspaceID, t.query().callFor(), o.saved)
	}
	if o.gap {
		return library.RecordGap(tx, t.turn.WorkspaceID, crm.GapQuestion{Question: o.question, ConversationID: t.turn.ConversationID})
	}
	return nil
}

// costOf is what calls cost, as far as their prices are known.
func (s *Replies) costOf(ctx context.Context, workspaceID string, r ai.Result) (micros int64, err error) {
	known, err := s.model.Targets(ctx, workspaceID)
	for _, a := range r.Attempts {
		if c := model.CallOf(model.AIGeneration{WorkspaceID: workspaceID}, known[a.TargetID].AIProvider, a); c.CostMicros != nil {
			micros += *c.CostMicros
		}
	}
	return micros, err
}

// About is what models are asked beside answers to contacts.
type About struct {
	Purpose                     string
	WorkspaceID, ConversationID string
	MessageID                   string
}

// Ask asks the chain of the assistant on duty, within the workspace's budget. Every
// attempt is on record when it returns.
func (s *Replies) Ask(ctx context.Context, d assistant.Duty, of About, call ai.Call) error {
	_, err := s.askModels(ctx, Query{WorkspaceID: of.WorkspaceID, conversationID: of.ConversationID, messageID: of.MessageID, purpose: of.Purpose,
		Duty: assistant.Duty{AssistantID: d.AssistantID, Revision: d.Revision}}, call)
	return err
}
