package courtesy

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
)

// Hear says to a contact who wrote what the number says by itself, in the transaction
// that stores the message. assisted says that an assistant answers it. Where nothing is
// to be said it asks the database nothing.
func (s *Courtesy) Hear(tx *db.Tx, n crm.PhoneNumber, m *crm.Message, assisted bool) error {
	a := n.Automatic
	if !a.Hear() || m.Content.GroupID != "" {
		return nil
	}
	greets, tells := a.Greeting.Enabled && (a.Greeting.WithAssistant || !assisted), a.OutOfHours.Enabled && (a.OutOfHours.WithAssistant || !assisted)
	if !greets && !tells {
		return nil
	}
	state, _, err := conversation.State(tx, m.WorkspaceID, m.ConversationID)
	if err != nil {
		return err
	}
	if tells {
		hours, err := opening(tx, m.WorkspaceID, a.OutOfHours.CalendarID)
		if err != nil {
			return err
		}
		if hours != nil && !hours.OpenAt(tx.Now()) {
			return tellClosed(tx, a.OutOfHours, state, hours)
		}
	}
	if !greets {
		return nil
	}
	return greet(tx, a.Greeting, state)
}

// tellClosed tells the contact that the business is closed: once in an episode, as
// long as it was not open meanwhile.
func tellClosed(tx *db.Tx, o crm.AutomaticOutOfHours, state crm.InboxState, hours crm.Opening) error {
	done, err := saidIn(tx, state.WorkspaceID, state.ConversationID)
	if err != nil || done.toldAt != nil && done.toldIn == state.Episode.ID && !opened(hours, *done.toldAt, tx.Now()) {
		return err
	}
	var opens map[string]string
	if next, ever := hours.NextChange(tx.Now()); ever {
		opens = crm.OpensAt(hours.Local(next))
	}
	sent, err := say(tx, state.WorkspaceID, state.ConversationID, o.Text, opens)
	if err != nil || !sent {
		return err
	}
	now := tx.Now()
	done.toldAt, done.toldIn = &now, state.Episode.ID
	saveSaid(tx, state.WorkspaceID, state.ConversationID, done)
	return nil
}

// opened reports whether the business was open between two times.
func opened(hours crm.Opening, from, to time.Time) bool {
	if hours.OpenAt(from) {
		return true
	}
	next, ever := hours.NextChange(from)
	return ever && !next.After(to)
}

// greet greets the contact whose message opened the episode.
func greet(tx *db.Tx, g crm.AutomaticGreeting, state crm.InboxState) error {
	if state.Episode.OpenReason != crm.ReasonContactWrote || state.Episode.Inbounds != 1 {
		return nil
	}
	hours, err := opening(tx, state.WorkspaceID, g.CalendarID)
	if err != nil || hours != nil && !hours.OpenAt(tx.Now()) {
		return err
	}
	done, err := saidIn(tx, state.WorkspaceID, state.ConversationID)
	now := tx.Now()
	if err != nil || done.greetedAt != nil && now.Before(done.greetedAt.Add(time.Duration(g.EveryHours)*time.Hour)) {
		return err
	}
	sent, err := say(tx, state.WorkspaceID, state.ConversationID, g.Text, nil)
	if err != nil || !sent {
		return err
	}
	done.greetedAt = &now
	saveSaid(tx, state.WorkspaceID, state.ConversationID, done)
	return nil
}

// Who became one contact was told what either was told.
var _ = contact.OnJoin(func(tx *db.Tx, workspaceID, goneID, id string) error {
	gone, err := saidIn(tx, workspaceID, goneID)
	if err != nil || gone == (said{}) {
		return err
	}
	kept, err := saidIn(tx, workspaceID, id)
	if err != nil {
		return err
	}
	if kept.greetedAt == nil || gone.greetedAt != nil && gone.greetedAt.After(*kept.greetedAt) {
		kept.greetedAt = gone.greetedAt
	}
	if kept.toldAt == nil || gone.toldAt != nil && gone.toldAt.After(*kept.toldAt) {
		kept.toldAt, kept.toldIn = gone.toldAt, gone.toldIn
	}
	saveSaid(tx, workspaceID, id, kept)
	return nil
})
