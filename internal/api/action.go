package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

var actionsTag = tag{"Actions", "Changes of many conversations at once, which can be undone."}

// Action is a change of many conversations at once.
type Action struct {
	ID        string           `json:"id" doc:"Identifier of the action; begins with acn_."`
	Change    crm.ActionChange `json:"change" doc:"What was done to each conversation."`
	CreatedBy crm.DoneBy       `json:"createdBy" doc:"Who did it."`
	CreatedAt time.Time        `json:"createdAt" doc:"When."`
	Changed   []string         `json:"changed" nullable:"false" doc:"The conversations that it changed."`
	Skipped   []crm.ActionSkip `json:"skipped" nullable:"false" doc:"The conversations that it left as they are, and why."`
	UndoneAt  *time.Time       `json:"undoneAt" doc:"When it was undone; null if it was not."`
	Undone    []string         `json:"undone" nullable:"false" doc:"The conversations that the undoing set back."`
	Kept      []crm.ActionSkip `json:"kept" nullable:"false" doc:"The conversations that the undoing left as they are, and why."`
}

// CreateAction changes many conversations at once.
type CreateAction struct {
	ConversationIDs []string         `json:"conversationIds,omitempty" nullable:"false" needed:"true" maxItems:"100" doc:"The conversations, at most 100, each once."`
	Change          crm.ActionChange `json:"change" required:"false" doc:"What is to become of each; one thing, or several."`
}

type (
	// ActionInput names an action in the path.
	ActionInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the action."`
	}
	createActionInput struct{ Body CreateAction }
	actionOutput      struct{ Body Action }
)

func actionRoutes(s *Server) {
	const path = "/v1/actions"
	register(s, operation{id: "create-action", method: http.MethodPost, path: path, tag: actionsTag, status: http.StatusCreated,
		scope: crm.ScopeConversationsWrite, summary: "Change many conversations at once", description: "Each by the rules, and with the events, of a single change. What cannot be changed is skipped.",
		example: CreateAction{ConversationIDs: []string{"cnv_01jd5k3v6rf0w8m2a4t9x7bq1c"}, Change: crm.ActionChange{Status: &crm.ActionStatus{Status: crm.ConversationClosed}}}},
		func(ctx context.Context, a crm.Actor, in *createActionInput) (*actionOutput, error) {
			return answerAction(s.svc.Conversation.Act(ctx, a, in.Body.ConversationIDs, in.Body.Change))
		})
	register(s, operation{id: "list-actions", method: http.MethodGet, path: path, tag: actionsTag,
		scope: crm.ScopeConversationsRead, summary: "List your actions", description: "Newest first, for 30 days."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[Action], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Conversation.Actions(ctx, a, p)
			return answerPage(list, renderAction), err
		})
	register(s, operation{id: "get-action", method: http.MethodGet, path: path + "/{id}", tag: actionsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "Get an action", description: "Your own; with users:write and the whole reach, anybody's."},
		func(ctx context.Context, a crm.Actor, in *ActionInput) (*actionOutput, error) {
			return answerAction(s.svc.Conversation.Action(ctx, a, in.ID))
		})
	register(s, operation{id: "undo-action", method: http.MethodPost, path: path + "/{id}/undo", tag: actionsTag, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Undo an action", description: "Within 24 hours, once. Sets back the conversations that nobody touched since."},
		func(ctx context.Context, a crm.Actor, in *ActionInput) (*actionOutput, error) {
			return answerAction(s.svc.Conversation.UndoAction(ctx, a, in.ID))
		})
}

func renderAction(a crm.Action) Action {
	out := Action{ID: a.ID, Change: a.Change, CreatedBy: a.CreatedBy, CreatedAt: a.CreatedAt, Changed: []string{}, Skipped: append([]crm.ActionSkip{}, a.Skipped...),
		UndoneAt: a.UndoneAt, Undone: append([]string{}, a.Undone...), Kept: append([]crm.ActionSkip{}, a.Kept...)}
	for _, item := range a.Changed {
		out.Changed = append(out.Changed, item.ConversationID)
	}
	return out
}

func answerAction(a crm.Action, err error) (*actionOutput, error) {
	if err != nil {
		return nil, err
	}
	return &actionOutput{renderAction(a)}, nil
}
