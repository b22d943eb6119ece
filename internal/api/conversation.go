package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/conversation"
)

var conversationsTag = tag{"Conversations", "The conversations between contacts and phone numbers, and their active speaker: an assistant or a person."}

// Conversation is all messages between a contact and a phone number.
type Conversation struct {
	ID             string     `json:"id" doc:"Identifier of the conversation; begins with cnv_."`
	ContactID      string     `json:"contactId" doc:"The contact."`
	PhoneNumberID  string     `json:"phoneNumberId" doc:"Your phone number."`
	TeamID         string     `json:"teamId" doc:"The team that the conversation is assigned to; empty if there is none."`
	AgentID        string     `json:"agentId" doc:"The user that the conversation is assigned to; empty if there is none."`
	LabelIDs       []string   `json:"labelIds" nullable:"false" doc:"The labels of the conversation."`
	LastInboundAt  *time.Time `json:"lastInboundAt" doc:"When the contact last wrote; null if never."`
	WindowClosesAt *time.Time `json:"windowClosesAt" doc:"End of the customer-service window; null if the contact never wrote."`
	Assistant      OnDuty     `json:"assistant" doc:"Who replies: an assistant or a person."`
	CreatedAt      time.Time  `json:"createdAt" doc:"When the conversation began."`

	ConversationWork
}

// OnDuty says whether an assistant answers in a conversation.
type OnDuty struct {
	ID      string      `json:"id" doc:"The assistant of the phone number; empty if there is none."`
	Switch  string      `json:"switch" enum:"default,off" doc:"off: no assistant replies in this conversation."`
	Speaker crm.Speaker `json:"speaker" enum:"assistant,person,paused" doc:"The active speaker. paused: another machine seems to reply."`
	Since   *time.Time  `json:"since" doc:"When the active speaker last changed; null if never."`
	Until   *time.Time  `json:"until" doc:"When the conversation returns to the assistant automatically; null for never."`
	TakenBy *crm.DoneBy `json:"takenBy" doc:"Who took over; null if nobody did, also after a hand-off. A user without an id is a person in the WhatsApp Business app."`

	Assignee  string     `json:"assignee" doc:"The person who took over, as named in the request."`
	Note      string     `json:"note" doc:"The note from the take-over."`
	OpenSince *time.Time `json:"openSince" doc:"Since when a question of the contact is unanswered; null if there is none."`
}

// Turn is one burst of messages and what an assistant made of it.
type Turn struct {
	ID          string        `json:"id" doc:"Identifier of the turn; begins with trn_."`
	Epoch       int           `json:"epoch" doc:"Number of the turn in the conversation."`
	State       crm.TurnState `json:"state" enum:"open,replied,handed_off,silent" doc:"open until decided. Then what the assistant did: reply, hand off, or stay silent."`
	AssistantID string        `json:"assistantId" doc:"The assistant of the turn."`
	Revision    int           `json:"revision" doc:"Revision of the assistant that decided; 0 while open."`
	Messages    int           `json:"messages" doc:"Number of messages in the burst."`
	Discarded   int           `json:"discarded" doc:"Answers that were discarded because of a newer message."`
	OpenedAt    time.Time     `json:"openedAt" doc:"When the first message of the burst arrived."`
	DecidedAt   *time.Time    `json:"decidedAt" doc:"When the turn was decided; null while open."`
	crm.TurnResult
}

// UpdateConversation changes what is given.
type UpdateConversation struct {
	Assistant string `json:"assistant,omitempty" enum:"default,off" doc:"off: no assistant replies in this conversation. default: the assistant of the phone number replies again."`
	Priority  string `json:"priority,omitempty" enum:"urgent,high,normal,low" doc:"How pressing the conversation is."`
}

// TakeOverConversation says for how long people are the active speaker.
type TakeOverConversation struct {
	Until    *time.Time `json:"until,omitempty" doc:"When the conversation returns to the assistant; the workspace's setting by default."`
	Note     string     `json:"note,omitempty" maxLength:"2000" doc:"A note for the people who work on the conversation; the contact does not see it."`
	Assignee string     `json:"assignee,omitempty" maxLength:"100" doc:"The person who replies, as named in your systems."`
}

