package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
)

// Draft is what a user has begun to write in a conversation.
type Draft struct {
	ConversationID string    `json:"conversationId" doc:"The conversation."`
	UserID         string    `json:"userId" doc:"Who writes it."`
	Version        int64     `json:"version" doc:"Grows with each change; no version comes twice. It is the ETag, too."`
	Body           string    `json:"body" doc:"What was written."`
	Shared         bool      `json:"shared" doc:"Whether everybody sees it who reaches the conversation."`
	BasedOnSeq     *int64    `json:"basedOnSeq" doc:"The seq of the conversation that the writer saw; null if unknown."`
	AnsweredSince  bool      `json:"answeredSince" doc:"Whether the contact was answered since; false without basedOnSeq."`
	CreatedAt      time.Time `json:"createdAt" doc:"When it was begun."`
	UpdatedAt      time.Time `json:"updatedAt" doc:"When it last changed."`
}

// SetDraft is all of a draft.
type SetDraft struct {
	Body       string `json:"body,omitempty" needed:"true" maxLength:"4096" doc:"What was written. To empty it, delete the draft." example:"Your parcel is"`
	Shared     bool   `json:"shared,omitempty" doc:"Lets everybody see it who reaches the conversation; private by default."`
	BasedOnSeq *int64 `json:"basedOnSeq,omitempty" minimum:"0" doc:"The seq of the conversation as you saw it."`
}

type (
	setDraftInput struct {
		ConversationInput
		IfMatch string `header:"If-Match" maxLength:"200" doc:"The ETag of the draft that you changed. The request fails if it is another one now, or gone."`
		Body    SetDraft
	}
	conversationDraftsInput struct {
		ConversationInput
		PageInput
	}
	draftOutput struct {
		ETag string `header:"ETag" doc:"Stands for the version; send it as If-Match with your change."`
		Body Draft
	}
)

func draftRoutes(s *Server) {
	const path = "/v1/conversations/{id}/draft"
	register(s, operation{id: "set-draft", method: http.MethodPut, path: path, tag: conversationsTag, errors: []int{404, 409, 412}, access: accessUser,
		scope: crm.ScopeConversationsWrite, summary: "Keep a draft", description: "What you have begun to write in the conversation. You have one there, and it replaces what you had. Send the ETag that you read as If-Match, so that two devices do not overwrite each other; without, the last one wins.",
		example: SetDraft{Body: "Your parcel is"}},
		func(ctx context.Context, a crm.Actor, in *setDraftInput) (*draftOutput, error) {
			return answerDraft(s.svc.Draft.Set(ctx, a, in.ID, crm.DraftChange(in.Body), in.IfMatch))
		})
	register(s, operation{id: "get-draft", method: http.MethodGet, path: path, tag: conversationsTag, errors: []int{404}, access: accessUser,
		scope: crm.ScopeConversationsRead, summary: "Get your draft", description: "What you have begun to write in the conversation."},
		func(ctx context.Context, a crm.Actor, in *ConversationInput) (*draftOutput, error) {
			return answerDraft(s.svc.Draft.Draft(ctx, a, in.ID))
		})
	register(s, operation{id: "delete-draft", method: http.MethodDelete, path: path, tag: conversationsTag, status: http.StatusNoContent, errors: []int{404}, access: accessUser,
		scope: crm.ScopeConversationsWrite, summary: "Delete your draft", description: "Where you have none, nothing happens."},
		func(ctx context.Context, a crm.Actor, in *ConversationInput) (*struct{}, error) {
			return nil, s.svc.Draft.Delete(ctx, a, in.ID)
		})
	register(s, operation{id: "list-conversation-drafts", method: http.MethodGet, path: path + "s", tag: conversationsTag, errors: []int{404}, access: accessUser,
		scope: crm.ScopeConversationsRead, summary: "List the drafts in a conversation", description: "Your own and those that colleagues share, by user."},
		func(ctx context.Context, a crm.Actor, in *conversationDraftsInput) (*pageOutput[Draft], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Draft.OfConversation(ctx, a, in.ID, p)
			return answerPage(list, renderDraft), err
		})
	register(s, operation{id: "list-drafts", method: http.MethodGet, path: "/v1/drafts", tag: conversationsTag, access: accessUser,
		scope: crm.ScopeConversationsRead, summary: "List your drafts", description: "In all conversations that you reach, the one that changed last first. A page may be short although more follow."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[Draft], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Draft.Own(ctx, a, p)
			return answerPage(list, renderDraft), err
		})
}

func renderDraft(d crm.Draft) Draft {
	return Draft{ConversationID: d.ConversationID, UserID: d.UserID, Version: d.Version, Body: d.Body, Shared: d.Shared, BasedOnSeq: d.BasedOnSeq,
		AnsweredSince: d.AnsweredSince, CreatedAt: d.CreatedAt, UpdatedAt: d.UpdatedAt()}
}

func answerDraft(d crm.Draft, err error) (*draftOutput, error) {
	if err != nil {
		return nil, err
	}
	return &draftOutput{ETag: strconv.Quote(strconv.FormatInt(d.Version, 10)), Body: renderDraft(d)}, nil
}
