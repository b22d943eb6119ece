package service

import (
	"context"
	"strings"
	"unicode/utf8"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/store"
)

// AssistantTrial is a question that is put to an assistant without a customer.
type AssistantTrial struct {
	Question string
	// Revision is the number of the one that answers; 0 is the newest.
	Revision int
	Before   []TrialMessage // what was said before, oldest first
}

// TrialMessage is one message of a made-up conversation.
type TrialMessage struct {
	FromCustomer bool
	Text         string
}

// AssistantTrialResult is what would be done, and how it came to be.
type AssistantTrialResult struct {
	Revision crm.AssistantRevision
	OnDuty   bool
	State    crm.TurnState
	Text     string
	Result   crm.TurnResult
	Found    []crm.KnowledgeCitation
	Trace    AnswerTrace
	Saved    int
	// CostMicros is what the calls cost, in millionths of crm.AICurrency, as far
	// as their prices are known.
	CostMicros int64
}

const maxTrialMessages = 30

// TryAssistant answers a question as the assistant would, and sends nothing.
// What it asks of AI providers is accounted for; nothing is put into the cache.
func (s *Service) TryAssistant(ctx context.Context, actor crm.Actor, id string, trial AssistantTrial) (out AssistantTrialResult, err error) {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return out, err
	}
	var f crm.Faults
	if n := utf8.RuneCountInString(trial.Question); strings.TrimSpace(trial.Question) == "" || n > crm.MaxTextBody {
		f.Add("/question", crm.CodeRequired, "question has 1 to %d characters.", crm.MaxTextBody)
	}
	if len(trial.Before) > maxTrialMessages {
		f.Add("/before", crm.CodeOutOfRange, "before has at most %d messages.", maxTrialMessages)
	}
	if err := f.Err(); err != nil {
		return out, err
	}
	d := duty{assistantID: id}
	err = s.db.View(ctx, func(tx *store.Tx) error {
		a, err := tx.Assistant(actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		if trial.Revision == 0 {
			trial.Revision = a.Latest
		}
		if d.revision, err = tx.AssistantRevision(actor.WorkspaceID, id, trial.Revision); err != nil {
			return noRevision(err, trial.Revision)
		}
		state, err := tx.AssistantState(actor.WorkspaceID)
		if err != nil {
			return err
		}
		d.settings, d.generation = state.AssistantSettings, state.Generation
		d.secret, err = s.cacheSecret(actor.WorkspaceID, state.SealedSecret)
		return err
	})
	if err != nil {
		return out, err
	}
	return once(ctx, s, actor, func(save saver[AssistantTrialResult]) (AssistantTrialResult, error) {
		if err := outside(ctx); err != nil {
			return out, err
		}
		out, err := s.try(ctx, actor, d, trial)
		if err != nil {
			return out, err
		}
		return out, s.db.Update(ctx, actor.WorkspaceID, func(tx *store.Tx) error { return save(tx, out) })
	})
}

func (s *Service) try(ctx context.Context, actor crm.Actor, d duty, trial AssistantTrial) (out AssistantTrialResult, err error) {
	now := s.now()
	facts := decide.Facts{Now: now, Config: d.revision.Config, Conversation: crm.Conversation{LastInboundAt: &now}, OpenedAt: now,
		Burst: []decide.Said{{ID: "question", Inbound: true, Type: "text", Text: trial.Question, At: now}}}
	for _, m := range trial.Before {
		facts.Before = append(facts.Before, decide.Said{Inbound: m.FromCustomer, Machine: !m.FromCustomer, Type: "text", Text: m.Text, At: now})
	}
	out.Revision, out.OnDuty = d.revision, d.revision.Config.Hours.OnDuty(now) && !d.settings.Stopped
	o, err := s.rehearse(ctx, query{workspaceID: actor.WorkspaceID, duty: d, trace: &out.Trace}, facts)
	if err != nil {
		return out, err
	}
	if out.CostMicros, err = s.costOf(ctx, actor.WorkspaceID, o.calls); err != nil {
		return out, err
	}
	out.State, out.Text, out.Result, out.Found, out.Saved = o.state, o.text, o.result, o.found, o.saved.Total()
	return out, nil
}

// rehearse does about the facts what a turn would, and has no effect but the
// calls to AI providers. A language in q is that of the question.
func (s *Service) rehearse(ctx context.Context, q query, facts decide.Facts) (o outcome, err error) {
	decision := decide.Decide(facts)
	if q.language != "" {
		decision.Language = q.language
	}
	o = outcomeOf(decision)
	switch decision.Act {
	case decide.ActGreet:
		o.state, o.result.Source, o.text = crm.TurnReplied, crm.ReplyFromGreeting, decide.GreetingText(facts.Config, decision.Language)
	case decide.ActAnswer:
		q.question, q.language, q.before = decision.Question, decision.Language, facts.Before
		if o, err = s.answer(ctx, q); err != nil {
			return o, err
		}
	}
	if o.state == crm.TurnHandedOff && o.tell {
		o.text, o.result.Source = decide.HandOffText(facts.Config, o.result.Language), crm.ReplyFromHandOff
	}
	return o, nil
}
