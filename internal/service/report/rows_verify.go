package report

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	factPageSQL    = db.SQL(`SELECT sign, ` + factColumns + ` FROM report_facts WHERE workspace_id = $1 AND metric = $2 AND (at, number, sign) > ($3, $4, $5) ORDER BY at, number, sign LIMIT $6`)
	nextCountedSQL = db.SQL(`SELECT workspace_id FROM report_positions WHERE workspace_id > $1 ORDER BY workspace_id LIMIT 1`).AcrossWorkspaces("the operator compares all sums").Unlimited("one row by the primary key")
	deleteSumSQL   = db.SQL(`DELETE FROM report_sums WHERE workspace_id = $1 AND metric = $2 AND kind = $3 AND value = $4 AND phone_number_id = $5 AND span = $6 AND at = $7 AND part = $8`)
	sumPageSQL     = db.SQL(`SELECT kind, value, phone_number_id, span, at, part, ` + sumColumns + ` FROM report_sums WHERE workspace_id = $1 AND metric = $2
		AND (kind, value, phone_number_id, span, at, part) > ($3, $4, $5, $6, $7, $8) ORDER BY kind, value, phone_number_id, span, at, part LIMIT $9`)
)

// readFacts calls each with every fact of a metric from a time on until another.
func readFacts(tx *db.Tx, workspaceID string, m crm.Metric, from, until int64, each func(*entry)) error {
	at, number, sign := from-1, int64(1)<<62, int64(1)
	for seen := verifyPage; seen == verifyPage && at < until; {
		seen = 0
		err := tx.Each(factPageSQL, func(r db.Row) error {
			var s int64
			e, err := scanFact(signed{r, &s}, m)
			if e.sign = s; err == nil && e.At < until {
				each(e)
			}
			seen++
			at, number, sign = e.At, e.number, e.sign
			return err
		}, workspaceID, string(m), at, number, sign, verifyPage)
		if err != nil {
			return err
		}
	}
	return nil
}

// nextCounted returns the workspace after one of which a log was counted; "" at the end.
func nextCounted(tx *db.Tx, after string) (next string, err error) {
	_, err = tx.One(nextCountedSQL, []any{&next}, after)
	return next, err
}

// replaceSums puts sums in the place of those that a workspace has, whose position is
// locked, and returns these.
func replaceSums(tx *db.Tx, workspaceID string, sums map[place]*crm.Figure) (map[place]*crm.Figure, error) {
	places := slices.SortedFunc(maps.Keys(sums), place.compare)
	rows, kept := make([][]any, len(places)), map[place]*crm.Figure{}
	for i, p := range places {
		rows[i] = p.args(workspaceID)
	}
	err := tx.EachOf(sumSQL, rows, func(i int, r db.Row) error {
		var s storedSum
		if err := s.scan(r); err != nil {
			return err
		}
		kept[places[i]] = crm.NewFigure()
		return s.addTo(kept[places[i]])
	})
	for i, p := range places {
		f := sums[p]
		if f.Equal(crm.NewFigure()) {
			tx.Write(deleteSumSQL, rows[i]...)
			continue
		}
		tx.Write(saveSumSQL, append(rows[i], f.Count, f.Wall, f.Office, f.Walls.String(), f.Offices.String(), p.expiresAt())...)
	}
	return kept, err
}

// signed is a row that begins with one more column.
type signed struct {
	row  db.Row
	sign *int64
}

// Scan reads the row.
func (s signed) Scan(dest ...any) error { return s.row.Scan(append([]any{s.sign}, dest...)...) }

// readKept calls each with every sum of a metric from a time on.
func readKept(tx *db.Tx, workspaceID string, m crm.Metric, from int64, each func(place, *crm.Figure)) error {
	var last place
	for seen := verifyPage; seen == verifyPage; {
		seen = 0
		err := tx.Each(sumPageSQL, func(r db.Row) error {
			p, span := place{metric: m}, int64(0)
			var sum storedSum
			err := sum.scan(r, (*string)(&p.Kind), &p.Value, &p.PhoneNumberID, &span, &p.at, &p.part)
			f := crm.NewFigure()
			err = cmp.Or(err, sum.addTo(f))
			p.span = time.Duration(span) * time.Minute
			if last, seen = p, seen+1; p.at >= from && err == nil {
				each(p, f)
			}
			return err
		}, workspaceID, string(m), string(last.Kind), last.Value, last.PhoneNumberID, minutes(last.span), last.at, last.part, verifyPage)
		if err != nil {
			return err
		}
	}
	return nil
}
