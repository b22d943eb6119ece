package assistant

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/library"
)

// checkChoices adds a fault for each provider or source that the workspace
// does not have.
func (s *Assistants) checkChoices(ctx context.Context, workspaceID string, c crm.AssistantConfig, f *crm.Faults) error {
	known, err := s.model.AiTargets(ctx, workspaceID)
	for i, id := range c.ProviderIDs {
		if _, ok := known[id]; !ok && err == nil {
			f.Add(crm.Pointer("providerIds", i), crm.CodeNotFound, "There is no AI provider %q.", id)
		}
	}
	if err != nil {
		return err
	}
	return s.db.View(ctx, func(tx *db.Tx) error {
		for i, id := range c.Knowledge.SourceIDs {
			if _, err := library.KnowledgeSource(tx, workspaceID, id); crm.CodeOf(err) == crm.CodeNotFound {
				f.Add(crm.Pointer("knowledge", "sourceIds", i), crm.CodeNotFound, "There is no source of knowledge %q.", id)
			} else if err != nil {
				return err
			}
		}
		return nil
	})
}
