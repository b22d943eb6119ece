package service

import (
	"context"
	"errors"
	"slices"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/store"
)

// turnUnderWay is a turn with all that its decision rests on.
type turnUnderWay struct {
	turn  crm.Turn
	duty  duty
	burst []*crm.Message // oldest first
	facts decide.Facts
}

// outcome is what was made of a turn, before it is certain that it counts.
type outcome struct {
	state  crm.TurnState
	result crm.TurnResult
	text   string // to be said; "" for nothing
	// tell says that a hand-off is told to the customer; until is the end of a
	// pause.
	tell  bool
	until time.Time
	found []crm.KnowledgeCitation // evidence for whoever takes over

	calls    ai.Result // to the models, to be accounted for
	saved    ai.Usage  // what the cache saved
	again    bool      // it was broken off and says nothing
	question string
	keep     *store.CachedAnswer
	gap      bool // nothing was found for the question
}

// turnHistory is how many turns before are looked at: as many as a day may have.
const turnHistory = 48

// AnswerTurn decides a turn and has its reply written, outside any
// transaction; the transaction that ends the turn makes sure that it still
// counts. retried says that the job was given back.
func (s *Service) AnswerTurn(ctx context.Context, j store.Job) (retried bool, err error) {
	var t *turnUnderWay
	aside(func() { t, err = s.turnUnderWay(ctx, j) })
	if err != nil {
		return false, err
	}
	if t == nil {
		return false, s.db.Update(ctx, j.Key, func(tx *store.Tx) error { tx.FinishJob(j); return nil })
	}
	if t.facts.Now.Before(t.turn.DueAt) {
		return s.wait(ctx, j, t.turn.DueAt)
	}
	var d decide.Decision
	s.thinking.do(func() { d = decide.Decide(t.facts) })
	if d.Act == decide.ActWait {
		return s.wait(ctx, j, d.Until)
	}
	o := outcomeOf(d)
	switch d.Act {
	case decide.ActGreet:
		o.state, o.result.Source, o.text = crm.TurnReplied, crm.ReplyFromGreeting, decide.GreetingText(t.facts.Config, d.Language)
	case decide.ActAnswer:
		writing, end := s.writing.begin(ctx, t.turn.ConversationID)
		o, err = s.answer(writing, t.question(d))
		if err != nil && writing.Err() != nil {
			o, err = outcome{again: true}, nil // nobody wants it any more, and it was told so before a model was asked
		}
		end()
		if err == nil {
			err = ctx.Err() // the process is being stopped
		}
		if err != nil {
			return false, err
		}
	}
	return s.endTurn(context.WithoutCancel(ctx), j, t, o)
}

func (s *Service) wait(ctx context.Context, j store.Job, until time.Time) (bool, error) {
	return true, s.db.Update(ctx, j.Key, func(tx *store.Tx) error { tx.RetryJob(j, until, false); return nil })
}

// GiveUpTurn hands a turn to people that failed again and again for reasons of
// our own.
func (s *Service) GiveUpTurn(ctx context.Context, j store.Job, _ error) error {
	t, err := s.turnUnderWay(ctx, j)
	if err != nil {
		return err
	}
	if t == nil {
		return s.db.Update(ctx, j.Key, func(tx *store.Tx) error { tx.FinishJob(j); return nil })
	}
	_, err = s.endTurn(ctx, j, t, handOff(crm.HandOffInternal, "The assistant failed for a reason of our own.", true))
	return err
}

// outcomeOf is the outcome of a decision that needs no answer.
func outcomeOf(d decide.Decision) outcome {
	o := outcome{state: crm.TurnSilent, result: crm.TurnResult{Reason: d.Reason, Evidence: d.Evidence, Language: d.Language, Negative: d.Negative},
		tell: d.Tell, until: d.Until, question: d.Question}
	if d.Act == decide.ActHandOff || d.Act == decide.ActPause {
		o.state = crm.TurnHandedOff
	}
	return o
}

func handOff(reason crm.HandOffReason, evidence string, tell bool) outcome {
	return outcome{state: crm.TurnHandedOff, tell: tell, result: crm.TurnResult{Reason: string(reason), Evidence: evidence}}
}

