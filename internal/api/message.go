package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

// SendResult says that a message was accepted: it is stored and will reach a
// final state.
type SendResult struct {
	MessageID string     `json:"messageId" doc:"Identifier of the created message." example:"msg_01jd5k3v6rf0w8m2a4t9x7bq1e"`
	Status    crm.Status `json:"status" enum:"queued,scheduled"`
}

// BatchResult is what became of one message of a batch: messageId and status,
// or error.
type BatchResult struct {
	Index     int        `json:"index" doc:"Position in the request."`
	MessageID string     `json:"messageId,omitempty"`
	Status    crm.Status `json:"status,omitempty" enum:"queued,scheduled"`
	Error     *Problem   `json:"error,omitempty"`
}

// SendMessageBatch is up to 1,000 messages, each with its own result.
type SendMessageBatch struct {
	Messages []SendMessage `json:"messages" nullable:"false" maxItems:"1000" minItems:"1" doc:"At most 1,000 messages."`
}

// SendMessageBatchResult has one result per message, in the order of the request.
type SendMessageBatchResult struct {
	Results []BatchResult `json:"results" nullable:"false"`
}

// Message is one item of a conversation with its history.
type Message struct {
	ID                string        `json:"id"`
	ConversationID    string        `json:"conversationId"`
	ContactID         string        `json:"contactId"`
	PhoneNumberID     string        `json:"phoneNumberId"`
	Direction         crm.Direction `json:"direction" enum:"outbound,inbound"`
	Type              string        `json:"type"`
	Status            crm.Status    `json:"status" enum:"scheduled,queued,sending,accepted,sent,delivered,read,played,failed,expired,canceled,received"`
	To                string        `json:"to,omitempty"`
	From              string        `json:"from,omitempty"`
	UserID            string        `json:"userId,omitempty"`
	ProviderMessageID string        `json:"providerMessageId,omitempty"`
	ReplyTo           string        `json:"replyTo,omitempty" doc:"Id of the message that is answered, if it is known here."`
	MessageContent
	Metadata    map[string]string `json:"metadata"`
	Error       *crm.MessageError `json:"error,omitempty" doc:"Why the message failed."`
	Charge      *crm.Charge       `json:"charge,omitempty" doc:"What the provider says that it bills."`
	ScheduledAt *time.Time        `json:"scheduledAt,omitempty"`
	ExpiresAt   *time.Time        `json:"expiresAt,omitempty"`
	CreatedAt   time.Time         `json:"createdAt"`
	Timeline    []TimelineEntry   `json:"timeline" nullable:"false" doc:"Every status with its time, in order."`
	Attempts    []Attempt         `json:"attempts" nullable:"false" doc:"Every call to the provider for this message."`
}

// TimelineEntry is when a message reached a status.
type TimelineEntry struct {
	Status crm.Status `json:"status"`
	At     time.Time  `json:"at"`
}

// Attempt is one call to the provider. Its outcome is known, refused or
// unknown; null while it runs. An unknown one was settled by a status at
// settledAt.
type Attempt struct {
	StartedAt     time.Time          `json:"startedAt"`
	EndedAt       *time.Time         `json:"endedAt"`
	Outcome       *crm.Outcome       `json:"outcome" enum:"known,refused,unknown"`
	Detail        string             `json:"detail,omitempty"`
	ProviderError *crm.ProviderError `json:"providerError,omitempty"`
	SettledAt     *time.Time         `json:"settledAt,omitempty"`
}

// MarkRead says how a message is marked as read.
type MarkRead struct {
	Typing bool `json:"typing,omitempty" doc:"Also show that an answer is being written, until it comes or for 25 seconds."`
}

type (
	sendInput struct {
		Body SendMessage
	}
	sendOutput   struct{ Body SendResult }
	batchInput   struct{ Body SendMessageBatch }
	batchOutput  struct{ Body SendMessageBatchResult }
	messageInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the message."`
	}
	messageOutput struct{ Body Message }
	readInput     struct {
		ID   string `path:"id" maxLength:"64" doc:"Id of the message."`
		Body *MarkRead
	}
	messagesInput struct {
		PageInput
		Status         string `query:"status" enum:"scheduled,queued,sending,accepted,sent,delivered,read,played,failed,expired,canceled,received" doc:"Only messages in this status."`
		Direction      string `query:"direction" enum:"outbound,inbound" doc:"Only sent or only received messages."`
		To             string `query:"to" maxLength:"20" doc:"Only messages to this number. Write the + as %2B."`
		Type           string `query:"type" maxLength:"40" doc:"Only messages of this type."`
		ConversationID string `query:"conversationId" maxLength:"64" doc:"Only messages of this conversation."`
	}
)

