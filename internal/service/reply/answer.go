package reply

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"slices"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/library"
	"service.example/crm/internal/service/model"
)

// Passage returns a passage that was found.
func (t *AnswerTrace) Passage(id string) (knowledge.Passage, bool) {
	if i := slices.IndexFunc(t.Passages, func(p knowledge.Passage) bool { return p.ID == id }); i >= 0 {
		return t.Passages[i], true
	}
	if i := slices.IndexFunc(t.Approved, func(a decide.Approved) bool { return a.Passage.ID == id }); i >= 0 {
		return t.Approved[i].Passage, true
	}
	return knowledge.Passage{}, false
}

// Query is a question with all that an answer may rest on.
type Query struct {
	WorkspaceID, conversationID, turnID, messageID string
	Duty                                           assistant.Duty
	question, Language                             string
	// purpose is what the calls are made for, "" for a reply, a test or an evaluation.
	purpose  string
	negative bool
	before   []decide.Said
	// deadline is what is left of the time for the reply; 0 for all of it.
	deadline time.Duration
	// Trace notes how the answer came to be; tests and evaluations ask for it.
	Trace *AnswerTrace
	// Measured says that the answer is measured: the cache is left alone, which
	// would falsify what it costs.
	Measured bool
}

// answer finds a reply: what people approved, what was answered before on the
// same evidence, what a model writes, what the knowledge says word for word;
// else people. It holds no transaction. Its error is one of our own.
func (s *Replies) answer(ctx context.Context, q Query) (_ Proposal, err error) {
	var evidence decide.Evidence
	aside(func() { evidence, err = s.evidence(ctx, q) })
	if err != nil {
		return Proposal{}, err
	}
	q.Trace.evidence(evidence)
	if a, ok := decide.Level0(q.question, q.Language, evidence.Approved); ok {
		return q.replied(crm.ReplyFromApproved, a.Answer, evidence.Cite(a.Passage.ID)), nil
	}
	if len(evidence.Passages) == 0 {
		o := q.handsOff(crm.HandOffNoEvidence, "The knowledge says nothing about it.", evidence)
		o.gap = true
		return o, nil
	}
	if len(q.Duty.Revision.Config.ProviderIDs) == 0 {
		return q.withoutModel(evidence, "The assistant has no AI provider."), nil
	}
	return s.cachedOr(ctx, q, evidence)
}

func (q Query) result() crm.TurnResult {
	return crm.TurnResult{Language: q.Language, Negative: q.negative}
}

func (q Query) replied(source, text string, cited []crm.KnowledgeCitation) Proposal {
	o := Proposal{State: crm.TurnReplied, Result: q.result(), Text: text, question: q.question, found: cited}
	o.Result.Source, o.Result.Citations = source, cited
	return o
}

func (q Query) handsOff(reason crm.HandOffReason, why string, e decide.Evidence) Proposal {
	o := handOff(reason, why, true)
	o.Result.Language, o.Result.Negative, o.question = q.Language, q.negative, q.question
	var ids []string
	for _, p := range e.Passages {
		ids = append(ids, p.ID)
	}
	o.found = e.Cite(ids...)
	return o
}

// withoutModel answers by a passage as it stands, if one is confident enough.
func (q Query) withoutModel(e decide.Evidence, why string) Proposal {
	if p, ok := decide.Verbatim(e.Passages, q.Language, q.Duty.Revision.Config.MaxReply); ok {
		return q.replied(crm.ReplyFromPassage, p.Text, e.Cite(p.ID))
	}
	return q.handsOff(crm.HandOffProviders, why, e)
}

// generated is what came of asking the models.
type generated struct {
	answer  decide.Answer
	refusal *decide.Refusal
	calls   ai.Result
	failure *ai.Error // nil after a success
	// noBudget says that nobody was asked, because nothing may be spent.
	noBudget bool
}

// generate asks the chain once, within the workspace's budget.
func (s *Replies) generate(ctx context.Context, q Query, e decide.Evidence) (g generated, err error) {
	c := q.Duty.Revision.Config
	var p decide.Prompt
	s.thinking.do(func() { p = decide.NewPrompt(c, newCanary(), q.question, q.before, e.Passages) })
	q.Trace.prompt(p)
	call := ai.Call{Request: p.Request, Shorten: p.Shorten, Deadline: q.deadline, Check: func(r ai.Response) error {
		a, err := decide.Parse(r.Text)
		if err != nil {
			return err
		}
		s.thinking.do(func() { g.answer, g.refusal = a, decide.Gate(c, p, a, q.Language, e.Passages) })
		if g.refusal != nil && g.refusal.Repairable {
			return errors.New(g.refusal.Detail)
		}
		return nil
	}}
	g.calls, err = s.askModels(ctx, q, call)
	if g.noBudget = model.NoBudget(err); err != nil && !g.noBudget && !errors.As(err, &g.failure) {
		return g, err
	}
	q.Trace.generated(g)
	return g, nil
}

