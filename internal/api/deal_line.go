package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/deal"
)

// DealLine is a part of what a deal is worth.
type DealLine struct {
	Name            string `json:"name" doc:"What is sold."`
	Quantity        string `json:"quantity" doc:"How many of it: a decimal number."`
	UnitAmount      string `json:"unitAmount" doc:"What one of it costs: a decimal number."`
	DiscountPercent string `json:"discountPercent" doc:"What is taken off the line, in percent: a decimal number."`
	Amount          string `json:"amount" doc:"What the line is worth: quantity times unitAmount, less the discount, rounded to the nearest minor unit."`
}

// DealLines are the lines of a deal.
type DealLines struct {
	DealID       string     `json:"dealId" doc:"The deal."`
	Version      int64      `json:"version" doc:"Version of the deal. It is the ETag, too."`
	Amount       *string    `json:"amount" doc:"What the deal is worth; null if unknown."`
	Currency     *string    `json:"currency" doc:"ISO 4217 code; null if there is no amount."`
	AmountSource string     `json:"amountSource" enum:"manual,lines" doc:"lines: the amount is what the lines are worth together. manual: there are none."`
	Lines        []DealLine `json:"lines" nullable:"false" doc:"The lines, in their order."`
}

// SetDealLine is a line as you want it.
type SetDealLine struct {
	Name            string `json:"name,omitempty" needed:"true" maxLength:"200" doc:"What is sold." example:"Chair"`
	Quantity        string `json:"quantity,omitempty" maxLength:"32" default:"1" doc:"How many of it: a decimal number with at most 3 places; 1 by default." example:"40"`
	UnitAmount      string `json:"unitAmount,omitempty" needed:"true" maxLength:"32" doc:"What one of it costs: a decimal number, with as many places as the currency has." example:"120.00"`
	DiscountPercent string `json:"discountPercent,omitempty" maxLength:"8" default:"0" doc:"What is taken off the line, in percent: a decimal number with at most 2 places; 0 by default."`
}

// ReplaceDealLines says which lines a deal has.
type ReplaceDealLines struct {
	Currency string        `json:"currency,omitempty" maxLength:"3" doc:"ISO 4217 code; that of the deal by default, or of its pipeline."`
	Lines    []SetDealLine `json:"lines,omitempty" needed:"true" nullable:"false" maxItems:"100" doc:"All lines, in their order; empty for none."`
}

type (
	replaceDealLinesInput struct {
		DealInput
		IfMatch string `header:"If-Match" maxLength:"200" doc:"The ETag of the deal that you changed. The request fails if it is another one now."`
		Body    ReplaceDealLines
	}
	dealLinesOutput struct {
		ETag string `header:"ETag" doc:"Stands for the version; send it as If-Match with your change."`
		Body DealLines
	}
)

func dealLineRoutes(s *Server, path string) {
	register(s, operation{id: "get-deal-lines", method: http.MethodGet, path: path + "/{id}/lines", tag: dealsTag, errors: []int{404},
		scope: crm.ScopeDealsRead, summary: "Get the lines of a deal", description: "With what they are worth."},
		func(ctx context.Context, a crm.Actor, in *DealInput) (*dealLinesOutput, error) {
			return answerDealLines(s.svc.Deal.Lines(ctx, a, in.ID))
		})
	register(s, operation{id: "replace-deal-lines", method: http.MethodPut, path: path + "/{id}/lines", tag: dealsTag, errors: []int{404, 412},
		scope: crm.ScopeDealsWrite, summary: "Replace the lines of a deal", description: "The amount of the deal is what they are worth together. Without lines it stays as it is, and you can set it again.",
		example: ReplaceDealLines{Currency: "EUR", Lines: []SetDealLine{{Name: "Chair", Quantity: "40", UnitAmount: "120.00"}}}},
		func(ctx context.Context, a crm.Actor, in *replaceDealLinesInput) (*dealLinesOutput, error) {
			specs := make([]crm.DealLineSpec, len(in.Body.Lines))
			for i, l := range in.Body.Lines {
				specs[i] = crm.DealLineSpec(l)
			}
			return answerDealLines(s.svc.Deal.ReplaceLines(ctx, a, in.ID, specs, in.Body.Currency, in.IfMatch))
		})
}

func answerDealLines(d deal.DealWithLines, err error) (*dealLinesOutput, error) {
	if err != nil {
		return nil, err
	}
	shown := renderDeal(d.Deal)
	out := &dealLinesOutput{ETag: deal.ETag(d.Deal), Body: DealLines{DealID: d.Deal.ID, Version: shown.Version, Amount: shown.Amount, Currency: shown.Currency, AmountSource: shown.AmountSource,
		Lines: make([]DealLine, len(d.Lines))}}
	for i, l := range d.Lines {
		out.Body.Lines[i] = DealLine{Name: l.Name, Quantity: l.QuantityText(), UnitAmount: crm.FormatMinor(l.UnitMinor, d.Deal.Currency), DiscountPercent: l.DiscountText(),
			Amount: crm.FormatMinor(l.Total().Int64(), d.Deal.Currency)}
	}
	return out, nil
}
