package service

import (
	"cmp"
	"context"
	"strings"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/store"
)

// endTurn makes an outcome count, in one transaction with the message that it
// sends, the events and the accounts: unless a newer message has come, which
// makes it worthless, or somebody else may speak now, who silences it.
func (s *Service) endTurn(ctx context.Context, j store.Job, t *turnUnderWay, first outcome) (retried bool, err error) {
	err = s.db.Update(ctx, t.turn.PhoneNumberID, func(tx *store.Tx) error {
		retried = false
		floor, err := tx.LockFloor(t.turn.WorkspaceID, t.turn.ConversationID)
		if err != nil {
			return err
		}
		now, err := tx.Turn(t.turn.WorkspaceID, t.turn.ConversationID, t.turn.Epoch)
		if err != nil {
			return err
		}
		if now.State != crm.TurnOpen {
			tx.FinishJob(j)
			return nil
		}
		if now.LastMessageID != t.turn.LastMessageID {
			tx.DiscardGeneration(now)
			tx.RetryJob(j, now.DueAt, false)
			retried = true
			return s.tellFailovers(tx, t, first.calls.Switches)
		}
		o, err := s.stillStands(tx, t, floor, first)
		if err != nil {
			return err
		}
		if o.again {
			tx.RetryJob(j, tx.Now(), true)
			retried = true
			return s.tellFailovers(tx, t, first.calls.Switches)
		}
		tx.FinishJob(j)
		return s.decide(tx, t, floor, o)
	})
	return retried, err
}

// stillStands looks again at everything that may have changed while the reply was
// written: who has the word, the switches, the window, and the contact's consent.
func (s *Service) stillStands(tx *store.Tx, t *turnUnderWay, floor crm.Floor, o outcome) (outcome, error) {
	if o.state == crm.TurnSilent {
		return o, nil
	}
	f := t.facts
	var err error
	if f.Conversation, err = tx.Conversation(t.turn.WorkspaceID, t.turn.ConversationID); err != nil {
		return o, err
	}
	d, err := s.readDuty(tx, t.turn.WorkspaceID, t.turn.PhoneNumberID)
	if err != nil {
		return o, err
	}
	f.Now, f.Floor = tx.Now(), floor
	f.Stopped = d.assistantID != t.turn.AssistantID || d.settings.Stops(t.turn.PhoneNumberID)
	verdict, stands := decide.Recheck(f)
	if stands {
		return o, nil
	}
	changed := outcomeOf(verdict)
	changed.question, changed.found, changed.result.Tokens, changed.result.Attempts, changed.calls = o.question, o.found, o.result.Tokens, o.result.Attempts, o.calls
	changed.result.Language, changed.result.Negative = o.result.Language, o.result.Negative
	if o.state == crm.TurnHandedOff && changed.state == crm.TurnHandedOff {
		changed.result.Reason, changed.result.Evidence = o.result.Reason, o.result.Evidence
		changed.until = o.until
	}
	return changed, nil
}

// decide writes what becomes of a turn.
func (s *Service) decide(tx *store.Tx, t *turnUnderWay, floor crm.Floor, o outcome) error {
	turn := t.turn
	turn.State, turn.Revision, turn.Result = o.state, t.duty.revision.Number, o.result
	if turn.Result.Citations == nil {
		turn.Result.Citations = []crm.KnowledgeCitation{}
	}
	if turn.Result.Attempts == nil {
		turn.Result.Attempts = []crm.TurnAttempt{}
	}
	if o.state == crm.TurnHandedOff && o.tell {
		o.text = decide.HandOffText(t.duty.revision.Config, o.result.Language)
		turn.Result.Source = crm.ReplyFromHandOff
	}
	if o.text != "" {
		turn.Result.MessageID = s.say(tx, t, turn, o.text)
	}
	fresh, err := tx.DecideTurn(turn)
	if err == nil && !fresh {
		err = store.ErrLost // another node decided it
	}
	if err != nil {
		return err
	}
	tx.After(func() { s.countTurn(turn, o.calls.Switches) })
	floor.Open = false
	closeQuestion(&floor, turn)
	if o.state == crm.TurnHandedOff {
		s.leaveFloor(tx, &floor, t, o)
	}
	tx.SaveFloor(floor)
	if err := s.accountTurn(tx, t, o); err != nil {
		return err
	}
	if err := s.tellFailovers(tx, t, o.calls.Switches); err != nil {
		return err
	}
	if o.state == crm.TurnHandedOff {
		if err := tellHandOff(tx, t, turn, o); err != nil {
			return err
		}
	}
	said := o.text
	if turn.Result.MessageID == "" {
		said = ""
	}
	return tellUpserts(tx, turn, t.burst, said)
}

