package api

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/deal"
)

// Bridge says how a pipeline came from what it was worth to what it is worth.
type Bridge struct {
	PipelineID string        `json:"pipelineId" doc:"The pipeline."`
	From       string        `json:"from" doc:"The first day."`
	To         string        `json:"to" doc:"The last day."`
	TimeZone   string        `json:"timeZone" doc:"The time zone of the days."`
	Currencies []BridgeLine  `json:"currencies" nullable:"false" doc:"The whole period, by currency."`
	Days       []BridgeDay   `json:"days" nullable:"false" doc:"The same for each day. Each begins with what the one before ended with."`
	Converted  *BridgeClosed `json:"converted,omitempty" doc:"With currency: what was won and lost, in this currency."`
}

// BridgeClosed is what deals were worth that were won and lost, in one currency.
type BridgeClosed struct {
	Currency     string        `json:"currency" doc:"ISO 4217 code."`
	Won          *string       `json:"won" doc:"What was won: the deals of each day and currency converted by the rate of that day, and rounded to the nearest minor unit; null if a rate is missing."`
	Lost         *string       `json:"lost" doc:"What was lost, in the same way; null if a rate is missing."`
	Rates        []ClosingRate `json:"rates" nullable:"false" doc:"The rates that were used. Those of a day are kept when the first of its deals is won or lost; only a rate that is set for that very day changes them."`
	MissingRates []string      `json:"missingRates" nullable:"false" doc:"The currencies without a rate on one of the days."`
}

// ClosingRate is the rate by which the deals of a day were converted.
type ClosingRate struct {
	Day string `json:"day" doc:"The day on which deals were won or lost, in UTC."`
	ForecastRate
}

// BridgeDay is the bridge of a day.
type BridgeDay struct {
	Date       string       `json:"date" doc:"The day."`
	Currencies []BridgeLine `json:"currencies" nullable:"false" doc:"By currency."`
}

// BridgeLine is the bridge of one currency. The start and the amounts of the parts sum to
// the end, to the minor unit.
type BridgeLine struct {
	Currency *string      `json:"currency" doc:"ISO 4217 code; null for deals without an amount."`
	Start    BridgeSum    `json:"start" doc:"What was open when it began."`
	Parts    []BridgePart `json:"parts" nullable:"false" doc:"What happened; parts without anything are left out. start and the amounts of all parts sum to end."`
	End      BridgeSum    `json:"end" doc:"What was open when it ended, or is open if it goes on."`
}

// BridgeSum is what deals are worth together.
type BridgeSum struct {
	Deals  int64  `json:"deals" doc:"How many deals."`
	Amount string `json:"amount" doc:"What they are worth: a decimal number."`
}

// BridgePart is one way in which a pipeline changed.
type BridgePart struct {
	Part   crm.MovementPart `json:"part" enum:"recorded,new,reopened,moved_in,increased,currency_in,decreased,currency_out,moved_out,won,lost,removed" doc:"recorded: was there when the past began to be kept. new: was made. reopened: was won or lost before. moved_in, moved_out: from and to another pipeline. increased, decreased: the amount was changed. currency_in, currency_out: the amount is in another currency now, or there was none. won, lost. removed: the deal was deleted."`
	Count  int64            `json:"count" doc:"How often it happened: as many as there are items."`
	Amount string           `json:"amount" doc:"By how much the pipeline is worth more, or less with a minus: a decimal number. The items sum to it."`
}

// BridgeItem is one of what a number of a bridge is made of.
type BridgeItem struct {
	At       time.Time `json:"at" doc:"When it happened; for start and end, since when the deal was as it was then."`
	DealID   string    `json:"dealId" doc:"The deal."`
	Title    string    `json:"title" doc:"What it was about then; empty for a deal that was removed."`
	OwnerID  string    `json:"ownerId" doc:"Who had it then; empty for nobody."`
	Part     string    `json:"part" doc:"start, end, or the part."`
	Currency *string   `json:"currency" doc:"ISO 4217 code; null for a deal without an amount."`
	Amount   string    `json:"amount" doc:"What it adds to the number, with a minus if it takes off."`
}

// Conversion says what became of deals on the stages of a pipeline.
type Conversion struct {
	PipelineID string            `json:"pipelineId" doc:"The pipeline."`
	From       string            `json:"from" doc:"The first day."`
	To         string            `json:"to" doc:"The last day."`
	TimeZone   string            `json:"timeZone" doc:"The time zone of the days."`
	WinRate    *float64          `json:"winRate" doc:"Which part of the deals that were won or lost was won, from 0 to 1; null if there were none."`
	Won        ClosedDeals       `json:"won" doc:"The deals that were won."`
	Lost       ClosedDeals       `json:"lost" doc:"The deals that were lost."`
	Stages     []StageConversion `json:"stages" nullable:"false" doc:"The stages that there were, in their order."`
}

