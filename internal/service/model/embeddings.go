package model

import (
	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Embedder is what a workspace's embeddings are called by: passages and
// questions apart, so that questions that come too late do not keep passages
// from being embedded.
type Embedder struct {
	crm.Embeddings
	Passages, Questions ai.EmbedTarget
}

// LearnStandings takes over what other nodes found out about endpoints.
func (s *Models) LearnStandings(tx *db.Tx, workspaceID string) error {
	list, err := aiStandings(tx, workspaceID)
	for _, row := range list {
		s.Runtime.Health.Learn(ai.Standing{TargetID: row.ProviderID, Revision: row.Revision, State: ai.State(row.State), Class: ai.Class(row.Class),
			Detail: row.Detail, Since: row.Since, Until: row.Until, Level: row.Level})
	}
	return err
}
