package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/deal"
)

var dealsTag = tag{"Deals", "What may be sold, on its way through the stages of a pipeline."}

// Deal is something that may be sold to somebody.
type Deal struct {
	ID                     string               `json:"id" doc:"Identifier of the deal; begins with dl_."`
	Version                int64                `json:"version" doc:"Grows with each change, but not with another place on the same stage. It is the ETag, too."`
	Title                  string               `json:"title" doc:"What the deal is about."`
	PipelineID             string               `json:"pipelineId" doc:"The pipeline."`
	StageID                string               `json:"stageId" doc:"The stage on which it is."`
	Status                 crm.StageKind        `json:"status" enum:"open,won,lost" doc:"The kind of its stage."`
	Amount                 *string              `json:"amount" doc:"A decimal number; null if unknown."`
	Currency               *string              `json:"currency" doc:"ISO 4217 code; null if there is no amount."`
	AmountSource           string               `json:"amountSource" enum:"manual,lines" doc:"manual: people or systems set the amount. lines: it is what its lines are worth together."`
	OwnerID                string               `json:"ownerId" doc:"The member who has it; empty for nobody."`
	ContactID              string               `json:"contactId" doc:"The contact; empty if there is none."`
	ConversationID         string               `json:"conversationId" doc:"The conversation; empty if there is none."`
	ExpectedCloseOn        *string              `json:"expectedCloseOn" doc:"The day on which it will be won, as a date; null if unknown."`
	ForecastCategory       crm.ForecastCategory `json:"forecastCategory" enum:"omitted,pipeline,best_case,most_likely,commit,closed" doc:"How surely it is counted on."`
	ForecastCategorySource string               `json:"forecastCategorySource" enum:"stage,manual" doc:"stage: the category is that of its stage, and changes with it. manual: somebody set it, and no move changes it."`
	Fields                 map[string]any       `json:"fields" doc:"Custom fields by key. Each value has the type of its field."`
	ReasonID               string               `json:"reasonId" doc:"Why it was won or lost: one of the reasons of the workspace; empty for none."`
	CloseNote              string               `json:"closeNote" doc:"Why it was won or lost, in words; empty for none."`
	StageSince             time.Time            `json:"stageSince" doc:"Since when it is on its stage."`
	ClosedAt               *time.Time           `json:"closedAt" doc:"When it was won or lost; null while it is open."`
	RotsAt                 *time.Time           `json:"rotsAt" doc:"When it rots, or since when it does: so many days after somebody last did something with it, or something happened in its conversation, as its stage says; null for never."`
	CreatedBy              crm.DoneBy           `json:"createdBy" doc:"Who created it."`
	CreatedAt              time.Time            `json:"createdAt" doc:"When it was created."`
	UpdatedAt              time.Time            `json:"updatedAt" doc:"When it was last changed."`
}

// CreateDeal is a new deal.
type CreateDeal struct {
	Title            string         `json:"title,omitempty" needed:"true" maxLength:"200" doc:"What the deal is about." example:"Forty chairs"`
	PipelineID       string         `json:"pipelineId,omitempty" maxLength:"64" doc:"The pipeline; that of the stage by default."`
	StageID          string         `json:"stageId,omitempty" maxLength:"64" doc:"The stage on which it begins; the first open one by default."`
	Amount           *string        `json:"amount,omitempty" maxLength:"32" doc:"A decimal number, with as many places as the currency has." example:"4800.00"`
	Currency         *string        `json:"currency,omitempty" maxLength:"3" doc:"ISO 4217 code; that of the pipeline by default." example:"EUR"`
	OwnerID          *string        `json:"ownerId,omitempty" maxLength:"64" doc:"The member who has it; by default the person who creates it, or nobody."`
	ContactID        *string        `json:"contactId,omitempty" maxLength:"64" doc:"The contact; that of the conversation by default."`
	ConversationID   *string        `json:"conversationId,omitempty" maxLength:"64" doc:"The conversation."`
	ExpectedCloseOn  *string        `json:"expectedCloseOn,omitempty" maxLength:"10" doc:"The day on which it will be won, as a date." example:"2026-12-24"`
	ForecastCategory *string        `json:"forecastCategory,omitempty" maxLength:"20" doc:"How surely it is counted on, whatever its stage: a category as stages have it; that of its stage by default."`
	Fields           map[string]any `json:"fields,omitempty" doc:"Custom fields by key."`
	LostReasonID     string         `json:"lostReasonId,omitempty" maxLength:"64" doc:"Why it is lost, if it begins on a stage of the kind lost."`
	WonReasonID      string         `json:"wonReasonId,omitempty" maxLength:"64" doc:"Why it is won, if it begins on a stage of the kind won."`
	CloseNote        string         `json:"closeNote,omitempty" maxLength:"1000" doc:"The same in words."`
}

