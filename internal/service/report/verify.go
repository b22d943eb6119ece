package report

import (
	"context"
	"maps"
	"math"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Difference is a sum that is not what its facts add up to.
type Difference struct {
	WorkspaceID string
	Where       string
	Kept, Facts *crm.Figure
	place       place
}

// verifyPage is how many facts or sums are read at once.
const verifyPage = 2000

// Verify counts the facts of a workspace anew, of the days of UTC of which all are kept,
// and returns each sum that differs from them.
func (s *Reports) Verify(ctx context.Context, workspaceID string) (out []Difference, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) error {
		day := crm.SpanDay.Milliseconds()
		from := (db.Ms(tx.Now().Add(-crm.QuarterLife)) + day - 1) / day * day
		for _, m := range crm.Metrics {
			facts := map[place]*crm.Figure{}
			if err := readFacts(tx, workspaceID, m, from, math.MaxInt64, func(e *entry) {
				for p, f := range sumsOf([]*entry{e}) {
					if facts[p] == nil {
						facts[p] = crm.NewFigure()
					}
					facts[p].Add(f)
				}
			}); err != nil {
				return err
			}
			kept := map[place]*crm.Figure{}
			if err := readKept(tx, workspaceID, m, from, func(p place, f *crm.Figure) { kept[p] = f }); err != nil {
				return err
			}
			out = append(out, compare(workspaceID, kept, facts)...)
		}
		return nil
	})
	return out, err
}

// Compare holds the sums of every workspace against their facts, as Verify does, and
// sets right what differs if repair says so, while others count. It is for the operator
// of the deployment. tell gets each difference, as it was found or set right.
func (s *Reports) Compare(ctx context.Context, repair bool, tell func(Difference)) error {
	for id := ""; ; {
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { id, err = nextCounted(tx, id); return err })
		if err != nil || id == "" {
			return err
		}
		list, err := s.Verify(ctx, id)
		if err == nil && repair {
			list, err = s.repair(ctx, id, list)
		}
		if err != nil {
			return err
		}
		for _, d := range list {
			tell(d)
		}
	}
}

// repair makes sums that differ what their facts add up to, those of a day in one
// transaction, and returns what still differed by then.
func (s *Reports) repair(ctx context.Context, workspaceID string, list []Difference) (out []Difference, err error) {
	type day struct {
		metric crm.Metric
		at     int64
	}
	days := map[day][]place{}
	for _, d := range list {
		of := day{d.place.metric, d.place.at / crm.SpanDay.Milliseconds() * crm.SpanDay.Milliseconds()}
		days[of] = append(days[of], d.place)
	}
	for of, places := range days {
		var found []Difference
		err := s.db.Update(ctx, "reports "+workspaceID, func(tx *db.Tx) error {
			found = nil
			if _, err := lockPosition(tx, workspaceID); err != nil {
				return err
			}
			var entries []*entry
			if err := readFacts(tx, workspaceID, of.metric, of.at, of.at+crm.SpanDay.Milliseconds(), func(e *entry) { entries = append(entries, e) }); err != nil {
				return err
			}
			facts, sums := sumsOf(entries), map[place]*crm.Figure{}
			for _, p := range places {
				if sums[p] = facts[p]; sums[p] == nil {
					sums[p] = crm.NewFigure()
				}
			}
			kept, err := replaceSums(tx, workspaceID, sums)
			found = compare(workspaceID, kept, sums)
			return err
		})
		if err != nil {
			return out, err
		}
		out = append(out, found...)
	}
	return out, nil
}

func compare(workspaceID string, kept, facts map[place]*crm.Figure) (out []Difference) {
	all := maps.Clone(kept)
	maps.Copy(all, facts)
	for _, p := range slices.SortedFunc(maps.Keys(all), place.compare) {
		k, f := kept[p], facts[p]
		if k == nil {
			k = crm.NewFigure()
		}
		if f == nil {
			f = crm.NewFigure()
		}
		if !k.Equal(f) {
			out = append(out, Difference{workspaceID, p.String(), k, f, p})
		}
	}
	return out
}
