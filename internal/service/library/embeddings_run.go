package library

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/model"
)

const (
	// embedSlice is how long a run embeds before it lets others have a turn.
	embedSlice = 20 * time.Second
	// embedBytes bounds the texts of a call, embedText one of them.
	embedBytes = 192 << 10
	embedText  = 24 << 10
	// budgetPause is how long passages wait whose tokens are not there.
	budgetPause = 10 * time.Minute
	// refusedPause is how long passages wait that the endpoint refuses without
	// telling why; refusedMost such passages in a row let the others wait too.
	refusedPause = time.Hour
	refusedMost  = 3
)

// embeddingRuns gives passages their vectors, batch by batch: the vectors of a
// batch are stored in the transaction that moves the run on.
func (s *Library) embeddingRuns() longrun.Kind {
	return longrun.Kind{Table: embeddingRuns, Job: jobEmbedKnowledge, Slice: embedSlice,
		Open: func(ctx context.Context, key longrun.Key) (steps longrun.Steps, err error) {
			r := &embedRun{Library: s, key: key, most: ai.MaxTexts}
			r.Embedder, err = s.freshEmbedder(ctx, key[0])
			return longrun.Steps{Step: r.step}, err
		}}
}

// beginEmbedding lets vectors follow the settings from the beginning.
func (s *Library) beginEmbedding(tx *db.Tx, e crm.Embeddings) {
	key := embeddingKey(e.WorkspaceID)
	jobs.HastenJob(tx, jobEmbedKnowledge, e.WorkspaceID, e.WorkspaceID)
	s.embeds.Begin(tx, key, e.WorkspaceID, crm.Run{Position: embedPlace{revision: e.Revision, space: e.Space}.String()})
	tx.After(func() { s.embeds.Stop(key) })
}

// embedFound lets passages get their vectors that are found from now on: by the
// run that has not ended, or a new one. Whoever ends a run holds the same lock.
func (s *Library) embedFound(tx *db.Tx, workspaceID string) error {
	e, _, err := lockEmbeddings(tx, workspaceID)
	switch {
	case err != nil || !e.Enabled:
	case e.Embedding.State == "" || e.Embedding.Ended():
		s.beginEmbedding(tx, e)
	case e.Embedding.Paused == crm.PauseRefused: // which says nothing about these
		jobs.HastenJob(tx, jobEmbedKnowledge, workspaceID, workspaceID)
	}
	return err
}

// freshEmbedder is embedder as the settings are now.
func (s *Library) freshEmbedder(ctx context.Context, workspaceID string) (model.Embedder, error) {
	s.model.ForgetEmbedder(workspaceID)
	return s.embedder(ctx, workspaceID)
}

// embedPlace is where a run of embeddings stands: it removes the vectors of
// former spaces, and then reads the passages that have none.
type embedPlace struct {
	revision, space int64 // of the settings that it follows
	reading         bool
	source          string // the passages up to this one of this source were read
	number          int64
	refused         bool // the endpoint refused some of them
}

func (p embedPlace) String() string {
	if !p.reading {
		return fmt.Sprint(p.revision, " ", p.space)
	}
	source := p.source
	if source == "" {
		source = "-"
	}
	return fmt.Sprint(p.revision, " ", p.space, " ", source, " ", p.number, " ", p.refused)
}

func parseEmbedPlace(text string) (p embedPlace, err error) {
	n, err := fmt.Sscan(text, &p.revision, &p.space, &p.source, &p.number, &p.refused)
	if p.reading = n == 5; p.source == "-" {
		p.source = ""
	}
	if n == 2 {
		err = nil
	}
	return p, err
}

// start is the place before the first passage.
func (p embedPlace) start() string {
	return embedPlace{revision: p.revision, space: p.space, reading: true}.String()
}

// embedRun is one slice of a run that gives passages their vectors.
type embedRun struct {
	*Library
	model.Embedder
	key  longrun.Key
	most int // texts that go with one call: fewer where the endpoint takes no more
	vain int // passages in a row that the endpoint refused
}