// turnUnderWay reads a turn; nil when it is decided already.
func (s *Service) turnUnderWay(ctx context.Context, j store.Job) (*turnUnderWay, error) {
	conversationID, epoch, err := turnKey(j)
	if err != nil {
		return nil, err
	}
	t := &turnUnderWay{}
	gone := false
	err = s.db.View(ctx, func(tx *store.Tx) (err error) {
		if t.turn, err = tx.Turn(j.WorkspaceID, conversationID, epoch); err != nil {
			gone = crm.AsError(err).Kind == crm.KindNotFound
			return err
		}
		if gone = t.turn.State != crm.TurnOpen; gone {
			return nil
		}
		return s.readTurn(tx, t)
	})
	if gone {
		return nil, nil
	}
	if err == nil && len(t.burst) == 0 {
		err = errors.New("a turn has no message")
	}
	if err != nil {
		return nil, err
	}
	return t, s.completeFacts(ctx, t)
}

// readTurn reads what a turn rests on, on one view of the database.
func (s *Service) readTurn(tx *store.Tx, t *turnUnderWay) (err error) {
	w, f := t.turn.WorkspaceID, &t.facts
	if t.duty, err = s.readDuty(tx, w, t.turn.PhoneNumberID); err != nil {
		return err
	}
	if t.burst, err = tx.TurnMessages(t.turn, burstMessages); err != nil {
		return err
	}
	if f.Conversation, err = tx.Conversation(w, t.turn.ConversationID); err != nil {
		return err
	}
	if f.Floor, err = tx.Floor(w, t.turn.ConversationID); err != nil {
		return err
	}
	if f.Turns, err = tx.Turns(w, t.turn.ConversationID, t.turn.Epoch, turnHistory); err != nil {
		return err
	}
	page, err := tx.Messages(w, store.MessageFilter{ConversationID: t.turn.ConversationID}, crm.Page{Limit: historyMessages + len(t.burst)})
	for _, m := range slices.Backward(page.Items) {
		if !slices.ContainsFunc(t.burst, func(b *crm.Message) bool { return b.ID == m.ID }) {
			f.Before = append(f.Before, said(m))
		}
	}
	return err
}

// completeFacts adds what is not of the turn itself.
func (s *Service) completeFacts(ctx context.Context, t *turnUnderWay) error {
	f := &t.facts
	f.Now, f.OpenedAt = s.now(), t.turn.OpenedAt
	f.Config = t.duty.revision.Config
	f.Stopped = t.duty.assistantID != t.turn.AssistantID || t.duty.settings.Stops(t.turn.PhoneNumberID)
	for _, m := range t.burst {
		f.Burst = append(f.Burst, said(m))
		f.From = m.From
		if wrote := m.Times[crm.StatusReceived]; !wrote.IsZero() && wrote.Before(f.OpenedAt) {
			f.OpenedAt = wrote // by the clock by which the contact decides, too
		}
	}
	f.Echoes = s.said.echoes(*f)
	numbers, err := s.phoneNumbers(ctx, t.turn.WorkspaceID)
	for _, n := range numbers {
		f.OwnNumbers = append(f.OwnNumbers, n.Number)
	}
	return err
}

// said is a message as a turn sees it.
func said(m *crm.Message) decide.Said {
	return decide.Said{ID: m.ID, ProviderID: m.ProviderMessageID, Inbound: m.Direction == crm.Inbound, Type: m.Type, Text: m.Content.Words(),
		At: m.CreatedAt, Revoked: m.Content.RevokedAt != nil, Machine: m.Content.Assistant != nil}
}

// query is what a turn is about, without the question.
func (t *turnUnderWay) query() query {
	return query{workspaceID: t.turn.WorkspaceID, duty: t.duty, conversationID: t.turn.ConversationID, turnID: t.turn.ID,
		messageID: t.turn.LastMessageID, before: sinceHandOff(t.facts)}
}

// question is what a turn asks.
func (t *turnUnderWay) question(d decide.Decision) query {
	q := t.query()
	q.question, q.language, q.negative = d.Question, d.Language, d.Negative
	return q
}

// sinceHandOff is the history that a model is shown: what came before people
// took over is theirs.
func sinceHandOff(f decide.Facts) []decide.Said {
	if f.Floor.Since == nil {
		return f.Before
	}
	return slices.DeleteFunc(slices.Clone(f.Before), func(s decide.Said) bool { return s.At.Before(*f.Floor.Since) })
}
