package reply

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/service/assistant"
)

// AssistantTest is a question that is put to an assistant without a customer.
type AssistantTest struct {
	Question string
	// Revision is the number of the one that answers; 0 is the newest.
	Revision int
	Before   []TestMessage // what was said before, oldest first
}

// TestMessage is one message of a made-up conversation.
type TestMessage struct {
	FromCustomer bool
	Text         string
}

// AssistantTestResult is what would be done, and how it came to be.
type AssistantTestResult struct {
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

// MaxTestMessages is how many messages a made-up conversation has at most.
const MaxTestMessages = 30

// TestAssistant answers a made-up conversation as the duty would, and stores nothing.
func (s *Replies) TestAssistant(ctx context.Context, actor crm.Actor, d assistant.Duty, test AssistantTest) (out AssistantTestResult, err error) {
	now := s.now()
	facts := decide.Facts{Now: now, Config: d.Revision.Config, Conversation: crm.Conversation{LastInboundAt: &now}, OpenedAt: now,
		Burst: []decide.Said{{ID: "question", Inbound: true, Type: "text", Text: test.Question, At: now}}}
	for _, m := range test.Before {
		facts.Before = append(facts.Before, decide.Said{Inbound: m.FromCustomer, Machine: !m.FromCustomer, Type: "text", Text: m.Text, At: now})
	}
	out.Revision, out.OnDuty = d.Revision, d.Revision.Config.Hours.OnDuty(now) && !d.Settings.Stopped
	o, err := s.TestTurn(ctx, Query{WorkspaceID: actor.WorkspaceID, Duty: d, Trace: &out.Trace}, facts)
	if err != nil {
		return out, err
	}
	if out.CostMicros, err = s.costOf(ctx, actor.WorkspaceID, o.Calls); err != nil {
		return out, err
	}
	out.State, out.Text, out.Result, out.Found, out.Saved = o.State, o.Text, o.Result, o.found, o.saved.Total()
	return out, nil
}

// TestTurn does about the facts what a turn would, and has no effect but the
// calls to AI providers. A language in q is that of the question.
func (s *Replies) TestTurn(ctx context.Context, q Query, facts decide.Facts) (o Proposal, err error) {
	decision := decide.Decide(facts)
	if q.Language != "" {
		decision.Language = q.Language
	}
	o = proposalOf(decision)
	switch decision.Act {
	case decide.ActGreet:
		o.State, o.Result.Source, o.Text = crm.TurnReplied, crm.ReplyFromGreeting, decide.GreetingText(facts.Config, decision.Language)
	case decide.ActAnswer:
		q.question, q.Language, q.before = decision.Question, decision.Language, facts.Before
		if o, err = s.answer(ctx, q); err != nil {
			return o, err
		}
	}
	if o.State == crm.TurnHandedOff && o.tell {
		o.Text, o.Result.Source = decide.HandOffText(facts.Config, o.Result.Language), crm.ReplyFromHandOff
	}
	return o, nil
}
