package library

import (
	"context"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/model"
)

// EmbeddingsChange is what a caller sets of the embeddings; nil leaves it alone.
// An empty key removes the key.
type EmbeddingsChange struct {
	Enabled             *bool
	BaseURL, Model, Key *string
	Dimensions          *int
	Timeout             *time.Duration
	EvidencePermille    *int
}

// EmbeddingsView are the embeddings with how they are doing, as this node sees it.
type EmbeddingsView struct {
	crm.Embeddings // with the base URL that is used
	// Embedded counts the texts that have a vector, or that the model does not take.
	Embedded int64
	Standing crm.AIStanding
}

// State is off, embedding while passages have no vector yet, or ready.
func (v *EmbeddingsView) State() string {
	switch {
	case !v.Enabled:
		return "off"
	case v.Embedding.Ended():
		return "ready"
	}
	return "embedding"
}

// Bounds of calls for passages.
const passagesTimeout = time.Minute

func embeddingsKeyContext(workspaceID, id string) string {
	return "knowledge_embeddings/" + workspaceID + "/" + id
}

// apply sets what is given, from the defaults on where nothing was set before.
func (c EmbeddingsChange) apply(e *crm.Embeddings, rules crm.EndpointRules, f *crm.Faults) {
	before := *e
	if e.ID == "" {
		e.Enabled, e.Timeout, e.EvidencePermille = true, crm.DefaultQuestionTimeout, crm.DefaultEvidencePermille
	}
	core.Set(&e.Enabled, c.Enabled)
	core.Set(&e.BaseURL, c.BaseURL)
	core.Set(&e.Model, c.Model)
	core.Set(&e.Dimensions, c.Dimensions)
	core.Set(&e.Timeout, c.Timeout)
	core.Set(&e.EvidencePermille, c.EvidencePermille)
	if c.Key != nil {
		var part crm.Faults
		crm.CheckAIKey(*c.Key, &part)
		f.Below("/embeddings", part)
		e.KeyHint = crm.KeyHint(*c.Key)
	}
	if before.KeyHint != "" && before.BaseURL != e.BaseURL && c.Key == nil {
		f.Add("/embeddings/apiKey", crm.CodeRequired, "apiKey is required with another baseUrl: the stored key is not sent there. Give it again, or an empty one for none.")
	}
	e.Validate(rules, f)
	moved := before.BaseURL != e.BaseURL || before.Model != e.Model || before.Dimensions != e.Dimensions
	if moved || c.Key != nil || before.ID == "" {
		e.Revision++
	}
	if moved || before.Enabled != e.Enabled || before.ID == "" {
		e.Space, e.FoundDimensions = e.Space+1, 0
		e.Version++
	}
}

// changeEmbeddings stores a change and lets a run do what follows from it.
func (s *Library) changeEmbeddings(tx *db.Tx, workspaceID string, c EmbeddingsChange, f *crm.Faults) (crm.ActChanges, error) {
	e, sealed, err := lockEmbeddings(tx, workspaceID)
	if err != nil {
		return nil, err
	}
	before := e
	c.apply(&e, s.opt.Guard.Rules, f)
	if !f.Empty() {
		return nil, nil // told with the other faults
	}
	if e.UpdatedAt = tx.Now(); e.ID == "" {
		e.ID, e.CreatedAt = tx.NewID(crm.PrefixEmbeddings), tx.Now()
	}
	if c.Key != nil || sealed == nil {
		sealed = []byte{}
	}
	if c.Key != nil && *c.Key != "" {
		if sealed, err = s.box.Seal([]byte(*c.Key), embeddingsKeyContext(workspaceID, e.ID)); err != nil {
			return nil, err
		}
	}
	saveEmbeddings(tx, e, sealed)
	if e.Revision != before.Revision {
		model.ResolveAINotices(tx, workspaceID, e.ID, "")
		model.ResolveAINotices(tx, workspaceID, questionsOf(e.ID), "")
	}
	if e.Revision != before.Revision || e.Space != before.Space {
		s.beginEmbedding(tx, e)
	}
	tx.After(func() { s.model.ForgetEmbedder(workspaceID) })
	changes := crm.ActDiff(before, e, "id", "workspaceId", "revision", "space", "foundDimensions", "version", "embedding", "keyHint", "createdAt", "updatedAt")
	if c.Key != nil {
		changes = changes.Secret("apiKey")
	}
	return changes, nil
}

