package deal

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// DealWithLines is a deal with its lines.
type DealWithLines struct {
	Deal  crm.Deal
	Lines []crm.DealLine
}

// Lines returns a deal with its lines.
func (s *Deals) Lines(ctx context.Context, actor crm.Actor, id string) (out DealWithLines, err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if out.Deal, err = dealFor(tx, selectDealSQL, actor, id); err == nil {
			out.Lines, err = lines(tx, out.Deal)
		}
		return err
	})
	return out, err
}

// ReplaceLines says which lines a deal has. Its amount is what they are worth together;
// without lines it stays as it is, and people set it. currency is that of a deal that has
// none; "" for the pipeline's.
func (s *Deals) ReplaceLines(ctx context.Context, actor crm.Actor, id string, specs []crm.DealLineSpec, currency, condition string) (DealWithLines, error) {
	return change(ctx, s, actor, func(tx *db.Tx) (out DealWithLines, err error) {
		old, p, err := lockDeal(tx, actor, id, "")
		if err == nil {
			err = checkVersion(old, condition)
		}
		if err != nil {
			return out, err
		}
		if currency == "" {
			currency = old.Currency
		}
		if currency == "" {
			currency = p[old.PipelineID].Currency
		}
		before, err := lines(tx, old)
		if err != nil {
			return out, err
		}
		d, total := old, int64(0)
		if out.Lines, total, err = crm.DealLines(specs, currency); err != nil {
			return out, err
		}
		d.FromLines = len(specs) > 0
		if d.FromLines {
			d.Amount, d.Currency = &total, currency
		}
		var f crm.Faults
		if err = checkKept(tx, p[old.PipelineID], old, d, &f); err == nil {
			err = f.Err()
		}
		if err != nil {
			return out, err
		}
		changes, err := changesOf(tx, old.WorkspaceID, old.DealContent, d.DealContent)
		if err != nil {
			return out, err
		}
		for field, change := range crm.ActDiff(linesOf(before, old.Currency), linesOf(out.Lines, d.Currency)) {
			changes = changes.Set(field, change.From, change.To)
		}
		if out.Deal = old; len(changes) == 0 {
			return out, nil
		}
		putLines(tx, d, out.Lines)
		out.Deal, err = store(tx, old, d, p[old.PipelineID], actor.By(), changes)
		return out, err
	})
}

// lineFacts are what a history has of the lines of a deal.
type lineFacts struct{ Lines []lineFact }

type lineFact struct {
	Name            string `json:"name"`
	Quantity        string `json:"quantity"`
	UnitAmount      string `json:"unitAmount"`
	DiscountPercent string `json:"discountPercent"`
}

func linesOf(list []crm.DealLine, currency string) (out lineFacts) {
	for _, l := range list {
		out.Lines = append(out.Lines, lineFact{l.Name, l.QuantityText(), crm.FormatMinor(l.UnitMinor, currency), l.DiscountText()})
	}
	return out
}
