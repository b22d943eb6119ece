package crm

import (
	"encoding/json"
	"time"
)

// EventKind names what an event tells of.
type EventKind string

// The kinds of events; the catalogue (EventTypes) says what each is.
const (
	EventMessagesUpsert        EventKind = "messages.upsert"
	EventMessagesReceived      EventKind = "messages.received"
	EventMessagesStatusUpdated EventKind = "messages.status_updated"
	EventTemplateStatusUpdated EventKind = "template.status_updated"
	EventContactConsentUpdated EventKind = "contact.consent_updated"
	EventPhoneNumberUpdated    EventKind = "phone_number.updated"

	EventMessagesReactionRemoved EventKind = "messages.reaction_removed"
	EventContactIdentityUpdated  EventKind = "contact.identity_updated"
	EventTemplateCategoryUpdated EventKind = "template.category_updated"

	EventDealStageUpdated          EventKind = "deal.stage_updated"
	EventAIFailoverTriggered       EventKind = "ai.failover_triggered"
	EventConversationAssigned      EventKind = "conversation.assigned"
	EventConversationStatusUpdated EventKind = "conversation.status_updated"
	EventConversationHandedOff     EventKind = "conversation.handed_off"
	EventBroadcastCompleted        EventKind = "broadcast.completed"
	EventOnboardingUpdated         EventKind = "onboarding.updated"
)

// Event is an immutable fact in the workspace's log. Body is the exact bytes
// that every reader gets: {"event","timestamp","data"}.
type Event struct {
	Seq         int64
	ID          string
	WorkspaceID string
	Kind        EventKind
	// Key orders events: those with the same key are told in order.
	Key       string
	CreatedAt time.Time
	Body      json.RawMessage
}

type envelope struct {
	Event     EventKind `json:"event"`
	Timestamp int64     `json:"timestamp"`
	Data      any       `json:"data"`
}

// EventBody renders the envelope of specification 2.3.
func EventBody(kind EventKind, at time.Time, data any) ([]byte, error) {
	return json.Marshal(envelope{Event: kind, Timestamp: at.Unix(), Data: data})
}

// MessageReceivedData is the data of messages.received.
type MessageReceivedData struct {
	MessageID      string `json:"message_id" doc:"Identifier of the message, assigned by the messaging network."`
	From           string `json:"from" doc:"Sender phone number in international format with +; empty where the provider gives none."`
	FromUserID     string `json:"from_user_id" doc:"The provider's business-scoped user id of the sender."`
	To             string `json:"to" doc:"The business number that received the message."`
	Content        string `json:"content" doc:"Text, caption, or the chosen button or row title; empty for pure media."`
	Type           string `json:"type" doc:"The provider's message type, or unsupported."`
	ConversationID string `json:"conversation_id" doc:"The conversation that the message belongs to."`
	ContactID      string `json:"contact_id" doc:"The contact who wrote it."`

	Media       *EventMedia `json:"media" doc:"The file of an image, video, audio, document or sticker; else null."`
	Interactive *EventReply `json:"interactive" doc:"What the contact pressed, chose or filled in; else null."`
	GroupID     string      `json:"group_id" doc:"The group that the message was written in; empty for a message to the business alone."`

	EventContent
}

// EventMedia is the file of a message in event bodies.
type EventMedia struct {
	ID              string `json:"id" doc:"Id of the file here; empty until it is fetched."`
	ProviderMediaID string `json:"provider_media_id" doc:"The provider's identifier of the file."`
	MIMEType        string `json:"mime_type" doc:"Type of the file, as the provider told."`
	SHA256          string `json:"sha256" doc:"Digest of the file in hex, as the provider tells."`
	Filename        string `json:"filename" doc:"Name of a document; empty for other files."`
	Voice           bool   `json:"voice" doc:"Whether an audio is a voice message."`
	Animated        bool   `json:"animated" doc:"Whether a sticker moves."`
}

