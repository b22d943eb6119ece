package crm

import "time"

// WindowLength is how long the customer-service window stays open after the
// contact's last message (outbound.md 7.2).
const WindowLength = 24 * time.Hour

// FreeEntryLength is how long nothing is billed after the business answered
// somebody whom an ad led here; the answer must come within WindowLength
// (inbound.md 7).
const FreeEntryLength = 72 * time.Hour

// windowMargin closes the window a little early, so that a message that is on
// its way when it closes is not refused (inbound.md 7).
const windowMargin = time.Minute

// Conversation is all messages between one contact and one phone number.
type Conversation struct {
	ID            string
	WorkspaceID   string
	ContactID     string
	PhoneNumberID string
	// TeamID and AgentID are who it is assigned to, each "" for nobody; as
	// contact.Conversation and lists read them.
	TeamID, AgentID string
	// KnownName is the contact's name, or "", as contact.EnsureConversation read it.
	KnownName     string
	LastInboundAt *time.Time
	// OptedOutAt and RefusesAllAt are the contact's refusals.
	OptedOutAt, RefusesAllAt *time.Time
	// ReferralAt is when an ad led the contact here last, FreeEntryUntil until
	// when the provider bills nothing because it was answered in time.
	ReferralAt, FreeEntryUntil *time.Time
}

// FreeEntryAt reports whether nothing is billed at a time, because the contact came by an
// ad.
func (c Conversation) FreeEntryAt(at time.Time) bool {
	return c.FreeEntryUntil != nil && at.Before(*c.FreeEntryUntil)
}

// OpensFreeEntry reports whether an answer at now opens the free entry point
// window: it comes in time, and is the first one since the ad.
func (c Conversation) OpensFreeEntry(now time.Time) bool {
	return c.ReferralAt != nil && now.Sub(*c.ReferralAt) <= WindowLength && (c.FreeEntryUntil == nil || c.FreeEntryUntil.Before(*c.ReferralAt))
}

// WindowClosesAt returns when the customer-service window closes, or nil when
// the contact never wrote.
func (c Conversation) WindowClosesAt() *time.Time {
	if c.LastInboundAt == nil {
		return nil
	}
	t := c.LastInboundAt.Add(WindowLength)
	return &t
}

// CheckWindow returns nil while free-form messages may be sent at now, else an
// error that names when the window closed and that a template is needed.
func (c Conversation) CheckWindow(now time.Time) error {
	closes := c.WindowClosesAt()
	if closes == nil {
		return windowClosed("This type of message needs an open customer-service window, but the contact has not written to this phone number. Send a template.")
	}
	if now.Before(closes.Add(-windowMargin)) {
		return nil
	}
	return windowClosed("This type of message needs an open customer-service window. The window closed at " + closes.UTC().Format(time.RFC3339) + ". Send a template.")
}

func windowClosed(detail string) error {
	return &Error{Kind: KindInvalid, Code: CodeWindowClosed, Message: detail,
		Fields: []FieldError{{Pointer: "/type", Detail: Naming("/type", detail), Code: CodeWindowClosed}}}
}

// CheckConsent refuses what the contact does not want, see Refusals.CheckConsent.
func (c Conversation) CheckConsent(category string) error {
	return Refusals{c.OptedOutAt, c.RefusesAllAt}.CheckConsent(category)
}
