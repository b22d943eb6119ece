package reply

import (
	"cmp"
	"context"
	"strings"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
)

// endTurn makes a proposal count, in one transaction with the message that it
// sends, the events and the accounts: unless a newer message has come, which
// makes it worthless, or somebody else may speak now, who silences it.
func (s *Replies) endTurn(ctx context.Context, j jobs.Job, t *turnUnderWay, first Proposal) (retried bool, err error) {
	err = s.db.Update(db.Beside(ctx, message.BesideTurns), t.turn.PhoneNumberID, func(tx *db.Tx) error {
		retried = false
		if first.State == crm.TurnHandedOff { // the conversation is locked before what is of it, as people's acts do
			if err := holdConversation(tx, t.turn); err != nil {
				return err
			}
		}
		c, err := lookAgain(tx, t, first)
		if err != nil {
			return err
		}
		now := c.turn
		if now.State != crm.TurnOpen {
			jobs.FinishJob(tx, j)
			return nil
		}
		if now.LastMessageID != t.turn.LastMessageID {
			discardGeneration(tx, now)
			jobs.RetryJob(tx, j, now.DueAt, false)
			retried = true
			return s.tellFailovers(tx, t, first.Calls.Switches)
		}
		o := stillStands(t, c, first)
		if o.again {
			jobs.RetryJob(tx, j, tx.Now(), true)
			retried = true
			return s.tellFailovers(tx, t, first.Calls.Switches)
		}
		jobs.FinishJob(tx, j)
		if o.State == crm.TurnHandedOff {
			if o, err = unlessSettled(tx, t, o); err != nil {
				return err
			}
		}
		return s.storeDecision(tx, t, c.speaker, o)
	})
	return retried, err
}

// current is what may have changed while a reply was written.
type current struct {
	at           time.Time
	speaker      crm.ActiveSpeaker // locked
	turn         crm.Turn
	conversation crm.Conversation // with the contact's consent
	duty         assistant.Duty
}

// lookAgain locks the active speaker and reads what the end of a turn depends on,
// in one round trip. Who says nothing needs less.
func lookAgain(tx *db.Tx, t *turnUnderWay, o Proposal) (c current, err error) {
	w, id := t.turn.WorkspaceID, t.turn.ConversationID
	list := []func(*db.Tx) error{
		func(tx *db.Tx) (err error) { c.speaker, err = conversation.LockKnownSpeaker(tx, w, id); return err },
		func(tx *db.Tx) (err error) { c.turn, err = readTurn(tx, w, id, t.turn.Epoch); return err },
	}
	if o.State != crm.TurnSilent {
		list = append(list,
			func(tx *db.Tx) (err error) { c.conversation, err = contact.Conversation(tx, w, id); return err },
			func(tx *db.Tx) (err error) {
				c.duty, err = assistant.WatchDuty(tx, w, t.turn.PhoneNumberID)
				return err
			})
	}
	err = tx.Together(list...)
	c.at = tx.Now()
	return c, err
}

// stillStands decides again, with everything that may have changed while the reply
// was written: the active speaker, the switches, the window, and the contact's consent.
func stillStands(t *turnUnderWay, c current, o Proposal) Proposal {
	if o.State == crm.TurnSilent {
		return o
	}
	f, d := t.facts, c.duty
	f.Conversation, f.Now, f.ActiveSpeaker = c.conversation, c.at, c.speaker
	f.Stopped = d.AssistantID != t.turn.AssistantID || d.Settings.Stops(t.turn.PhoneNumberID)
	verdict, stands := decide.Recheck(f)
	if stands {
		if d.Generation != t.duty.Generation {
			o.keep = nil // all that was remembered was deleted while it was written
		}
		return o
	}
	changed := proposalOf(verdict)
	changed.question, changed.found, changed.Result.Tokens, changed.Result.Attempts, changed.Calls = o.question, o.found, o.Result.Tokens, o.Result.Attempts, o.Calls
	changed.Result.Language, changed.Result.Negative = o.Result.Language, o.Result.Negative
	if o.State == crm.TurnHandedOff && changed.State == crm.TurnHandedOff {
		changed.Result.Reason, changed.Result.Evidence = o.Result.Reason, o.Result.Evidence
		changed.until = o.until
	}
	return changed
}

