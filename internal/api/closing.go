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

// Closings say why deals of a pipeline were lost, or won.
type Closings struct {
	PipelineID string          `json:"pipelineId" doc:"The pipeline."`
	From       string          `json:"from" doc:"The first day."`
	To         string          `json:"to" doc:"The last day."`
	TimeZone   string          `json:"timeZone" doc:"The time zone of the days."`
	Kind       crm.StageKind   `json:"kind" enum:"won,lost" doc:"Whether the deals were won or lost."`
	Count      int64           `json:"count" doc:"How many deals: as many as there are items. One that is reopened and closed anew counts again."`
	Currencies []ClosingSum    `json:"currencies" nullable:"false" doc:"What they were worth then, by currency."`
	Reasons    []ClosingReason `json:"reasons" nullable:"false" doc:"The same for each reason, the most frequent first. They sum to the whole."`
}

// ClosingReason is how many deals were lost, or won, for a reason.
type ClosingReason struct {
	ReasonID   string       `json:"reasonId" doc:"The reason; empty for deals with words of their own, or none."`
	Name       string       `json:"name" doc:"The reason in a few words, although it was deleted; empty without a reason."`
	Count      int64        `json:"count" doc:"How many deals: as many as there are items."`
	Share      float64      `json:"share" doc:"Which part of all of them, from 0 to 1."`
	Currencies []ClosingSum `json:"currencies" nullable:"false" doc:"What they were worth then, by currency."`
}

// ClosingSum is what deals of one currency were worth when they were lost, or won.
type ClosingSum struct {
	Currency *string `json:"currency" doc:"ISO 4217 code; null for deals without an amount."`
	BridgeSum
}

// ClosingItem is a deal that was lost, or won.
type ClosingItem struct {
	At        time.Time `json:"at" doc:"When it was lost, or won."`
	DealID    string    `json:"dealId" doc:"The deal."`
	Title     string    `json:"title" doc:"What it was about then."`
	OwnerID   string    `json:"ownerId" doc:"Who had it then; empty for nobody."`
	ReasonID  string    `json:"reasonId" doc:"Why; empty for words of its own, or none."`
	CloseNote string    `json:"closeNote" doc:"Why, in words; empty for none."`
	Currency  *string   `json:"currency" doc:"ISO 4217 code; null for a deal without an amount."`
	Amount    string    `json:"amount" doc:"What it was worth then: a decimal number."`
}

type (
	// ClosingsInput says which deals of a pipeline are counted.
	ClosingsInput struct {
		PipelinePeriod
		Kind string `query:"kind" enum:"won,lost" default:"lost" doc:"Whether deals were won or lost; lost by default."`
	}
	closingItemsInput struct {
		PageInput
		ClosingsInput
		ReasonID string `query:"reasonId" maxLength:"64" doc:"Only those with this reason; none for words of their own, or none. All by default."`
	}
	closingsExportInput struct {
		raw
		ClosingsInput
	}
	closingsOutput struct{ Body Closings }
)

func closingRoutes(s *Server, path string) {
	register(s, operation{id: "get-closings", method: http.MethodGet, path: path + "/{id}/closings", tag: pipelinesTag, errors: []int{404}, whole: true,
		scope: crm.ScopeDealsRead, summary: "Count why deals were lost, or won", description: "By the reasons that deals had at the moment when they were lost, or won, and with what they were worth then: a deal that is reopened or moved later stays counted, as in the bridge."},
		func(ctx context.Context, a crm.Actor, in *ClosingsInput) (*closingsOutput, error) {
			c, err := s.svc.Deal.Closings(ctx, a, in.query(), crm.MovementPart(in.Kind))
			if err != nil {
				return nil, err
			}
			return &closingsOutput{renderClosings(in, c)}, nil
		})
	register(s, operation{id: "list-closing-items", method: http.MethodGet, path: path + "/{id}/closings/items", tag: pipelinesTag, errors: []int{404}, whole: true,
		scope: crm.ScopeDealsRead, summary: "List the deals that were lost, or won", description: "The latest first: exactly as many as the number says."},
		func(ctx context.Context, a crm.Actor, in *closingItemsInput) (*pageOutput[ClosingItem], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Deal.ClosingItems(ctx, a, in.query(), crm.MovementPart(in.Kind), noneFilter(in.ReasonID), p)
			return answerPage(list, renderClosingItem), err
		})
	register(s, operation{id: "export-closings", method: http.MethodGet, path: path + "/{id}/closings/export", tag: pipelinesTag, errors: []int{404}, whole: true,
		scope: crm.ScopeDealsRead, summary: "Export why deals were lost, or won", description: "As a CSV table: a row for each reason and currency.", answers: tableAnswers},
		func(ctx context.Context, a crm.Actor, in *closingsExportInput) (*huma.StreamResponse, error) {
			c, err := s.svc.Deal.Closings(ctx, a, in.query(), crm.MovementPart(in.Kind))
			if err != nil {
				return nil, err
			}
			return table(&in.raw, "closings", func(w io.Writer) error { return deal.WriteClosings(w, c) }), nil
		})
}

func renderClosings(in *ClosingsInput, c crm.Closings) Closings {
	out := Closings{PipelineID: in.ID, From: c.From, To: c.To, TimeZone: in.TimeZone, Kind: crm.StageKind(in.Kind), Count: c.Count, Currencies: renderClosingSums(c.Sums), Reasons: make([]ClosingReason, len(c.Reasons))}
	for i, r := range c.Reasons {
		out.Reasons[i] = ClosingReason{ReasonID: r.ReasonID, Name: r.Name, Count: r.Count, Share: c.Share(r), Currencies: renderClosingSums(r.Sums)}
	}
	return out
}

func renderClosingSums(list []crm.ClosingSum) []ClosingSum {
	out := make([]ClosingSum, len(list))
	for i, s := range list {
		out[i] = ClosingSum{textOrNull(s.Currency), BridgeSum{s.Deals, crm.FormatMinor(s.Minor, s.Currency)}}
	}
	return out
}

func renderClosingItem(i crm.MovementItem) ClosingItem {
	reasonID, currency := crm.ParseClosingValue(i.Value)
	return ClosingItem{At: time.UnixMilli(i.At).UTC(), DealID: i.DealID, Title: i.Title, OwnerID: i.OwnerID, ReasonID: reasonID, CloseNote: i.Note, Currency: textOrNull(currency), Amount: crm.FormatMinor(i.Amount, currency)}
}
