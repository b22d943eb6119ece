package service

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/store"
)

// evidence searches the knowledge that the assistant may use. A pair of
// question and answer that stands in one passage was written by people: it is
// approved.
func (s *Service) evidence(ctx context.Context, q query) (e decide.Evidence, err error) {
	o := knowledge.Options{Limit: evidencePassages, Language: q.language}
	if chosen := q.duty.revision.Config.Knowledge.SourceIDs; len(chosen) > 0 {
		o.Sources = chosen
	}
	found, meaning, err := s.findByMeaning(ctx, q.workspaceID, q.question, o)
	if err != nil {
		return e, err
	}
	q.trace.meaning(meaning)
	pieces := map[string]int{}
	for _, p := range found {
		pieces[p.SourceID+p.Question]++
	}
	for _, p := range found {
		if p.Question != "" && pieces[p.SourceID+p.Question] == 1 && !p.Flagged {
			e.Approved = append(e.Approved, decide.Approved{Passage: p, Question: p.Question, Answer: p.Text})
		}
	}
	for _, p := range knowledge.Evidence(found) {
		if !p.Flagged { // it speaks to a model, and not to people
			e.Passages = append(e.Passages, p)
		}
	}
	return e, nil
}

// checkChoices adds a fault for each provider or source that the workspace
// does not have.
func (s *Service) checkChoices(ctx context.Context, workspaceID string, c crm.AssistantConfig, f *crm.Faults) error {
	known, err := s.aiTargets(ctx, workspaceID)
	for i, id := range c.ProviderIDs {
		if _, ok := known[id]; !ok && err == nil {
			f.Add(crm.Pointer("providerIds", i), crm.CodeNotFound, "There is no AI provider %q.", id)
		}
	}
	if err != nil {
		return err
	}
	return s.db.View(ctx, func(tx *store.Tx) error {
		for i, id := range c.Knowledge.SourceIDs {
			if _, err := tx.KnowledgeSource(workspaceID, id); crm.CodeOf(err) == crm.CodeNotFound {
				f.Add(crm.Pointer("knowledge", "sourceIds", i), crm.CodeNotFound, "There is no source of knowledge %q.", id)
			} else if err != nil {
				return err
			}
		}
		return nil
	})
}