// UpdateDeal changes what is given.
type UpdateDeal struct {
	Title            *string        `json:"title,omitempty" maxLength:"200" doc:"What the deal is about."`
	Amount           *string        `json:"amount,omitempty" maxLength:"32" doc:"A decimal number; empty for none."`
	Currency         *string        `json:"currency,omitempty" maxLength:"3" doc:"ISO 4217 code."`
	OwnerID          *string        `json:"ownerId,omitempty" maxLength:"64" doc:"The member who has it; empty for nobody."`
	ContactID        *string        `json:"contactId,omitempty" maxLength:"64" doc:"The contact; empty for none."`
	ConversationID   *string        `json:"conversationId,omitempty" maxLength:"64" doc:"The conversation; empty for none."`
	ExpectedCloseOn  *string        `json:"expectedCloseOn,omitempty" maxLength:"10" doc:"A date; empty for none."`
	ForecastCategory *string        `json:"forecastCategory,omitempty" maxLength:"20" doc:"How surely it is counted on, whatever its stage: a category as stages have it; empty for that of its stage."`
	Fields           map[string]any `json:"fields,omitempty" doc:"Custom fields to change; null removes a value."`
}

// MoveDeal says where a deal goes.
type MoveDeal struct {
	ToStageID    string `json:"toStageId,omitempty" needed:"true" maxLength:"64" doc:"The stage that it moves to, also of another pipeline." example:"stg_01jd5k3v6rf0w8m2a4t9x7bq1s"`
	AfterDealID  string `json:"afterDealId,omitempty" maxLength:"64" doc:"Puts it right behind this deal of the stage."`
	BeforeDealID string `json:"beforeDealId,omitempty" maxLength:"64" doc:"Puts it right before this deal of the stage. Without either it goes to the top, or stays where it is on its stage."`
	IfStageID    string `json:"ifStageId,omitempty" maxLength:"64" doc:"The stage on which it is as you saw it. The request fails if it is on another one now."`
	LostReasonID string `json:"lostReasonId,omitempty" maxLength:"64" doc:"Why it is lost; a stage of the kind lost needs this or closeNote."`
	WonReasonID  string `json:"wonReasonId,omitempty" maxLength:"64" doc:"Why it is won."`
	CloseNote    string `json:"closeNote,omitempty" maxLength:"1000" doc:"Why it is won or lost, in words."`
}

// MovedDeal is a deal with what became of its move.
type MovedDeal struct {
	Deal
	Placement crm.DealPlacement `json:"placement" enum:"as_asked,nearest" doc:"as_asked: where you asked for. nearest: the deal that you named is not on the stage any more, so it was put at the top, or left where it was on its stage."`
}

