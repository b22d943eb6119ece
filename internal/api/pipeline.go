package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

var pipelinesTag = tag{"Pipelines", "The stages that deals go through, and why deals are won and lost."}

// Pipeline is the stages that deals of one sort go through.
type Pipeline struct {
	ID         string     `json:"id" doc:"Identifier of the pipeline; begins with pip_."`
	Name       string     `json:"name" doc:"What people call it."`
	Currency   string     `json:"currency" doc:"ISO 4217 code of deals that name none; empty for none."`
	Stages     []Stage    `json:"stages" nullable:"false" doc:"Its stages, in their order."`
	ArchivedAt *time.Time `json:"archivedAt" doc:"Since when no deal comes into it; null otherwise."`
	CreatedBy  crm.DoneBy `json:"createdBy" doc:"Who created it."`
	CreatedAt  time.Time  `json:"createdAt" doc:"When it was created."`
	UpdatedAt  time.Time  `json:"updatedAt" doc:"When it was last changed."`
}

// Stage is how far a deal has come.
type Stage struct {
	ID               string               `json:"id" doc:"Identifier of the stage; begins with stg_."`
	Name             string               `json:"name" doc:"What people call it."`
	Kind             crm.StageKind        `json:"kind" enum:"open,won,lost" doc:"What a deal on it is."`
	Probability      int                  `json:"probability" doc:"How many of a hundred of its deals are won in the end: 100 if kind is won, 0 if it is lost."`
	RotsAfterDays    int                  `json:"rotsAfterDays" doc:"After how many days without anything a deal on it rots; 0 for never."`
	Requires         []string             `json:"requires" nullable:"false" doc:"The fields that a deal must have to come onto it."`
	ForecastCategory crm.ForecastCategory `json:"forecastCategory" enum:"omitted,pipeline,best_case,most_likely,commit,closed" doc:"How surely its deals are counted on."`
}

// SetStage is a stage of a new pipeline, or what becomes of one.
type SetStage struct {
	ID               *string               `json:"id,omitempty" maxLength:"64" doc:"The stage that it is; leave it out for a new one."`
	Name             *string               `json:"name,omitempty" maxLength:"100" doc:"What people call it; a new stage needs one. Unique in the pipeline without regard to case." example:"Offer"`
	Kind             *crm.StageKind        `json:"kind,omitempty" enum:"open,won,lost" doc:"What a deal on it is; a new stage is open by default."`
	Probability      *int                  `json:"probability,omitempty" minimum:"0" maximum:"100" doc:"How many of a hundred of its deals are won in the end. Open stages rise evenly by default."`
	RotsAfterDays    *int                  `json:"rotsAfterDays,omitempty" minimum:"0" maximum:"3650" doc:"After how many days without anything a deal on it rots; 0, the default, for never."`
	Requires         *[]string             `json:"requires,omitempty" maxItems:"50" doc:"The fields that a deal must have to come onto it."`
	ForecastCategory *crm.ForecastCategory `json:"forecastCategory,omitempty" enum:"omitted,pipeline,best_case,most_likely,commit,closed" doc:"How surely its deals are counted on; pipeline, closed and omitted by default, for open, won and lost."`
}

// FieldValues lists what a stage may require.
func (SetStage) FieldValues() map[string]any {
	return map[string]any{"requires": crm.DealRequirements}
}

// CreatePipeline is a new pipeline.
type CreatePipeline struct {
	Name     string     `json:"name,omitempty" needed:"true" maxLength:"100" doc:"What people call it." example:"Sales"`
	Currency string     `json:"currency,omitempty" maxLength:"3" doc:"ISO 4217 code of deals that name none; none by default." example:"EUR"`
	Stages   []SetStage `json:"stages,omitempty" needed:"true" nullable:"false" maxItems:"50" doc:"Its stages, in their order. Won and Lost are added behind them where no stage has these kinds."`
}

