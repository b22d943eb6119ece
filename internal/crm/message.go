package crm

import "time"

// Status is how far a message has come. Statuses only move forward.
type Status string

// The statuses of an outgoing message; an incoming one is StatusReceived.
const (
	StatusScheduled Status = "scheduled"
	StatusQueued    Status = "queued"
	StatusSending   Status = "sending"
	StatusAccepted  Status = "accepted"
	StatusSent      Status = "sent"
	StatusDelivered Status = "delivered"
	StatusRead      Status = "read"
	StatusPlayed    Status = "played"
	StatusFailed    Status = "failed"
	StatusExpired   Status = "expired"
	StatusCanceled  Status = "canceled"
	StatusReceived  Status = "received"
)

// Statuses lists every status of a message.
var Statuses = []Status{StatusScheduled, StatusQueued, StatusSending, StatusAccepted, StatusSent, StatusDelivered, StatusRead, StatusPlayed,
	StatusFailed, StatusExpired, StatusCanceled, StatusReceived}

var statusRank = map[Status]int{StatusScheduled: 1, StatusQueued: 2, StatusSending: 3, StatusAccepted: 4,
	StatusSent: 5, StatusFailed: 6, StatusExpired: 6, StatusCanceled: 6, StatusDelivered: 7, StatusRead: 8, StatusPlayed: 9}

// Rank orders the statuses; 0 means unknown.
func (s Status) Rank() int { return statusRank[s] }

// MovesTo reports whether a message may go from s to next: forward only. A
// failure never overrides a proof of delivery, and a proof of delivery does
// override a failure (inbound.md 4.5). Nothing leaves canceled or expired
// except such a proof, which can only come from an attempt that did get out.
func (s Status) MovesTo(next Status) bool { return next.Rank() > s.Rank() }

// Final reports whether nothing more is expected to be done for the message.
func (s Status) Final() bool { return s.Rank() >= StatusFailed.Rank() }

// Told reports whether a move to this status is an event: sending is a claim
// of ours and no fact about the message, so it shows in the timeline only.
func (s Status) Told() bool { return s != StatusSending }

// TookFrom reports whether a message of ours that had the status before is one now that
// the provider took.
func (s Status) TookFrom(before Status) bool {
	return before.Rank() < StatusAccepted.Rank() && s.Rank() >= StatusAccepted.Rank() && s != StatusFailed && s != StatusExpired && s != StatusCanceled
}

// Direction of a message, seen from the business.
type Direction string

// The two directions.
const (
	Outbound Direction = "outbound"
	Inbound  Direction = "inbound"
)

// Message is one inbound or outbound item of a conversation.
type Message struct {
	ID                string
	WorkspaceID       string
	ConversationID    string
	ContactID         string
	PhoneNumberID     string
	Direction         Direction
	Type              string
	Status            Status
	To, From          string
	UserID            string
	ProviderMessageID string
	ReplyTo           string
	Content           Content
	Metadata          map[string]string
	Attempts          []Attempt
	AttemptsOmitted   int // those that came to nothing and are not in Attempts
	Error             *MessageError
	Charge            *Charge
	// ChargedBy is the status that told the charge; Receipts are those of the
	// participants of a group.
	ChargedBy   Status
	Receipts    []Receipt
	ScheduledAt *time.Time
	ExpiresAt   *time.Time
	CreatedAt   time.Time
	Times       map[Status]time.Time
	// Refusals are the contact's, as the claim of the message read them.
	Refusals Refusals
	// AnswersReferral is set while a message is sent that is the first answer
	// to somebody whom an ad led here.
	AnswersReferral bool
}

// EventScope is what events about the message belong to.
func (m *Message) EventScope() EventScope { return EventScope{PhoneNumberID: m.PhoneNumberID} }

// Failure is why the message ended as failed or expired; nil for every other
// one, also where a proof of delivery came after a failure.
func (m *Message) Failure() *MessageError {
	if m.Status != StatusFailed && m.Status != StatusExpired {
		return nil
	}
	return m.Error
}

// TemplateLife is how long a template is tried to be sent, where the request
// does not say.
const TemplateLife = 24 * time.Hour

// LivesUntil returns until when the message is tried to be sent: its expiresAt,
// else a day for a template. A free-form message lives as long as its window,
// which its conversation knows; zero where that alone decides.
func (m *Message) LivesUntil() time.Time {
	switch {
	case m.ExpiresAt != nil:
		return *m.ExpiresAt
	case m.Content.Template == nil:
		return time.Time{}
	case m.ScheduledAt != nil && m.ScheduledAt.After(m.CreatedAt):
		return m.ScheduledAt.Add(TemplateLife)
	}
	return m.CreatedAt.Add(TemplateLife)
}

// readReceiptAge is how old a message may be that is marked as read
// (outbound.md 2.7).
const readReceiptAge = 30 * 24 * time.Hour

