package crm

import "time"

// SavingCause is why a message could have cost nothing. A message has one at most: the
// first that holds, in the order of SavingCauses.
type SavingCause string

// The causes.
const (
	SavingEntryWindow SavingCause = "entry_window_unused"
	SavingUtility     SavingCause = "utility_outside_window"
	SavingNeverRead   SavingCause = "marketing_never_read"
	SavingBubbles     SavingCause = "bubbles"
)

// SavingCauses are all of them.
var SavingCauses = []SavingCause{SavingEntryWindow, SavingUtility, SavingNeverRead, SavingBubbles}

const (
	// MaxSavingDays is how long a period may be, SavingLookBack how many messages of the
	// conversation before a message are looked at.
	MaxSavingDays, SavingLookBack = 92, 30

	savingEntry   = 3 * SpanDay // how long a free entry point lasts
	savingUtility = 4 * time.Hour
	savingBubbles = time.Minute
	savingUnread  = 3
)

// Rule says in a sentence when a message counts to the cause.
func (c SavingCause) Rule() string {
	switch c {
	case SavingEntryWindow:
		return "A billed template was sent within 72 hours after the contact last came by an ad or a page: an answer within 24 hours opens 72 hours that are free."
	case SavingUtility:
		return "A billed utility template was sent within 4 hours after the 24-hour window had ended: within the window it is free."
	case SavingNeverRead:
		return "A billed marketing template went to a contact who read none of the last 3 marketing templates before it, and wrote nothing since the first of them."
	case SavingBubbles:
		return "A billed text was sent within a minute after another text to the same contact, with nothing in between: both fit in one message."
	}
	return ""
}

// Saving is a message that could have cost nothing.
type Saving struct {
	Cause          SavingCause
	Charge         BookedCharge // what holds of it
	ConversationID string
	ContactID      string
	SentAt         time.Time
	// Place is where a list goes on behind it.
	Place string
}

// SavingOf returns why a billed message could have cost nothing; "" for no reason. before
// are the messages of the conversation before it, the newest first, and referred is when an
// ad or a page last led the contact here, zero for never.
func SavingOf(m *Message, c *BookedCharge, before []*Message, referred time.Time) SavingCause {
	template := c.TemplateName != ""
	since := m.CreatedAt.Sub(referred)
	switch {
	case c.Micros == nil || *c.Micros <= 0 || c.ParticipantID != "":
		return ""
	case template && !referred.IsZero() && since >= 0 && since < savingEntry:
		return SavingEntryWindow
	case template && c.Category == "utility" && windowMissed(m, before):
		return SavingUtility
	case template && c.Category == "marketing" && neverRead(before):
		return SavingNeverRead
	case !template && isBubble(m, before):
		return SavingBubbles
	}
	return ""
}

// windowMissed reports whether the window of the contact had ended a short while before.
func windowMissed(m *Message, before []*Message) bool {
	for _, b := range before {
		if b.Direction == Inbound {
			ended := m.CreatedAt.Sub(b.CreatedAt.Add(SpanDay))
			return ended >= 0 && ended <= savingUtility
		}
	}
	return false
}

func neverRead(before []*Message) bool {
	unread := 0
	for _, b := range before {
		switch {
		case b.Direction == Inbound:
			return false
		case b.Content.Template == nil || b.Charge == nil || b.Charge.Category != "marketing":
			continue
		case b.Status != StatusDelivered:
			return false // it was read, or never arrived
		}
		if unread++; unread == savingUnread {
			return true
		}
	}
	return false
}

func isBubble(m *Message, before []*Message) bool {
	if m.Type != "text" || len(before) == 0 {
		return false
	}
	b := before[0]
	return b.Direction == Outbound && b.Type == "text" && b.Status.Arrived() && m.CreatedAt.Sub(b.CreatedAt) <= savingBubbles
}