// DealHistoryEntry is one thing that happened to a deal.
type DealHistoryEntry struct {
	Number    int64               `json:"number" doc:"Counts what happened to the deal, from 1 on."`
	At        time.Time           `json:"at" doc:"When it happened."`
	By        crm.DoneBy          `json:"by" doc:"Who did it."`
	Kind      crm.DealHistoryKind `json:"kind" enum:"created,moved,changed" doc:"What happened."`
	FromStage *crm.EventStage     `json:"fromStage" doc:"The stage before a move, by its name then; otherwise null."`
	ToStage   *crm.EventStage     `json:"toStage" doc:"The stage that it came onto, by its name then; otherwise null."`
	Status    *crm.StageKind      `json:"status" doc:"open, won or lost, as it was then; null if the stage did not change."`
	ReasonID  string              `json:"reasonId" doc:"Why it was won or lost; empty for none."`
	Reason    string              `json:"reason" doc:"The reason by its name then; empty for none."`
	CloseNote string              `json:"closeNote" doc:"Why, in words; empty for none."`
	Changes   crm.ActChanges      `json:"changes" doc:"The fields that changed, each with its value before and after."`
}

// DealSpan is a stretch of time that a deal spent on a stage.
type DealSpan struct {
	Number     int64      `json:"number" doc:"Number of the entry of the history with which it began."`
	PipelineID string     `json:"pipelineId" doc:"The pipeline."`
	StageID    string     `json:"stageId" doc:"The stage."`
	From       time.Time  `json:"from" doc:"When the deal came onto it."`
	To         *time.Time `json:"to" doc:"When it left; null while it is there."`
	By         crm.DoneBy `json:"by" doc:"Who brought it there."`
}

// Board is a page of each column of a pipeline.
type Board struct {
	Columns []BoardColumn `json:"columns" nullable:"false" doc:"The stages in their order, or the one that you asked for."`
}

// BoardColumn is a page of the deals of a stage.
type BoardColumn struct {
	Stage      Stage        `json:"stage" doc:"The stage."`
	Count      *int64       `json:"count" doc:"How many deals it has in all; null if you reach only some of them."`
	Totals     []StageTotal `json:"totals" nullable:"true" doc:"What its deals are worth, by currency; null if you reach only some of them."`
	Deals      []Deal       `json:"deals" nullable:"false" doc:"The deals of this page, in their order."`
	NextCursor *string      `json:"nextCursor" doc:"Send this as cursor, with the stage as stageId, to get the next page of the column; null on the last page."`
}

// StageTotal is what the deals of a stage are worth in one currency.
type StageTotal struct {
	Currency string `json:"currency" doc:"ISO 4217 code."`
	Amount   string `json:"amount" doc:"A decimal number."`
	Deals    int64  `json:"deals" doc:"How many deals it is of."`
}

type (
	// DealInput names a deal in the path.
	DealInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the deal."`
	}
	createDealInput struct{ Body CreateDeal }
	updateDealInput struct {
		DealInput
		IfMatch string `header:"If-Match" maxLength:"200" doc:"The ETag of the deal that you changed. The request fails if it is another one now."`
		Body    UpdateDeal
	}
	moveDealInput struct {
		DealInput
		Body MoveDeal
	}
	dealPartInput struct {
		DealInput
		PageInput
	}
	listDealsInput struct {
		PageInput
		DealFilterInput
	}
	// DealFilterInput says which deals are meant.
	DealFilterInput struct {
		PipelineID        string `query:"pipelineId" maxLength:"64" doc:"Only deals of this pipeline."`
		StageID           string `query:"stageId" maxLength:"64" doc:"Only deals on this stage."`
		OwnerID           string `query:"ownerId" maxLength:"64" doc:"Only deals of this member."`
		Status            string `query:"status" enum:"open,won,lost" doc:"Only deals of this status."`
		ContactID         string `query:"contactId" maxLength:"64" doc:"Only deals that have this contact, as the primary one or beside it."`
		ConversationID    string `query:"conversationId" maxLength:"64" doc:"Only deals of this conversation."`
		ExpectedCloseFrom string `query:"expectedCloseFrom" maxLength:"10" doc:"Only deals that are expected to close on this day or later, in the order of these days."`
		ExpectedCloseTo   string `query:"expectedCloseTo" maxLength:"10" doc:"Only deals that are expected to close on this day or earlier, in the order of these days."`
		Field             string `query:"field" maxLength:"300" doc:"Only deals with this custom field value, as key:value." example:"region:north"`
	}
	boardInput struct {
		PipelineInput
		StageID string    `query:"stageId" maxLength:"64" doc:"Only this column."`
		At      time.Time `query:"at" doc:"The board as it was at this time, with the stages of then; now by default. Deals are in the order of their last change until then, the latest first."`
		PageInput
	}
	dealOutput struct {
		ETag string `header:"ETag" doc:"Stands for the version; send it as If-Match with your change."`
		Body Deal
	}
	movedDealOutput struct {
		ETag string `header:"ETag" doc:"Stands for the version; send it as If-Match with your change."`
		Body MovedDeal
	}
	boardOutput struct{ Body Board }
)

