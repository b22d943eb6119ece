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

// TestAssistant answers a question as the assistant would, and sends nothing.
// What it asks of AI providers is accounted for; nothing is put into the cache.
func (s *Evaluations) TestAssistant(ctx context.Context, actor crm.Actor, id string, test reply.AssistantTest) (out reply.AssistantTestResult, err error) {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return out, err
	}
	var f crm.Faults
	if n := utf8.RuneCountInString(test.Question); strings.TrimSpace(test.Question) == "" || n > crm.MaxTextBody {
		f.Add("/question", crm.CodeRequired, "question has 1 to %d characters.", crm.MaxTextBody)
	}
	if len(test.Before) > reply.MaxTestMessages {
		f.Add("/before", crm.CodeOutOfRange, "before has at most %d messages.", reply.MaxTestMessages)
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
		if test.Revision == 0 {
			test.Revision = a.Latest
		}
		if d.Revision, err = assistant.AssistantRevision(tx, actor.WorkspaceID, id, test.Revision); err != nil {
			return noRevision(err, test.Revision)
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
	return core.Once(ctx, s.calls, actor, func(save core.Saver[reply.AssistantTestResult]) (reply.AssistantTestResult, error) {
		if err := core.Outside(ctx); err != nil {
			return out, err
		}
		out, err := s.reply.TestAssistant(ctx, actor, d, test)
		if err != nil {
			return out, err
		}
		return out, s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error { return save(tx, out) })
	})
}
