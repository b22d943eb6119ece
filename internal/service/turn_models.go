package service

import (
	"context"
	"errors"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

// reservedAnswer is what is kept of the day's budget for an answer, beside the
// tokens of its question.
const reservedAnswer = 500

// askModels asks the assistant's chain, within the workspace's budget. Every
// attempt is on record when it returns.
func (s *Service) askModels(ctx context.Context, q query, call ai.Call) (ai.Result, error) {
	tokens := ai.EstimateTokens(call.Request.System) + reservedAnswer
	for _, m := range call.Request.Messages {
		tokens += ai.EstimateTokens(m.Text)
	}
	reserved, err := s.ReserveTokens(ctx, q.workspaceID, int64(tokens))
	if err != nil {
		return ai.Result{}, err
	}
	return s.GenerateAI(ctx, AIGeneration{WorkspaceID: q.workspaceID, ProviderIDs: q.duty.revision.Config.ProviderIDs, Call: call, For: q.callFor(), Reservation: reserved})
}

func (q query) callFor() crm.AICallFor {
	f := crm.AICallFor{Purpose: crm.AIForReply, ConversationID: q.conversationID, MessageID: q.messageID, TurnID: q.turnID,
		AssistantID: q.duty.assistantID, AssistantRevision: int64(q.duty.revision.Number)}
	switch {
	case q.measured:
		f.Purpose = crm.AIForEvaluation
	case q.trace != nil:
		f.Purpose = crm.AIForTest
	}
	return f
}

// noBudget tells that no provider may be called, because the day's tokens are
// used up or AI is switched off.
func noBudget(err error) bool {
	var known *crm.Error
	return errors.As(err, &known) && (known.Code == crm.CodeAIBudgetExhausted || known.Code == crm.CodeAIDisabled)
}

// accountTurn remembers an answer, puts one from the cache on record, and a
// question that found nothing among the gaps.
func (s *Service) accountTurn(tx *store.Tx, t *turnUnderWay, o outcome) error {
	if o.keep != nil {
		state, err := tx.AssistantState(t.turn.WorkspaceID)
		if err != nil {
			return err
		}
		if state.Generation == t.duty.generation { // else all were deleted while it was written
			tx.PutCachedAnswer(t.turn.WorkspaceID, *o.keep)
		}
	}
	if o.result.CacheHit {
		s.RecordCacheHit(tx, t.turn.WorkspaceID, t.query().callFor(), o.saved)
	}
	if o.gap {
		return RecordGap(tx, t.turn.WorkspaceID, crm.GapQuestion{Question: o.question, ConversationID: t.turn.ConversationID})
	}
	return nil
}

// costOf is what calls cost, as far as their prices are known.
func (s *Service) costOf(ctx context.Context, workspaceID string, r ai.Result) (micros int64, err error) {
	known, err := s.aiTargets(ctx, workspaceID)
	for _, a := range r.Attempts {
		if c := aiCall(AIGeneration{WorkspaceID: workspaceID}, known[a.TargetID].AIProvider, a); c.CostMicros != nil {
			micros += *c.CostMicros
		}
	}
	return micros, err
}
