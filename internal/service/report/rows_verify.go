package report

import (
	"cmp"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	factPageSQL = db.SQL(`SELECT sign, ` + factColumns + ` FROM report_facts WHERE workspace_id = $1 AND metric = $2 AND (at, number, sign) > ($3, $4, $5) ORDER BY at, number, sign LIMIT $6`)
	sumPageSQL  = db.SQL(`SELECT kind, value, phone_number_id, span, at, part, ` + sumColumns + ` FROM report_sums WHERE workspace_id = $1 AND metric = $2
		AND (kind, value, phone_number_id, span, at, part) > ($3, $4, $5, $6, $7, $8) ORDER BY kind, value, phone_number_id, span, at, part LIMIT $9`)
)

// readFacts calls each with every fact of a metric from a time on.
func readFacts(tx *db.Tx, workspaceID string, m crm.Metric, from int64, each func(*entry)) error {
	at, number, sign := from-1, int64(1)<<62, int64(1)
	for seen := verifyPage; seen == verifyPage; {
		seen = 0
		err := tx.Each(factPageSQL, func(r db.Row) error {
			var s int64
			e, err := scanFact(signed{r, &s}, m)
			if e.sign = s; err == nil {
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
