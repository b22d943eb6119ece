package library

import (
	"context"
	"crypto/sha256"
	"errors"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/model"
)

// Meaning says whether a search went by meaning too, and if not, why.
type Meaning struct {
	Used bool
	// Reason is "" where it was used, else off, embedding (no passage has a
	// vector yet), disabled, budget, or the class of the call's failure.
	Reason string
	// Remembered says that the question's vector was known: no call was made.
	Remembered bool
}

// Reasons of Meaning that are no class.
const (
	meaningOff       = "off"
	meaningEmbedding = "embedding"
	meaningDisabled  = "disabled"
	meaningBudget    = "budget"
)

// FindByMeaning is FindKnowledge that says whether it went by meaning. It waits
// for the question's vector no longer than the workspace's time-out; whatever
// comes of it, what the words find is found.
func (s *Library) FindByMeaning(ctx context.Context, workspaceID, question string, o knowledge.Options) ([]knowledge.Passage, Meaning, error) {
	began := time.Now()
	defer func() {
		if m := s.metrics.Search; m != nil {
			m(time.Since(began).Seconds())
		}
	}()
	index, space, err := s.knowledgeSnapshot(ctx, workspaceID)
	if err != nil {
		return nil, Meaning{}, err
	}
	meaning := Meaning{Reason: meaningOff}
	if space > 0 {
		if meaning.Reason = meaningEmbedding; index.Embedded() > 0 {
			o.Vector, o.MeaningFloor, meaning = s.questionVector(ctx, workspaceID, question, space)
		}
	}
	return index.Search(question, o), meaning, nil
}

// embeddedQuestion bounds what of a question is embedded, in bytes.
const embeddedQuestion = 2000

// questionVector has a question embedded in a space, or says why not. Every
// failure is one of the endpoint, or of ours, and leaves the search to words.
func (s *Library) questionVector(ctx context.Context, workspaceID, question string, space int64) (v knowledge.Vector, floor float64, m Meaning) {
	e, err := s.embedder(ctx, workspaceID)
	if err == nil && (!e.Enabled || e.Space != space || e.FoundDimensions == 0) {
		return v, 0, Meaning{Reason: meaningEmbedding} // changed in this moment
	}
	text := strings.TrimSpace(strings.ToValidUTF8(question[:min(len(question), embeddedQuestion)], ""))
	if err == nil && text == "" {
		return v, 0, Meaning{Reason: string(ai.CallerFault)}
	}
	floor = float64(e.EvidencePermille) / 1000
	key := vectorKey(workspaceID, space, knowledge.Normalise(text))
	if known, ok := s.vectors.get(key, s.now()); ok && err == nil {
		return known, floor, Meaning{Used: true, Remembered: true}
	}
	if err == nil {
		err = s.mayEmbed(ctx, workspaceID)
	}
	if err == nil {
		v, err = s.embedQuestion(ctx, e, text)
	}
	var failed *ai.Error
	switch {
	case err == nil:
		s.vectors.keep(key, v, s.now())
		return v, floor, Meaning{Used: true}
	case errors.As(err, &failed):
		return knowledge.Vector{}, 0, Meaning{Reason: string(failed.Class)}
	case crm.CodeOf(err) == crm.CodeAIDisabled:
		return knowledge.Vector{}, 0, Meaning{Reason: meaningDisabled}
	case crm.CodeOf(err) == crm.CodeAIBudgetExhausted:
		return knowledge.Vector{}, 0, Meaning{Reason: meaningBudget}
	}
	if ctx.Err() == nil {
		s.log.Error("a question was not embedded", "workspace", workspaceID, "error", err)
	}
	return knowledge.Vector{}, 0, Meaning{Reason: string(ai.Transient)}
}

// mayEmbed refuses a call while AI is off or the day's tokens are used up. The
// few tokens of a question are counted when they are used, and not reserved.
func (s *Library) mayEmbed(ctx context.Context, workspaceID string) error {
	settings, err := s.model.KnownSettings(ctx, workspaceID)
	switch {
	case err != nil:
		return err
	case !settings.Enabled:
		return crm.Errorf(crm.KindConflict, crm.CodeAIDisabled, "AI is switched off for this workspace.")
	case settings.DailyTokens == 0:
		return nil
	}
	var b crm.AIBudget
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { b, err = model.AIBudget(tx, workspaceID, crm.AIDay(tx.Now())); return err })
	if err == nil && b.Used+b.Reserved >= settings.DailyTokens {
		err = crm.Errorf(crm.KindConflict, crm.CodeAIBudgetExhausted, "The workspace's daily budget of %d tokens is used up.", settings.DailyTokens)
	}
	return err
}

// embedQuestion makes one call and puts it on record.
func (s *Library) embedQuestion(ctx context.Context, e model.Embedder, text string) (v knowledge.Vector, err error) {
	out, result, failed := s.model.Embed(ctx, e.Questions, []string{text})
	if err := s.recordEmbedding(ctx, e, result, crm.TokenReservation{}); err != nil {
		return v, err
	}
	if failed != nil {
		return v, failed
	}
	list, err := vectorsOf(out.Vectors)
	if err != nil {
		return v, err
	}
	return list[0], nil
}

// questionVectors remembers the vectors of questions for a short time.
type questionVectors struct {
	recent *core.Recent[[32]byte, questionVector]
}

type questionVector struct {
	vector knowledge.Vector
	until  time.Time
}

const (
	recentVectors = 1024
	vectorLife    = 10 * time.Minute
)

// vectorKey names a question in a space; what was asked cannot be read from it.
func vectorKey(workspaceID string, space int64, text string) [32]byte {
	return sha256.Sum256([]byte(workspaceID + "\x00" + strconv.FormatInt(space, 10) + "\x00" + text))
}

func (q *questionVectors) get(key [32]byte, now time.Time) (knowledge.Vector, bool) {
	v, ok := q.recent.Get(key)
	return v.vector, ok && now.Before(v.until)
}

func (q *questionVectors) keep(key [32]byte, v knowledge.Vector, now time.Time) {
	q.recent.Keep(key, questionVector{v, now.Add(vectorLife)})
}
