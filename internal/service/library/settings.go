package library

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
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
		var changes crm.ActChanges
		if k, changes, err = s.changeSettings(tx, actor.WorkspaceID, ch, f); err != nil {
			return err
		}
		return audit.RecordChange(tx, actor, "knowledge_settings.updated", crm.ActTarget{Type: "knowledge_settings", ID: actor.WorkspaceID}, changes)
	})
	return k, err
}

// changeSettings is UpdateKnowledgeSettings within its transaction; it returns what
// changed.
func (s *Library) changeSettings(tx *db.Tx, workspaceID string, ch KnowledgeSettingsChange, f crm.Faults) (k crm.KnowledgeSettings, changes crm.ActChanges, err error) {
	all := f // of this run: an update may run again
	if ch.Embeddings != nil {
		if changes, err = s.changeEmbeddings(tx, workspaceID, *ch.Embeddings, &all); err != nil {
			return k, nil, err
		}
	}
	if err := all.Err(); err != nil {
		return k, nil, err
	}
	if k, err = knowledgeSettings(tx, workspaceID); err != nil {
		return k, nil, err
	}
	if ch.Embeddings != nil {
		e, _, err := embeddings(tx, workspaceID)
		if err != nil {
			return k, nil, err
		}
		k.Embedding = &e.Embedding
	}
	if ch.Synonyms == nil {
		return k, changes, nil
	}
	changes = changes.Set("synonyms", k.Synonyms, ch.Synonyms)
	k.Synonyms = ch.Synonyms
	saveKnowledgeSettings(tx, workspaceID, k)
	k.Version++
	return k, changes, nil
}