// questionsOf is under which name the health of questions is kept.
func questionsOf(id string) string { return id + "/questions" }

// Embeddings returns the workspace's embeddings and how they are doing; without
// an ID where they were never set up.
func (s *Library) Embeddings(ctx context.Context, actor crm.Actor) (out EmbeddingsView, err error) {
	if err := actor.Require(crm.ScopeKnowledgeRead); err != nil {
		return out, err
	}
	if _, err := s.embedder(ctx, actor.WorkspaceID); err != nil { // learns what other nodes know
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if out.Embeddings, _, err = embeddings(tx, actor.WorkspaceID); err != nil || !out.Enabled {
			return err
		}
		out.Embedded, err = countVectors(tx, actor.WorkspaceID, out.Space)
		return err
	})
	if out.BaseURL == "" {
		out.BaseURL = ai.OpenAI.DefaultBaseURL()
	}
	standing := s.model.Standing(out.ID, out.Revision)
	if questions := s.model.Standing(questionsOf(out.ID), out.Revision); standing.State == ai.Closed {
		standing = questions
	}
	out.Standing = model.StandingRow(standing)
	return out, err
}

// embedder is how the workspace's embeddings are called, remembered for a short
// time; without an ID where they were never set up. What other nodes found out
// about the endpoint is learnt on the way.
func (s *Library) embedder(ctx context.Context, workspaceID string) (model.Embedder, error) {
	return s.model.KnownEmbedder(workspaceID, func() (out model.Embedder, err error) {
		var sealed []byte
		err = s.db.View(ctx, func(tx *db.Tx) (err error) {
			if out.Embeddings, sealed, err = embeddings(tx, workspaceID); err == nil && out.ID != "" {
				err = s.model.LearnStandings(tx, workspaceID)
			}
			return err
		})
		if err != nil || out.ID == "" {
			return out, err
		}
		return s.newEmbedder(out.Embeddings, sealed)
	})
}

// newEmbedder makes embeddings callable.
func (s *Library) newEmbedder(e crm.Embeddings, sealed []byte) (out model.Embedder, err error) {
	key := []byte{}
	if len(sealed) > 0 {
		if key, err = s.box.Open(sealed, embeddingsKeyContext(e.WorkspaceID, e.ID)); err != nil {
			return out, err
		}
	}
	m, err := s.model.ConnectEmbedder(ai.Endpoint{BaseURL: e.BaseURL, Model: e.Model, Key: string(key), FirstByte: passagesTimeout}, e.Dimensions)
	out = model.Embedder{Embeddings: e, Passages: ai.EmbedTarget{ID: e.ID, Revision: e.Revision, Model: e.Model, Embedder: m, Timeout: passagesTimeout, Dimensions: e.FoundDimensions}}
	out.Questions = out.Passages
	out.Questions.ID, out.Questions.Timeout = questionsOf(e.ID), e.Timeout
	return out, err
}

// recordEmbedding puts a call for vectors on record and counts its tokens.
func (s *Library) recordEmbedding(ctx context.Context, e model.Embedder, r ai.Result, kept crm.TokenReservation) error {
	p := model.Target{AIProvider: crm.AIProvider{ID: e.ID, WorkspaceID: e.WorkspaceID, Name: "Embeddings", Kind: string(ai.OpenAI), BaseURL: e.BaseURL, Model: e.Model}}
	for i := range r.Attempts {
		r.Attempts[i].TargetID = e.ID
	}
	return s.model.RecordAI(ctx, model.AIGeneration{WorkspaceID: e.WorkspaceID, For: crm.AICallFor{Purpose: crm.AIForEmbedding}, Reservation: kept},
		map[string]model.Target{e.ID: p, questionsOf(e.ID): p}, r)
}

// vectorsOf are embeddings as they are kept.
func vectorsOf(list [][]float32) (out []knowledge.Vector, err error) {
	for _, floats := range list {
		v, ok := knowledge.NewVector(floats)
		if !ok {
			return nil, &ai.Error{Class: ai.BadOutput, Detail: "a vector has no direction"}
		}
		out = append(out, v)
	}
	return out, nil
}