// CheckMarkable returns nil when the message can be marked as read at now.
func (m *Message) CheckMarkable(now time.Time) error {
	if m.Direction == Inbound && m.ProviderMessageID != "" && now.Sub(m.CreatedAt) <= readReceiptAge {
		return nil
	}
	return Errorf(KindConflict, CodeNotMarkable, "Only an inbound message of the last 30 days can be marked as read.")
}

// MessageError says why a message failed: a code of ours and, when the
// provider refused, its own error.
type MessageError struct {
	Code     Code           `json:"code" doc:"Stable code of the failure."`
	Detail   string         `json:"detail" doc:"Why the message failed, in one sentence."`
	Provider *ProviderError `json:"providerError,omitempty" doc:"The provider's refusal; absent if the message failed for another reason."`
}

// Charge is the provider's own pricing object of a message (outbound.md 7.2).
type Charge struct {
	Billable bool   `json:"billable" doc:"Whether the provider bills the message."`
	Model    string `json:"model,omitempty" doc:"The provider's pricing model, such as PMP."`
	Type     string `json:"type,omitempty" doc:"The provider's kind of price, such as regular or free_customer_service."`
	Category string `json:"category,omitempty" doc:"The provider's category of the message, such as marketing or service."`
}

// Outcome of one provider call.
type Outcome string

// The outcome of a call is exactly one of these; the sum over all calls
// balances. OutcomeOpen is a call that has not ended yet.
const (
	OutcomeOpen    Outcome = ""
	OutcomeKnown   Outcome = "known"
	OutcomeRefused Outcome = "refused"
	OutcomeUnknown Outcome = "unknown"
)

// Attempt is one call to the provider for a message. SettledAt is set when a
// status that carries our id told what became of an unknown outcome.
type Attempt struct {
	StartedAt time.Time      `json:"startedAt"`
	EndedAt   *time.Time     `json:"endedAt,omitempty"`
	Outcome   Outcome        `json:"outcome"`
	Detail    string         `json:"detail,omitempty"`
	Provider  *ProviderError `json:"providerError,omitempty"`
	SettledAt *time.Time     `json:"settledAt,omitempty"`
}

// AwaitsOutcome reports whether it is unknown what became of the message's last call.
func (m *Message) AwaitsOutcome() bool {
	if len(m.Attempts) == 0 {
		return false
	}
	last := m.Attempts[len(m.Attempts)-1]
	return last.Outcome == OutcomeUnknown && last.SettledAt == nil
}

// TemplateContent is a template with the values that fill it.
type TemplateContent struct {
	Name            string            `json:"name"`
	Language        string            `json:"language"`
	Parameters      map[string]string `json:"parameters,omitempty"`
	HeaderParameter string            `json:"headerParameter,omitempty"`
	HeaderMedia     *MediaRef         `json:"headerMedia,omitempty"`
	HeaderLocation  *Location         `json:"headerLocation,omitempty"`
	HeaderProduct   *ProductRef       `json:"headerProduct,omitempty"`
	Buttons         []ButtonParameter `json:"buttonParameters,omitempty"`
	Cards           []CardContent     `json:"cards,omitempty"`
	OfferExpiresAt  *time.Time        `json:"offerExpiresAt,omitempty"`
}

// CardContent fills one card of a carousel template.
type CardContent struct {
	HeaderMedia   *MediaRef         `json:"headerMedia,omitempty" doc:"The file in the card's header."`
	HeaderProduct *ProductRef       `json:"headerProduct,omitempty" doc:"The product in the card's header. All cards name one catalogue."`
	Parameters    map[string]string `json:"parameters,omitempty" doc:"Values of the card's text, by name or number."`
	Buttons       []ButtonParameter `json:"buttonParameters,omitempty" doc:"Values of the card's buttons."`
}

// ButtonParameter fills the button at Index (0-based, over all buttons of the
// template): exactly the field of that button's type.
type ButtonParameter struct {
	Index      int            `json:"index" doc:"Position of the button, starting at 0, among all buttons of the template."`
	URLSuffix  string         `json:"urlSuffix,omitempty" doc:"End of the URL; only for a URL button with a variable."`
	Payload    string         `json:"payload,omitempty" doc:"Text that a quick reply button sends back."`
	CouponCode string         `json:"couponCode,omitempty" doc:"Code of a copy-code button."`
	FlowToken  string         `json:"flowToken,omitempty" doc:"Token of a flow button."`
	FlowData   map[string]any `json:"flowData,omitempty" doc:"Data of a flow button's first screen."`
	// Thumbnail and Sections are what a button of a catalogue shows.
	Thumbnail string           `json:"thumbnailProductRetailerId,omitempty" doc:"The product whose image a catalogue button (CATALOG or MPM) shows."`
	Sections  []ProductSection `json:"sections,omitempty" doc:"The products that a multi-product button (MPM) shows: 1 to 10 sections with at most 30 products in total."`
}