// say stores an answer and the job that sends it, as every message is sent.
func (s *Service) say(tx *store.Tx, t *turnUnderWay, turn crm.Turn, text string) (messageID string) {
	last := t.burst[len(t.burst)-1]
	m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: last.WorkspaceID, ConversationID: last.ConversationID, ContactID: last.ContactID,
		PhoneNumberID: last.PhoneNumberID, Direction: crm.Outbound, Type: "text", Status: crm.StatusQueued, To: last.From, From: last.To,
		Content: crm.Content{Text: &crm.Text{Body: text}, Assistant: &crm.AssistantMark{AssistantID: turn.AssistantID, Revision: turn.Revision,
			TurnID: turn.ID, Source: turn.Result.Source, Citations: turn.Result.Citations}}, CreatedAt: tx.Now()}
	if m.To == "" {
		m.UserID = last.UserID
	}
	tx.InsertMessage(m)
	tx.After(func() { s.said.note(text) })
	tx.EnqueueJob(store.Job{WorkspaceID: m.WorkspaceID, Kind: JobSendMessage, Queue: m.PhoneNumberID, Key: m.ConversationID, Payload: m.ID})
	return m.ID
}

// pauses is how many pauses for machines a conversation has before people look.
const pauses = 2

// leaveFloor gives the word to people, or to nobody for a while.
func (s *Service) leaveFloor(tx *store.Tx, floor *crm.Floor, t *turnUnderWay, o outcome) {
	now := tx.Now()
	floor.Give(now)
	if !o.until.IsZero() && floor.Pauses < pauses {
		floor.Speaker, floor.Until, floor.Pauses = crm.SpeakerPaused, &o.until, floor.Pauses+1
		return
	}
	floor.Speaker, floor.Until = crm.SpeakerPerson, handBackAt(t.duty.settings, now)
}

// handBackAt is when the word goes back by itself; nil for never.
func handBackAt(s crm.AssistantSettings, now time.Time) *time.Time {
	if s.HandBackSeconds == 0 {
		return nil
	}
	at := now.Add(time.Duration(s.HandBackSeconds) * time.Second)
	return &at
}

// countTurn tells the metrics of a turn that was decided.
func (s *Service) countTurn(t crm.Turn, switches []ai.Switch) {
	m := s.Metrics
	if m.Turn != nil {
		m.Turn(t.State, cmp.Or(t.Result.Reason, t.Result.Source))
	}
	if m.HandOff != nil && t.State == crm.TurnHandedOff {
		m.HandOff(t.Result.Reason)
	}
	for _, w := range switches {
		if m.Failover != nil {
			m.Failover(w.Class.Reason())
		}
	}
}

func (s *Service) tellFailovers(tx *store.Tx, t *turnUnderWay, list []ai.Switch) error {
	last := t.burst[len(t.burst)-1]
	for _, w := range list {
		data := crm.AIFailoverData{ConversationID: t.turn.ConversationID, MessageID: last.ProviderMessageID, FromProvider: w.From,
			Reason: w.Class.Reason(), StatusCode: w.StatusCode, LatencyMs: int(w.Latency.Milliseconds()), Attempt: w.Attempt}
		if w.To != "" {
			data.ToProvider = &w.To
		}
		if err := tx.AppendEvent(crm.EventAIFailoverTriggered, t.turn.WorkspaceID, last.ConversationID, scopeOf(t.turn), data); err != nil {
			return err
		}
	}
	return nil
}

func tellHandOff(tx *store.Tx, t *turnUnderWay, turn crm.Turn, o outcome) error {
	last := t.burst[len(t.burst)-1]
	data := crm.ConversationHandedOffData{ConversationID: last.ConversationID, ContactID: last.ContactID, MessageID: last.ProviderMessageID,
		AssistantID: turn.AssistantID, AssistantRevision: turn.Revision, TurnID: turn.ID, Reason: turn.Result.Reason,
		Evidence: turn.Result.Evidence, Summary: summary(append(append([]decide.Said{}, t.facts.Before...), t.facts.Burst...)), Passages: crm.EventPassagesOf(o.found)}
	if turn.Result.MessageID != "" {
		data.AIMessageID = &turn.Result.MessageID
	}
	return tx.AppendEvent(crm.EventConversationHandedOff, turn.WorkspaceID, last.ConversationID, scopeOf(turn), data)
}

// scopeOf is what events about a turn belong to.
func scopeOf(t crm.Turn) crm.EventScope {
	return crm.EventScope{PhoneNumberID: t.PhoneNumberID, AssistantID: t.AssistantID}
}

// The bounds of a summary: lines, and characters of each.
const (
	summaryLines = 6
	summaryLine  = 200
)

// summary is what was said last, a line each.
func summary(all []decide.Said) string {
	if len(all) > summaryLines {
		all = all[len(all)-summaryLines:]
	}
	var lines []string
	for _, s := range all {
		who := "Business"
		switch {
		case s.Inbound:
			who = "Customer"
		case s.Machine:
			who = "Assistant"
		}
		text := strings.Join(strings.Fields(s.Text), " ")
		switch {
		case s.Revoked:
			text = "(taken back)"
		case text == "":
			text = "(" + s.Type + ")"
		}
		if runes := []rune(text); len(runes) > summaryLine {
			text = string(runes[:summaryLine]) + "…"
		}
		lines = append(lines, who+": "+text)
	}
	return strings.Join(lines, "\n")
}
