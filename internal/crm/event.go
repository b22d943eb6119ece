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
	EventContactErased           EventKind = "contact.erased"
	EventTemplateCategoryUpdated EventKind = "template.category_updated"
	EventTemplateQualityUpdated  EventKind = "template.quality_updated"

	EventDealStageUpdated          EventKind = "deal.stage_updated"
	EventDealAssigned              EventKind = "deal.assigned"
	EventDealRotted                EventKind = "deal.rotted"
	EventDealNoteCreated           EventKind = "deal.note_created"
	EventDealRuleFailed            EventKind = "deal_rule.failed"
	EventAIFailoverTriggered       EventKind = "ai.failover_triggered"
	EventConversationAssigned      EventKind = "conversation.assigned"
	EventConversationStatusUpdated EventKind = "conversation.status_updated"
	EventConversationSLABreached   EventKind = "conversation.sla_breached"
	EventConversationWindowClosing EventKind = "conversation.window_closing"
	EventConversationSLAWarned     EventKind = "conversation.sla_warned"
	EventConversationHandedOff     EventKind = "conversation.handed_off"
	EventBroadcastCompleted        EventKind = "broadcast.completed"
	EventBudgetReached             EventKind = "budget.reached"
	EventBroadcastUpdated          EventKind = "broadcast.updated"
	EventChargeRecorded            EventKind = "charge.recorded"
	EventConversionRecorded        EventKind = "conversion.recorded"
	EventOnboardingUpdated         EventKind = "onboarding.updated"
	EventAuditRecorded             EventKind = "audit.recorded"
	EventNoteCreated               EventKind = "note.created"
	EventConversationRated         EventKind = "conversation.rated"
	EventPromiseUpdated            EventKind = "promise.updated"
	EventPromiseDue                EventKind = "promise.due"
	EventConversationTooOften      EventKind = "conversation.routed_too_often"
	EventConversationLabels        EventKind = "conversation.labels_updated"
	EventProposalCreated           EventKind = "proposal.created"
	EventProposalUpdated           EventKind = "proposal.updated"
	EventProposalFailed            EventKind = "proposal.failed"
	EventAutonomyChanged           EventKind = "assistant.autonomy_changed"
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
	MessageID      string        `json:"message_id" doc:"The provider's identifier of the message."`
	From           ContactNumber `json:"from" doc:"Sender phone number in international format with +; empty if the provider does not give it."`
	FromUserID     string        `json:"from_user_id" doc:"The provider's business-scoped user id of the sender."`
	To             string        `json:"to" doc:"Your phone number that received the message."`
	Content        string        `json:"content" doc:"Text, caption, or title of the chosen button or row; empty for other messages."`
	Type           string        `json:"type" doc:"The provider's message type, or unsupported."`
	ConversationID string        `json:"conversation_id" doc:"The conversation of the message."`
	ContactID      string        `json:"contact_id" doc:"The contact who wrote the message."`

	Media       *EventMedia `json:"media" doc:"The file of an image, video, audio, document or sticker; otherwise null."`
	Interactive *EventReply `json:"interactive" doc:"The contact's reply: a button, a choice or a filled-in form; otherwise null."`
	GroupID     string      `json:"group_id" doc:"The group of the message; empty if the message is not from a group."`

	EventContent
}

// EventMedia is the file of a message in event bodies.
type EventMedia struct {
	ID              string `json:"id" doc:"Id of the media file; empty until it is fetched."`
	ProviderMediaID string `json:"provider_media_id" doc:"The provider's identifier of the file."`
	MIMEType        string `json:"mime_type" doc:"Type of the file, as the provider reported it."`
	SHA256          string `json:"sha256" doc:"SHA-256 of the file in hex, as the provider reported it."`
	Filename        string `json:"filename" doc:"Name of a document; empty for other files."`
	Voice           bool   `json:"voice" doc:"Whether the audio is a voice message."`
	Animated        bool   `json:"animated" doc:"Whether the sticker is animated."`
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
	Type        string          `json:"type" doc:"What the contact used."`
	ID          string          `json:"id" doc:"Id of the button or row; for a template's button its payload."`
	Title       string          `json:"title" doc:"Label of the button or row; empty for a form."`
	Description string          `json:"description" doc:"Text below the label of the row; empty for others."`
	Response    json.RawMessage `json:"response" doc:"The JSON of a filled-in form; otherwise null."`
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
	MessageID      string        `json:"message_id" doc:"The provider's identifier of the message."`
	From           ContactNumber `json:"from" doc:"Sender phone number in international format with +; empty if the provider does not give it."`
	Content        string        `json:"content" doc:"Text of the received message."`
	AIReply        string        `json:"ai_reply" doc:"Text of the assistant's reply to this message; empty if there is none."`
	AITokensUsed   int           `json:"ai_tokens_used" doc:"Number of AI tokens used; 0 for a cache hit."`
	CacheHit       bool          `json:"cache_hit" doc:"Whether the reply came from a cache."`
	FromUserID     string        `json:"from_user_id" doc:"The provider's business-scoped user id of the sender; empty if there is none."`
	To             string        `json:"to" doc:"Your phone number that received the message."`
	Type           string        `json:"type" doc:"The provider's message type, or unsupported."`
	ConversationID string        `json:"conversation_id" doc:"The conversation of the message."`
	ContactID      string        `json:"contact_id" doc:"The contact who wrote the message."`
	AIMessageID    *string       `json:"ai_message_id" doc:"Id of the message with the assistant's reply; null if no reply was sent."`

	Media        *EventMedia `json:"media" doc:"The file of an image, video, audio, document or sticker; otherwise null."`
	Interactive  *EventReply `json:"interactive" doc:"The contact's reply: a button, a choice or a filled-in form; otherwise null."`
	GroupID      string      `json:"group_id" doc:"The group of the message; empty if the message is not from a group."`
	SupersededBy *string     `json:"superseded_by" doc:"The later message of the same burst to which the assistant replied; null if it replied to this one."`

	EventContent
}