func (s *Server) messageRoutes() {
	const tag = "Messages"
	register(s, operation{id: "send-message", method: http.MethodPost, path: "/v1/messages", tag: tag, status: http.StatusAccepted,
		scope: crm.ScopeMessagesWrite, summary: "Send a message", errors: []int{409, 503},
		description: "Accepts a message of any type. Templates can be sent at any time, everything else within 24 hours after the contact's last message. The answer comes after the message is on disk; it will reach a final state. Everything wrong with the request that can be known is told at once, and then nothing is stored."},
		func(ctx context.Context, a crm.Actor, in *sendInput) (*sendOutput, error) {
			r, err := s.svc.SendMessage(ctx, a, in.Body.request())
			return &sendOutput{SendResult(r)}, err
		})
	register(s, operation{id: "send-message-batch", method: http.MethodPost, path: "/v1/messages/batch", tag: tag,
		scope: crm.ScopeMessagesWrite, summary: "Send up to 1,000 messages", errors: []int{409, 503},
		description: "Each message has its own result: one that is refused does not keep the others."}, s.sendBatch)
	register(s, operation{id: "list-messages", method: http.MethodGet, path: "/v1/messages", tag: tag,
		scope: crm.ScopeMessagesRead, summary: "List messages", description: "Newest first."},
		func(ctx context.Context, a crm.Actor, in *messagesInput) (*pageOutput[Message], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Messages(ctx, a, store.MessageFilter{Status: in.Status, Direction: in.Direction, To: in.To,
				Type: in.Type, ConversationID: in.ConversationID}, p)
			return answerPage(list, renderMessage), err
		})
	register(s, operation{id: "get-message", method: http.MethodGet, path: "/v1/messages/{id}", tag: tag, errors: []int{404},
		scope: crm.ScopeMessagesRead, summary: "Get a message", description: "With its timeline and every call to the provider."},
		func(ctx context.Context, a crm.Actor, in *messageInput) (*messageOutput, error) {
			m, err := s.svc.Message(ctx, a, in.ID)
			return answerMessage(m, err)
		})
	register(s, operation{id: "cancel-message", method: http.MethodPost, path: "/v1/messages/{id}/cancel", tag: tag, errors: []int{404, 409},
		scope: crm.ScopeMessagesWrite, summary: "Cancel a message", description: "While it is still scheduled or queued."},
		func(ctx context.Context, a crm.Actor, in *messageInput) (*messageOutput, error) {
			m, err := s.svc.CancelMessage(ctx, a, in.ID)
			return answerMessage(m, err)
		})
	register(s, operation{id: "mark-message-read", method: http.MethodPost, path: "/v1/messages/{id}/read", tag: tag, status: http.StatusNoContent,
		scope: crm.ScopeMessagesWrite, summary: "Mark a message as read", errors: []int{404, 409, 502, 503},
		description: "Shows the contact that this incoming message, and those before it, were read; at most 30 days after it came. The provider is asked at once, and its refusal is the answer; nothing is kept or repeated."},
		func(ctx context.Context, a crm.Actor, in *readInput) (*struct{}, error) {
			return nil, s.svc.MarkRead(ctx, a, in.ID, in.Body != nil && in.Body.Typing)
		})
}

func (s *Server) sendBatch(ctx context.Context, a crm.Actor, in *batchInput) (*batchOutput, error) {
	list := make([]*crm.SendRequest, len(in.Body.Messages))
	for i := range in.Body.Messages {
		list[i] = in.Body.Messages[i].request()
	}
	results, err := s.svc.SendBatch(ctx, a, list)
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

func (s *Server) batchResult(ctx context.Context, r service.BatchResult) BatchResult {
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
		Metadata: m.Metadata, Error: m.Failure(), Charge: m.Charge, ScheduledAt: m.ScheduledAt, ExpiresAt: m.ExpiresAt, CreatedAt: m.CreatedAt,
		Timeline: []TimelineEntry{}, Attempts: []Attempt{}}
	if out.Metadata == nil {
		out.Metadata = map[string]string{}
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