func (in DealFilterInput) filter() crm.DealFilter {
	return crm.DealFilter{PipelineID: in.PipelineID, StageID: in.StageID, OwnerID: in.OwnerID, Status: crm.StageKind(in.Status), ContactID: in.ContactID,
		ConversationID: in.ConversationID, CloseFrom: in.ExpectedCloseFrom, CloseTo: in.ExpectedCloseTo}
}

func (o *boardOutput) bindCursor(mark string) {
	for i := range o.Body.Columns {
		bindCursor(o.Body.Columns[i].NextCursor, mark)
	}
}

func dealRoutes(s *Server) {
	const path = "/v1/deals"
	register(s, operation{id: "create-deal", method: http.MethodPost, path: path, tag: dealsTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeDealsWrite, summary: "Create a deal", description: "At the top of its stage.",
		example: CreateDeal{Title: "Forty chairs", PipelineID: "pip_01jd5k3v6rf0w8m2a4t9x7bq1q", Amount: ptr("4800.00"), Currency: ptr("EUR")}},
		func(ctx context.Context, a crm.Actor, in *createDealInput) (*dealOutput, error) {
			b := in.Body
			return answerDeal(s.svc.Deal.Create(ctx, a, deal.NewDeal{PipelineID: b.PipelineID, StageID: b.StageID,
				Change: crm.DealChange{Title: &b.Title, Amount: b.Amount, Currency: b.Currency, OwnerID: b.OwnerID, ContactID: b.ContactID, ConversationID: b.ConversationID, ExpectedCloseOn: b.ExpectedCloseOn, ForecastCategory: b.ForecastCategory, Fields: b.Fields},
				Move:   crm.DealMove{LostReasonID: b.LostReasonID, WonReasonID: b.WonReasonID, Note: b.CloseNote}}))
		})
	register(s, operation{id: "list-deals", method: http.MethodGet, path: path, tag: dealsTag,
		scope: crm.ScopeDealsRead, summary: "List deals", description: "Newest first, or by the expected close where you ask for days. Those that you own, and those of conversations that you reach. A page may be short although more follow."},
		func(ctx context.Context, a crm.Actor, in *listDealsInput) (*pageOutput[Deal], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			fields, err := fieldFilter(in.Field)
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Deal.Deals(ctx, a, in.filter(), fields, p)
			return answerPage(list, renderDeal), err
		})
	register(s, operation{id: "get-deal", method: http.MethodGet, path: path + "/{id}", tag: dealsTag, errors: []int{404},
		scope: crm.ScopeDealsRead, summary: "Get a deal", description: "As it is now."},
		func(ctx context.Context, a crm.Actor, in *DealInput) (*dealOutput, error) {
			return answerDeal(s.svc.Deal.Deal(ctx, a, in.ID))
		})
	register(s, operation{id: "update-deal", method: http.MethodPatch, path: path + "/{id}", tag: dealsTag, errors: []int{404, 412},
		scope: crm.ScopeDealsWrite, summary: "Change a deal", description: "Changes only the fields you send. Send the ETag that you read as If-Match, so that two people do not overwrite each other; without, the last one wins. To change the stage, move it.",
		example: UpdateDeal{Amount: ptr("5200.00")}},
		func(ctx context.Context, a crm.Actor, in *updateDealInput) (*dealOutput, error) {
			return answerDeal(s.svc.Deal.Update(ctx, a, in.ID, crm.DealChange(in.Body), in.IfMatch))
		})
	register(s, operation{id: "move-deal", method: http.MethodPost, path: path + "/{id}/move", tag: dealsTag, errors: []int{404, 409, 412},
		scope: crm.ScopeDealsWrite, summary: "Move a deal", description: "To a stage, and to a place there. A change of stage is told of as deal.stage_updated, once; another place on the same stage is not.",
		example: MoveDeal{ToStageID: "stg_01jd5k3v6rf0w8m2a4t9x7bq1s", IfStageID: "stg_01jd5k3v6rf0w8m2a4t9x7bq1r"}},
		func(ctx context.Context, a crm.Actor, in *moveDealInput) (*movedDealOutput, error) {
			b := in.Body
			m, err := s.svc.Deal.Move(ctx, a, in.ID, crm.DealMove{ToStageID: b.ToStageID, AfterDealID: b.AfterDealID, BeforeDealID: b.BeforeDealID, IfStageID: b.IfStageID,
				LostReasonID: b.LostReasonID, WonReasonID: b.WonReasonID, Note: b.CloseNote})
			if err != nil {
				return nil, err
			}
			if m.Reordered {
				s.opt.Streams.Reordered(a.WorkspaceID, m.Deal.ID, m.Deal.PipelineID, m.Deal.StageID)
			}
			return &movedDealOutput{deal.ETag(m.Deal), MovedDeal{renderDeal(m.Deal), m.Placement}}, nil
		})
	dealLineRoutes(s, path)
	dealPastRoutes(s, path)
	dealDeleteRoutes(s, path)
	dealFieldRoutes(s)
	dealContactRoutes(s, path)
	dealActionRoutes(s)
	dealNoteRoutes(s, path)
}

