package deal

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// ExchangeRates returns a page of the rates of a workspace by their currencies and days;
// from and to narrow it, and are "" for all.
func (s *Deals) ExchangeRates(ctx context.Context, actor crm.Actor, from, to string, p crm.Page) (out crm.List[crm.ExchangeRate], err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	var f crm.Faults
	crm.CheckCurrencyFilter("from", from, &f)
	crm.CheckCurrencyFilter("to", to, &f)
	if err := f.Err(); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = rates(tx, actor.WorkspaceID, from, to, p); return err })
	return out, err
}

// SetExchangeRates stores rates, each in the place of the one of its day, and returns
// them. Deals that were won or lost are converted by what held then: only a rate of that
// very day changes it.
func (s *Deals) SetExchangeRates(ctx context.Context, actor crm.Actor, list []crm.ExchangeRate) ([]crm.ExchangeRate, error) {
	if err := actor.Require(crm.ScopePipelinesWrite); err != nil {
		return nil, err
	}
	list, err := crm.CheckExchangeRates(list)
	if err != nil {
		return nil, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[[]crm.ExchangeRate]) (out []crm.ExchangeRate, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			out = out[:0]
			changes := crm.ActChanges{}
			// So that nobody wins or loses a deal meanwhile, whose rates are kept.
			all, err := AllPipelines(tx, actor.WorkspaceID)
			ids := make([]string, len(all))
			for i, p := range all {
				ids[i] = p.ID
			}
			if err == nil {
				err = LockPipelines(tx, actor.WorkspaceID, ids)
			}
			if err != nil {
				return err
			}
			for _, r := range list {
				r.WorkspaceID, r.SetBy, r.SetAt = actor.WorkspaceID, actor.By(), tx.Now()
				before, err := rateOf(tx, r)
				if err != nil {
					return err
				}
				putRate(tx, r)
				correctPinned(tx, r)
				out = append(out, r)
				var old any
				if before != "" {
					old = before
				}
				changes = changes.Set(r.From+"/"+r.To+" "+r.On, old, r.Rate)
			}
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, "exchange_rates.updated", crm.ActTarget{Type: "exchange_rates", ID: actor.WorkspaceID}, changes)
		})
		return out, err
	})
}

// closedSum converts what the deals of a pipeline that were won and lost in a period were
// worth, each by the rate of its day.
func closedSum(tx *db.Tx, p crm.Pipeline, currency string, from, to int64) (*crm.ClosedSum, error) {
	bounds := []int64{from}
	for day := time.UnixMilli(from).UTC().Truncate(24 * time.Hour).Add(24 * time.Hour); db.Ms(day) < to; day = day.Add(24 * time.Hour) {
		bounds = append(bounds, db.Ms(day))
	}
	bounds = append(bounds, to)
	rates, err := readClosingRates(tx, p.WorkspaceID, currency, dayOf(from), dayOf(to-1))
	if err != nil {
		return nil, err
	}
	type cell struct {
		part          crm.MovementPart
		day, currency string
	}
	cells := map[cell]int64{}
	err = movementSums(tx, p, crm.MovementBridge, bounds, func(m movementSum) error {
		if m.value != "" && (m.part == crm.PartWon || m.part == crm.PartLost) {
			cells[cell{m.part, dayOf(m.at), m.value}] -= m.amount // it left what is open
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := crm.NewClosedSum(currency)
	for c, minor := range cells {
		r, known, err := rates.of(c.day, c.currency)
		if err != nil {
			return nil, err
		}
		out.Add(c.part, c.day, c.currency, minor, r, known)
	}
	out.Tidy()
	return out, nil
}
