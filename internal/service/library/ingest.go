package library

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/extract"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/knowledge"
)

// stageBatch is how many passages share a transaction.
const stageBatch = 200

// unreadable is why a source cannot be indexed, for people: trying again would
// not help.
type unreadable string

func (u unreadable) Error() string { return string(u) }

// cut is a passage before it has an identifier, and the page that it stands on.
type cut struct {
	passage knowledge.Passage
	url     string
}

// indexKnowledge makes passages of the newest revision of a source. They are
// staged batch by batch, seen by nobody, and found all at once in the place of
// those before, so that whatever stops it leaves a source as it was or as it
// shall be. more says that it goes on; the job was given back then.
func (s *Library) indexKnowledge(ctx context.Context, j jobs.Job) (more bool, err error) {
	var src crm.KnowledgeSource
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { src, err = KnowledgeSource(tx, j.WorkspaceID, j.Payload); return err })
	switch {
	case err != nil && crm.AsError(err).Kind == crm.KindNotFound:
		src = crm.KnowledgeSource{WorkspaceID: j.WorkspaceID, ID: j.Payload} // removed: what it leaves goes too
	case err != nil:
		return false, err
	case src.State == crm.SourcePending || src.State == crm.SourceIndexing:
		more, err = s.indexRevision(ctx, &src)
		var bad unreadable
		switch {
		case errors.As(err, &bad):
			err = s.failSource(ctx, src, string(bad))
		case err != nil && crm.AsError(err).Kind == crm.KindConflict:
			err = nil // it was changed meanwhile: the job of that change follows
		}
		if err != nil {
			return false, err
		}
		if more {
			return true, s.db.Update(ctx, j.Key, func(tx *db.Tx) error { jobs.RetryJob(tx, j, tx.Now(), false); return nil })
		}
	}
	return false, s.endIndexing(ctx, j)
}

// endIndexing removes what nobody sees any more, and the job.
func (s *Library) endIndexing(ctx context.Context, j jobs.Job) error {
	for {
		more := false
		err := s.db.Update(ctx, j.Key, func(tx *db.Tx) error {
			src, err := KnowledgeSource(tx, j.WorkspaceID, j.Payload)
			if err != nil && crm.AsError(err).Kind != crm.KindNotFound {
				return err
			}
			if more, err = dropPassages(tx, j.WorkspaceID, j.Payload, src.LiveRevision); err != nil || more {
				return err
			}
			if src.ID == "" {
				dropPages(tx, j.WorkspaceID, j.Payload, math.MaxInt64)
			}
			jobs.FinishJob(tx, j)
			return nil
		})
		if err != nil || !more {
			return err
		}
	}
}

func (s *Library) failSource(ctx context.Context, src crm.KnowledgeSource, reason string) error {
	return s.db.Update(ctx, src.ID, func(tx *db.Tx) error {
		failKnowledgeSource(tx, src, reason)
		return nil
	})
}

// failKnowledgeIndexing gives a source up whose indexing failed again and again.
func (s *Library) failKnowledgeIndexing(ctx context.Context, j jobs.Job, cause error) error {
	s.log.Error("a source of knowledge could not be indexed", "source", j.Payload, "error", cause)
	var src crm.KnowledgeSource
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { src, err = KnowledgeSource(tx, j.WorkspaceID, j.Payload); return err })
	if err == nil {
		err = s.failSource(ctx, src, "It could not be indexed because of a fault on our side; try again later.")
	} else if crm.AsError(err).Kind == crm.KindNotFound {
		err = nil
	}
	if err != nil {
		return err
	}
	return s.endIndexing(ctx, j)
}

// indexRevision reads the source, stages its passages and lets them be found.
func (s *Library) indexRevision(ctx context.Context, src *crm.KnowledgeSource) (more bool, err error) {
	before := *src
	cuts, more, err := s.cutSource(ctx, src)
	if err != nil || more {
		return more, err
	}
	if len(cuts) == 0 {
		return false, unreadable("No text was found in it.")
	}
	passages, same, err := s.namePassages(ctx, *src, cuts)
	if err != nil {
		return false, err
	}
	if same {
		return false, s.db.Update(ctx, src.ID, func(tx *db.Tx) error { keepKnowledgeSource(tx, *src); return nil })
	}
	src.Done, src.Total = 0, int64(len(passages))
	if err := s.clearStage(ctx, *src); err != nil {
		return false, err
	}
	for from := 0; from < len(passages); from += stageBatch {
		part := passages[from:min(from+stageBatch, len(passages))]
		src.Done = int64(from + len(part))
		err := s.db.Update(ctx, src.ID, func(tx *db.Tx) error {
			advanceKnowledgeSource(tx, *src)
			StagePassages(tx, *src, part)
			return nil
		})
		if err != nil {
			return false, err
		}
	}
	src.Passages, src.Flagged = int64(len(passages)), 0
	for _, p := range passages {
		if p.Flagged {
			src.Flagged++
		}
	}
	return false, s.publishSource(ctx, before, *src)
}