// storeDecision writes what becomes of a turn.
func (s *Replies) storeDecision(tx *db.Tx, t *turnUnderWay, speaker crm.ActiveSpeaker, o Proposal) error {
	turn := t.turn
	turn.State, turn.Revision, turn.Result = o.State, t.duty.Revision.Number, o.Result
	if turn.Result.Citations == nil {
		turn.Result.Citations = []crm.KnowledgeCitation{}
	}
	if turn.Result.Attempts == nil {
		turn.Result.Attempts = []crm.TurnAttempt{}
	}
	if o.State == crm.TurnHandedOff && o.tell {
		o.Text = decide.HandOffText(t.duty.Revision.Config, o.Result.Language)
		turn.Result.Source = crm.ReplyFromHandOff
	}
	if o.Text != "" {
		turn.Result.MessageID = s.storeReply(tx, t, turn, o.Text)
	}
	decideTurn(tx, turn)
	tx.After(func() { s.countTurn(turn, o.Calls.Switches) })
	speaker.Open = false
	closeQuestion(&speaker, turn)
	if o.State == crm.TurnHandedOff {
		s.endSpeaking(tx, &speaker, t, o)
	}
	conversation.SaveActiveSpeaker(tx, speaker)
	if o.State == crm.TurnHandedOff && speaker.Speaker == crm.SpeakerPerson {
		c := crm.Conversation{WorkspaceID: turn.WorkspaceID, ID: turn.ConversationID, ContactID: turn.ContactID, PhoneNumberID: turn.PhoneNumberID}
		if err := conversation.HandedOffFor(tx, c, crm.DoneBy{Type: crm.ActorAssistant, ID: turn.AssistantID}, turn.Result.Reason); err != nil {
			return err
		}
	}
	if err := s.accountTurn(tx, t, o); err != nil {
		return err
	}
	if err := s.tellFailovers(tx, t, o.Calls.Switches); err != nil {
		return err
	}
	if o.State == crm.TurnHandedOff {
		if err := tellHandOff(tx, t, turn, o); err != nil {
			return err
		}
	}
	said := o.Text
	if turn.Result.MessageID == "" {
		said = ""
	}
	return tellUpserts(tx, turn, t.burst, said)
}

// storeReply stores an answer and the job that sends it, as every message is sent.
func (s *Replies) storeReply(tx *db.Tx, t *turnUnderWay, turn crm.Turn, text string) (messageID string) {
	last := t.burst[len(t.burst)-1]
	m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: last.WorkspaceID, ConversationID: last.ConversationID, ContactID: last.ContactID,
		PhoneNumberID: last.PhoneNumberID, Direction: crm.Outbound, Type: "text", Status: crm.StatusQueued, To: last.From, From: last.To,
		Content: crm.Content{Text: &crm.Text{Body: text}, SentBy: crm.Sender{Type: crm.ActorAssistant, ID: turn.AssistantID}, Assistant: &crm.AssistantMark{AssistantID: turn.AssistantID, Revision: turn.Revision,
			TurnID: turn.ID, Source: turn.Result.Source, Citations: turn.Result.Citations}}, CreatedAt: tx.Now()}
	if m.To == "" {
		m.UserID = last.UserID
	}
	message.InsertMessage(tx, m)
	conversation.Speaks(tx, m)
	tx.After(func() { s.said.note(text) })
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: m.WorkspaceID, Kind: message.JobSendMessage, Queue: m.PhoneNumberID, Key: m.ConversationID, Payload: m.ID})
	return m.ID
}

// pauses is how many pauses for machines a conversation has before people look.
const pauses = 2

// endSpeaking makes people the active speaker, or nobody for a while.
func (s *Replies) endSpeaking(tx *db.Tx, speaker *crm.ActiveSpeaker, t *turnUnderWay, o Proposal) {
	now := tx.Now()
	speaker.HandBack(now)
	if !o.until.IsZero() && speaker.Pauses < pauses {
		speaker.Speaker, speaker.Until, speaker.Pauses = crm.SpeakerPaused, &o.until, speaker.Pauses+1
		return
	}
	speaker.Speaker, speaker.Until = crm.SpeakerPerson, conversation.HandBackAt(t.duty.Settings, now)
}

// countTurn tells the metrics of a turn that was decided.
func (s *Replies) countTurn(t crm.Turn, switches []ai.Switch) {
	m := s.metrics
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

func (s *Replies) tellFailovers(tx *db.Tx, t *turnUnderWay, list []ai.Switch) error {
	last := t.burst[len(t.burst)-1]
	for _, w := range list {
		data := crm.AIFailoverData{ConversationID: t.turn.ConversationID, MessageID: last.ProviderMessageID, FromProvider: w.From,
			Reason: w.Class.Reason(), StatusCode: w.StatusCode, LatencyMs: int(w.Latency.Milliseconds()), Attempt: w.Attempt}
		if w.To != "" {
			data.ToProvider = &w.To
		}
		if err := event.AppendEvent(tx, crm.EventAIFailoverTriggered, t.turn.WorkspaceID, last.ConversationID, scopeOf(t.turn), data); err != nil {
			return err
		}
	}
	return nil
}

func tellHandOff(tx *db.Tx, t *turnUnderWay, turn crm.Turn, o Proposal) error {
	last := t.burst[len(t.burst)-1]
	data := crm.ConversationHandedOffData{ConversationID: last.ConversationID, ContactID: last.ContactID, MessageID: last.ProviderMessageID,
		AssistantID: turn.AssistantID, AssistantRevision: turn.Revision, TurnID: turn.ID, Reason: turn.Result.Reason,
		Evidence: turn.Result.Evidence, Summary: summary(append(append([]decide.Said{}, t.facts.Before...), t.facts.Burst...)), Passages: crm.EventPassagesOf(o.found)}
	if turn.Result.MessageID != "" {
		data.AIMessageID = &turn.Result.MessageID
	}
	return event.AppendEvent(tx, crm.EventConversationHandedOff, turn.WorkspaceID, last.ConversationID, scopeOf(turn), data)
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