// EventMediaOf renders a file for an event; nil stays nil.
func EventMediaOf(m *Media) *EventMedia {
	if m == nil {
		return nil
	}
	return &EventMedia{ID: m.ID, ProviderMediaID: m.ProviderID, MIMEType: m.MIMEType, SHA256: m.SHA256, Filename: m.Filename,
		Voice: m.Voice, Animated: m.Animated}
}

// EventReply is what a contact pressed, chose or filled in, in event bodies.
type EventReply struct {
	Type        string          `json:"type" doc:"What was used."`
	ID          string          `json:"id" doc:"Of the button or row; the payload of a template's button."`
	Title       string          `json:"title" doc:"Label of the button or row; empty for a form."`
	Description string          `json:"description" doc:"Text below the label of the row; empty for others."`
	Response    json.RawMessage `json:"response" doc:"The JSON that a form answered with; else null."`
}

// FieldValues lists the values of fields, for the document.
func (EventReply) FieldValues() map[string]any {
	return map[string]any{"type": ReplyTypes}
}

// EventReplyOf renders a reply for an event; nil stays nil.
func EventReplyOf(r *Reply) *EventReply {
	if r == nil {
		return nil
	}
	return &EventReply{Type: r.Type, ID: r.ID, Title: r.Title, Description: r.Description, Response: r.Response}
}

// MessageUpsertData is the data of messages.upsert (specification 2.4).
type MessageUpsertData struct {
	MessageID      string  `json:"message_id" doc:"Identifier of the message, assigned by the messaging network."`
	From           string  `json:"from" doc:"Sender phone number in international format with +; empty where the provider gives none."`
	Content        string  `json:"content" doc:"Text of the incoming message."`
	AIReply        string  `json:"ai_reply" doc:"Text of the automated reply produced for this message; empty if none."`
	AITokensUsed   int     `json:"ai_tokens_used" doc:"Number of AI tokens used; 0 on a cache hit."`
	CacheHit       bool    `json:"cache_hit" doc:"Whether the reply came from a cache."`
	FromUserID     string  `json:"from_user_id" doc:"The provider's business-scoped user id of the sender; empty if there is none."`
	To             string  `json:"to" doc:"The business number that received the message."`
	Type           string  `json:"type" doc:"The provider's message type, or unsupported."`
	ConversationID string  `json:"conversation_id" doc:"The conversation that the message belongs to."`
	ContactID      string  `json:"contact_id" doc:"The contact who wrote it."`
	AIMessageID    *string `json:"ai_message_id" doc:"The message that the automated reply became; null if none was sent."`

	Media        *EventMedia `json:"media" doc:"The file of an image, video, audio, document or sticker; else null."`
	Interactive  *EventReply `json:"interactive" doc:"What the contact pressed, chose or filled in; else null."`
	GroupID      string      `json:"group_id" doc:"The group that the message was written in; empty for a message to the business alone."`
	SupersededBy *string     `json:"superseded_by" doc:"The later message of the same burst that the reply answers; null if the reply answers this one."`

	EventContent
}

// MessageStatusData is the data of messages.status_updated.
type MessageStatusData struct {
	MessageID         string            `json:"message_id" doc:"Identifier of the message, as the send answered with."`
	ProviderMessageID string            `json:"provider_message_id" doc:"The provider's identifier of the message; empty until the provider has accepted it."`
	Status            Status            `json:"status" doc:"The status that it has now."`
	PreviousStatus    Status            `json:"previous_status" doc:"The status that it had before."`
	Error             *EventError       `json:"error" doc:"Why it failed; null if it did not."`
	Charge            *Charge           `json:"charge" doc:"What the provider bills; null while it has told nothing."`
	Metadata          map[string]string `json:"metadata" doc:"What you attached to the message; empty if nothing."`
	ConversationID    string            `json:"conversation_id" doc:"The conversation that the message belongs to."`
	ContactID         string            `json:"contact_id" doc:"The contact whom it is for."`
}