// publishSource lets a staged revision be found, if the workspace has room.
func (s *Library) publishSource(ctx context.Context, before, src crm.KnowledgeSource) error {
	return s.db.Update(ctx, src.ID, func(tx *db.Tx) error {
		k, err := knowledgeSettings(tx, src.WorkspaceID)
		if err != nil {
			return err
		}
		if k.Passages-before.Passages+src.Passages > crm.MaxKnowledgePassages {
			failKnowledgeSource(tx, src, "The workspace has no room: its knowledge has at most 100,000 passages.")
			return nil
		}
		finishKnowledgeSource(tx, before, src)
		queue, err := queueEmbedding(tx, src.WorkspaceID)
		if queue {
			s.enqueueEmbedding(tx, src.WorkspaceID)
		}
		return err
	})
}

// clearStage removes what a broken run left of the revision.
func (s *Library) clearStage(ctx context.Context, src crm.KnowledgeSource) error {
	for more := true; more; {
		err := s.db.Update(ctx, src.ID, func(tx *db.Tx) (err error) {
			more, err = dropPassages(tx, src.WorkspaceID, src.ID, src.LiveRevision)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// cutSource returns the passages of a source, without identifiers. more says that pages are still to
// be fetched.
func (s *Library) cutSource(ctx context.Context, src *crm.KnowledgeSource) (cuts []cut, more bool, err error) {
	switch src.Kind {
	case crm.SourceQuestion:
		pair := knowledge.Block{Kind: knowledge.BlockPair, Question: src.Question, Text: src.Content}
		return cutDocument(knowledge.Document{Blocks: []knowledge.Block{pair}}, src)
	case crm.SourceArticle:
		r, err := s.extract(ctx, extract.Markdown, strings.NewReader(src.Content))
		if err != nil {
			return nil, false, err
		}
		return cutDocument(r.Document, src)
	case crm.SourceFile:
		return s.cutFile(ctx, src)
	case crm.SourcePage, crm.SourceSite:
		return s.crawl(ctx, src)
	}
	return nil, false, unreadable("The kind of the source is not known.")
}

// extract reads a file; what is the file's fault is told to people.
func (s *Library) extract(ctx context.Context, format extract.Format, file io.Reader) (extract.Result, error) {
	r, err := extract.Read(ctx, format, file)
	var fault extract.Fault
	if errors.As(err, &fault) {
		err = unreadable(fault)
	}
	return r, err
}

// cutDocument cuts one document into the passages of a source.
func cutDocument(d knowledge.Document, src *crm.KnowledgeSource) (cuts []cut, more bool, err error) {
	if src.Title != "" {
		d.Title = src.Title
	}
	passages, full := knowledge.Cut(d, src.Language, crm.MaxSourcePassages)
	if full {
		return nil, false, unreadable("It is too long: a source has at most 20,000 passages.")
	}
	for _, p := range passages {
		cuts = append(cuts, cut{passage: p})
	}
	return cuts, false, nil
}

// namePassages gives the passages identifiers: that of the passage before where
// it is the same one, changed or not. same says that nothing has changed.
func (s *Library) namePassages(ctx context.Context, src crm.KnowledgeSource, cuts []cut) (out []crm.KnowledgePassage, same bool, err error) {
	var live []crm.KnowledgePassage
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		live, err = PassagesAt(tx, src.WorkspaceID, src.ID, src.LiveRevision)
		return err
	})
	if err != nil {
		return nil, false, err
	}
	known, passages := make([]knowledge.Known, len(live)), make([]knowledge.Passage, len(cuts))
	for i, p := range live {
		known[i] = knowledge.Known{ID: p.ID, Title: p.Title, Question: p.Question}
		copy(known[i].Hash[:], p.Hash)
	}
	for i, c := range cuts {
		passages[i] = c.passage
	}
	out, same = make([]crm.KnowledgePassage, len(cuts)), len(cuts) == len(live)
	for i, k := range knowledge.Match(known, passages) {
		p := passages[i]
		out[i] = crm.KnowledgePassage{SourceID: src.ID, Revision: src.Revision, Number: int64(i + 1), URL: cuts[i].url, Title: p.Title, Question: p.Question,
			Text: p.Text, Language: p.Language, Hash: p.Hash[:], Flagged: p.Flagged}
		switch {
		case k < 0:
			out[i].ID = s.db.Source().NewID(crm.PrefixPassage)
		case known[k].Hash == p.Hash:
			out[i].ID, out[i].Revision = live[k].ID, live[k].Revision
		default:
			out[i].ID = live[k].ID
		}
		same = same && k == i && out[i].Revision == live[i].Revision && out[i].URL == live[i].URL && out[i].Flagged == live[i].Flagged
	}
	return out, same, nil
}