// AssignConversation says who a conversation belongs to.
type AssignConversation struct {
	TeamID  string `json:"teamId,omitempty" maxLength:"64" doc:"The team; none by default."`
	AgentID string `json:"agentId,omitempty" maxLength:"64" doc:"The user; nobody by default. An active member who may send messages and whose reach covers the phone number."`
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
		View          string `query:"view" enum:"all,mine,unassigned,team,assistant,followed,mentions,snoozed,closed,needs_answer,waiting_longest,window_closing,due_soon,follow_ups,promises" doc:"A list to work through. all: every conversation that is not closed. See the guide Inbox."`
		TeamID        string `query:"teamId" maxLength:"64" doc:"The team; with view=team only."`
		LabelID       string `query:"labelId" maxLength:"64" doc:"Only conversations with this label."`
		ViewID        string `query:"viewId" maxLength:"64" doc:"The conversations of a saved view, in its order."`
	}
	turnsInput struct {
		ConversationInput
		PageInput
	}
	updateConversationInput struct {
		ConversationInput
		Body UpdateConversation
	}
	assignInput struct {
		ConversationInput
		Body AssignConversation
	}
	takeOverInput struct {
		ConversationInput
		Body *TakeOverConversation
	}
	conversationOutput struct{ Body Conversation }
)

