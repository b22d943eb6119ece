package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

var conversationsTag = tag{"Conversations", "The threads between contacts and phone numbers, and who answers in them: the assistant or a person."}

// Conversation is the thread between a contact and a phone number.
type Conversation struct {
	ID             string     `json:"id" doc:"Identifier of the conversation; begins with cnv_."`
	ContactID      string     `json:"contactId" doc:"The contact."`
	PhoneNumberID  string     `json:"phoneNumberId" doc:"Your phone number."`
	LastInboundAt  *time.Time `json:"lastInboundAt" doc:"When the contact wrote last; null if never."`
	WindowClosesAt *time.Time `json:"windowClosesAt" doc:"Until when free-form messages may be sent; null if the contact never wrote."`
	Assistant      OnDuty     `json:"assistant" doc:"Who answers: an assistant or a person."`
	CreatedAt      time.Time  `json:"createdAt" doc:"When it began."`
}

// OnDuty says whether an assistant answers in a conversation.
type OnDuty struct {
	ID      string      `json:"id" doc:"The assistant on duty for the phone number; empty if there is none."`
	Switch  string      `json:"switch" enum:"default,off" doc:"off keeps assistants out of this conversation."`
	Speaker crm.Speaker `json:"speaker" enum:"assistant,person,paused" doc:"Who has the word. Paused: another machine seems to answer."`
	Since   *time.Time  `json:"since" doc:"Since when the present speaker speaks; null from the beginning."`
	Until   *time.Time  `json:"until" doc:"When the word goes back to the assistant by itself; null for never."`
	TakenBy string      `json:"takenBy" doc:"The key that took the word, or echo for the business's phone; empty after a hand-off."`

	Assignee  string     `json:"assignee" doc:"Who answers, as the take-over named them."`
	Note      string     `json:"note" doc:"What the take-over said to whoever looks next."`
	OpenSince *time.Time `json:"openSince" doc:"Since when a question of the contact has no answer; null without one."`
}

// Turn is one burst of messages and what an assistant made of it.
type Turn struct {
	ID          string        `json:"id" doc:"Identifier of the turn; begins with trn_."`
	Epoch       int           `json:"epoch" doc:"Its number in the conversation."`
	State       crm.TurnState `json:"state" enum:"open,replied,handed_off,silent" doc:"open until it is decided; then whether the assistant replied, handed off or stayed silent."`
	AssistantID string        `json:"assistantId" doc:"The assistant on duty."`
	Revision    int           `json:"revision" doc:"The revision of the assistant that decided; 0 while it is open."`
	Messages    int           `json:"messages" doc:"How many messages the burst has."`
	Discarded   int           `json:"discarded" doc:"Answers that a newer message made worthless."`
	OpenedAt    time.Time     `json:"openedAt" doc:"When the first message of the burst came in."`
	DecidedAt   *time.Time    `json:"decidedAt" doc:"When it was decided; null while it is open."`
	crm.TurnResult
}

// UpdateConversation changes what is given.
type UpdateConversation struct {
	Assistant string `json:"assistant" enum:"default,off" doc:"off keeps assistants out of this conversation."`
}

// TakeOverConversation says for how long people have the word.
type TakeOverConversation struct {
	Until    *time.Time `json:"until,omitempty" doc:"When the word goes back by itself; by default the workspace's setting decides."`
	Note     string     `json:"note,omitempty" maxLength:"2000" doc:"For whoever looks at the conversation next; the contact does not see it."`
	Assignee string     `json:"assignee,omitempty" maxLength:"100" doc:"Who answers, as your systems name them."`
}

type (
	// ConversationInput names a conversation in the path.
	ConversationInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the conversation."`
	}
	conversationsInput struct {
		PageInput
		ContactID     string `query:"contactId" maxLength:"64" doc:"Only conversations with this contact."`
		PhoneNumberID string `query:"phoneNumberId" maxLength:"64" doc:"Only conversations on this phone number."`
	}
	turnsInput struct {
		ConversationInput
		PageInput
	}
	updateConversationInput struct {
		ConversationInput
		Body UpdateConversation
	}
	takeOverInput struct {
		ConversationInput
		Body *TakeOverConversation
	}
	conversationOutput struct{ Body Conversation }
)

