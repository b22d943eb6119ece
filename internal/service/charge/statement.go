package charge

import (
	"cmp"
	"context"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/account"
)

// Statement returns what the charges of a month, such as 2026-10, add up to.
func (c *Charges) Statement(ctx context.Context, actor crm.Actor, month string) (out crm.ChargeStatement, err error) {
	if err := actor.Require(crm.ScopeChargesRead); err != nil {
		return out, err
	}
	out.MadeAt = c.db.Source().Now().UTC()
	if out.Month, err = time.Parse("2006-01", month); err != nil || out.Month.Year() < 2000 || out.Month.After(out.MadeAt) {
		var f crm.Faults
		f.Add("month", crm.CodeParameterInvalid, "month must be a month that has begun, such as 2026-10.")
		return out, f.Err()
	}
	end := out.Month.AddDate(0, 1, 0)
	err = c.db.View(ctx, func(tx *db.Tx) error {
		w, err := access.Workspace(tx, actor.WorkspaceID)
		if err != nil {
			return err
		}
		out.Name = w.Name
		if out.Lines, err = statementLines(tx, actor.WorkspaceID, out.Month, end); err != nil {
			return err
		}
		last := end.Add(-crm.SpanDay)
		if out.Days, err = sums(tx, actor.WorkspaceID, crm.ChargesByDay, out.Month, last); err != nil {
			return err
		}
		if out.Numbers, err = sums(tx, actor.WorkspaceID, crm.ChargesByNumber, out.Month, last); err != nil {
			return err
		}
		known, err := account.PhoneNumbers(tx, actor.WorkspaceID, crm.Page{Limit: 10_000})
		for i, s := range out.Numbers {
			if at := slices.IndexFunc(known.Items, func(n crm.PhoneNumber) bool { return n.ID == s.Key }); at >= 0 {
				out.Numbers[i].Key = known.Items[at].Number
			}
		}
		return err
	})
	for _, l := range out.Lines {
		total := l.ChargeSum
		total.Key = ""
		out.Totals = addSum(out.Totals, total)
	}
	slices.SortFunc(out.Totals, func(a, b crm.ChargeSum) int { return cmp.Compare(a.Currency, b.Currency) })
	return out, err
}
