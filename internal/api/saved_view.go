package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

var viewsTag = tag{"Views", "Lists of conversations that people named."}

// SavedView is a list of conversations that somebody named.
type SavedView struct {
	ID        string          `json:"id" doc:"Identifier of the view; begins with vew_."`
	Name      string          `json:"name" doc:"What people call it."`
	Shared    bool            `json:"shared" doc:"Whether everybody in the workspace sees it; else only who created it."`
	Filter    crm.SavedFilter `json:"filter" doc:"What a conversation must be, all of it."`
	Order     crm.ViewOrder   `json:"order" enum:"activity,waiting" doc:"activity: the latest activity first. waiting: who waits longest first; only those who wait."`
	CreatedBy crm.DoneBy      `json:"createdBy" doc:"Who created it."`
	CreatedAt time.Time       `json:"createdAt" doc:"When it was created."`
	UpdatedAt time.Time       `json:"updatedAt" doc:"When it was last changed."`
}

// CreateView is a new view.
type CreateView struct {
	Name   string          `json:"name,omitempty" needed:"true" maxLength:"60" doc:"What people call it." example:"My urgent ones"`
	Shared bool            `json:"shared,omitempty" doc:"Whether everybody in the workspace sees it. To share needs teams:write and the whole reach."`
	Filter crm.SavedFilter `json:"filter" required:"false" doc:"What a conversation must be, all of it. What it names must exist."`
	Order  crm.ViewOrder   `json:"order,omitempty" enum:"activity,waiting" doc:"activity by default: the latest activity first. waiting: who waits longest first; only those who wait."`
}

// UpdateView changes what is given.
type UpdateView struct {
	Name   *string          `json:"name,omitempty" maxLength:"60" doc:"What people call it."`
	Shared *bool            `json:"shared,omitempty" doc:"Whether everybody in the workspace sees it; else only who created it."`
	Filter *crm.SavedFilter `json:"filter,omitempty" doc:"What a conversation must be, as a whole."`
	Order  *crm.ViewOrder   `json:"order,omitempty" enum:"activity,waiting" doc:"The order of the conversations."`
}

// ViewCount is how many conversations a view has.
type ViewCount struct {
	Count int64 `json:"count" doc:"How many there are, up to 1,000."`
	More  bool  `json:"more" doc:"Whether there may be more: counting ends at 1,000, and after 2,000 conversations that it looks at."`
}

type (
	// ViewInput names a view in the path.
	ViewInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the view."`
	}
	createViewInput struct{ Body CreateView }
	updateViewInput struct {
		ViewInput
		Body UpdateView
	}
	viewOutput      struct{ Body SavedView }
	viewCountOutput struct{ Body ViewCount }
)

func viewRoutes(s *Server) {
	const path = "/v1/views"
	register(s, operation{id: "create-view", method: http.MethodPost, path: path, tag: viewsTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeConversationsWrite, summary: "Save a view", description: "A list of conversations for yourself, or for everybody.",
		example: CreateView{Name: "My urgent ones", Filter: crm.SavedFilter{Priority: []crm.Priority{crm.PriorityUrgent}}, Order: crm.OrderWaiting}},
		func(ctx context.Context, a crm.Actor, in *createViewInput) (*viewOutput, error) {
			b := in.Body
			return answerView(s.svc.Conversation.CreateSavedView(ctx, a, crm.SavedViewChange{Name: &b.Name, Shared: &b.Shared, Filter: &b.Filter, Order: &b.Order}))
		})
	register(s, operation{id: "list-views", method: http.MethodGet, path: path, tag: viewsTag,
		scope: crm.ScopeConversationsRead, summary: "List saved views", description: "The shared ones first, then your own; each in the order of their creation."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[SavedView], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Conversation.SavedViews(ctx, a, p)
			return answerPage(list, renderView), err
		})
	register(s, operation{id: "get-view", method: http.MethodGet, path: path + "/{id}", tag: viewsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "Get a saved view", description: "A shared one, or your own. Its conversations are in GET /v1/conversations with viewId."},
		func(ctx context.Context, a crm.Actor, in *ViewInput) (*viewOutput, error) {
			return answerView(s.svc.Conversation.SavedView(ctx, a, in.ID))
		})
	register(s, operation{id: "count-view", method: http.MethodGet, path: path + "/{id}/count", tag: viewsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "Count the conversations of a saved view", description: "Those that you reach, up to 1,000. For an API key a view of agentId me counts 0."},
		func(ctx context.Context, a crm.Actor, in *ViewInput) (*viewCountOutput, error) {
			count, more, err := s.svc.Conversation.CountSaved(ctx, a, in.ID)
			return &viewCountOutput{ViewCount{count, more}}, err
		})
	register(s, operation{id: "update-view", method: http.MethodPatch, path: path + "/{id}", tag: viewsTag, errors: []int{404, 409},
		scope: crm.ScopeConversationsWrite, summary: "Change a saved view", description: "Changes only the fields you send. A shared one needs teams:write and the whole reach.",
		example: UpdateView{Name: ptr("Urgent ones")}},
		func(ctx context.Context, a crm.Actor, in *updateViewInput) (*viewOutput, error) {
			return answerView(s.svc.Conversation.UpdateSavedView(ctx, a, in.ID, crm.SavedViewChange(in.Body)))
		})
	register(s, operation{id: "delete-view", method: http.MethodDelete, path: path + "/{id}", tag: viewsTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeConversationsWrite, summary: "Delete a saved view", description: "Its conversations stay as they are. A shared one needs teams:write and the whole reach."},
		func(ctx context.Context, a crm.Actor, in *ViewInput) (*struct{}, error) {
			return nil, s.svc.Conversation.DeleteSavedView(ctx, a, in.ID)
		})
}

func renderView(v crm.SavedView) SavedView {
	return SavedView{ID: v.ID, Name: v.Name, Shared: v.Shared, Filter: v.Filter, Order: v.Order, CreatedBy: v.CreatedBy, CreatedAt: v.CreatedAt, UpdatedAt: v.UpdatedAt}
}

func answerView(v crm.SavedView, err error) (*viewOutput, error) {
	if err != nil {
		return nil, err
	}
	return &viewOutput{renderView(v)}, nil
}
