package charge

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const (
	// savingsLooked is how many rows of the ledger one statement looks at, savingsPages how
	// many times one page of a list does, savingsBudget how long a sum takes.
	savingsLooked = 500
	savingsPages  = 10
	savingsBudget = 3 * time.Second
)

// Savings are what could have been saved in a period.
type Savings struct {
	First, Last time.Time
	// Complete says that the whole period was looked at; else it is at least this much.
	Complete bool
	Causes   []CauseSum
}

// CauseSum is what could have been saved by one cause, by currency.
type CauseSum struct {
	Cause crm.SavingCause
	Count int64
	Sums  []crm.ChargeSum
}

// Savings returns what could have been saved from a day to another one, in UTC; without
// them in the last thirty days. Each message counts once.
func (c *Charges) Savings(ctx context.Context, actor crm.Actor, from, to string) (out Savings, err error) {
	f, out, err := c.savingsPeriod(actor, from, to)
	if err != nil {
		return out, err
	}
	of := map[crm.SavingCause]*CauseSum{}
	out.Causes = make([]CauseSum, len(crm.SavingCauses))
	for i, cause := range crm.SavingCauses {
		out.Causes[i].Cause, of[cause] = cause, &out.Causes[i]
	}
	began := time.Now()
	for after := ""; ; {
		found, next, err := c.savings(ctx, actor.WorkspaceID, f, after)
		if err != nil {
			return out, err
		}
		for _, s := range found {
			sum := of[s.Cause]
			sum.Count++
			sum.Sums = addSum(sum.Sums, crm.ChargeSum{Currency: s.Charge.Currency, Count: 1, Micros: *s.Charge.Micros})
		}
		if after = next; after == "" {
			out.Complete = true
			return out, nil
		}
		if time.Since(began) >= savingsBudget {
			return out, nil
		}
	}
}

// SavingMessages returns a page of the messages of a cause, the last booked first. A page
// may be short although more follow.
func (c *Charges) SavingMessages(ctx context.Context, actor crm.Actor, cause crm.SavingCause, from, to string, p crm.Page) (out crm.List[crm.Saving], err error) {
	f, _, err := c.savingsPeriod(actor, from, to)
	if err != nil {
		return out, err
	}
	out.Next = p.After
	for looked := 0; looked < savingsPages && len(out.Items) <= p.Limit && (looked == 0 || out.Next != ""); looked++ {
		var found []crm.Saving
		if found, out.Next, err = c.savings(ctx, actor.WorkspaceID, f, out.Next); err != nil {
			return out, err
		}
		for _, s := range found {
			if s.Cause == cause {
				out.Items = append(out.Items, s)
			}
		}
	}
	if len(out.Items) > p.Limit {
		return crm.CutPage(out.Items, p.Limit, func(s crm.Saving) string { return s.Place }), nil
	}
	return out, nil
}

// savings looks at the next rows of the ledger. Each part is read by itself, so that no
// other work waits for it.
func (c *Charges) savings(ctx context.Context, workspaceID string, f crm.ChargeFilter, after string) (found []crm.Saving, next string, err error) {
	err = c.db.View(ctx, func(tx *db.Tx) (err error) {
		found, next, err = savingsPage(tx, workspaceID, f, after, savingsLooked)
		return err
	})
	return found, next, err
}

func (c *Charges) savingsPeriod(actor crm.Actor, from, to string) (f crm.ChargeFilter, out Savings, err error) {
	if err = actor.Require(crm.ScopeChargesRead); err == nil {
		out.First, out.Last, err = crm.ReadPeriod(c.db.Source().Now().UTC(), from, to)
	}
	if err == nil && out.Last.Sub(out.First) >= crm.MaxSavingDays*crm.SpanDay {
		var faults crm.Faults
		faults.Add("from", crm.CodeOutOfRange, "A period has %d days at most.", crm.MaxSavingDays)
		err = faults.Err()
	}
	return crm.ChargeFilter{From: out.First, To: out.Last.Add(crm.SpanDay)}, out, err
}
