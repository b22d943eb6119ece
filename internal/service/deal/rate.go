package deal

import (
	"context"

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
// them.
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
			for _, r := range list {
				r.WorkspaceID, r.SetBy, r.SetAt = actor.WorkspaceID, actor.By(), tx.Now()
				before, err := rateOf(tx, r)
				if err != nil {
					return err
				}
				putRate(tx, r)
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
