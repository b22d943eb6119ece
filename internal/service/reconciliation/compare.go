package reconciliation

import (
	"context"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/reconcile"
	"service.example/crm/internal/service/charge"
)

// compare finds the differences and the messages behind them, and adds up.
func (s *Reconciliations) compare(ctx context.Context, w *work) ([]crm.Difference, error) {
	waiting := map[reconcile.Key]int64{}
	for k, n := range w.books.Waiting {
		waiting[k] = n
	}
	found := reconcile.Compare(reconcile.Books{Ledger: w.books.Ledger, Provider: w.books.Provider, Waiting: waiting, Fresh: w.books.Fresh})
	w.total = w.totals(found)
	kept := found[:min(len(found), crm.MaxDifferences)]
	behind, err := s.behind(ctx, w, kept)
	if err != nil {
		return nil, err
	}
	out := make([]crm.Difference, len(kept))
	for i, d := range kept {
		out[i] = crm.Difference{Number: i + 1, Cause: crm.DifferenceCause(d.Cause), Count: d.Count, Ledger: w.side(d.Ledger), Provider: w.side(d.Provider), MessageIDs: []string{}}
		switch {
		case d.Ledger != nil:
			out[i].MessageIDs = append(out[i].MessageIDs, behind[d.Ledger.Key]...)
		case d.Cause == reconcile.StatusMissing:
			out[i].MessageIDs = append(out[i].MessageIDs, w.waitingFor(d.Provider.Key)...)
		}
	}
	return out, nil
}

// waitingFor are messages without a status that one side's key may be about.
func (w *work) waitingFor(k reconcile.Key) (out []string) {
	for of, ids := range w.waits {
		if reconcile.MayBe(k, of) {
			out = append(out, ids...)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), crm.MaxDifferenceMessages)]
}

// behind finds messages of the ledger behind differences, of the days that have some.
func (s *Reconciliations) behind(ctx context.Context, w *work, list []reconcile.Difference) (map[reconcile.Key][]string, error) {
	asked, days := map[reconcile.Key][]string{}, map[time.Time]int{}
	for _, d := range list {
		if d.Ledger == nil {
			continue
		}
		if _, is := asked[d.Ledger.Key]; !is {
			asked[d.Ledger.Key] = []string{}
			days[d.Ledger.Day]++
		}
	}
	for day, open := range days {
		f := crm.ChargeFilter{From: day, To: day.Add(crm.SpanDay)}
		if w.invoice.Monthly {
			f.To = day.AddDate(0, 1, 0)
		}
		for after := ""; open > 0; {
			var rows crm.List[crm.BookedCharge]
			err := s.db.View(ctx, func(tx *db.Tx) (err error) {
				rows, err = charge.Rows(tx, w.WorkspaceID, f, crm.Page{Limit: readPage, After: after})
				return err
			})
			if err != nil {
				return nil, err
			}
			for _, c := range rows.Items {
				k := w.key(reconcile.Key{Day: c.BookedAt.UTC().Truncate(crm.SpanDay), PhoneNumberID: c.PhoneNumberID, Market: c.Market, Category: c.Category, Type: typeOf(c.Rule)})
				ids, is := asked[k]
				if !is || c.Count < 0 || len(ids) == crm.MaxDifferenceMessages || slices.Contains(ids, c.MessageID) {
					continue
				}
				if asked[k] = append(ids, c.MessageID); len(asked[k]) == crm.MaxDifferenceMessages {
					open--
				}
			}
			if after = rows.Next; after == "" {
				break
			}
		}
	}
	return asked, nil
}

func (w *work) side(of *reconcile.Side) *crm.DifferenceSide {
	if of == nil {
		return nil
	}
	layout := time.DateOnly
	if w.invoice.Monthly {
		layout = "2006-01"
	}
	told := func(text string) *string {
		if text == "" {
			return nil
		}
		return &text
	}
	out := &crm.DifferenceSide{Date: of.Day.Format(layout), Market: told(of.Market), Category: of.Category, Type: told(of.Type), Count: of.Count}
	if !strings.HasPrefix(of.PhoneNumberID, "+") { // a number that is not known here has no identifier
		out.PhoneNumberID = told(of.PhoneNumberID)
	}
	if of.Known {
		amount := crm.FormatMicros(of.Micros)
		out.Amount = &amount
	}
	return out
}

// totals adds up both sides and the differences.
func (w *work) totals(found []reconcile.Difference) (out crm.ReconciliationResult) {
	add := func(of reconcile.Sums) (t crm.ReconciliationTotal) {
		micros, hidden := int64(0), false
		for _, sum := range of {
			t.Count, t.Unpriced, micros = t.Count+sum.Count, t.Unpriced+sum.Unpriced, micros+sum.Micros
			hidden = hidden || sum.Hidden
		}
		if amount := crm.FormatMicros(micros); !hidden {
			t.Amount = &amount
		}
		return t
	}
	out.Ledger, out.Provider = add(w.books.Ledger), add(w.books.Provider)
	out.Differences, out.Causes = len(found), []crm.ReconciliationCause{}
	out.Agreed = out.Ledger.Count
	micros := map[crm.DifferenceCause]int64{}
	for _, d := range found {
		cause := crm.DifferenceCause(d.Cause)
		i := slices.IndexFunc(out.Causes, func(c crm.ReconciliationCause) bool { return c.Cause == cause })
		if i < 0 {
			i = len(out.Causes)
			means, do := cause.Says()
			out.Causes = append(out.Causes, crm.ReconciliationCause{Cause: cause, Means: means, DoThis: do})
		}
		c := &out.Causes[i]
		c.Count, c.Records = c.Count+d.Count, c.Records+1
		if d.Ledger != nil {
			out.Agreed -= d.Count
		}
		if d.Provider != nil && d.Provider.Known && (d.Ledger == nil || d.Ledger.Known) {
			micros[cause] += d.Provider.Micros
		}
		if d.Ledger != nil && d.Ledger.Known && (d.Provider == nil || d.Provider.Known) {
			micros[cause] -= d.Ledger.Micros
		}
	}
	for i := range out.Causes {
		out.Causes[i].Amount = crm.FormatMicros(micros[out.Causes[i].Cause])
	}
	return out
}