// ClosedDeals are the deals that were won, or lost. One that is reopened and closed anew
// counts again.
type ClosedDeals struct {
	Count int64       `json:"count" doc:"How many: as many as there are items."`
	Times ReportTimes `json:"times" doc:"How old they were."`
}

// StageConversion is what happened on one stage.
type StageConversion struct {
	StageID    string                `json:"stageId" doc:"The stage."`
	Name       string                `json:"name" doc:"Its name in the period."`
	Kind       crm.StageKind         `json:"kind" enum:"open,won,lost" doc:"What a deal on it is."`
	Entered    int64                 `json:"entered" doc:"How many deals came onto it: as many as there are items."`
	Left       int64                 `json:"left" doc:"How many deals left it: as many as there are items."`
	Parts      []StageConversionPart `json:"parts" nullable:"false" doc:"Where to. They sum to left; those without anything are left out."`
	Conversion *float64              `json:"conversion" doc:"Which part of those that left went on to a later stage or was won, from 0 to 1; null if none left."`
	Times      ReportTimes           `json:"times" doc:"How long those that left had been on it."`
}

// StageConversionPart is a way in which deals left a stage.
type StageConversionPart struct {
	Part  crm.MovementPart `json:"part" enum:"advanced,returned,won,lost,reopened,moved_out,removed" doc:"advanced: to a later stage. returned: to an earlier one. won, lost. reopened: from a stage of these kinds to an open one. moved_out: to another pipeline. removed: the deal was deleted."`
	Count int64            `json:"count" doc:"How many deals."`
}

// ConversionItem is one of the deals that a number of the report counts.
type ConversionItem struct {
	At      time.Time        `json:"at" doc:"When it happened."`
	DealID  string           `json:"dealId" doc:"The deal."`
	Title   string           `json:"title" doc:"What it was about then; empty for a deal that was removed."`
	OwnerID string           `json:"ownerId" doc:"Who had it then; empty for nobody."`
	StageID string           `json:"stageId" doc:"The stage that it came onto or left; empty for deals that were won or lost."`
	Part    crm.MovementPart `json:"part" doc:"Where it went when it left; empty where it came."`
	TookMs  int64            `json:"tookMs" doc:"How long it was on the stage, or how old it was, in milliseconds; 0 where it came."`
}

// PipelinePeriod says of which days a report of a pipeline is.
type PipelinePeriod struct {
	PipelineInput
	From     string `query:"from" maxLength:"10" doc:"The first day, for example 2026-11-01; six days before the last one by default."`
	To       string `query:"to" maxLength:"10" doc:"The last day; today by default. At most 92 days."`
	TimeZone string `query:"timeZone" maxLength:"64" default:"UTC" doc:"IANA time zone of the days, such as Europe/Berlin."`
}

type (
	periodInput struct{ PipelinePeriod }
	bridgeInput struct {
		PipelinePeriod
		Currency string `query:"currency" maxLength:"3" doc:"Also converts what was won and lost to this currency, by the rates of the days."`
	}
	periodExportInput struct {
		raw
		PipelinePeriod
	}
	bridgeItemsInput struct {
		PageInput
		PipelinePeriod
		Part     string `query:"part" enum:"start,end,recorded,new,reopened,moved_in,increased,currency_in,decreased,currency_out,moved_out,won,lost,removed" doc:"Only this part; start and end list what was open then. All that happened by default."`
		Currency string `query:"currency" maxLength:"4" doc:"Only amounts in this currency; none for deals without an amount."`
	}
	conversionItemsInput struct {
		PageInput
		PipelinePeriod
		Number  string `query:"number" enum:"entered,left,closed" default:"left" doc:"The number: deals that came onto a stage, that left one, or that were won or lost."`
		StageID string `query:"stageId" maxLength:"64" doc:"Only those of this stage, where number is entered or left."`
		Part    string `query:"part" enum:"advanced,returned,won,lost,reopened,moved_out,removed" doc:"Only this part, where number is left or closed."`
	}
	bridgeOutput     struct{ Body Bridge }
	conversionOutput struct{ Body Conversion }
)

func (p PipelinePeriod) query() crm.PipelineQuery {
	return crm.PipelineQuery{PipelineID: p.ID, From: p.From, To: p.To, Zone: p.TimeZone}
}

