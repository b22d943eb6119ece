package reply

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
)

// dueQuestions is how many open questions one sweep looks at.
const dueQuestions = 200

// noteQuestion notes on a locked speaker that the contact asked something. It has
// its answer when a turn replies, or a person speaks.
func noteQuestion(d assistant.Duty, speaker *crm.ActiveSpeaker, m *crm.Message, now time.Time) {
	wrote := m.Times[crm.StatusReceived]
	if wrote.IsZero() {
		wrote = m.CreatedAt
	}
	if before := windowEnds(d); before > 0 {
		speaker.Ask(now, wrote.Add(crm.WindowLength-before))
	}
}

// watchQuestion is noteQuestion for a message that people are to answer.
func watchQuestion(tx *db.Tx, d assistant.Duty, speaker crm.ActiveSpeaker, m *crm.Message) {
	if speaker.AskDue != nil || speaker.Switch == crm.SwitchOff || !decide.Asks(m.Content.Words()) {
		return
	}
	if noteQuestion(d, &speaker, m, tx.Now()); speaker.AskDue != nil {
		conversation.SaveActiveSpeaker(tx, speaker)
	}
}

// closeQuestion ends a question that a turn answered, that was none, or of which
// people have just been told that its window closes.
func closeQuestion(speaker *crm.ActiveSpeaker, t crm.Turn) {
	none := []string{decide.SilentNothing, decide.SilentClosing, decide.SilentRevoked, decide.SilentOwnNumber}
	switch {
	case t.State == crm.TurnReplied:
		speaker.Answered()
	case t.State == crm.TurnHandedOff && t.Result.Reason == string(crm.HandOffWindow):
		speaker.AskDue = nil
	case t.State == crm.TurnSilent && slices.Contains(none, t.Result.Reason) && speaker.AskedAt != nil && !speaker.AskedAt.Before(t.OpenedAt):
		speaker.Answered() // an earlier one stays open
	}
}

// windowEnds is how long before the window closes people are told of an open
// question; 0 is never.
func windowEnds(d assistant.Duty) time.Duration {
	minutes := d.Revision.Config.HandOff.WindowEnds
	if d.AssistantID == "" {
		minutes = crm.DefaultAssistantConfig().HandOff.WindowEnds
	}
	return time.Duration(minutes) * time.Minute
}

// HandOffOpenQuestions gives conversations of every workspace to people whose
// contact has no answer and whose customer-service window is about to close,
// each once, however many nodes look. It returns after a bounded number.
func (s *Replies) HandOffOpenQuestions(ctx context.Context) error {
	var list []crm.ActiveSpeaker
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = conversation.DueQuestions(tx, dueQuestions); return err })
	for _, speaker := range list {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if failed := s.handOffQuestion(ctx, speaker.WorkspaceID, speaker.ConversationID); failed != nil {
			err = errors.Join(err, fmt.Errorf("conversation %s: %w", speaker.ConversationID, failed)) // the others go on
		}
	}
	return err
}

func (s *Replies) handOffQuestion(ctx context.Context, workspaceID, conversationID string) error {
	var c crm.Conversation
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		c, err = contact.Conversation(tx, workspaceID, conversationID)
		return err
	})
	if err != nil {
		return err
	}
	return s.db.Update(ctx, c.PhoneNumberID, func(tx *db.Tx) error {
		speaker, err := conversation.LockActiveSpeaker(tx, workspaceID, conversationID)
		if err != nil {
			return err
		}
		if speaker.AskDue == nil || tx.Now().Before(*speaker.AskDue) {
			return nil // answered meanwhile, or another node was faster
		}
		if c, err = contact.Conversation(tx, workspaceID, conversationID); err != nil {
			return err
		}
		if c.ID != conversationID {
			return moveQuestion(tx, speaker, c.ID)
		}
		d, err := s.assistant.ReadDuty(tx, workspaceID, c.PhoneNumberID)
		if err != nil {
			return err
		}
		if speaker.Open {
			return s.endPending(ctx, tx, speaker)
		}
		return s.tellQuestion(tx, d, speaker, c)
	})
}

// moveQuestion lets a question wait with the conversation that its own one was
// joined to.
func moveQuestion(tx *db.Tx, from crm.ActiveSpeaker, to string) error {
	speaker, err := conversation.LockActiveSpeaker(tx, from.WorkspaceID, to)
	if err != nil {
		return err
	}
	if speaker.AskedAt == nil { // else one is open there, and people were or will be told
		speaker.Ask(*from.AskedAt, *from.AskDue)
		conversation.SaveActiveSpeaker(tx, speaker)
	}
	from.Answered()
	conversation.SaveActiveSpeaker(tx, from)
	return nil
}