// EventError is MessageError in the snake_case of event bodies.
type EventError struct {
	Code          Code                `json:"code" doc:"Why it failed, as a code to act on."`
	Detail        string              `json:"detail" doc:"Why it failed, in a sentence."`
	ProviderError *EventProviderError `json:"provider_error" doc:"The provider's refusal; null if it failed otherwise."`
}

// EventProviderError is ProviderError in the snake_case of event bodies.
type EventProviderError struct {
	Code    int    `json:"code" doc:"The provider's code. Act on this one alone."`
	Subcode int    `json:"subcode" doc:"The provider's finer code; 0 if it gave none."`
	Title   string `json:"title" doc:"The provider's text, possibly in another language."`
	Details string `json:"details" doc:"The provider's longer text; empty if it gave none."`
}

// EventErrorOf renders a message's error for an event; nil stays nil.
func EventErrorOf(e *MessageError) *EventError {
	if e == nil {
		return nil
	}
	out := &EventError{Code: e.Code, Detail: e.Detail}
	if p := e.Provider; p != nil {
		out.ProviderError = &EventProviderError{Code: p.Code, Subcode: p.Subcode, Title: p.Title, Details: p.Details}
	}
	return out
}

// TemplateStatusData is the data of template.status_updated.
type TemplateStatusData struct {
	TemplateID     string `json:"template_id" doc:"Identifier of the template; begins with tpl_."`
	Name           string `json:"name" doc:"The template's name."`
	Language       string `json:"language" doc:"Code of the template's language, such as en_US."`
	Status         string `json:"status" doc:"The status that it has now, such as approved, rejected or paused."`
	PreviousStatus string `json:"previous_status" doc:"The status that it had before."`
	Reason         string `json:"reason" doc:"Why the provider rejected or paused it; empty if it told none."`
}

// ContactConsentData is the data of contact.consent_updated.
type ContactConsentData struct {
	ContactID string         `json:"contact_id" doc:"The contact who decided."`
	Purpose   ConsentPurpose `json:"purpose" enum:"marketing,all" doc:"What the contact agrees to or refuses; all leaves answers only."`
	FromState ConsentState   `json:"from_state" enum:"unknown,opted_in,opted_out" doc:"Where the contact stood before."`
	ToState   ConsentState   `json:"to_state" enum:"opted_in,opted_out" doc:"Where the contact stands now."`
	DecidedAt int64          `json:"decided_at" doc:"When the contact decided, in seconds since 1970."`
	Source    ConsentSource  `json:"source" enum:"message,import,api,provider_preference,agent" doc:"What proves it."`
	RecordID  string         `json:"record_id" doc:"The entry of the contact's consent ledger that tipped it."`
	ChangedBy ChangedBy      `json:"changed_by" doc:"Who reported the decision."`
}

// ChangedBy names who made a change: the contact itself, a key, an agent, an
// assistant, an import, or the provider, the routing or the service by itself,
// which have no identifier.
type ChangedBy struct {
	Type string `json:"type" enum:"contact,api_key,agent,assistant,import,provider,routing,service" doc:"Who it was; provider, routing and service act by themselves."`
	ID   string `json:"id" doc:"Identifier of who it was; empty for provider, routing and service."`
}

// PhoneNumberData is the data of phone_number.updated.
type PhoneNumberData struct {
	PhoneNumberID      string         `json:"phone_number_id" doc:"Identifier of the phone number; begins with num_."`
	Number             string         `json:"number" doc:"The number in international format."`
	MessagingAccountID string         `json:"messaging_account_id" doc:"The messaging account that it belongs to."`
	Changes            []NumberChange `json:"changes" nullable:"false" doc:"What changed, with the values before and now."`
	Reason             string         `json:"reason" doc:"What the provider says of it; empty if nothing."`
	ChangedBy          ChangedBy      `json:"changed_by" doc:"Who changed it."`
}