// UpdatePipeline changes what is given.
type UpdatePipeline struct {
	Name     *string     `json:"name,omitempty" maxLength:"100" doc:"What people call it."`
	Currency *string     `json:"currency,omitempty" maxLength:"3" doc:"ISO 4217 code of deals that name none; empty for none."`
	Archived *bool       `json:"archived,omitempty" doc:"true: no deal comes into it any more. false: takes it out of the archive."`
	Stages   *[]SetStage `json:"stages,omitempty" maxItems:"50" doc:"All stages that it has then, in their order; one that is not listed is removed. Fields of a stage that you leave out stay."`
}

// DealReason is why deals are lost, or won.
type DealReason struct {
	ID        string        `json:"id" doc:"Identifier of the reason; begins with dlr_."`
	Kind      crm.StageKind `json:"kind" enum:"won,lost" doc:"Whether deals are won or lost for it."`
	Name      string        `json:"name" doc:"The reason in a few words."`
	CreatedBy crm.DoneBy    `json:"createdBy" doc:"Who created it."`
	CreatedAt time.Time     `json:"createdAt" doc:"When it was created."`
}

// CreateDealReason is a new reason.
type CreateDealReason struct {
	Kind crm.StageKind `json:"kind,omitempty" enum:"won,lost" default:"lost" doc:"Whether deals are won or lost for it; lost by default."`
	Name string        `json:"name,omitempty" needed:"true" maxLength:"100" doc:"The reason in a few words. Unique within its kind without regard to case." example:"Too expensive"`
}

type (
	// PipelineInput names a pipeline in the path.
	PipelineInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the pipeline."`
	}
	createPipelineInput struct{ Body CreatePipeline }
	updatePipelineInput struct {
		PipelineInput
		Body UpdatePipeline
	}
	pipelineOutput   struct{ Body Pipeline }
	dealReasonsInput struct {
		PageInput
		Kind string `query:"kind" enum:"won,lost" doc:"Only reasons of this kind."`
	}
	// DealReasonInput names a reason in the path.
	DealReasonInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the reason."`
	}
	createDealReasonInput struct{ Body CreateDealReason }
	dealReasonOutput      struct{ Body DealReason }
)

func pipelineRoutes(s *Server) {
	const path = "/v1/pipelines"
	register(s, operation{id: "create-pipeline", method: http.MethodPost, path: path, tag: pipelinesTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopePipelinesWrite, act: "pipeline.created", summary: "Create a pipeline", description: "A pipeline always has a stage on which deals are won and one on which they are lost: Won and Lost are added where you name none of these kinds.",
		example: CreatePipeline{Name: "Sales", Currency: "EUR", Stages: []SetStage{{Name: ptr("New")}, {Name: ptr("Offer"), Probability: ptr(50)}}}},
		func(ctx context.Context, a crm.Actor, in *createPipelineInput) (*pipelineOutput, error) {
			b := in.Body
			return answerPipeline(s.svc.Deal.CreatePipeline(ctx, a, crm.PipelineChange{Name: &b.Name, Currency: &b.Currency, Stages: specsOf(&b.Stages)}))
		})
	register(s, operation{id: "list-pipelines", method: http.MethodGet, path: path, tag: pipelinesTag,
		scope: crm.ScopeDealsRead, summary: "List pipelines", description: "All of the workspace with their stages, oldest first; archived ones, too."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[Pipeline], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Deal.Pipelines(ctx, a, p)
			return answerPage(list, renderPipeline), err
		})
	register(s, operation{id: "get-pipeline", method: http.MethodGet, path: path + "/{id}", tag: pipelinesTag, errors: []int{404},
		scope: crm.ScopeDealsRead, summary: "Get a pipeline", description: "With its stages."},
		func(ctx context.Context, a crm.Actor, in *PipelineInput) (*pipelineOutput, error) {
			return answerPipeline(s.svc.Deal.Pipeline(ctx, a, in.ID))
		})
	register(s, operation{id: "update-pipeline", method: http.MethodPatch, path: path + "/{id}", tag: pipelinesTag, errors: []int{404, 409},
		scope: crm.ScopePipelinesWrite, act: "pipeline.updated", summary: "Change a pipeline", description: "Changes only the fields you send. A stage that has deals is neither removed nor of another kind.",
		example: UpdatePipeline{Name: ptr("Wholesale")}},
		func(ctx context.Context, a crm.Actor, in *updatePipelineInput) (*pipelineOutput, error) {
			b := in.Body
			return answerPipeline(s.svc.Deal.UpdatePipeline(ctx, a, in.ID, crm.PipelineChange{Name: b.Name, Currency: b.Currency, Archived: b.Archived, Stages: specsOf(b.Stages)}))
		})
	dealReasonRoutes(s)
	forecastRoutes(s, path)
	bridgeRoutes(s, path)
	conversionRoutes(s, path)
	closingRoutes(s, path)
	exchangeRateRoutes(s)
}

