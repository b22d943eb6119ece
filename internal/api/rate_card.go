package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// RateCard is a rate card that you imported.
type RateCard struct {
	ID        string     `json:"id" doc:"Id of the rate card."`
	Name      string     `json:"name" doc:"Its name."`
	Source    string     `json:"source" doc:"Where the prices are from; empty if nobody said."`
	Rows      int        `json:"rows" doc:"How many prices it has."`
	CreatedAt time.Time  `json:"createdAt" doc:"When it was imported."`
	CreatedBy crm.DoneBy `json:"createdBy" doc:"Who imported it."`
}

// RateCardPrices is a rate card with its prices.
type RateCardPrices struct {
	RateCard
	Prices string `json:"prices" doc:"The prices as you imported them: a CSV table."`
}

// ImportRateCard is a rate card as you want it.
type ImportRateCard struct {
	Name   string `json:"name,omitempty" needed:"true" maxLength:"400" doc:"Its name, of 100 characters at most." example:"Card of October 2026"`
	Source string `json:"source,omitempty" maxLength:"1000" doc:"Where the prices are from, in 200 characters at most." example:"Rate card of the provider, downloaded on 2026-10-02"`
	Prices string `json:"prices,omitempty" needed:"true" maxLength:"1000000" doc:"A CSV table with the columns valid_from, market, category, currency, above, amount. above is from how many charged messages of a month on the price holds: 0 for the first one. An empty amount says that the price is not known from that day on." example:"valid_from,market,category,currency,above,amount\n2026-10-01,Germany,marketing,EUR,0,0.1131\n"`
}

type (
	rateCardInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the rate card."`
	}
	importRateCardInput  struct{ Body ImportRateCard }
	rateCardOutput       struct{ Body RateCard }
	rateCardPricesOutput struct{ Body RateCardPrices }
)

func rateCardRoutes(s *Server) {
	const path = "/v1/rate-cards"
	register(s, operation{id: "list-rate-cards", whole: true, method: http.MethodGet, path: path, tag: chargesTag, scope: crm.ScopeChargesRead, summary: "List rate cards",
		description: "Those that you imported, newest first. Where several have a price, the newest counts; where none has, the card of this service."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[RateCard], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Charge.Cards(ctx, a, p)
			return answerPage(list, renderRateCard), err
		})
	register(s, operation{id: "import-rate-card", whole: true, method: http.MethodPost, path: path, errors: []int{409}, status: http.StatusCreated, tag: chargesTag, scope: crm.ScopeChargesWrite, act: "rate_card.created", summary: "Import a rate card",
		description: "Charges that are booked keep their prices. Those whose amount is not known get one by corrections, if the card has it.",
		example: ImportRateCard{Name: "Card of October 2026", Source: "Rate card of the provider, downloaded on 2026-10-02",
			Prices: "valid_from,market,category,currency,above,amount\n2026-10-01,Germany,marketing,EUR,0,0.1131\n2026-10-01,Germany,utility,EUR,0,0.0456\n2026-10-01,Germany,utility,EUR,100000,0.0433\n"}},
		func(ctx context.Context, a crm.Actor, in *importRateCardInput) (*rateCardOutput, error) {
			c, err := s.svc.Charge.Import(ctx, a, crm.RateCard{Name: in.Body.Name, Source: in.Body.Source, Prices: in.Body.Prices})
			return &rateCardOutput{renderRateCard(c)}, err
		})
	register(s, operation{id: "get-rate-card", whole: true, method: http.MethodGet, path: path + "/{id}", errors: []int{404}, tag: chargesTag, scope: crm.ScopeChargesRead, summary: "Get a rate card", description: "With its prices, as they were imported."},
		func(ctx context.Context, a crm.Actor, in *rateCardInput) (*rateCardPricesOutput, error) {
			c, err := s.svc.Charge.Card(ctx, a, in.ID)
			return &rateCardPricesOutput{RateCardPrices{renderRateCard(c), c.Prices}}, err
		})
	register(s, operation{id: "delete-rate-card", whole: true, method: http.MethodDelete, path: path + "/{id}", errors: []int{404}, status: http.StatusNoContent, tag: chargesTag, scope: crm.ScopeChargesWrite, act: "rate_card.deleted", summary: "Delete a rate card",
		description: "Charges that it priced keep their prices."},
		func(ctx context.Context, a crm.Actor, in *rateCardInput) (*struct{}, error) {
			return nil, s.svc.Charge.DeleteCard(ctx, a, in.ID)
		})
}

func renderRateCard(c crm.RateCard) RateCard {
	return RateCard{ID: c.ID, Name: c.Name, Source: c.Source, Rows: c.Rows, CreatedAt: c.CreatedAt, CreatedBy: c.CreatedBy}
}