// proposal is what a generation comes to.
func (g generated) proposal(q Query, e decide.Evidence) (o Proposal) {
	switch {
	case g.noBudget:
		o = q.handsOff(crm.HandOffBudget, "AI is switched off, or the day's tokens are used up.", e)
	case g.failure != nil && g.failure.Class == ai.Canceled:
		o = Proposal{again: true}
	case g.failure != nil && (g.failure.Class == ai.ContentPolicy || g.failure.Class == ai.CallerFault):
		o = q.handsOff(crm.HandOffProviders, "The AI provider declined: "+string(g.failure.Class)+".", e)
	case g.failure != nil:
		o = q.withoutModel(e, "No AI provider gave an answer: "+string(g.failure.Class)+".")
	case g.refusal != nil:
		o = q.handsOff(crm.HandOffAnswerRefused, g.refusal.Rule+": "+g.refusal.Detail, e)
	case g.answer.Action == decide.HandsOff:
		o = q.handsOff(crm.HandOffModel, CutTo(g.answer.Reason, 300), e)
	case g.answer.Action == decide.Ignores:
		o = Proposal{State: crm.TurnSilent, Result: q.result(), question: q.question}
		o.Result.Reason = decide.SilentNothing
	default:
		o = q.replied(crm.ReplyFromModel, g.answer.Text, e.Cite(g.answer.Citations...))
		if g.answer.Language != "" && q.Language == "" {
			o.Result.Language = g.answer.Language
		}
	}
	o.Calls = g.calls
	for _, a := range g.calls.Attempts {
		if a.Class == ai.OK || !a.Usage.Estimated { // what broke off is in the accounts, and no sum that is told
			o.Result.Tokens += a.Usage.Total()
		}
		o.Result.Attempts = append(o.Result.Attempts, crm.TurnAttempt{Provider: a.TargetID, Model: a.Model, Class: attemptClass(a.Class),
			LatencyMs: int(a.Latency.Milliseconds()), Tokens: a.Usage.Total()})
	}
	return o
}

func attemptClass(c ai.Class) string {
	if c == ai.OK {
		return string(crm.AttemptSucceeded)
	}
	return string(c)
}

// CutTo cuts a text to a number of characters.
func CutTo(s string, limit int) string {
	if runes := []rune(s); len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return s
}

// newCanary is a word that no answer may have: who shows it, shows the prompt.
func newCanary() string {
	var b [10]byte
	_, _ = rand.Read(b[:])
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b[:])
}

// evidencePassages is how many passages are searched for.
const evidencePassages = 8

// AnswerTrace is how an answer came to be, for people who test an assistant.
// Its methods do nothing on nil.
type AnswerTrace struct {
	Passages []knowledge.Passage
	Meaning  library.Meaning
	Approved []decide.Approved
	System   string
	Messages []ai.Message
	CacheKey string
	Cache    string // "", hit, miss, off
	Answer   *decide.Answer
	Refusal  *decide.Refusal
	// Failure is why no model gave an answer; NoBudget says that none was asked.
	Failure  ai.Class
	NoBudget bool
}

func (t *AnswerTrace) evidence(e decide.Evidence) {
	if t != nil {
		t.Passages, t.Approved = e.Passages, e.Approved
	}
}

func (t *AnswerTrace) meaning(m library.Meaning) {
	if t != nil {
		t.Meaning = m
	}
}

func (t *AnswerTrace) prompt(p decide.Prompt) {
	if t != nil {
		t.System, t.Messages = p.Shown()
	}
}

func (t *AnswerTrace) cache(key, state string) {
	if t != nil {
		t.CacheKey, t.Cache = key, state
	}
}

func (t *AnswerTrace) generated(g generated) {
	if t == nil {
		return
	}
	if g.failure == nil {
		t.Answer = &g.answer
	} else {
		t.Failure = g.failure.Class
	}
	t.Refusal, t.NoBudget = g.refusal, g.noBudget
}
