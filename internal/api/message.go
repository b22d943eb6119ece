package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/message"
)

var messagesTag = tag{"Messages", "Send messages of every type, alone or up to 1,000 at once, and follow each to its final status."}

// SendResult says that a message was accepted: it is stored and will reach a
// final state.
type SendResult struct {
	MessageID string     `json:"messageId" doc:"Identifier of the created message." example:"msg_01jd5k3v6rf0w8m2a4t9x7bq1e"`
	Status    crm.Status `json:"status" enum:"queued,scheduled" doc:"queued: it is sent at once. scheduled: it is sent at scheduledAt."`
}

// BatchResult is what became of one message of a batch: messageId and status,
// or error.
type BatchResult struct {
	Index     int        `json:"index" doc:"Position in the request, starting at 0."`
	MessageID string     `json:"messageId,omitempty" doc:"Identifier of the created message; absent if the message was refused."`
	Status    crm.Status `json:"status,omitempty" enum:"queued,scheduled" doc:"queued or scheduled; absent if the message was refused."`
	Error     *Problem   `json:"error,omitempty" doc:"Why the message was refused; absent if it was accepted."`
}

// SendMessageBatch is up to 1,000 messages, each with its own result.
type SendMessageBatch struct {
	Messages []SendMessage `json:"messages" nullable:"false" maxItems:"1000" minItems:"1" doc:"At most 1,000 messages."`
}

// SendMessageBatchResult has one result per message, in the order of the request.
type SendMessageBatchResult struct {
	Results []BatchResult `json:"results" nullable:"false" doc:"One result per message, in the order of the request."`
}

// Message is one item of a conversation with its history.
type Message struct {
	ID                string        `json:"id" doc:"Identifier of the message; begins with msg_."`
	ConversationID    string        `json:"conversationId" doc:"The conversation of the message."`
	ContactID         string        `json:"contactId" doc:"The contact who sent or receives the message."`
	PhoneNumberID     string        `json:"phoneNumberId" doc:"Your phone number."`
	Direction         crm.Direction `json:"direction" enum:"outbound,inbound" doc:"outbound: from you to the contact. inbound: from the contact to you."`
	Type              string        `json:"type" doc:"Type, such as text, template or image. The field of the same name has the content."`
	Status            crm.Status    `json:"status" doc:"Current status. A status only moves forward."`
	To                string        `json:"to,omitempty" doc:"Recipient phone number in international format; absent if the message was sent to a user id."`
	From              string        `json:"from,omitempty" doc:"Sender phone number in international format; absent if the provider does not show it."`
	UserID            string        `json:"userId,omitempty" doc:"The contact's business-scoped user id in this message; absent if there is none."`
	ProviderMessageID string        `json:"providerMessageId,omitempty" doc:"The provider's identifier; absent until the provider accepts the message."`
	ReplyTo           string        `json:"replyTo,omitempty" doc:"Id of the message that this message replies to, if it is known here."`
	MessageContent
	Metadata        map[string]string  `json:"metadata" doc:"Your own values; empty if there are none."`
	Error           *crm.MessageError  `json:"error,omitempty" doc:"Why the message failed."`
	FailureReason   *crm.FailureReason `json:"failureReason,omitempty" doc:"The same for people: why it failed, what to do next, and whether it may be sent again."`
	Charge          *crm.Charge        `json:"charge,omitempty" doc:"Charge that the provider reported."`
	Receipts        []Receipt          `json:"receipts,omitempty" doc:"Status for each participant of a group message."`
	ScheduledAt     *time.Time         `json:"scheduledAt,omitempty" doc:"When the message is sent; absent if it is sent at once."`
	ExpiresAt       *time.Time         `json:"expiresAt,omitempty" doc:"When an unsent message is given up; absent if there is no limit."`
	CreatedAt       time.Time          `json:"createdAt" doc:"When the message was accepted or received."`
	Timeline        []TimelineEntry    `json:"timeline" nullable:"false" doc:"Every status and its time, in order."`
	Attempts        []Attempt          `json:"attempts" nullable:"false" doc:"Calls to the provider for this message, oldest first. If the provider refused many calls, only the first and the newest of these are listed."`
	AttemptsOmitted int                `json:"attemptsOmitted,omitempty" doc:"Number of refused calls that attempts does not list; absent if it lists every call."`
}

// FieldValues lists the values of fields, for the document.
func (Message) FieldValues() map[string]any {
	return map[string]any{"status": crm.Statuses}
}

// Receipt is how far a message to a group has come with one of its participants.
type Receipt struct {
	Recipient crm.ContactNumber `json:"recipient" doc:"The participant: the digits of the phone number, or the user id."`
	Status    crm.Status        `json:"status" enum:"sent,delivered,read,played,failed" doc:"Current status for this participant."`
	At        time.Time         `json:"at" doc:"When this status was reached."`
	Charge    *crm.Charge       `json:"charge,omitempty" doc:"Charge that the provider reported for this participant."`
}

