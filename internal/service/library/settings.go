package library

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// KnowledgeSettings returns what the workspace's knowledge is like as a whole.
func (s *Library) KnowledgeSettings(ctx context.Context, actor crm.Actor) (k crm.KnowledgeSettings, err error) {
	if err := actor.Require(crm.ScopeKnowledgeRead); err != nil {
		return k, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { k, err = knowledgeSettings(tx, actor.WorkspaceID); return err })
	return k, err
}

// KnowledgeSettingsChange changes settings: what is nil stays as it is.
type KnowledgeSettingsChange struct {
	Synonyms   [][]string
	Embeddings *EmbeddingsChange
}

// UpdateKnowledgeSettings changes how knowledge is searched, from the next
// question on.
func (s *Library) UpdateKnowledgeSettings(ctx context.Context, actor crm.Actor, ch KnowledgeSettingsChange) (k crm.KnowledgeSettings, err error) {
	if err := actor.Require(crm.ScopeKnowledgeWrite); err != nil {
		return k, err
	}
	var f crm.Faults
	crm.ValidateSynonyms(ch.Synonyms, &f)
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		all := f // of this run: an update may run again
		if ch.Embeddings != nil {
			if err := s.changeEmbeddings(tx, actor.WorkspaceID, *ch.Embeddings, &all); err != nil {
				return err
			}
		}
		if err := all.Err(); err != nil {
			return err
		}
		if k, err = knowledgeSettings(tx, actor.WorkspaceID); err != nil {
			return err
		}
		if ch.Embeddings != nil {
			e, _, err := embeddings(tx, actor.WorkspaceID)
			if err != nil {
				return err
			}
			k.Embedding = &e.Embedding
		}
		if ch.Synonyms == nil {
			return nil
		}
		k.Synonyms = ch.Synonyms
		saveKnowledgeSettings(tx, actor.WorkspaceID, k)
		k.Version++
		return nil
	})
	return k, err
}