func (r *embedRun) step(ctx context.Context, run crm.Run) (next longrun.Next, err error) {
	at, err := parseEmbedPlace(run.Position)
	switch {
	case err != nil:
		return next, err
	case at.revision != r.Revision || at.space != r.Space: // changed in this moment
		return next, longrun.ErrMoved
	case !at.reading:
		return next, r.dropVectors(ctx, run, at)
	}
	var list []crm.KnowledgePassage
	total := run.Total
	err = r.db.View(ctx, func(tx *db.Tx) (err error) {
		if list, err = missingVectors(tx, r.WorkspaceID, r.Space, at.source, at.number, r.most); err == nil && total == nil {
			n := int64(0)
			n, err = countMissing(tx, r.WorkspaceID, r.Space)
			total = &n
		}
		return err
	})
	if err != nil {
		return next, err
	}
	if len(list) == 0 {
		return r.passEnded(ctx, run, at)
	}
	list = within(distinct(list))
	var out embedded
	if next, err = r.embed(ctx, list, 1, &out); err != nil || out.passages == 0 {
		next.Tries = run.Tries + 1
		return next, err
	}
	last := list[out.passages-1]
	at.source, at.number, at.refused = last.SourceID, last.Number, at.refused || out.refused > 0
	// What must wait is found out again by the next step.
	return longrun.Next{}, r.save(ctx, out.rows, longrun.Move{From: run, To: at.String(), Done: int64(len(out.rows)), Total: total})
}

// dropVectors removes vectors of former spaces; all where embeddings are off.
func (r *embedRun) dropVectors(ctx context.Context, run crm.Run, at embedPlace) error {
	below := r.Space
	if !r.Enabled {
		below++
	}
	return r.db.Update(ctx, r.WorkspaceID, func(tx *db.Tx) error {
		to, again := at.start(), run.Position
		more, err := dropVectors(tx, r.WorkspaceID, below)
		if err != nil {
			return err
		}
		if more {
			to = again
		}
		embeddingRuns.Advance(tx, r.key, longrun.Move{From: run, To: to})
		if more || r.Enabled {
			return nil
		}
		return r.embeds.End(tx, r.key, crm.RunCompleted, "")
	})
}

// passEnded ends the run if every passage has its vector. It reads from the
// beginning where others have come, or after a while where some were refused.
func (r *embedRun) passEnded(ctx context.Context, run crm.Run, at embedPlace) (longrun.Next, error) {
	if at.refused && run.Paused != crm.PauseRefused {
		return longrun.Next{Wait: aWhile(refusedPause), Pause: crm.PauseRefused, Tries: run.Tries + 1}, nil
	}
	var version, missing int64
	err := r.db.View(ctx, func(tx *db.Tx) error {
		k, err := knowledgeSettings(tx, r.WorkspaceID)
		if version = k.Version; err == nil {
			missing, err = countMissing(tx, r.WorkspaceID, r.Space)
		}
		return err
	})
	if err != nil {
		return longrun.Next{}, err
	}
	return longrun.Next{}, r.db.Update(ctx, r.WorkspaceID, func(tx *db.Tx) error {
		// Whoever lets passages be found writes this row, and then embedFound reads
		// that of the embeddings: either they see the end, or they are seen here.
		changeKnowledge(tx, r.WorkspaceID, knowledgeChange{})
		if _, _, err := lockEmbeddings(tx, r.WorkspaceID); err != nil {
			return err
		}
		k, err := knowledgeSettings(tx, r.WorkspaceID)
		if err != nil {
			return err
		}
		total := run.Done + missing
		embeddingRuns.Advance(tx, r.key, longrun.Move{From: run, To: at.start(), Total: &total})
		if missing > 0 || k.Version != version {
			return nil
		}
		return r.embeds.End(tx, r.key, crm.RunCompleted, "")
	})
}

