package report

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Difference is a sum that is not what its facts add up to.
type Difference struct {
	Where       string
	Kept, Facts *crm.Figure
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
			if err := readFacts(tx, workspaceID, m, from, func(e *entry) {
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
			out = append(out, compare(kept, facts)...)
		}
		return nil
	})
	return out, err
}

func compare(kept, facts map[place]*crm.Figure) (out []Difference) {
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
			out = append(out, Difference{fmt.Sprintf("%s %s=%s number=%s %s %s part=%s", p.metric, p.Kind, p.Value, p.PhoneNumberID, db.At(p.at).UTC().Format("2006-01-02T15:04"), p.span, p.part), k, f})
		}
	}
	return out
}
