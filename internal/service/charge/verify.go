package charge

import (
	"context"
	"maps"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Difference is a day whose sums are not those of the ledger.
type Difference struct {
	WorkspaceID, Date string
	Keys              int // how many of its sums are wrong
	Kept, There       crm.ChargeSum
}

// Compare holds the sums of every workspace against its ledger, and sets wrong ones right if
// repair says so, while others book. It is for the operator of the deployment. tell gets
// each difference.
func (c *Charges) Compare(ctx context.Context, repair bool, tell func(Difference)) error {
	for id := ""; ; {
		err := c.db.View(ctx, func(tx *db.Tx) (err error) { id, err = nextBooked(tx, id); return err })
		if err != nil || id == "" {
			return err
		}
		for day := int64(-1); ; {
			err := c.db.View(ctx, func(tx *db.Tx) (err error) { day, err = nextDay(tx, id, day); return err })
			if err != nil {
				return err
			}
			if day < 0 {
				break
			}
			if err := c.compareDay(ctx, id, day, repair, tell); err != nil {
				return err
			}
		}
	}
}

// missing is what is to be added to the sums of a day to make them right.
type missing struct {
	days   map[sumKey]crm.ChargeSum
	totals map[totalKey]crm.ChargeSum
}

// lookAt compares the sums of a day with the ledger.
func lookAt(tx *db.Tx, workspaceID string, day int64) (d Difference, m missing, err error) {
	d = Difference{WorkspaceID: workspaceID, Date: db.At(day).UTC().Format(time.DateOnly)}
	there, err := daySums(tx, rowsOfDaySQL, workspaceID, day, day+crm.SpanDay.Milliseconds())
	if err != nil {
		return d, m, err
	}
	kept, err := daySums(tx, keptOfDaySQL, workspaceID, day, day+1)
	if err != nil {
		return d, m, err
	}
	totals, err := dayTotals(tx, workspaceID, day)
	if err != nil {
		return d, m, err
	}
	thereTotals, err := labelTotals(tx, workspaceID, day)
	maps.Copy(thereTotals, totalsOf(there))
	for _, sum := range there {
		d.There = plus(d.There, sum, 1)
	}
	for _, sum := range kept {
		d.Kept = plus(d.Kept, sum, 1)
	}
	m = missing{less(there, kept), less(thereTotals, totals)}
	d.Keys = len(m.days) + len(m.totals)
	return d, m, err
}

// less is what is to be added to what is kept.
func less[K comparable](there, kept map[K]crm.ChargeSum) map[K]crm.ChargeSum {
	out := map[K]crm.ChargeSum{}
	for key, sum := range there {
		if more := plus(sum, kept[key], -1); more != (crm.ChargeSum{}) {
			out[key] = more
		}
	}
	for key, sum := range kept {
		if _, is := there[key]; !is && sum != (crm.ChargeSum{}) {
			out[key] = plus(crm.ChargeSum{}, sum, -1)
		}
	}
	return out
}

// compareDay compares the sums of a day, and sets wrong ones right if repair says so.
func (c *Charges) compareDay(ctx context.Context, workspaceID string, day int64, repair bool, tell func(Difference)) error {
	var d Difference
	err := c.db.View(ctx, func(tx *db.Tx) (err error) { d, _, err = lookAt(tx, workspaceID, day); return err })
	if err != nil || d.Keys == 0 {
		return err
	}
	tell(d)
	if !repair {
		return nil
	}
	return c.db.Update(ctx, "charges "+workspaceID, func(tx *db.Tx) error {
		rounds, err := roundsOf(tx, workspaceID)
		if err == nil {
			err = moveRounds(tx, workspaceID, rounds) // nobody books until the sums are right
		}
		if err != nil {
			return err
		}
		_, m, err := lookAt(tx, workspaceID, day)
		addSums(tx, workspaceID, m.days)
		addTotals(tx, workspaceID, m.totals)
		return err
	})
}

// plus adds a sum n times.
func plus(a, b crm.ChargeSum, n int64) crm.ChargeSum {
	return crm.ChargeSum{Count: a.Count + n*b.Count, Free: a.Free + n*b.Free, Unpriced: a.Unpriced + n*b.Unpriced, Micros: a.Micros + n*b.Micros}
}