// table answers with a CSV table.
func table(in *raw, name string, write func(io.Writer) error) *huma.StreamResponse {
	return streamFile(in, "text/csv; charset=utf-8", name+".csv", write)
}

// streamFile answers with a file that is written meanwhile.
func streamFile(in *raw, contentType, name string, write func(io.Writer) error) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(huma.Context) {
		h := in.writer.Header()
		h.Set("Content-Type", contentType)
		h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
		if err := write(in.writer); err != nil {
			panic(http.ErrAbortHandler) // the reader must not take what it has for the whole
		}
	}}
}

var tableAnswers = map[int]huma.Response{200: {Description: "The table.", Content: map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}}}}

func bridgeRoutes(s *Server, path string) {
	register(s, operation{id: "get-bridge", method: http.MethodGet, path: path + "/{id}/bridge", tag: pipelinesTag, errors: []int{404}, whole: true,
		scope: crm.ScopeDealsRead, summary: "Bridge what a pipeline was worth", description: "From what was open at the start, by what happened, to what was open at the end: to the minor unit, for the whole period and each day."},
		func(ctx context.Context, a crm.Actor, in *bridgeInput) (*bridgeOutput, error) {
			q := in.query()
			q.Currency = in.Currency
			b, err := s.svc.Deal.Bridge(ctx, a, q)
			if err != nil {
				return nil, err
			}
			return &bridgeOutput{renderBridge(in.PipelinePeriod, b)}, nil
		})
	register(s, operation{id: "list-bridge-items", method: http.MethodGet, path: path + "/{id}/bridge/items", tag: pipelinesTag, errors: []int{404}, whole: true,
		scope: crm.ScopeDealsRead, summary: "List what a number of a bridge is made of", description: "The latest first. They sum to the number. A page of start or end may be short although more follow."},
		func(ctx context.Context, a crm.Actor, in *bridgeItemsInput) (*pageOutput[BridgeItem], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Deal.Movements(ctx, a, in.query(), in.items(), p)
			return answerPage(list, renderBridgeItem), err
		})
	register(s, operation{id: "export-bridge", method: http.MethodGet, path: path + "/{id}/bridge/export", tag: pipelinesTag, errors: []int{404}, whole: true,
		scope: crm.ScopeDealsRead, summary: "Export a bridge", description: "As a CSV table: a row for each day and currency.", answers: tableAnswers},
		func(ctx context.Context, a crm.Actor, in *periodExportInput) (*huma.StreamResponse, error) {
			b, err := s.svc.Deal.Bridge(ctx, a, in.query())
			if err != nil {
				return nil, err
			}
			return table(&in.raw, "bridge", func(w io.Writer) error { return deal.WriteBridge(w, b) }), nil
		})
}

func conversionRoutes(s *Server, path string) {
	register(s, operation{id: "get-conversion", method: http.MethodGet, path: path + "/{id}/conversion", tag: pipelinesTag, errors: []int{404}, whole: true,
		scope: crm.ScopeDealsRead, summary: "Report the conversion of a pipeline", description: "How many deals came onto each stage, how many left it, where to and after how long, and how many were won and lost."},
		func(ctx context.Context, a crm.Actor, in *periodInput) (*conversionOutput, error) {
			r, err := s.svc.Deal.Conversion(ctx, a, in.query())
			if err != nil {
				return nil, err
			}
			return &conversionOutput{renderConversion(in.PipelinePeriod, r)}, nil
		})
	register(s, operation{id: "list-conversion-items", method: http.MethodGet, path: path + "/{id}/conversion/items", tag: pipelinesTag, errors: []int{404}, whole: true,
		scope: crm.ScopeDealsRead, summary: "List what a number of the conversion counts", description: "The latest first: exactly as many as the number says."},
		func(ctx context.Context, a crm.Actor, in *conversionItemsInput) (*pageOutput[ConversionItem], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			items, err := in.items()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Deal.Movements(ctx, a, in.query(), items, p)
			return answerPage(list, renderConversionItem), err
		})
	register(s, operation{id: "export-conversion", method: http.MethodGet, path: path + "/{id}/conversion/export", tag: pipelinesTag, errors: []int{404}, whole: true,
		scope: crm.ScopeDealsRead, summary: "Export the conversion of a pipeline", description: "As a CSV table: a row for each stage.", answers: tableAnswers},
		func(ctx context.Context, a crm.Actor, in *periodExportInput) (*huma.StreamResponse, error) {
			r, err := s.svc.Deal.Conversion(ctx, a, in.query())
			if err != nil {
				return nil, err
			}
			return table(&in.raw, "conversion", func(w io.Writer) error { return deal.WriteConversion(w, r) }), nil
		})
}
