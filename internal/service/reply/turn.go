package reply

import (
	"context"
	"errors"
	"slices"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/message"
)

// turnUnderWay is a turn with all that its decision rests on.
type turnUnderWay struct {
	turn  crm.Turn
	duty  assistant.Duty
	burst []*crm.Message // oldest first
	facts decide.Facts
}

// Proposal is what a turn would do. endTurn decides whether it counts.
type Proposal struct {
	State  crm.TurnState
	Result crm.TurnResult
	Text   string // to be said; "" for nothing
	// tell says that a hand-off is told to the customer; until is the end of a
	// pause.
	tell  bool
	until time.Time
	found []crm.KnowledgeCitation // evidence for whoever takes over

	Calls    ai.Result // to the models, to be accounted for
	saved    ai.Usage  // what the cache saved
	again    bool      // it was broken off and says nothing
	question string
	keep     *cachedAnswer
	gap      bool // nothing was found for the question
}

// turnHistory is how many turns before are looked at: as many as a day may have.
const turnHistory = 48

// answerTurn decides a turn and has its reply written, outside any
// transaction; the transaction that ends the turn makes sure that it still
// counts. retried says that the job was given back.
func (s *Replies) answerTurn(ctx context.Context, j jobs.Job) (retried bool, err error) {
	var t *turnUnderWay
	aside(func() { t, err = s.turnUnderWay(ctx, j) })
	if err != nil {
		return false, err
	}
	if t == nil {
		return false, s.db.Update(ctx, j.Key, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
	}
	if t.facts.Now.Before(t.turn.DueAt) {
		return s.waitUntil(ctx, j, t.turn.DueAt)
	}
	var d decide.Decision
	s.thinking.do(func() { d = decide.Decide(t.facts) })
	if d.Act == decide.ActWait {
		return s.waitUntil(ctx, j, d.Until)
	}
	o := proposalOf(d)
	switch d.Act {
	case decide.ActGreet:
		o.State, o.Result.Source, o.Text = crm.TurnReplied, crm.ReplyFromGreeting, decide.GreetingText(t.facts.Config, d.Language)
	case decide.ActAnswer:
		writing, end := s.conversation.BeginWriting(ctx, t.turn.ConversationID)
		o, err = s.answer(writing, t.question(d))
		if err != nil && writing.Err() != nil {
			o, err = Proposal{again: true}, nil // nobody wants it any more, and it was told so before a model was asked
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

func (s *Replies) waitUntil(ctx context.Context, j jobs.Job, until time.Time) (bool, error) {
	return true, s.db.Update(ctx, j.Key, func(tx *db.Tx) error { jobs.RetryJob(tx, j, until, false); return nil })
}

// giveUpTurn hands a turn to people that failed again and again for reasons of
// our own.
func (s *Replies) giveUpTurn(ctx context.Context, j jobs.Job, _ error) error {
	t, err := s.turnUnderWay(ctx, j)
	if err != nil {
		return err
	}
	if t == nil {
		return s.db.Update(ctx, j.Key, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
	}
	_, err = s.endTurn(ctx, j, t, handOff(crm.HandOffInternal, "The assistant failed for a reason of our own.", true))
	return err
}

// proposalOf is the proposal of a decision that needs no answer.
func proposalOf(d decide.Decision) Proposal {
	o := Proposal{State: crm.TurnSilent, Result: crm.TurnResult{Reason: d.Reason, Evidence: d.Evidence, Language: d.Language, Negative: d.Negative},
		tell: d.Tell, until: d.Until, question: d.Question}
	if d.Act == decide.ActHandOff || d.Act == decide.ActPause {
		o.State = crm.TurnHandedOff
	}
	return o
}

func handOff(reason crm.HandOffReason, evidence string, tell bool) Proposal {
	return Proposal{State: crm.TurnHandedOff, tell: tell, Result: crm.TurnResult{Reason: string(reason), Evidence: evidence}}
}

// turnUnderWay reads a turn; nil when it is decided already.
func (s *Replies) turnUnderWay(ctx context.Context, j jobs.Job) (*turnUnderWay, error) {
	conversationID, epoch, err := turnKey(j)
	if err != nil {
		return nil, err
	}
	t := &turnUnderWay{}
	gone := false
	err = s.db.View(ctx, func(tx *db.Tx) error {
		*t = turnUnderWay{turn: crm.Turn{WorkspaceID: j.WorkspaceID, ConversationID: conversationID, Epoch: epoch}}
		err := s.readTurn(tx, t)
		gone = t.turn.ID != "" && t.turn.State != crm.TurnOpen || t.turn.ID == "" && crm.CodeOf(err) == crm.CodeNotFound
		return err
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

// readTurn reads a turn, named by its conversation and epoch, and what it rests
// on.
func (s *Replies) readTurn(tx *db.Tx, t *turnUnderWay) (err error) {
	w, c, epoch, f := t.turn.WorkspaceID, t.turn.ConversationID, t.turn.Epoch, &t.facts
	key := t.turn
	var newest []*crm.Message
	expected := historyMessages + 1 // of a burst of one
	err = tx.Together(
		func(tx *db.Tx) (err error) {
			if t.turn, err = readTurn(tx, w, c, epoch); err != nil {
				return err
			}
			t.duty, err = s.assistant.ReadDuty(tx, w, t.turn.PhoneNumberID)
			return err
		},
		func(tx *db.Tx) (err error) { t.burst, err = turnMessages(tx, key, burstMessages); return err },
		func(tx *db.Tx) (err error) { f.Conversation, err = contact.Conversation(tx, w, c); return err },
		func(tx *db.Tx) (err error) { f.ActiveSpeaker, err = conversation.ActiveSpeaker(tx, w, c); return err },
		func(tx *db.Tx) (err error) { f.Turns, err = turns(tx, w, c, epoch, turnHistory); return err },
		func(tx *db.Tx) (err error) { newest, err = message.NewestMessages(tx, w, c, expected); return err })
	if want := historyMessages + len(t.burst); err == nil && want > expected && len(newest) == expected {
		newest, err = message.NewestMessages(tx, w, c, want)
	}
	for _, m := range slices.Backward(newest) {
		if !slices.ContainsFunc(t.burst, func(b *crm.Message) bool { return b.ID == m.ID }) {
			f.Before = append(f.Before, Said(m))
		}
	}
	return err
}

// completeFacts adds what is not of the turn itself.
func (s *Replies) completeFacts(ctx context.Context, t *turnUnderWay) error {
	f := &t.facts
	f.Now, f.OpenedAt = s.now(), t.turn.OpenedAt
	f.Config = t.duty.Revision.Config
	f.Stopped = t.duty.AssistantID != t.turn.AssistantID || t.duty.Settings.Stops(t.turn.PhoneNumberID)
	for _, m := range t.burst {
		f.Burst = append(f.Burst, Said(m))
		f.From = m.From
		if wrote := m.Times[crm.StatusReceived]; !wrote.IsZero() && wrote.Before(f.OpenedAt) {
			f.OpenedAt = wrote // by the clock by which the contact decides, too
		}
	}
	f.Echoes = s.said.echoes(*f)
	numbers, err := s.account.KnownNumbers(ctx, t.turn.WorkspaceID)
	for _, n := range numbers {
		f.OwnNumbers = append(f.OwnNumbers, n.Number)
	}
	return err
}

// Said is a message as a turn sees it.
func Said(m *crm.Message) decide.Said {
	return decide.Said{ID: m.ID, ProviderID: m.ProviderMessageID, Inbound: m.Direction == crm.Inbound, Type: m.Type, Text: m.Content.Words(),
		At: m.CreatedAt, Revoked: m.Content.RevokedAt != nil, Machine: m.Content.Assistant != nil}
}

// query is what a turn is about, without the question.
func (t *turnUnderWay) query() Query {
	return Query{WorkspaceID: t.turn.WorkspaceID, Duty: t.duty, conversationID: t.turn.ConversationID, turnID: t.turn.ID,
		messageID: t.turn.LastMessageID, before: sinceHandOff(t.facts)}
}

// question is what a turn asks.
func (t *turnUnderWay) question(d decide.Decision) Query {
	q := t.query()
	q.question, q.Language, q.negative = d.Question, d.Language, d.Negative
	return q
}

// sinceHandOff is the history that a model is shown: what came before people
// took over is theirs.
func sinceHandOff(f decide.Facts) []decide.Said {
	if f.ActiveSpeaker.Since == nil {
		return f.Before
	}
	return slices.DeleteFunc(slices.Clone(f.Before), func(s decide.Said) bool { return s.At.Before(*f.ActiveSpeaker.Since) })
}
