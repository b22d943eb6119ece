package library

import (
	"context"
	"errors"
	"io"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/extract"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service/core/longrun"
)

// unreadable is why a source cannot be indexed, for people: trying again would
// not help.
type unreadable = longrun.Failure

const errTooLong = unreadable("It is too long: a source has at most 20,000 passages.")

// cut is a passage before it has an identifier, and the page that it stands on.
type cut struct {
	passage knowledge.Passage
	url     string
}

// cutSource returns the passages of a source, without identifiers. The pages of
// a web source have been fetched.
func (s *Library) cutSource(ctx context.Context, src *crm.KnowledgeSource) ([]cut, error) {
	switch src.Kind {
	case crm.SourceQuestion:
		pair := knowledge.Block{Kind: knowledge.BlockPair, Question: src.Question, Text: src.Content}
		return cutDocument(knowledge.Document{Blocks: []knowledge.Block{pair}}, src)
	case crm.SourceArticle:
		r, err := s.extract(ctx, extract.Markdown, strings.NewReader(src.Content))
		if err != nil {
			return nil, err
		}
		return cutDocument(r.Document, src)
	case crm.SourceFile:
		return s.cutFile(ctx, src)
	case crm.SourcePage, crm.SourceSite:
		return s.cutPages(ctx, src)
	}
	return nil, unreadable("The kind of the source is not known.")
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
func cutDocument(d knowledge.Document, src *crm.KnowledgeSource) (cuts []cut, err error) {
	if src.Title != "" {
		d.Title = src.Title
	}
	passages, full := knowledge.Cut(d, src.Language, crm.MaxSourcePassages)
	if full {
		return nil, errTooLong
	}
	for _, p := range passages {
		cuts = append(cuts, cut{passage: p})
	}
	return cuts, nil
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