// endPending decides a turn that has been open for all of the window, as its job
// would.
func (s *Replies) endPending(ctx context.Context, tx *db.Tx, speaker crm.ActiveSpeaker) error {
	t := &turnUnderWay{turn: crm.Turn{WorkspaceID: speaker.WorkspaceID, ConversationID: speaker.ConversationID, Epoch: speaker.Epoch}}
	if err := s.readTurn(tx, t); err != nil {
		return err
	}
	if err := s.completeFacts(ctx, t); err != nil {
		return err
	}
	verdict, stands := decide.Recheck(t.facts)
	if stands { // a message came meanwhile, and the window with it
		next := t.facts.Conversation.WindowClosesAt().Add(-windowEnds(t.duty))
		speaker.AskDue = &next
		conversation.SaveActiveSpeaker(tx, speaker)
		return nil
	}
	tx.After(func() { s.conversation.CancelWriting(speaker.ConversationID) })
	o := proposalOf(verdict)
	if o.State == crm.TurnHandedOff {
		var err error
		if o, err = unlessSettled(tx, t, o); err != nil {
			return err
		}
	}
	return s.storeDecision(tx, t, speaker, o)
}

// tellQuestion gives the conversation to people, unless the question has its
// answer, or its time has not come because the contact wrote again.
func (s *Replies) tellQuestion(tx *db.Tx, d assistant.Duty, speaker crm.ActiveSpeaker, c crm.Conversation) error {
	asked, now := *speaker.AskedAt, tx.Now()
	page, err := message.ListMessages(tx, c.WorkspaceID, crm.WholeReach(), message.MessageFilter{ConversationID: c.ID}, crm.Page{Limit: historyMessages})
	if err != nil {
		return err
	}
	i := slices.IndexFunc(page.Items, func(m *crm.Message) bool { return m.Direction == crm.Inbound })
	closes := c.WindowClosesAt()
	if i < 0 || closes == nil || windowEnds(d) == 0 || slices.ContainsFunc(page.Items[:i], answers) {
		speaker.Answered()
		conversation.SaveActiveSpeaker(tx, speaker)
		return nil
	}
	if due := closes.Add(-windowEnds(d)); now.Before(due) {
		speaker.AskDue = &due
		conversation.SaveActiveSpeaker(tx, speaker)
		return nil
	}
	over, err := closedByPeople(tx, c.WorkspaceID, c.ID, asked)
	if err != nil {
		return err
	}
	if over {
		speaker.Answered()
		conversation.SaveActiveSpeaker(tx, speaker)
		return nil
	}
	speaker.AskDue = nil
	if speaker.SpeakerAt(now) != crm.SpeakerPerson {
		speaker.HandBack(now)
		speaker.Speaker, speaker.Until = crm.SpeakerPerson, conversation.HandBackAt(d.Settings, now)
	}
	conversation.SaveActiveSpeaker(tx, speaker)
	tx.After(func() {
		if m := s.metrics.HandOff; m != nil {
			m(string(crm.HandOffWindow))
		}
	})
	by := crm.DoneBy{Type: crm.ActorAssistant, ID: d.AssistantID}
	if d.AssistantID == "" {
		by = crm.DoneBy{Type: crm.ActorSystem}
	}
	if err := conversation.HandedOffFor(tx, c, by, string(crm.HandOffWindow)); err != nil {
		return err
	}
	return tellOpenQuestion(tx, d, speaker, c, page.Items, page.Items[i], asked)
}

// answers reports whether a message answers a question, or soon will.
func answers(m *crm.Message) bool {
	switch {
	case m.Status == crm.StatusFailed, m.Status == crm.StatusExpired, m.Status == crm.StatusCanceled, m.Status == crm.StatusScheduled:
		return false
	}
	return m.AnswersContact()
}

// tellOpenQuestion writes conversation.handed_off for a conversation whose last
// message of the contact is last; messages are newest first.
func tellOpenQuestion(tx *db.Tx, d assistant.Duty, speaker crm.ActiveSpeaker, c crm.Conversation, messages []*crm.Message, last *crm.Message, asked time.Time) error {
	var lines []decide.Said
	for _, m := range slices.Backward(messages) {
		lines = append(lines, Said(m))
	}
	word := "closes"
	if closes := c.WindowClosesAt(); !tx.Now().Before(*closes) {
		word = "closed"
	}
	data := crm.ConversationHandedOffData{ConversationID: c.ID, ContactID: c.ContactID, MessageID: last.ProviderMessageID,
		AssistantID: d.AssistantID, AssistantRevision: d.Revision.Number, Reason: string(crm.HandOffWindow), Summary: summary(lines), Passages: []crm.EventPassage{},
		Evidence: fmt.Sprintf("What the customer wrote at %s has no answer, and the customer-service window %s at %s.",
			asked.UTC().Format(time.RFC3339), word, c.WindowClosesAt().UTC().Format(time.RFC3339))}
	if speaker.Epoch > 0 {
		t, err := readTurn(tx, c.WorkspaceID, c.ID, speaker.Epoch)
		if err != nil && crm.AsError(err).Kind != crm.KindNotFound { // removed after its time
			return err
		}
		data.TurnID, data.AssistantID, data.AssistantRevision = t.ID, cmp.Or(t.AssistantID, data.AssistantID), cmp.Or(t.Revision, data.AssistantRevision)
	}
	return event.AppendEvent(tx, crm.EventConversationHandedOff, c.WorkspaceID, c.ID, crm.EventScope{PhoneNumberID: c.PhoneNumberID, AssistantID: data.AssistantID}, data)
}