// MessageStatusData is the data of messages.status_updated.
type MessageStatusData struct {
	MessageID         string            `json:"message_id" doc:"Identifier of the message, as returned when you sent it."`
	ProviderMessageID string            `json:"provider_message_id" doc:"The provider's identifier of the message; empty until the provider accepts it."`
	Status            Status            `json:"status" doc:"Current status."`
	PreviousStatus    Status            `json:"previous_status" doc:"Previous status."`
	Error             *EventError       `json:"error" doc:"Why the message failed; null if it did not."`
	Charge            *Charge           `json:"charge" doc:"Charge that the provider reported; null until then."`
	Metadata          map[string]string `json:"metadata" doc:"Your own values; empty if there are none."`
	ConversationID    string            `json:"conversation_id" doc:"The conversation of the message."`
	ContactID         string            `json:"contact_id" doc:"The contact who receives the message."`
	SentBy            *DoneBy           `json:"sent_by" doc:"Who sent the message; null where that was not recorded."`
	Held              bool              `json:"held,omitempty" doc:"With accepted: the provider holds the message back until it has judged the template. It is delivered then, or fails."`
}

// EventError is MessageError in the snake_case of event bodies.
type EventError struct {
	Code          Code                `json:"code" doc:"Stable code of the failure."`
	Detail        string              `json:"detail" mask:"text" doc:"Why the message failed, in one sentence."`
	ProviderError *EventProviderError `json:"provider_error" doc:"The provider's refusal; null if the message failed for another reason."`
}

// EventProviderError is ProviderError in the snake_case of event bodies.
type EventProviderError struct {
	Code    int    `json:"code" doc:"The provider's error code. Base your logic on this code only."`
	Subcode int    `json:"subcode" doc:"The provider's detailed code; 0 if it gave none."`
	Title   string `json:"title" mask:"text" doc:"The provider's message, possibly in another language."`
	Details string `json:"details" mask:"text" doc:"The provider's long message; empty if it gave none."`
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
	Name           string `json:"name" doc:"Name of the template."`
	Language       string `json:"language" doc:"Language code of the template, such as en_US."`
	Status         string `json:"status" doc:"Current status, such as approved, rejected or paused."`
	PreviousStatus string `json:"previous_status" doc:"Previous status."`
	Reason         string `json:"reason" doc:"Why the provider rejected or paused the template, or did not take it into review; empty if it gave no reason."`
	Detail         string `json:"detail" doc:"What the provider says beyond the reason, such as that a pause takes three hours; empty for nothing."`
	Version        int    `json:"version" doc:"The newest version of the template; 0 if it was never changed here."`
}

// ContactConsentData is the data of contact.consent_updated.
type ContactConsentData struct {
	ContactID string         `json:"contact_id" doc:"The contact who decided."`
	Purpose   ConsentPurpose `json:"purpose" enum:"marketing,all" doc:"What the decision covers. An opt-out of all leaves only answers."`
	FromState ConsentState   `json:"from_state" enum:"unknown,opted_in,opted_out" doc:"The contact's previous decision."`
	ToState   ConsentState   `json:"to_state" enum:"opted_in,opted_out" doc:"The contact's current decision."`
	DecidedAt int64          `json:"decided_at" doc:"When the contact decided, in seconds since 1970."`
	Source    ConsentSource  `json:"source" enum:"message,import,api,provider_preference,user" doc:"Source of the decision."`
	RecordID  string         `json:"record_id" doc:"The consent record that caused the change."`
	ChangedBy DoneBy         `json:"changed_by" doc:"Who reported the decision."`
}

// PhoneNumberData is the data of phone_number.updated.
type PhoneNumberData struct {
	PhoneNumberID      string         `json:"phone_number_id" doc:"Identifier of the phone number; begins with num_."`
	Number             string         `json:"number" doc:"The number in international format."`
	MessagingAccountID string         `json:"messaging_account_id" doc:"The messaging account of the phone number."`
	Changes            []NumberChange `json:"changes" nullable:"false" doc:"The changed property, with its previous and current value."`
	Reason             string         `json:"reason" doc:"The provider's explanation; empty if there is none."`
	ChangedBy          DoneBy         `json:"changed_by" doc:"Who made the change."`
}
