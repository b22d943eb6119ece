package evaluation

import (
	"context"
	"strings"
	"unicode/utf8"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/reply"
)

// TryAssistant answers a question as the assistant would, and sends nothing.
// What it asks of AI providers is accounted for; nothing is put into the cache.
func (s *Evaluations) TryAssistant(ctx context.Context, actor crm.Actor, id string, trial reply.AssistantTrial) (out reply.AssistantTrialResult, err error) {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return out, err
	}
	var f crm.Faults
	if n := utf8.RuneCountInString(trial.Question); strings.TrimSpace(trial.Question) == "" || n > crm.MaxTextBody {
		f.Add("/question", crm.CodeRequired, "question has 1 to %d characters.", crm.MaxTextBody)
	}
	if len(trial.Before) > reply.MaxTrialMessages {
		f.Add("/before", crm.CodeOutOfRange, "before has at most %d messages.", reply.MaxTrialMessages)
	}
	if err := f.Err(); err != nil {
		return out, err
	}
	d := assistant.Duty{AssistantID: id}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		a, err := assistant.Assistant(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		if trial.Revision == 0 {
			trial.Revision = a.Latest
		}
		if d.Revision, err = assistant.AssistantRevision(tx, actor.WorkspaceID, id, trial.Revision); err != nil {
			return noRevision(err, trial.Revision)
		}
		state, err := assistant.AssistantState(tx, actor.WorkspaceID)
		if err != nil {
			return err
		}
		d.Settings, d.Generation = state.AssistantSettings, state.Generation
		d.Secret, err = s.assistant.CacheSecret(actor.WorkspaceID, state.SealedSecret)
		return err
	})
	if err != nil {
		return out, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[reply.AssistantTrialResult]) (reply.AssistantTrialResult, error) {
		if err := core.Outside(ctx); err != nil {
			return out, err
		}
		out, err := s.reply.Try(ctx, actor, d, trial)
		if err != nil {
			return out, err
		}
		return out, s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error { return save(tx, out) })
	})
}
