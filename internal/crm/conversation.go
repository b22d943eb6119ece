package crm

import "time"

// WindowLength is how long the customer-service window stays open after the
// contact's last message (outbound.md 7.2).
const WindowLength = 24 * time.Hour

// windowMargin closes the window a little early, so that a message that is on
// its way when it closes is not refused (inbound.md 7).
const windowMargin = time.Minute

// Contact is a person, known by phone number, by the provider's
// business-scoped user id, or by both.
type Contact struct {
	ID          string
	WorkspaceID string
	Phone       string
	UserID      string
	Name        string
	// OptedOutAt is set while the contact refuses marketing messages.
	OptedOutAt *time.Time
	CreatedAt  time.Time
}

// Conversation is the thread between one contact and one phone number.
type Conversation struct {
	ID            string
	WorkspaceID   string
	ContactID     string
	PhoneNumberID string
	LastInboundAt *time.Time
	OptedOutAt    *time.Time
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
		return windowClosed("The contact has not written to this number, so no customer-service window is open. Send a template.")
	}
	if now.Before(closes.Add(-windowMargin)) {
		return nil
	}
	return windowClosed("The customer-service window closed at " + closes.UTC().Format(time.RFC3339) + ". Send a template.")
}

func windowClosed(detail string) error {
	return &Error{Kind: KindInvalid, Code: CodeWindowClosed, Message: detail,
		Fields: []FieldError{{Pointer: "/type", Detail: detail, Code: CodeWindowClosed}}}
}

// CheckConsent refuses a marketing message to a contact who opted out.
func (c Conversation) CheckConsent(category string) error {
	if c.OptedOutAt == nil || category != CategoryMarketing {
		return nil
	}
	detail := "The contact opted out of marketing messages at " + c.OptedOutAt.UTC().Format(time.RFC3339) + "."
	return &Error{Kind: KindInvalid, Code: CodeContactOptedOut, Message: detail,
		Fields: []FieldError{{Pointer: "/to", Detail: detail, Code: CodeContactOptedOut}}}
}
