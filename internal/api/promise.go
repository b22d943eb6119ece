package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

var promisesTag = tag{"Promises", "What you promised to contacts. Each promise comes back by itself at its time."}

// ContactPromise is what somebody of the business told a contact to do by a time.
type ContactPromise struct {
	ID             string            `json:"id" doc:"Identifier of the promise; begins with prm_."`
	ConversationID string            `json:"conversationId" doc:"The conversation in which it was made."`
	Text           string            `json:"text" doc:"What was promised."`
	DueAt          time.Time         `json:"dueAt" doc:"When it is to be kept. If it is still open then, the conversation opens."`
	Status         crm.PromiseStatus `json:"status" enum:"proposed,open,kept,withdrawn" doc:"proposed: an assistant found it, and nobody has confirmed it."`
	UserID         string            `json:"userId" doc:"The user who keeps it; empty for nobody in particular."`
	MessageID      string            `json:"messageId" doc:"The message in which it was made; empty if it is not known."`
	CreatedBy      crm.DoneBy        `json:"createdBy" doc:"Who noted it."`
	CreatedAt      time.Time         `json:"createdAt" doc:"When it was noted."`
	WokeAt         *time.Time        `json:"wokeAt" doc:"When it opened the conversation; null for not yet."`
	EndedAt        *time.Time        `json:"endedAt" doc:"When it was kept or withdrawn; null for not yet."`
	EndedBy        *crm.DoneBy       `json:"endedBy" doc:"Who kept or withdrew it; null for nobody yet."`
}

// CreatePromise is a new promise.
type CreatePromise struct {
	Text      string     `json:"text,omitempty" needed:"true" maxLength:"500" doc:"What was promised." example:"Send the invoice."`
	DueAt     *time.Time `json:"dueAt,omitempty" needed:"true" doc:"When it is to be kept: in the future, within a year."`
	UserID    *string    `json:"userId,omitempty" maxLength:"64" doc:"The user who keeps it; you by default, and nobody in particular if you use an API key."`
	MessageID string     `json:"messageId,omitempty" maxLength:"64" doc:"The message in which it was made; none by default."`
}

// UpdatePromise changes what is given.
type UpdatePromise struct {
	Text   *string            `json:"text,omitempty" maxLength:"500" doc:"What was promised."`
	DueAt  *time.Time         `json:"dueAt,omitempty" doc:"When it is to be kept: in the future, within a year."`
	Status *crm.PromiseStatus `json:"status,omitempty" enum:"open,kept,withdrawn" doc:"open confirms a proposal, or takes back that it was kept or withdrawn."`
	UserID *string            `json:"userId,omitempty" maxLength:"64" doc:"The user who keeps it; empty for nobody in particular."`
}

type (
	// PromiseInput names a promise in the path.
	PromiseInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the promise."`
	}
	createPromiseInput struct {
		ConversationInput
		Body CreatePromise
	}
	updatePromiseInput struct {
		PromiseInput
		Body UpdatePromise
	}
	promisesOfInput struct {
		ConversationInput
		PageInput
	}
	promisesInput struct {
		PageInput
		Status crm.PromiseStatus `query:"status" enum:"proposed,open,kept,withdrawn" doc:"Only promises of this status; open by default."`
		UserID string            `query:"userId" maxLength:"64" doc:"Only promises that this user keeps."`
		Until  time.Time         `query:"until" doc:"Only promises that are due before this time."`
	}
	promiseOutput struct{ Body ContactPromise }
)

func promiseRoutes(s *Server) {
	const path, of = "/v1/promises", "/v1/conversations/{id}/promises"
	register(s, operation{id: "create-promise", method: http.MethodPost, path: of, tag: promisesTag, status: http.StatusCreated, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Note a promise to the contact", description: "At its time the conversation opens by itself, also if it is closed or snoozed then, and `promise.due` is told. The promise stays open until somebody keeps or withdraws it. The contact sees nothing of it.",
		example: CreatePromise{Text: "Send the invoice.", DueAt: ptr(time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC))}},
		func(ctx context.Context, a crm.Actor, in *createPromiseInput) (*promiseOutput, error) {
			b := in.Body
			return answerPromise(s.svc.Promise.Create(ctx, a, in.ID, b.MessageID, crm.PromiseChange{Text: &b.Text, DueAt: b.DueAt, UserID: b.UserID}))
		})
	register(s, operation{id: "list-conversation-promises", method: http.MethodGet, path: of, tag: promisesTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "List the promises of a conversation", description: "Of every status, newest first."},
		func(ctx context.Context, a crm.Actor, in *promisesOfInput) (*pageOutput[ContactPromise], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Promise.OfConversation(ctx, a, in.ID, p)
			return answerPage(list, renderPromise), err
		})
	register(s, operation{id: "list-promises", method: http.MethodGet, path: path, tag: promisesTag,
		scope: crm.ScopeConversationsRead, summary: "List promises", description: "Those of one status in conversations that you reach, by when they are due. A page may have fewer items than limit even if nextCursor is not null."},
		func(ctx context.Context, a crm.Actor, in *promisesInput) (*pageOutput[ContactPromise], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			f := crm.PromiseFilter{Status: in.Status, UserID: in.UserID}
			if !in.Until.IsZero() {
				f.Until = &in.Until
			}
			list, err := s.svc.Promise.Promises(ctx, a, f, p)
			return answerPage(list, renderPromise), err
		})
	register(s, operation{id: "get-promise", method: http.MethodGet, path: path + "/{id}", tag: promisesTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "Get a promise", description: "In a conversation that you reach."},
		func(ctx context.Context, a crm.Actor, in *PromiseInput) (*promiseOutput, error) {
			return answerPromise(s.svc.Promise.Promise(ctx, a, in.ID))
		})
	register(s, operation{id: "update-promise", method: http.MethodPatch, path: path + "/{id}", tag: promisesTag, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Keep, withdraw or change a promise", description: "Changes only the fields you send. With a later `dueAt` an open promise comes back then.",
		example: UpdatePromise{Status: ptr(crm.PromiseKept)}},
		func(ctx context.Context, a crm.Actor, in *updatePromiseInput) (*promiseOutput, error) {
			return answerPromise(s.svc.Promise.Update(ctx, a, in.ID, crm.PromiseChange(in.Body)))
		})
}

func renderPromise(p crm.Promise) ContactPromise {
	out := ContactPromise{ID: p.ID, ConversationID: p.ConversationID, Text: p.Text, DueAt: p.DueAt, Status: p.Status, UserID: p.UserID, MessageID: p.MessageID, CreatedBy: p.CreatedBy, CreatedAt: p.CreatedAt,
		WokeAt: p.WokeAt, EndedAt: p.EndedAt}
	if p.EndedAt != nil {
		out.EndedBy = &p.EndedBy
	}
	return out
}

func answerPromise(p crm.Promise, err error) (*promiseOutput, error) {
	if err != nil {
		return nil, err
	}
	return &promiseOutput{renderPromise(p)}, nil
}
