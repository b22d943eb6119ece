package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// ExchangeRate is what a unit of one currency is worth in another one.
type ExchangeRate struct {
	From   string     `json:"from" doc:"ISO 4217 code of the currency that is converted."`
	To     string     `json:"to" doc:"ISO 4217 code of the currency that it is converted to."`
	On     string     `json:"on" doc:"The day from which it holds, until there is a later one."`
	Rate   string     `json:"rate" doc:"What one unit of from is worth in units of to: a decimal number."`
	Source string     `json:"source" doc:"Who says so; empty if nobody said."`
	SetBy  crm.DoneBy `json:"setBy" doc:"Who set it."`
	SetAt  time.Time  `json:"setAt" doc:"When it was set."`
}

// SetExchangeRate is a rate as you want it.
type SetExchangeRate struct {
	From   string `json:"from,omitempty" needed:"true" maxLength:"3" doc:"ISO 4217 code of the currency that is converted." example:"JPY"`
	To     string `json:"to,omitempty" needed:"true" maxLength:"3" doc:"ISO 4217 code of the currency that it is converted to." example:"EUR"`
	On     string `json:"on,omitempty" needed:"true" maxLength:"10" doc:"The day from which it holds." example:"2026-11-01"`
	Rate   string `json:"rate,omitempty" needed:"true" maxLength:"32" doc:"What one unit of from is worth in units of to: a decimal number." example:"0.0062"`
	Source string `json:"source,omitempty" maxLength:"100" doc:"Who says so." example:"European Central Bank"`
}

// SetExchangeRates sets rates.
type SetExchangeRates struct {
	Rates []SetExchangeRate `json:"rates,omitempty" needed:"true" nullable:"false" maxItems:"500" doc:"The rates. Each takes the place of the one of its currencies and day."`
}

// ExchangeRates are the rates that were set.
type ExchangeRates struct {
	Rates []ExchangeRate `json:"rates" nullable:"false" doc:"The rates, in the order of the request."`
}

type (
	exchangeRatesInput struct {
		PageInput
		From string `query:"from" maxLength:"3" doc:"Only rates of this currency."`
		To   string `query:"to" maxLength:"3" doc:"Only rates to this currency."`
	}
	setExchangeRatesInput struct{ Body SetExchangeRates }
	exchangeRatesOutput   struct{ Body ExchangeRates }
)

func exchangeRateRoutes(s *Server) {
	const path = "/v1/exchange-rates"
	register(s, operation{id: "list-exchange-rates", method: http.MethodGet, path: path, tag: pipelinesTag,
		scope: crm.ScopeDealsRead, summary: "List exchange rates", description: "Those that you set, by their currencies and days."},
		func(ctx context.Context, a crm.Actor, in *exchangeRatesInput) (*pageOutput[ExchangeRate], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Deal.ExchangeRates(ctx, a, in.From, in.To, p)
			return answerPage(list, renderExchangeRate), err
		})
	register(s, operation{id: "set-exchange-rates", method: http.MethodPut, path: path, tag: pipelinesTag,
		scope: crm.ScopePipelinesWrite, act: "exchange_rates.updated", summary: "Set exchange rates", description: "Adds rates, or replaces those of the same currencies and day. All are set, or none.",
		example: SetExchangeRates{Rates: []SetExchangeRate{{From: "JPY", To: "EUR", On: "2026-11-01", Rate: "0.0062", Source: "European Central Bank"}}}},
		func(ctx context.Context, a crm.Actor, in *setExchangeRatesInput) (*exchangeRatesOutput, error) {
			list := make([]crm.ExchangeRate, len(in.Body.Rates))
			for i, r := range in.Body.Rates {
				list[i] = crm.ExchangeRate{From: r.From, To: r.To, On: r.On, Rate: r.Rate, Source: r.Source}
			}
			set, err := s.svc.Deal.SetExchangeRates(ctx, a, list)
			if err != nil {
				return nil, err
			}
			out := ExchangeRates{Rates: make([]ExchangeRate, len(set))}
			for i, r := range set {
				out.Rates[i] = renderExchangeRate(r)
			}
			return &exchangeRatesOutput{out}, nil
		})
}

func renderExchangeRate(r crm.ExchangeRate) ExchangeRate {
	return ExchangeRate{From: r.From, To: r.To, On: r.On, Rate: r.Rate, Source: r.Source, SetBy: r.SetBy, SetAt: r.SetAt}
}
