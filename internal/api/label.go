package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

var labelsTag = tag{"Labels", "Words by which people sort conversations."}

// Label is a word by which people sort conversations.
type Label struct {
	ID        string     `json:"id" doc:"Identifier of the label; begins with lbl_."`
	Name      string     `json:"name" doc:"What people call it."`
	Color     string     `json:"color" doc:"Its color: # and six hexadecimal digits."`
	CreatedBy crm.DoneBy `json:"createdBy" doc:"Who created it."`
	CreatedAt time.Time  `json:"createdAt" doc:"When it was created."`
	UpdatedAt time.Time  `json:"updatedAt" doc:"When it was last changed."`
}

// CreateLabel is a new label.
type CreateLabel struct {
	Name  string `json:"name,omitempty" needed:"true" maxLength:"60" doc:"What people call it. Unique without regard to case." example:"Refund"`
	Color string `json:"color,omitempty" maxLength:"7" doc:"# and six hexadecimal digits; a grey by default." example:"#d97706"`
}

// UpdateLabel changes what is given.
type UpdateLabel struct {
	Name  *string `json:"name,omitempty" maxLength:"60" doc:"What people call it."`
	Color *string `json:"color,omitempty" maxLength:"7" doc:"# and six hexadecimal digits."`
}

// SetConversationLabels says which labels a conversation has.
type SetConversationLabels struct {
	LabelIDs []string `json:"labelIds,omitempty" nullable:"false" needed:"true" maxItems:"20" doc:"All labels of the conversation, at most 20; empty for none."`
}

type (
	// LabelInput names a label in the path.
	LabelInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the label."`
	}
	createLabelInput struct{ Body CreateLabel }
	updateLabelInput struct {
		LabelInput
		Body UpdateLabel
	}
	setLabelsInput struct {
		ConversationInput
		Body SetConversationLabels
	}
	labelOutput struct{ Body Label }
)

func labelRoutes(s *Server) {
	const path = "/v1/labels"
	register(s, operation{id: "create-label", whole: true, method: http.MethodPost, path: path, tag: labelsTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeTeamsWrite, act: "label.created", summary: "Create a label", description: "For the whole workspace.",
		example: CreateLabel{Name: "Refund", Color: "#d97706"}},
		func(ctx context.Context, a crm.Actor, in *createLabelInput) (*labelOutput, error) {
			return answerLabel(s.svc.Conversation.CreateLabel(ctx, a, crm.LabelChange{Name: &in.Body.Name, Color: &in.Body.Color}))
		})
	register(s, operation{id: "list-labels", method: http.MethodGet, path: path, tag: labelsTag,
		scope: crm.ScopeConversationsRead, summary: "List labels", description: "By name."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[Label], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Conversation.Labels(ctx, a, p)
			return answerPage(list, renderLabel), err
		})
	register(s, operation{id: "update-label", whole: true, method: http.MethodPatch, path: path + "/{id}", tag: labelsTag, errors: []int{404},
		scope: crm.ScopeTeamsWrite, act: "label.updated", summary: "Change a label", description: "Changes only the fields you send. Conversations that have it keep it.",
		example: UpdateLabel{Name: ptr("Refunds")}},
		func(ctx context.Context, a crm.Actor, in *updateLabelInput) (*labelOutput, error) {
			return answerLabel(s.svc.Conversation.UpdateLabel(ctx, a, in.ID, crm.LabelChange(in.Body)))
		})
	register(s, operation{id: "delete-label", whole: true, method: http.MethodDelete, path: path + "/{id}", tag: labelsTag, status: http.StatusNoContent, errors: []int{404, 409},
		scope: crm.ScopeTeamsWrite, act: "label.deleted", summary: "Delete a label", description: "The conversations that have it lose it, soon after. A label that the rules of routing name cannot be deleted."},
		func(ctx context.Context, a crm.Actor, in *LabelInput) (*struct{}, error) {
			return nil, s.svc.Conversation.DeleteLabel(ctx, a, in.ID)
		})
	register(s, operation{id: "set-conversation-labels", method: http.MethodPut, path: "/v1/conversations/{id}/labels", tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsWrite, summary: "Label a conversation", description: "Says all labels that the conversation has. The same ones again change nothing.",
		example: SetConversationLabels{LabelIDs: []string{"lbl_01jd5k3v6rf0w8m2a4t9x7bq1b"}}},
		func(ctx context.Context, a crm.Actor, in *setLabelsInput) (*conversationOutput, error) {
			return answerConversation(s.svc.Conversation.SetLabels(ctx, a, in.ID, in.Body.LabelIDs))
		})
}

func renderLabel(l crm.Label) Label {
	return Label{ID: l.ID, Name: l.Name, Color: l.Color, CreatedBy: l.CreatedBy, CreatedAt: l.CreatedAt, UpdatedAt: l.UpdatedAt}
}

func answerLabel(l crm.Label, err error) (*labelOutput, error) {
	if err != nil {
		return nil, err
	}
	return &labelOutput{renderLabel(l)}, nil
}
