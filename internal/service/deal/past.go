package deal

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// History returns a page of what happened to a deal, the newest first.
func (s *Deals) History(ctx context.Context, actor crm.Actor, id string, p crm.Page) (out crm.List[crm.DealHistoryEntry], err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		d, err := dealFor(tx, selectDealSQL, actor, id)
		if err == nil {
			out, err = history(tx, d, p)
		}
		return err
	})
	return out, err
}

// Spans returns a page of the stretches of time that a deal spent on stages.
func (s *Deals) Spans(ctx context.Context, actor crm.Actor, id string, p crm.Page) (out crm.List[crm.DealSpan], err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		d, err := dealFor(tx, selectDealSQL, actor, id)
		if err == nil {
			out, err = spans(tx, d, p)
		}
		return err
	})
	return out, err
}

// contentFacts are what a history compares of a deal.
type contentFacts struct {
	Title                              string
	Amount                             *string
	Currency                           string
	OwnerID, ContactID, ConversationID string
	ExpectedCloseOn                    string
	ForecastCategory                   string
}

func changesOf(tx *db.Tx, workspaceID string, from, to crm.DealContent) (crm.ActChanges, error) {
	facts := func(c crm.DealContent) contentFacts {
		return contentFacts{c.Title, c.AmountText(), c.Currency, c.OwnerID, c.ContactID, c.ConversationID, c.ExpectedCloseOn, string(c.Forecast)}
	}
	changes := crm.ActDiff(facts(from), facts(to))
	fields, err := fieldChangesOf(tx, workspaceID, from.Values, to.Values)
	for field, change := range fields {
		changes = changes.Set(field, change.From, change.To)
	}
	return changes, err
}