func conversationRoutes(s *Server) {
	const path = "/v1/conversations"
	register(s, operation{id: "list-conversations", method: http.MethodGet, path: path, tag: conversationsTag,
		scope: crm.ScopeConversationsRead, summary: "List conversations", description: "Newest first, or the conversations of a view in its order. A page may have fewer items than limit even if nextCursor is not null."},
		func(ctx context.Context, a crm.Actor, in *conversationsInput) (*pageOutput[Conversation], error) {
			return listConversations(ctx, s, a, in)
		})
	register(s, operation{id: "get-conversation", method: http.MethodGet, path: path + "/{id}", tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "Get a conversation", description: "With its window and its active speaker."},
		func(ctx context.Context, a crm.Actor, in *ConversationInput) (*conversationOutput, error) {
			return answerConversation(s.svc.Conversation.Conversation(ctx, a, in.ID))
		})
	register(s, operation{id: "update-conversation", method: http.MethodPatch, path: path + "/{id}", tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsWrite, summary: "Change a conversation", description: "Changes what you give: whether an assistant replies, and the priority.",
		example: UpdateConversation{Priority: "high"}},
		func(ctx context.Context, a crm.Actor, in *updateConversationInput) (*conversationOutput, error) {
			return answerConversation(s.svc.Conversation.Update(ctx, a, in.ID, crm.AssistantSwitch(in.Body.Assistant), crm.Priority(in.Body.Priority)))
		})
	register(s, operation{id: "requeue-conversation", method: http.MethodPost, path: path + "/{id}/requeue", tag: conversationsTag, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Give a conversation back to the queue",
		description: "Takes an open conversation off its agent and lets another member have it. It goes back to the queue of its team with the time that the contact has waited, or where the rules say. Who gave it back gets it again only when everybody else had it."},
		func(ctx context.Context, a crm.Actor, in *ConversationInput) (*conversationOutput, error) {
			return answerConversation(s.svc.Routing.Requeue(ctx, a, in.ID))
		})
	register(s, operation{id: "take-over-conversation", method: http.MethodPost, path: path + "/{id}/take-over", tag: conversationsTag, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Take over a conversation from the assistant",
		description: "Makes people the active speaker. Use it when a person replies, leaves a note, or is assigned. A reply in progress is not sent. Sending a message does the same; see takeOver.",
		example:     TakeOverConversation{}},
		func(ctx context.Context, a crm.Actor, in *takeOverInput) (*conversationOutput, error) {
			var o conversation.TakeOver
			if in.Body != nil {
				o = conversation.TakeOver{Until: in.Body.Until, Note: in.Body.Note, Assignee: in.Body.Assignee}
			}
			return answerConversation(s.svc.Conversation.TakeOver(ctx, a, in.ID, o))
		})
	register(s, operation{id: "assign-conversation", method: http.MethodPut, path: path + "/{id}/assignment", tag: conversationsTag, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Assign a conversation", description: "To a team, a person, both, or nobody: what you leave out is removed. You may lose sight of the conversation yourself.",
		example: AssignConversation{}},
		func(ctx context.Context, a crm.Actor, in *assignInput) (*conversationOutput, error) {
			return answerConversation(s.svc.Conversation.Assign(ctx, a, in.ID, conversation.Assignment(in.Body)))
		})
	register(s, operation{id: "follow-conversation", method: http.MethodPut, path: path + "/{id}/following", tag: conversationsTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeConversationsWrite, summary: "Follow a conversation", description: "For people who signed in. Roles with the reach own_and_followed see what their people follow."},
		func(ctx context.Context, a crm.Actor, in *ConversationInput) (*struct{}, error) {
			return nil, s.svc.Conversation.Follow(ctx, a, in.ID)
		})
	register(s, operation{id: "unfollow-conversation", method: http.MethodDelete, path: path + "/{id}/following", tag: conversationsTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeConversationsWrite, summary: "Stop following a conversation", description: "If you do not follow it, nothing changes."},
		func(ctx context.Context, a crm.Actor, in *ConversationInput) (*struct{}, error) {
			c, err := s.svc.Conversation.Unfollow(ctx, a, in.ID)
			if err == nil {
				s.opt.Streams.Unfollow(a.WorkspaceID, c.ID, c.PhoneNumberID, a.ID)
			}
			return nil, err
		})
	register(s, operation{id: "hand-back-conversation", method: http.MethodPost, path: path + "/{id}/hand-back", tag: conversationsTag, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Hand a conversation back to the assistant", description: "The assistant replies to messages that arrive from now on."},
		func(ctx context.Context, a crm.Actor, in *ConversationInput) (*conversationOutput, error) {
			return answerConversation(s.svc.Conversation.HandBack(ctx, a, in.ID))
		})
	register(s, operation{id: "list-conversation-turns", method: http.MethodGet, path: path + "/{id}/turns", tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "List the turns of a conversation", description: "One turn per burst of messages, newest first: the reply or why there is none, its sources, the revision, and the tokens used."},
		s.listTurns)
}

func (s *Server) listTurns(ctx context.Context, a crm.Actor, in *turnsInput) (*pageOutput[Turn], error) {
	below, err := in.number()
	if err != nil {
		return nil, err
	}
	list, err := s.svc.Reply.Turns(ctx, a, in.ID, below, in.Limit+1)
	if err != nil {
		return nil, err
	}
	return answerPage(crm.CutPage(list, in.Limit, func(t crm.Turn) string { return strconv.Itoa(t.Epoch) }), renderTurn), nil
}

func renderTurn(t crm.Turn) Turn {
	return Turn{ID: t.ID, Epoch: t.Epoch, State: t.State, AssistantID: t.AssistantID, Revision: t.Revision, Messages: t.Messages, Discarded: t.Discarded,
		OpenedAt: t.OpenedAt, DecidedAt: t.DecidedAt, TurnResult: t.Result}
}

func renderConversation(c conversation.Conversation) Conversation {
	return Conversation{ID: c.ID, ContactID: c.ContactID, PhoneNumberID: c.PhoneNumberID, TeamID: c.TeamID, AgentID: c.AgentID, LabelIDs: append([]string{}, c.LabelIDs...), LastInboundAt: c.LastInboundAt, WindowClosesAt: c.WindowClosesAt(),
		CreatedAt: c.CreatedAt, ConversationWork: renderWork(c), Assistant: OnDuty{ID: c.AssistantID, Switch: string(c.ActiveSpeaker.Switch), Speaker: c.Speaker, Since: c.ActiveSpeaker.Since,
			Until: c.ActiveSpeaker.Until, TakenBy: orNobody(c.ActiveSpeaker.TakenBy), Assignee: c.ActiveSpeaker.Assignee, Note: c.ActiveSpeaker.Note, OpenSince: c.ActiveSpeaker.AskedAt}}
}

func answerConversation(c conversation.Conversation, err error) (*conversationOutput, error) {
	if err != nil {
		return nil, err
	}
	return &conversationOutput{renderConversation(c)}, nil
}
