package api

import (
	"context"
	"io"
	"math/big"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/deal"
)

// Forecast is what the open deals of a pipeline are worth.
type Forecast struct {
	PipelineID string            `json:"pipelineId" doc:"The pipeline."`
	At         time.Time         `json:"at" doc:"The moment that it is about."`
	GroupBy    crm.ForecastGroup `json:"groupBy" enum:"stage,month,owner,category" doc:"By what the groups are made."`
	OwnerID    string            `json:"ownerId" doc:"Whose deals they are: as you asked, or you if you reach only some deals; none for nobody's, and empty for all."`
	ForecastSum
	Groups []ForecastGroup `json:"groups" nullable:"false" doc:"The same for each group. They sum to the whole."`
}

// ForecastSum is what deals are worth together.
type ForecastSum struct {
	Deals     int64              `json:"deals" doc:"How many open deals there are, those without an amount, too."`
	Amounts   []ForecastAmount   `json:"amounts" nullable:"false" doc:"What they are worth, by currency."`
	Converted *ForecastConverted `json:"converted,omitempty" doc:"With currency: all of it in this currency."`
}

// ForecastAmount is what deals are worth in one currency.
type ForecastAmount struct {
	Currency       *string `json:"currency" doc:"ISO 4217 code; null for deals without an amount."`
	Deals          int64   `json:"deals" doc:"How many deals it is of."`
	Amount         string  `json:"amount" doc:"What they are worth: a decimal number."`
	WeightedAmount string  `json:"weightedAmount" doc:"The amount of each times the probability of its stage. It is exact, so it may have up to two places more than the currency."`
}

// ForecastConverted is a sum in one currency.
type ForecastConverted struct {
	Currency       string         `json:"currency" doc:"ISO 4217 code."`
	Amount         *string        `json:"amount" doc:"What the deals are worth: each currency converted and rounded to the nearest minor unit; null if a rate is missing."`
	WeightedAmount *string        `json:"weightedAmount" doc:"The same of the weighted amounts; null if a rate is missing."`
	Rates          []ForecastRate `json:"rates" nullable:"false" doc:"The rates that were used: of each currency the last one until the day of at, in UTC."`
	MissingRates   []string       `json:"missingRates" nullable:"false" doc:"The currencies without a rate until that day. Set them with PUT /v1/exchange-rates."`
}

// ForecastRate is a rate that a sum was converted by.
type ForecastRate struct {
	From   string `json:"from" doc:"ISO 4217 code of the currency that was converted."`
	On     string `json:"on" doc:"The day of the rate."`
	Rate   string `json:"rate" doc:"What one unit is worth: a decimal number."`
	Source string `json:"source" doc:"Who says so; empty if nobody said."`
}

// ForecastGroup is what the deals of a group are worth.
type ForecastGroup struct {
	ID string `json:"id" doc:"The stage; the month of the expected close, such as 2026-12; the owner; or the category. Empty for deals without an expected close, or without an owner."`
	ForecastSum
}

// ForecastFilter says which deals a forecast is about.
type ForecastFilter struct {
	PipelineInput
	OwnerID string    `query:"ownerId" maxLength:"64" doc:"Only deals of this member; none for deals of nobody. Your own if you reach only some deals."`
	At      time.Time `query:"at" doc:"As it was at this time, with the stages of then; now by default."`
}

type (
	forecastInput struct {
		ForecastFilter
		GroupBy  crm.ForecastGroup `query:"groupBy" enum:"stage,month,owner,category" default:"stage" doc:"Breaks the whole down: by stage, month of the expected close, owner, or forecast category."`
		Currency string            `query:"currency" maxLength:"3" doc:"Also converts the sums to this currency, by the rates that you set."`
	}
	forecastItemsInput struct {
		PageInput
		ForecastFilter
		StageID  string               `query:"stageId" maxLength:"64" doc:"Only deals that were on this stage."`
		Month    string               `query:"month" maxLength:"7" doc:"Only deals that are expected to close in this month, such as 2026-12; none for those without an expected close."`
		Category crm.ForecastCategory `query:"category" enum:"omitted,pipeline,best_case,most_likely,commit,closed" doc:"Only deals of this category."`
		Currency string               `query:"currency" maxLength:"4" doc:"Only deals with an amount in this currency; none for those without an amount."`
	}
	forecastExportInput struct {
		raw
		ForecastFilter
		GroupBy crm.ForecastGroup `query:"groupBy" enum:"stage,month,owner,category" default:"stage" doc:"By what the rows are made: stage, month of the expected close, owner, or forecast category."`
	}
	forecastOutput struct{ Body Forecast }
)

