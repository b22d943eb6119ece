package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// DealAction is a move of many deals at once.
type DealAction struct {
	ID        string             `json:"id" doc:"Identifier of the action; begins with dla_."`
	Move      crm.DealActionMove `json:"move" doc:"What was to become of each deal."`
	CreatedBy crm.DoneBy         `json:"createdBy" doc:"Who did it."`
	CreatedAt time.Time          `json:"createdAt" doc:"When."`
	Moved     []string           `json:"moved" nullable:"false" doc:"The deals that it moved."`
	Skipped   []crm.DealSkip     `json:"skipped" nullable:"false" doc:"The deals that it left as they are, and why."`
	UndoneAt  *time.Time         `json:"undoneAt" doc:"When it was undone; null if it was not."`
	Undone    []string           `json:"undone" nullable:"false" doc:"The deals that the undoing put back."`
	Kept      []crm.DealSkip     `json:"kept" nullable:"false" doc:"The deals that the undoing left as they are, and why."`
}

// CreateDealAction moves many deals at once.
type CreateDealAction struct {
	DealIDs []string           `json:"dealIds,omitempty" nullable:"false" needed:"true" maxItems:"100" doc:"The deals, at most 100, each once."`
	Move    crm.DealActionMove `json:"move" required:"false" doc:"What is to become of each."`
}

type (
	// DealActionInput names an action in the path.
	DealActionInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the action."`
	}
	createDealActionInput struct{ Body CreateDealAction }
	dealActionOutput      struct{ Body DealAction }
)

func dealActionRoutes(s *Server) {
	const path = "/v1/deal-actions"
	register(s, operation{id: "create-deal-action", method: http.MethodPost, path: path, tag: dealsTag, status: http.StatusCreated,
		scope: crm.ScopeDealsWrite, summary: "Move many deals at once", description: "Each by the rules, and with the event, of a single move. A deal that cannot be moved is skipped, and the others are moved.",
		example: CreateDealAction{DealIDs: []string{"dl_01jd5k3v6rf0w8m2a4t9x7bq1p"}, Move: crm.DealActionMove{ToStageID: "stg_01jd5k3v6rf0w8m2a4t9x7bq1s"}}},
		func(ctx context.Context, a crm.Actor, in *createDealActionInput) (*dealActionOutput, error) {
			return answerDealAction(s.svc.Deal.MoveMany(ctx, a, in.Body.DealIDs, in.Body.Move))
		})
	register(s, operation{id: "list-deal-actions", method: http.MethodGet, path: path, tag: dealsTag,
		scope: crm.ScopeDealsRead, summary: "List your moves of many deals", description: "Newest first, for 30 days."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[DealAction], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Deal.Actions(ctx, a, p)
			return answerPage(list, renderDealAction), err
		})
	register(s, operation{id: "get-deal-action", method: http.MethodGet, path: path + "/{id}", tag: dealsTag, errors: []int{404},
		scope: crm.ScopeDealsRead, summary: "Get a move of many deals", description: "Your own; with users:write and the whole reach, anybody's."},
		func(ctx context.Context, a crm.Actor, in *DealActionInput) (*dealActionOutput, error) {
			return answerDealAction(s.svc.Deal.Action(ctx, a, in.ID))
		})
	register(s, operation{id: "undo-deal-action", method: http.MethodPost, path: path + "/{id}/undo", tag: dealsTag, errors: []int{404, 409},
		scope: crm.ScopeDealsWrite, summary: "Undo a move of many deals", description: "Within 24 hours, once. Puts back the deals that nobody moved since, each with the event of a move."},
		func(ctx context.Context, a crm.Actor, in *DealActionInput) (*dealActionOutput, error) {
			return answerDealAction(s.svc.Deal.UndoAction(ctx, a, in.ID))
		})
}

func renderDealAction(a crm.DealAction) DealAction {
	out := DealAction{ID: a.ID, Move: a.Move, CreatedBy: a.CreatedBy, CreatedAt: a.CreatedAt, Moved: []string{}, Skipped: append([]crm.DealSkip{}, a.Skipped...),
		UndoneAt: a.UndoneAt, Undone: append([]string{}, a.Undone...), Kept: append([]crm.DealSkip{}, a.Kept...)}
	for _, item := range a.Moved {
		out.Moved = append(out.Moved, item.DealID)
	}
	return out
}

func answerDealAction(a crm.DealAction, err error) (*dealActionOutput, error) {
	if err != nil {
		return nil, err
	}
	return &dealActionOutput{renderDealAction(a)}, nil
}
