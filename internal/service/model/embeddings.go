package model

import (
	"context"
	"time"

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
		s.runtime.health.Learn(ai.Standing{TargetID: row.ProviderID, Revision: row.Revision, State: ai.State(row.State), Class: ai.Class(row.Class),
			Detail: row.Detail, Since: row.Since, Until: row.Until, Level: row.Level})
	}
	return err
}

// Standing is whether an AI provider or an endpoint for vectors is called, as
// this node sees it.
func (s *Models) Standing(id string, revision int64) ai.Standing {
	return s.runtime.health.Standing(id, revision)
}

// CountStandings counts the endpoints of this node by their standing.
func (s *Models) CountStandings() map[ai.State]int { return s.runtime.health.Count() }

// ConnectEmbedder makes an endpoint for vectors callable.
func (s *Models) ConnectEmbedder(e ai.Endpoint, dimensions int) (*ai.Embedder, error) {
	return ai.NewEmbedder(s.runtime.client, e, dimensions)
}

// KnownEmbedder is what load returned for the workspace, remembered for a short
// time.
func (s *Models) KnownEmbedder(workspaceID string, load func() (Embedder, error)) (Embedder, error) {
	return s.runtime.embedders.Get(workspaceID, load)
}

// ForgetEmbedder lets the next caller load the workspace's embedder anew.
func (s *Models) ForgetEmbedder(workspaceID string) { s.runtime.embedders.Drop(workspaceID) }

// Embed has texts embedded by an endpoint, unless it rests.
func (s *Models) Embed(ctx context.Context, t ai.EmbedTarget, texts []string) (ai.Embeddings, ai.Result, error) {
	return s.runtime.health.Embed(ctx, t, texts)
}

// EmbedPause is after how long an endpoint is asked again after a failure.
func (s *Models) EmbedPause(t ai.EmbedTarget, e *ai.Error) time.Duration {
	return s.runtime.health.EmbedPause(t, e)
}
