package library

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/media"
)

// CreateKnowledgeSource stores an article, a question with its answer, or a
// URL, and lets it be indexed by a background job.
func (s *Library) CreateKnowledgeSource(ctx context.Context, actor crm.Actor, src crm.KnowledgeSource) (crm.KnowledgeSource, error) {
	if err := actor.Require(crm.ScopeKnowledgeWrite); err != nil {
		return src, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.KnowledgeSource]) (out crm.KnowledgeSource, err error) {
		if err := s.checkSource(&src); err != nil {
			return out, err
		}
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			if out, err = s.addSource(tx, actor.WorkspaceID, src); err != nil {
				return err
			}
			if err := save(tx, out); err != nil {
				return err
			}
			return recordSource(tx, actor, "knowledge_source.created", out, nil)
		})
		return out, err
	})
}

func (s *Library) checkSource(src *crm.KnowledgeSource) error {
	var f crm.Faults
	src.Validate(&f)
	if src.Kind.Web() {
		if u := crm.CheckURL(src.URL, s.opt.Guard.Rules, &f); u != nil {
			u.Fragment = ""
			src.URL = u.String()
		}
	}
	return f.Err()
}

// addSource stores a new source that was checked.
func (s *Library) addSource(tx *db.Tx, workspaceID string, src crm.KnowledgeSource) (crm.KnowledgeSource, error) {
	k, err := knowledgeSettings(tx, workspaceID)
	if err != nil {
		return src, err
	}
	if k.Sources >= crm.MaxKnowledgeSources {
		return src, crm.Errorf(crm.KindConflict, crm.CodeKnowledgeLimit, "A workspace has at most %d sources of knowledge.", crm.MaxKnowledgeSources)
	}
	now := tx.Now()
	src.ID, src.WorkspaceID, src.Revision, src.CreatedAt, src.UpdatedAt = tx.NewID(crm.PrefixKnowledgeSource), workspaceID, 1, now, now
	insertKnowledgeSource(tx, src)
	s.beginIndexing(tx, &src)
	return src, nil
}

// KnowledgeSource returns a source.
func (s *Library) KnowledgeSource(ctx context.Context, actor crm.Actor, id string) (src crm.KnowledgeSource, err error) {
	if err := actor.Require(crm.ScopeKnowledgeRead); err != nil {
		return src, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { src, err = KnowledgeSource(tx, actor.WorkspaceID, id); return err })
	return src, err
}

// KnowledgeSources returns a page of sources without their texts, newest first.
func (s *Library) KnowledgeSources(ctx context.Context, actor crm.Actor, f SourceFilter, p crm.Page) (list crm.List[crm.KnowledgeSource], err error) {
	if err := actor.Require(crm.ScopeKnowledgeRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		list, err = knowledgeSources(tx, actor.WorkspaceID, f, p)
		return err
	})
	return list, err
}

// KnowledgeSourceChange changes a source: what is nil stays as it is.
type KnowledgeSourceChange struct {
	Title, Language, Content, Question, Answer, URL *string
	PageLimit, RecrawlHours                         *int
}

// UpdateKnowledgeSource makes a new revision of a source. What was found before
// is found until the new revision is ready.
func (s *Library) UpdateKnowledgeSource(ctx context.Context, actor crm.Actor, id string, ch KnowledgeSourceChange) (src crm.KnowledgeSource, err error) {
	if err := actor.Require(crm.ScopeKnowledgeWrite); err != nil {
		return src, err
	}
	err = s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
		if src, err = lockKnowledgeSource(tx, actor.WorkspaceID, id); err != nil {
			return err
		}
		before := src
		if err := ch.apply(&src); err != nil {
			return err
		}
		if err := s.checkSource(&src); err != nil {
			return err
		}
		s.reviseSource(tx, &src)
		return recordSource(tx, actor, "knowledge_source.updated", src, sourceChanges(before, src))
	})
	return src, err
}