// TimelineEntry is when a message reached a status.
type TimelineEntry struct {
	Status crm.Status `json:"status" doc:"The status."`
	At     time.Time  `json:"at" doc:"When the message reached the status."`
}

// FieldValues lists the values of fields, for the document.
func (TimelineEntry) FieldValues() map[string]any {
	return map[string]any{"status": crm.Statuses}
}

// Attempt is one call to the provider. Its outcome is known, refused or
// unknown; null while it runs. An unknown one was settled by a status at
// settledAt.
type Attempt struct {
	StartedAt     time.Time          `json:"startedAt" doc:"When the call began."`
	EndedAt       *time.Time         `json:"endedAt" doc:"When the call ended; null while it runs."`
	Outcome       *crm.Outcome       `json:"outcome" enum:"known,refused,unknown" doc:"known: the provider accepted the message. refused: the provider refused it. unknown: there was no answer, so the message may have been sent. null while the call runs."`
	Detail        string             `json:"detail,omitempty" doc:"What went wrong; absent if nothing did."`
	ProviderError *crm.ProviderError `json:"providerError,omitempty" doc:"The provider's refusal; absent if there was none."`
	SettledAt     *time.Time         `json:"settledAt,omitempty" doc:"When a later status settled an unknown outcome."`
}

// MarkRead says how a message is marked as read.
type MarkRead struct {
	Typing bool `json:"typing,omitempty" doc:"Also show a typing indicator until you answer, for at most 25 seconds."`
}

type (
	sendInput struct {
		Body SendMessage
	}
	sendOutput   struct{ Body SendResult }
	batchInput   struct{ Body SendMessageBatch }
	batchOutput  struct{ Body SendMessageBatchResult }
	messageInput struct {
		ID string `path:"id" maxLength:"512" doc:"Id of the message, or the provider's id (message_id in events)."`
	}
	messageOutput struct{ Body Message }
	readInput     struct {
		ID   string `path:"id" maxLength:"512" doc:"Id of the message, or the provider's id (message_id in events)."`
		Body *MarkRead
	}
	messagesInput struct {
		PageInput
		Status            messageStatus `query:"status" doc:"Only messages in this status."`
		Direction         string        `query:"direction" enum:"outbound,inbound" doc:"Only sent messages, or only received messages."`
		To                string        `query:"to" maxLength:"20" doc:"Only messages to this phone number. Write + as %2B."`
		Type              messageType   `query:"type" doc:"Only messages of this type."`
		ConversationID    string        `query:"conversationId" maxLength:"64" doc:"Only messages of this conversation."`
		ProviderMessageID string        `query:"providerMessageId" maxLength:"512" doc:"Only the message with this id at the provider (message_id in events)."`
	}
)

func messageRoutes(s *Server) {
	failureReasonRoutes(s)
	chargeRoutes(s)
	broadcastRoutes(s)
	register(s, operation{id: "send-message", method: http.MethodPost, path: "/v1/messages", tag: messagesTag, status: http.StatusAccepted,
		scope: crm.ScopeMessagesWrite, summary: "Send a message", errors: []int{404, 409, 503},
		description: "Accepts a message of any type. You can send a template at any time, and other types within 24 hours after the contact's last message. The answer comes when the message is stored on disk; the message then always reaches a final status. If the request has errors, the answer lists all of them and nothing is stored.",
		example:     templateExample},
		func(ctx context.Context, a crm.Actor, in *sendInput) (*sendOutput, error) {
			r, err := s.svc.Message.SendMessage(ctx, a, in.Body.request())
			return &sendOutput{SendResult(r)}, err
		})
	register(s, operation{id: "send-message-batch", method: http.MethodPost, path: "/v1/messages/batch", tag: messagesTag,
		scope: crm.ScopeMessagesWrite, summary: "Send up to 1,000 messages", errors: []int{409, 503},
		description: "Each message has its own result. If one is refused, the others are still accepted.",
		example: SendMessageBatch{[]SendMessage{
			{To: customer, Type: "template", TemplateFields: TemplateFields{TemplateName: "hello_world"}},
			{To: "+14155550124", Type: "template", TemplateFields: TemplateFields{TemplateName: "hello_world"}}}},
		apart: "/messages"}, s.sendBatch)
	register(s, operation{id: "list-messages", method: http.MethodGet, path: "/v1/messages", tag: messagesTag,
		scope: crm.ScopeMessagesRead, summary: "List messages",
		description: "Newest first. With status, direction, to or type, a page may have fewer items than limit, or none, and still have a nextCursor. Follow it to continue."},
		func(ctx context.Context, a crm.Actor, in *messagesInput) (*pageOutput[Message], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			var faults crm.Faults
			to := crm.ReadPhone("to", in.To, &faults)
			if err := faults.Err(); err != nil {
				return nil, err
			}
			list, err := s.svc.Message.Messages(ctx, a, message.MessageFilter{Status: string(in.Status), Direction: in.Direction, To: to,
				Type: string(in.Type), ConversationID: in.ConversationID, ProviderMessageID: in.ProviderMessageID}, p)
			return answerPage(list, renderMessage), err
		})
	register(s, operation{id: "get-message", method: http.MethodGet, path: "/v1/messages/{id}", tag: messagesTag, errors: []int{404},
		scope: crm.ScopeMessagesRead, summary: "Get a message", description: "With its timeline and the calls to the provider."},
		func(ctx context.Context, a crm.Actor, in *messageInput) (*messageOutput, error) {
			m, err := s.svc.Message.Message(ctx, a, in.ID)
			return answerMessage(m, err)
		})
	register(s, operation{id: "cancel-message", method: http.MethodPost, path: "/v1/messages/{id}/cancel", tag: messagesTag, errors: []int{404, 409},
		scope: crm.ScopeMessagesWrite, summary: "Cancel a message", description: "Works only while the message is scheduled or queued."},
		func(ctx context.Context, a crm.Actor, in *messageInput) (*messageOutput, error) {
			m, err := s.svc.Message.CancelMessage(ctx, a, in.ID)
			return answerMessage(m, err)
		})
	register(s, operation{id: "mark-message-read", method: http.MethodPost, path: "/v1/messages/{id}/read", tag: messagesTag, status: http.StatusNoContent,
		scope: crm.ScopeMessagesWrite, summary: "Mark a message as read", errors: []int{404, 409, 502, 503},
		description: "Shows the contact that this received message and the ones before it were read. Works for 30 days after it was received. The provider is called at once; if it refuses, the answer is its refusal. Nothing is stored or retried.",
		example:     MarkRead{Typing: true}},
		func(ctx context.Context, a crm.Actor, in *readInput) (*struct{}, error) {
			return nil, s.svc.Message.MarkRead(ctx, a, in.ID, in.Body != nil && in.Body.Typing)
		})
}