// distinct leaves out passages that say what one before them says.
func distinct(list []crm.KnowledgePassage) []crm.KnowledgePassage {
	seen, out := map[string]bool{}, list[:0]
	for _, p := range list {
		if !seen[string(p.Hash)] {
			out = append(out, p)
		}
		seen[string(p.Hash)] = true
	}
	return out
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

// embedded is what came of passages: of all, or of those before one that waits.
type embedded struct {
	passages int // done with
	rows     []vectorRow
	refused  int // of the passages
	last     int // of the refused ones, those behind every other passage
}

// vectorRow is the vector of what a passage says; it has no dimensions for one
// that the model does not take.
type vectorRow struct {
	hash   []byte
	vector knowledge.Vector
}

// add notes the vectors of passages.
func (e *embedded) add(list []crm.KnowledgePassage, vectors []knowledge.Vector) {
	for i, p := range list {
		e.rows = append(e.rows, vectorRow{p.Hash, vectors[i]})
	}
	e.passages += len(list)
	e.last = 0
}

// refuse notes that a passage was refused.
func (e *embedded) refuse() {
	e.passages++
	e.refused++
	e.last++
}

// undo lets the passages that were refused last wait with those behind them.
func (e *embedded) undo() {
	e.passages -= e.last
	e.refused -= e.last
	e.last = 0
}

// embed has passages embedded; a pause says that the others must wait. What the
// endpoint does not take at once it gets in halves, and what it finds too long
// in part: one share-th of it.
func (r *embedRun) embed(ctx context.Context, list []crm.KnowledgePassage, share int, all *embedded) (pause longrun.Next, err error) {
	texts, tokens := make([]string, len(list)), int64(0)
	for i, p := range list {
		text := passageText(p)
		texts[i] = strings.ToValidUTF8(text[:len(text)/share], "")
		tokens += int64(ai.EstimateTokens(texts[i]))
	}
	kept, err := r.model.ReserveTokens(ctx, r.WorkspaceID, tokens)
	if model.NoBudget(err) {
		why := crm.PauseBudget
		if crm.CodeOf(err) == crm.CodeAIDisabled {
			why = crm.PauseSwitch
		}
		return longrun.Next{Wait: aWhile(budgetPause), Pause: why}, nil
	}
	if err != nil {
		return pause, err
	}
	out, result, failed := r.model.Embed(ctx, r.Passages, texts)
	if err := r.recordEmbedding(ctx, r.Embedder, result, kept); err != nil {
		return pause, err
	}
	vectors, bad := vectorsOf(out.Vectors)
	var e *ai.Error
	switch {
	case errors.As(failed, &e), failed == nil && errors.As(bad, &e):
		return r.without(ctx, list, share, e, all)
	case failed != nil || bad != nil:
		return pause, errors.Join(failed, bad)
	}
	all.add(list, vectors)
	r.vain = 0
	return pause, nil
}

// without says what is done about passages that were not embedded.
func (r *embedRun) without(ctx context.Context, list []crm.KnowledgePassage, share int, e *ai.Error, all *embedded) (pause longrun.Next, err error) {
	switch e.Class {
	case ai.ContextLength, ai.ContentPolicy, ai.CallerFault:
	default:
		return longrun.Next{Wait: aWhile(r.model.EmbedPause(r.Passages, e)), Pause: crm.PauseProviders}, ctx.Err()
	}
	switch {
	case len(list) > 1:
		half := (len(list) + 1) / 2
		r.most = min(r.most, half)
		for from := 0; from < len(list); from += half {
			if pause, err = r.embed(ctx, list[from:min(from+half, len(list))], share, all); pause.Pause != "" || err != nil {
				return pause, err
			}
		}
		return pause, nil
	case e.Class == ai.ContextLength && share < 4:
		return r.embed(ctx, list, share*2, all)
	case e.Class == ai.CallerFault:
		if r.vain++; r.vain >= refusedMost { // it would be the same with the next one
			all.undo()
			return longrun.Next{Wait: aWhile(refusedPause), Pause: crm.PauseRefused}, nil
		}
		all.refuse()
		return pause, nil
	}
	all.add(list, make([]knowledge.Vector, 1)) // found by its words only
	return pause, nil
}

// save stores vectors and moves the run on, unless the settings have changed.
func (r *embedRun) save(ctx context.Context, vectors []vectorRow, m longrun.Move) error {
	return r.db.Update(ctx, r.WorkspaceID, func(tx *db.Tx) error {
		e, _, err := lockEmbeddings(tx, r.WorkspaceID)
		if err != nil {
			return err
		}
		rows := make([]crm.KnowledgeVector, len(vectors))
		for i, v := range vectors {
			rows[i] = crm.KnowledgeVector{Hash: v.hash, Vector: v.vector.Bytes()}
			if n := v.vector.Dimensions(); e.FoundDimensions == 0 && n > 0 {
				e.FoundDimensions = n
				tx.After(func() { r.model.ForgetEmbedder(r.WorkspaceID) }) // questions may be asked now
			}
		}
		embeddingRuns.Advance(tx, r.key, m)
		if len(rows) > 0 {
			saveVectors(tx, e, rows)
		}
		r.Passages.Dimensions = e.FoundDimensions
		return nil
	})
}

// aWhile is a pause and up to a quarter more.
func aWhile(pause time.Duration) time.Duration { return pause + rand.N(pause/4) }