func (ch KnowledgeSourceChange) apply(src *crm.KnowledgeSource) error {
	var f crm.Faults
	give := func(pointer string, to, from *string, may bool) {
		switch {
		case from == nil:
		case !may:
			f.Add(pointer, crm.CodeSourceKind, "A source of the kind %s has no %s.", src.Kind, pointer[1:])
		default:
			*to = *from
		}
	}
	number := func(pointer string, to, from *int) {
		switch {
		case from == nil:
		case !src.Kind.Web():
			f.Add(pointer, crm.CodeSourceKind, "A source of the kind %s has no %s.", src.Kind, pointer[1:])
		default:
			*to = *from
		}
	}
	give("/title", &src.Title, ch.Title, true)
	give("/language", &src.Language, ch.Language, true)
	give("/content", &src.Content, ch.Content, src.Kind == crm.SourceArticle)
	give("/answer", &src.Content, ch.Answer, src.Kind == crm.SourceQuestion)
	give("/question", &src.Question, ch.Question, src.Kind == crm.SourceQuestion)
	give("/url", &src.URL, ch.URL, src.Kind.Web())
	number("/pageLimit", &src.PageLimit, ch.PageLimit)
	number("/recrawlHours", &src.RecrawlHours, ch.RecrawlHours)
	return f.Err()
}

// reviseSource stores a changed source as its next revision.
func (s *Library) reviseSource(tx *db.Tx, src *crm.KnowledgeSource) {
	from := src.Revision
	src.Revision, src.Reason, src.NextCrawlAt, src.UpdatedAt = from+1, "", nil, tx.Now()
	saveKnowledgeSource(tx, from, *src)
	s.beginIndexing(tx, src)
}

// RecrawlKnowledgeSource fetches a page or site anew; pages that say that they
// have not changed are not read again.
func (s *Library) RecrawlKnowledgeSource(ctx context.Context, actor crm.Actor, id string) (src crm.KnowledgeSource, err error) {
	if err := actor.Require(crm.ScopeKnowledgeWrite); err != nil {
		return src, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.KnowledgeSource]) (src crm.KnowledgeSource, err error) {
		err = s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
			if src, err = lockKnowledgeSource(tx, actor.WorkspaceID, id); err != nil {
				return err
			}
			if !src.Kind.Web() {
				return crm.Errorf(crm.KindConflict, crm.CodeSourceKind, "A source of the kind %s is not fetched from the web.", src.Kind)
			}
			s.reviseSource(tx, &src)
			if err := save(tx, src); err != nil {
				return err
			}
			return recordSource(tx, actor, "knowledge_source.recrawled", src, nil)
		})
		return src, err
	})
}

// DeleteKnowledgeSource removes a source. Its passages are found no more from
// then on; a background job removes what it leaves.
func (s *Library) DeleteKnowledgeSource(ctx context.Context, actor crm.Actor, id string) error {
	if err := actor.Require(crm.ScopeKnowledgeWrite); err != nil {
		return err
	}
	return s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
		src, err := lockKnowledgeSource(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		deleteKnowledgeSource(tx, src)
		s.indexes.Enqueue(tx, sourceKey(src.WorkspaceID, src.ID), src.ID)
		tx.After(func() { s.indexes.Stop(sourceKey(src.WorkspaceID, src.ID)) })
		if src.Object != "" {
			if err := media.EnqueueRemoval(tx, crm.File{WorkspaceID: src.WorkspaceID, Object: src.Object}, nil); err != nil {
				return err
			}
		}
		return recordSource(tx, actor, "knowledge_source.deleted", src, nil)
	})
}

// KnowledgePassages returns a page of the passages that are found, by source.
func (s *Library) KnowledgePassages(ctx context.Context, actor crm.Actor, f PassageFilter, p crm.Page) (list crm.List[crm.KnowledgePassage], err error) {
	if err := actor.Require(crm.ScopeKnowledgeRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		list, err = knowledgePassages(tx, actor.WorkspaceID, f, p)
		return err
	})
	return list, err
}

// SearchKnowledge returns what an assistant would find for a question, best
// first, and whether it went by meaning. knowledge.Evidence tells which of it
// supports an answer.
func (s *Library) SearchKnowledge(ctx context.Context, actor crm.Actor, question string, o knowledge.Options) ([]knowledge.Passage, Meaning, error) {
	if err := actor.Require(crm.ScopeKnowledgeRead); err != nil {
		return nil, Meaning{}, err
	}
	if err := core.Outside(ctx); err != nil {
		return nil, Meaning{}, err
	}
	return s.FindByMeaning(ctx, actor.WorkspaceID, question, o)
}

// FindKnowledge is SearchKnowledge for the service itself.
func (s *Library) FindKnowledge(ctx context.Context, workspaceID, question string, o knowledge.Options) ([]knowledge.Passage, error) {
	list, _, err := s.FindByMeaning(ctx, workspaceID, question, o)
	return list, err
}
