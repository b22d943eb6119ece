package library

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service/model"
)

const (
	// embedSlice is how long one run embeds before it lets others have a turn.
	embedSlice = 20 * time.Second
	// embedBytes bounds the texts of a call, embedText one of them.
	embedBytes = 192 << 10
	embedText  = 24 << 10
	// budgetPause is how long passages wait whose tokens are not there.
	budgetPause = 10 * time.Minute
	// refusedPause is how long passages wait that the endpoint refuses without
	// telling why.
	refusedPause = time.Hour
)

// embedRun is one run of the job that gives passages their vectors.
type embedRun struct {
	*Library
	model.Embedder
	source  string // how far it has come
	number  int64
	most    int // texts that go with one call: fewer where the endpoint takes no more
	done    int
	refused bool
}

// embedKnowledge does the work of one jobEmbedKnowledge: it removes vectors
// that nobody compares any more and embeds the passages that have none, batch by
// batch. Whatever stops it, the next run goes on where it was. again says that
// the job was given back.
func (s *Library) embedKnowledge(ctx context.Context, j jobs.Job) (again bool, err error) {
	if err := s.db.Update(ctx, j.Key, func(tx *db.Tx) error { startEmbedding(tx, j.WorkspaceID); return nil }); err != nil {
		return false, err
	}
	r := &embedRun{Library: s, most: ai.MaxTexts}
	if r.Embedder, err = s.freshEmbedder(ctx, j.WorkspaceID); err != nil {
		return false, err
	}
	if err := s.dropVectors(ctx, r.Embedder.Embeddings); err != nil {
		return false, err
	}
	more, pause := r.Enabled, time.Duration(0)
	for began := time.Now(); more && pause == 0; {
		if time.Since(began) > embedSlice {
			return true, s.giveBack(ctx, j, 0)
		}
		if more, pause, err = r.step(ctx); err != nil {
			return false, err
		}
	}
	if pause == 0 && r.refused {
		pause = refusedPause
	}
	if pause > 0 {
		return true, s.giveBack(ctx, j, pause)
	}
	return false, s.db.Update(ctx, j.Key, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
}

func (s *Library) giveBack(ctx context.Context, j jobs.Job, pause time.Duration) error {
	if pause > 0 {
		pause += rand.N(pause / 4)
	}
	return s.db.Update(ctx, j.Key, func(tx *db.Tx) error { jobs.RetryJob(tx, j, tx.Now().Add(pause), false); return nil })
}

// freshEmbedder is embedder as the settings are now.
func (s *Library) freshEmbedder(ctx context.Context, workspaceID string) (model.Embedder, error) {
	s.model.ForgetEmbedder(workspaceID)
	return s.embedder(ctx, workspaceID)
}

// dropVectors removes the vectors of former spaces; all where embeddings are off.
func (s *Library) dropVectors(ctx context.Context, e crm.Embeddings) error {
	below := e.Space
	if !e.Enabled {
		below++
	}
	for more := true; more; {
		err := s.db.Update(ctx, e.WorkspaceID, func(tx *db.Tx) (err error) { more, err = dropVectors(tx, e.WorkspaceID, below); return err })
		if err != nil {
			return err
		}
	}
	return nil
}

// step embeds the next passages. more says that there may be others; a pause
// says that these must wait.
func (r *embedRun) step(ctx context.Context) (more bool, pause time.Duration, err error) {
	var list []crm.KnowledgePassage
	err = r.db.View(ctx, func(tx *db.Tx) (err error) {
		list, err = missingVectors(tx, r.WorkspaceID, r.Space, r.source, r.number, r.most)
		return err
	})
	if err != nil || len(list) == 0 {
		return false, 0, err
	}
	list = within(list)
	pause, err = r.embed(ctx, list, 1)
	last := list[len(list)-1]
	r.source, r.number = last.SourceID, last.Number
	return true, pause, err
}

// within are the first passages that fit into a call.
func within(list []crm.KnowledgePassage) []crm.KnowledgePassage {
	size := 0
	for i := range list {
		if size += len(passageText(list[i])); size > embedBytes && i > 0 {
			return list[:i]
		}
	}
	return list
}

// passageText is what of a passage is embedded.
func passageText(p crm.KnowledgePassage) string {
	text := strings.TrimSpace(p.Title + "\n" + p.Question + "\n" + p.Text)
	return strings.ToValidUTF8(text[:min(len(text), embedText)], "")
}

// embed has passages embedded and stores their vectors. What the endpoint does
// not take at once it gets in halves, and what it finds too long in part: one
// share-th of it.
func (r *embedRun) embed(ctx context.Context, list []crm.KnowledgePassage, share int) (time.Duration, error) {
	texts, tokens := make([]string, len(list)), int64(0)
	for i, p := range list {
		text := passageText(p)
		texts[i] = strings.ToValidUTF8(text[:len(text)/share], "")
		tokens += int64(ai.EstimateTokens(texts[i]))
	}
	kept, err := r.model.ReserveTokens(ctx, r.WorkspaceID, tokens)
	if model.NoBudget(err) {
		return budgetPause, nil
	}
	if err != nil {
		return 0, err
	}
	out, result, failed := r.model.Embed(ctx, r.Passages, texts)
	if err := r.recordEmbedding(ctx, r.Embedder, result, kept); err != nil {
		return 0, err
	}
	vectors, bad := vectorsOf(out.Vectors)
	var e *ai.Error
	switch {
	case errors.As(failed, &e), errors.As(bad, &e):
		return r.without(ctx, list, share, e)
	}
	r.done += len(list)
	return 0, r.save(ctx, list, vectors)
}

// without says what is done about passages that were not embedded.
func (r *embedRun) without(ctx context.Context, list []crm.KnowledgePassage, share int, e *ai.Error) (time.Duration, error) {
	switch e.Class {
	case ai.ContextLength, ai.ContentPolicy, ai.CallerFault:
	default:
		return r.model.EmbedPause(r.Passages, e), ctx.Err()
	}
	switch {
	case len(list) > 1:
		half := (len(list) + 1) / 2
		r.most = min(r.most, half)
		for from := 0; from < len(list); from += half {
			if pause, err := r.embed(ctx, list[from:min(from+half, len(list))], share); pause > 0 || err != nil {
				return pause, err
			}
		}
		return 0, nil
	case e.Class == ai.ContextLength && share < 4:
		return r.embed(ctx, list, share*2)
	case e.Class == ai.CallerFault && r.done == 0:
		return refusedPause, nil // it would be the same with the next one
	case e.Class == ai.CallerFault:
		r.refused = true
		return 0, nil
	}
	return 0, r.save(ctx, list, make([]knowledge.Vector, 1)) // found by its words only
}

// save stores vectors, unless the settings have changed meanwhile.
func (r *embedRun) save(ctx context.Context, list []crm.KnowledgePassage, vectors []knowledge.Vector) error {
	return r.db.Update(ctx, r.WorkspaceID, func(tx *db.Tx) error {
		e, _, err := lockEmbeddings(tx, r.WorkspaceID)
		if err != nil || !e.Enabled || e.Space != r.Space {
			return err
		}
		rows := make([]crm.KnowledgeVector, len(list))
		for i, p := range list {
			rows[i] = crm.KnowledgeVector{Hash: p.Hash, Vector: vectors[i].Bytes()}
			if n := vectors[i].Dimensions(); e.FoundDimensions == 0 && n > 0 {
				e.FoundDimensions = n
				tx.After(func() { r.model.ForgetEmbedder(r.WorkspaceID) }) // questions may be asked now
			}
		}
		saveVectors(tx, e, rows)
		r.Passages.Dimensions = e.FoundDimensions
		return nil
	})
}