func (f ForecastFilter) query() crm.ForecastQuery {
	return crm.ForecastQuery{PipelineID: f.ID, OwnerID: f.OwnerID, At: timeOrNull(f.At)}
}

// timeOrNull is nil for no time.
func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func forecastRoutes(s *Server, path string) {
	register(s, operation{id: "get-forecast", method: http.MethodGet, path: path + "/{id}/forecast", tag: pipelinesTag, errors: []int{403, 404},
		scope: crm.ScopeDealsRead, summary: "Forecast a pipeline", description: "What its open deals are worth, to the minor unit, now or at any time before. It costs the same however many deals there are."},
		func(ctx context.Context, a crm.Actor, in *forecastInput) (*forecastOutput, error) {
			q := in.query()
			q.GroupBy, q.Currency = in.GroupBy, in.Currency
			f, err := s.svc.Deal.Forecast(ctx, a, q)
			if err != nil {
				return nil, err
			}
			return &forecastOutput{renderForecast(f)}, nil
		})
	register(s, operation{id: "export-forecast", method: http.MethodGet, path: path + "/{id}/forecast/export", tag: pipelinesTag, errors: []int{403, 404},
		scope: crm.ScopeDealsRead, summary: "Export a forecast", description: "As a CSV table: a row for each group and currency.", answers: tableAnswers},
		func(ctx context.Context, a crm.Actor, in *forecastExportInput) (*huma.StreamResponse, error) {
			q := in.query()
			q.GroupBy = in.GroupBy
			f, err := s.svc.Deal.Forecast(ctx, a, q)
			if err != nil {
				return nil, err
			}
			return table(&in.raw, "forecast", func(w io.Writer) error { return deal.WriteForecast(w, f) }), nil
		})
	register(s, operation{id: "list-forecast-items", method: http.MethodGet, path: path + "/{id}/forecast/items", tag: pipelinesTag, errors: []int{404},
		scope: crm.ScopeDealsRead, summary: "List the deals of a forecast", description: "The open deals that a number of the forecast is made of, as they were then, those that changed last first. A page may be short although more follow."},
		func(ctx context.Context, a crm.Actor, in *forecastItemsInput) (*pageOutput[Deal], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Deal.ForecastItems(ctx, a, in.query(), crm.ForecastFilter{StageID: in.StageID, Month: in.Month, Category: in.Category, Currency: in.Currency}, p)
			return answerPage(list, renderDeal), err
		})
}

func renderForecast(f crm.Forecast) Forecast {
	out := Forecast{PipelineID: f.PipelineID, OwnerID: f.OwnerID, At: f.At, GroupBy: f.GroupBy, ForecastSum: renderForecastSum(f.Whole), Groups: make([]ForecastGroup, len(f.Groups))}
	for i, g := range f.Groups {
		out.Groups[i] = ForecastGroup{g.Group, renderForecastSum(g)}
	}
	return out
}

func renderForecastSum(s crm.ForecastSum) ForecastSum {
	out := ForecastSum{Deals: s.Deals, Amounts: make([]ForecastAmount, len(s.Lines))}
	for i, l := range s.Lines {
		out.Amounts[i] = ForecastAmount{Currency: textOrNull(l.Currency), Deals: l.Deals, Amount: l.AmountText(), WeightedAmount: l.WeightedText()}
	}
	if c := s.Converted; c != nil {
		shown := &ForecastConverted{Currency: c.Currency, Amount: minorText(c.Minor, c.Currency), WeightedAmount: minorText(c.Weighted, c.Currency), Rates: []ForecastRate{}, MissingRates: append([]string{}, c.Missing...)}
		for _, r := range c.Rates {
			shown.Rates = append(shown.Rates, ForecastRate{From: r.From, On: r.On, Rate: r.Rate, Source: r.Source})
		}
		out.Converted = shown
	}
	return out
}

func minorText(minor *big.Int, currency string) *string {
	if minor == nil {
		return nil
	}
	return ptr(crm.FormatMinorBig(minor, currency))
}