func dealReasonRoutes(s *Server) {
	const path = "/v1/deal-reasons"
	register(s, operation{id: "create-deal-reason", method: http.MethodPost, path: path, tag: pipelinesTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopePipelinesWrite, act: "deal_reason.created", summary: "Create a reason", description: "People choose one when they lose or win a deal.",
		example: CreateDealReason{Kind: crm.StageLost, Name: "Too expensive"}},
		func(ctx context.Context, a crm.Actor, in *createDealReasonInput) (*dealReasonOutput, error) {
			kind := in.Body.Kind
			if kind == "" {
				kind = crm.StageLost
			}
			r, err := s.svc.Deal.CreateReason(ctx, a, kind, in.Body.Name)
			if err != nil {
				return nil, err
			}
			return &dealReasonOutput{renderDealReason(r)}, nil
		})
	register(s, operation{id: "list-deal-reasons", method: http.MethodGet, path: path, tag: pipelinesTag,
		scope: crm.ScopeDealsRead, summary: "List reasons", description: "Why deals are lost and won, oldest first."},
		func(ctx context.Context, a crm.Actor, in *dealReasonsInput) (*pageOutput[DealReason], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Deal.Reasons(ctx, a, crm.StageKind(in.Kind), p)
			return answerPage(list, renderDealReason), err
		})
	register(s, operation{id: "delete-deal-reason", method: http.MethodDelete, path: path + "/{id}", tag: pipelinesTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopePipelinesWrite, act: "deal_reason.deleted", summary: "Delete a reason", description: "Deals that name it keep it."},
		func(ctx context.Context, a crm.Actor, in *DealReasonInput) (*struct{}, error) {
			return nil, s.svc.Deal.DeleteReason(ctx, a, in.ID)
		})
}

func specsOf(list *[]SetStage) *[]crm.StageSpec {
	if list == nil {
		return nil
	}
	out := make([]crm.StageSpec, len(*list))
	for i, s := range *list {
		out[i] = crm.StageSpec{ID: s.ID, Name: s.Name, Kind: s.Kind, Probability: s.Probability, RotsAfterDays: s.RotsAfterDays, Requires: s.Requires, Forecast: s.ForecastCategory}
	}
	return &out
}

func renderPipeline(p crm.Pipeline) Pipeline {
	out := Pipeline{ID: p.ID, Name: p.Name, Currency: p.Currency, Stages: make([]Stage, len(p.Stages)), ArchivedAt: p.ArchivedAt, CreatedBy: p.CreatedBy, CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt}
	for i, s := range p.Stages {
		out.Stages[i] = renderStage(s)
	}
	return out
}

func renderStage(s crm.Stage) Stage {
	return Stage{ID: s.ID, Name: s.Name, Kind: s.Kind, Probability: s.Probability, RotsAfterDays: s.RotsAfterDays, Requires: append([]string{}, s.Requires...), ForecastCategory: s.Forecast}
}

func renderDealReason(r crm.DealReason) DealReason {
	return DealReason{ID: r.ID, Kind: r.Kind, Name: r.Name, CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt}
}

func answerPipeline(p crm.Pipeline, err error) (*pipelineOutput, error) {
	if err != nil {
		return nil, err
	}
	return &pipelineOutput{renderPipeline(p)}, nil
}