// boardOf is the board as it is, or as it was.
func boardOf(ctx context.Context, s *Server, a crm.Actor, in *boardInput, p crm.Page) ([]crm.BoardColumn, error) {
	if in.At.IsZero() {
		return s.svc.Deal.Board(ctx, a, in.ID, in.StageID, p)
	}
	return s.svc.Deal.BoardAt(ctx, a, in.ID, in.StageID, in.At, p)
}

func dealPastRoutes(s *Server, path string) {
	register(s, operation{id: "list-deal-history", method: http.MethodGet, path: path + "/{id}/history", tag: dealsTag, errors: []int{404},
		scope: crm.ScopeDealsRead, summary: "List the history of a deal", description: "Everything that happened to it, newest first. Entries never change."},
		func(ctx context.Context, a crm.Actor, in *dealPartInput) (*pageOutput[DealHistoryEntry], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Deal.History(ctx, a, in.ID, p)
			return answerPage(list, renderDealHistory), err
		})
	register(s, operation{id: "list-deal-spans", method: http.MethodGet, path: path + "/{id}/spans", tag: dealsTag, errors: []int{404},
		scope: crm.ScopeDealsRead, summary: "List the stages of a deal", description: "How long it was on which stage, the first one first."},
		func(ctx context.Context, a crm.Actor, in *dealPartInput) (*pageOutput[DealSpan], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Deal.Spans(ctx, a, in.ID, p)
			return answerPage(list, renderDealSpan), err
		})
	register(s, operation{id: "get-board", method: http.MethodGet, path: "/v1/pipelines/{id}/board", tag: dealsTag, errors: []int{404},
		scope: crm.ScopeDealsRead, summary: "Get the board of a pipeline", description: "A page of each column, with what the column has in all. Ask for further pages column by column. A page may be short although more follow."},
		func(ctx context.Context, a crm.Actor, in *boardInput) (*boardOutput, error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			if in.Cursor != "" && in.StageID == "" {
				var f crm.Faults
				f.Add("stageId", crm.CodeRequired, "stageId is required with a cursor: the column that it is of.")
				return nil, f.Err()
			}
			list, err := boardOf(ctx, s, a, in, p)
			if err != nil {
				return nil, err
			}
			return &boardOutput{renderBoard(list)}, nil
		})
}