func (s *Server) conversationRoutes() {
	const path = "/v1/conversations"
	register(s, operation{id: "list-conversations", method: http.MethodGet, path: path, tag: conversationsTag,
		scope: crm.ScopeConversationsRead, summary: "List conversations", description: "Newest first."},
		func(ctx context.Context, a crm.Actor, in *conversationsInput) (*pageOutput[Conversation], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Conversations(ctx, a, store.ConversationFilter{ContactID: in.ContactID, PhoneNumberID: in.PhoneNumberID}, p)
			return answerPage(list, renderConversation), err
		})
	register(s, operation{id: "get-conversation", method: http.MethodGet, path: path + "/{id}", tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "Get a conversation", description: "With who has the word in it."},
		func(ctx context.Context, a crm.Actor, in *ConversationInput) (*conversationOutput, error) {
			return answerConversation(s.svc.Conversation(ctx, a, in.ID))
		})
	register(s, operation{id: "update-conversation", method: http.MethodPatch, path: path + "/{id}", tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsWrite, summary: "Switch the assistant off in a conversation, or on again", description: "off keeps assistants out of this conversation; default lets the assistant of the phone number answer again.",
		example: UpdateConversation{"off"}},
		func(ctx context.Context, a crm.Actor, in *updateConversationInput) (*conversationOutput, error) {
			return answerConversation(s.svc.SwitchAssistant(ctx, a, in.ID, crm.AssistantSwitch(in.Body.Assistant)))
		})
	register(s, operation{id: "take-over-conversation", method: http.MethodPost, path: path + "/{id}/take-over", tag: conversationsTag, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Take over a conversation from the assistant",
		description: "For a person, for a note that they leave, or because the conversation was assigned. A reply that is being written is not sent. Sending a message does the same (takeOver).",
		example:     TakeOverConversation{}},
		func(ctx context.Context, a crm.Actor, in *takeOverInput) (*conversationOutput, error) {
			var o service.TakeOver
			if in.Body != nil {
				o = service.TakeOver{Until: in.Body.Until, Note: in.Body.Note, Assignee: in.Body.Assignee}
			}
			return answerConversation(s.svc.TakeOver(ctx, a, in.ID, o))
		})
	register(s, operation{id: "hand-back-conversation", method: http.MethodPost, path: path + "/{id}/hand-back", tag: conversationsTag, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Hand the conversation back to the assistant", description: "The assistant answers messages that arrive from now on."},
		func(ctx context.Context, a crm.Actor, in *ConversationInput) (*conversationOutput, error) {
			return answerConversation(s.svc.HandBack(ctx, a, in.ID))
		})
	register(s, operation{id: "list-conversation-turns", method: http.MethodGet, path: path + "/{id}/turns", tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "List what assistants decided in a conversation", description: "One turn per burst of messages, newest first: the reply or why there is none, from what, by which revision, at what price in tokens."},
		s.listTurns)
}

func (s *Server) listTurns(ctx context.Context, a crm.Actor, in *turnsInput) (*pageOutput[Turn], error) {
	below, err := in.number()
	if err != nil {
		return nil, err
	}
	list, err := s.svc.Turns(ctx, a, in.ID, below, in.Limit+1)
	if err != nil {
		return nil, err
	}
	return answerPage(crm.CutPage(list, in.Limit, func(t crm.Turn) string { return strconv.Itoa(t.Epoch) }), renderTurn), nil
}

func renderTurn(t crm.Turn) Turn {
	return Turn{ID: t.ID, Epoch: t.Epoch, State: t.State, AssistantID: t.AssistantID, Revision: t.Revision, Messages: t.Messages, Discarded: t.Discarded,
		OpenedAt: t.OpenedAt, DecidedAt: t.DecidedAt, TurnResult: t.Result}
}

func renderConversation(t service.Thread) Conversation {
	return Conversation{ID: t.ID, ContactID: t.ContactID, PhoneNumberID: t.PhoneNumberID, LastInboundAt: t.LastInboundAt, WindowClosesAt: t.WindowClosesAt(),
		CreatedAt: t.CreatedAt, Assistant: OnDuty{ID: t.AssistantID, Switch: string(t.Floor.Switch), Speaker: t.Speaker, Since: t.Floor.Since,
			Until: t.Floor.Until, TakenBy: t.Floor.TakenBy, Assignee: t.Floor.Assignee, Note: t.Floor.Note, OpenSince: t.Floor.AskedAt}}
}

func answerConversation(t service.Thread, err error) (*conversationOutput, error) {
	if err != nil {
		return nil, err
	}
	return &conversationOutput{renderConversation(t)}, nil
}