func (s *Server) sendBatch(ctx context.Context, a crm.Actor, in *batchInput) (*batchOutput, error) {
	list := make([]*crm.SendRequest, len(in.Body.Messages))
	for i := range in.Body.Messages {
		list[i] = in.Body.Messages[i].request()
	}
	for _, f := range requestOf(ctx).faults {
		if i, rest, ok := itemOf("/messages", f.Pointer); ok && i < len(list) {
			f.Pointer = rest
			list[i].Faults = append(list[i].Faults, f)
		}
	}
	results, err := s.svc.Message.SendBatch(ctx, a, list)
	if err != nil {
		return nil, err
	}
	out := &batchOutput{}
	out.Body.Results = make([]BatchResult, len(results))
	for i, r := range results {
		out.Body.Results[i] = s.batchResult(ctx, r)
	}
	return out, nil
}

func (s *Server) batchResult(ctx context.Context, r message.BatchResult) BatchResult {
	out := BatchResult{Index: r.Index, MessageID: r.MessageID, Status: r.Status}
	if r.Error != nil {
		out.Error = s.problem(ctx, r.Error)
	}
	return out
}

func answerMessage(m *crm.Message, err error) (*messageOutput, error) {
	if err != nil {
		return nil, err
	}
	return &messageOutput{renderMessage(m)}, nil
}

func renderMessage(m *crm.Message) Message {
	out := Message{ID: m.ID, ConversationID: m.ConversationID, ContactID: m.ContactID, PhoneNumberID: m.PhoneNumberID,
		Direction: m.Direction, Type: m.Type, Status: m.Status, To: m.To, From: m.From, UserID: m.UserID,
		ProviderMessageID: m.ProviderMessageID, ReplyTo: m.ReplyTo, MessageContent: renderContent(m.Type, &m.Content),
		Metadata: m.Metadata, Error: m.Failure(), FailureReason: message.ReasonOf(m.Failure()), Charge: m.Charge, ScheduledAt: m.ScheduledAt, ExpiresAt: m.ExpiresAt, CreatedAt: m.CreatedAt,
		Timeline: []TimelineEntry{}, Attempts: []Attempt{}, AttemptsOmitted: m.AttemptsOmitted}
	if out.Metadata == nil {
		out.Metadata = map[string]string{}
	}
	for _, r := range m.Receipts {
		out.Receipts = append(out.Receipts, Receipt{crm.ContactNumber(r.Recipient), r.Status, r.At, r.Charge})
	}
	for status, at := range m.Times {
		out.Timeline = append(out.Timeline, TimelineEntry{status, at})
	}
	slices.SortFunc(out.Timeline, func(a, b TimelineEntry) int {
		// By rank: the provider's times have a resolution of a second, and a
		// status that comes late is earlier all the same.
		return a.Status.Rank() - b.Status.Rank()
	})
	for _, a := range m.Attempts {
		entry := Attempt{StartedAt: a.StartedAt, EndedAt: a.EndedAt, Detail: a.Detail, ProviderError: a.Provider, SettledAt: a.SettledAt}
		if a.Outcome != crm.OutcomeOpen {
			entry.Outcome = &a.Outcome
		}
		out.Attempts = append(out.Attempts, entry)
	}
	return out
}
