package charge

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// maxSums bounds what a summary has: more keys than anybody reads.
const maxSums = 10_000

var (
	listSQL = db.SQL(`SELECT ` + chargeColumns + ` FROM charges INDEXED BY charges_booked WHERE workspace_id = $1 AND booked_at >= $2 AND (booked_at, message_id, number) < ($3, $4, $5)
		ORDER BY booked_at DESC, message_id DESC, number DESC LIMIT $6`).By("charges_booked").ByOnPostgres("charges_booked")
	listOfMessageSQL = db.SQL(`SELECT ` + chargeColumns + ` FROM charges WHERE workspace_id = $1 AND message_id = $2 AND booked_at >= $3 AND booked_at < $4 AND number < $5
		ORDER BY number DESC LIMIT $6`)
	sumSQL = db.SQL(`SELECT key, currency, CAST(sum(charges) AS BIGINT), CAST(sum(free) AS BIGINT), CAST(sum(unpriced) AS BIGINT), CAST(sum(amount) AS BIGINT) FROM charge_totals
		WHERE workspace_id = $1 AND dimension = $2 AND day >= $3 AND day <= $4 GROUP BY key, currency ORDER BY key, currency LIMIT $5`)
	statementSQL = db.SQL(`SELECT currency, category, market, rule, CAST(sum(charges) AS BIGINT), CAST(sum(free) AS BIGINT), CAST(sum(unpriced) AS BIGINT), CAST(sum(amount) AS BIGINT) FROM charge_days
		WHERE workspace_id = $1 AND day >= $2 AND day < $3 GROUP BY currency, category, market, rule ORDER BY currency, category, market, rule LIMIT $4`)
	sumOfDaysSQL = db.SQL(`SELECT day, currency, charges, free, unpriced, amount FROM charge_totals
		WHERE workspace_id = $1 AND dimension = $2 AND day >= $3 AND day <= $4 ORDER BY day, currency LIMIT $5`)
)

// beyond is after everything that is booked.
const beyond = int64(1) << 60

// list returns rows, newest first: by when they were booked, those of a message by number.
func list(tx *db.Tx, workspaceID string, f crm.ChargeFilter, p crm.Page) (out crm.List[crm.BookedCharge], err error) {
	from, to := int64(0), beyond
	if !f.From.IsZero() {
		from = db.Ms(f.From)
	}
	if !f.To.IsZero() {
		to = db.Ms(f.To)
	}
	at, messageID, number := to, "", int64(0)
	if p.After != "" {
		if at, messageID, number, err = placeOf(p.After); err != nil {
			return out, err
		}
	}
	which, args := listSQL, []any{workspaceID, from, at, messageID, number, p.Limit + 1}
	if f.MessageID != "" {
		if p.After == "" {
			number = beyond
		}
		which, args = listOfMessageSQL, []any{workspaceID, f.MessageID, from, to, number, p.Limit + 1}
	}
	var rows []crm.BookedCharge
	err = tx.Each(which, func(r db.Row) error {
		row, err := scanCharge(r)
		rows = append(rows, row)
		return err
	}, args...)
	return crm.CutPage(rows, p.Limit, placeIn), err
}

// placeIn is where the list goes on behind a row.
func placeIn(c crm.BookedCharge) string {
	return fmt.Sprintf("%d.%s.%d", db.Ms(c.BookedAt), c.MessageID, c.Number)
}

func placeOf(cursor string) (at int64, messageID string, number int64, err error) {
	parts := strings.Split(cursor, ".")
	if len(parts) == 3 {
		if at, err = strconv.ParseInt(parts[0], 10, 64); err == nil {
			number, err = strconv.ParseInt(parts[2], 10, 64)
		}
		if err == nil {
			return at, parts[1], number, nil
		}
	}
	var f crm.Faults
	f.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list.")
	return 0, "", 0, f.Err()
}

// sums returns what the charges from a day to another one add up to.
func sums(tx *db.Tx, workspaceID string, by crm.ChargeDimension, first, last time.Time) (out []crm.ChargeSum, err error) {
	days := by == crm.ChargesByDay || by == crm.ChargesByMonth
	which, dimension := sumSQL, by
	if days {
		which, dimension = sumOfDaysSQL, crm.ChargesByDay
	}
	err = tx.Each(which, func(r db.Row) error {
		var s crm.ChargeSum
		var day int64
		key := any(&s.Key)
		if days {
			key = &day
		}
		if err := r.Scan(key, &s.Currency, &s.Count, &s.Free, &s.Unpriced, &s.Micros); err != nil {
			return err
		}
		switch at := db.At(day).UTC(); by {
		case crm.ChargesByDay:
			s.Key = at.Format(time.DateOnly)
		case crm.ChargesByMonth:
			s.Key = at.Format("2006-01")
		}
		if by == crm.ChargesByMonth {
			out = addSum(out, s) // of a year's days at most
		} else {
			out = append(out, s)
		}
		return nil
	}, workspaceID, string(dimension), db.Ms(first), db.Ms(last), maxSums)
	return out, err
}

// addSum adds a sum to that of its key and currency.
func addSum(list []crm.ChargeSum, s crm.ChargeSum) []crm.ChargeSum {
	for i := range list {
		if k := &list[i]; k.Key == s.Key && k.Currency == s.Currency {
			k.Count, k.Free, k.Unpriced, k.Micros = k.Count+s.Count, k.Free+s.Free, k.Unpriced+s.Unpriced, k.Micros+s.Micros
			return list
		}
	}
	return append(list, s)
}

// statementLines are what the charges from a day to before another one add up to.
func statementLines(tx *db.Tx, workspaceID string, first, end time.Time) (out []crm.StatementLine, err error) {
	err = tx.Each(statementSQL, func(r db.Row) error {
		var l crm.StatementLine
		var rule string
		err := r.Scan(&l.Currency, &l.Category, &l.Market, &rule, &l.Count, &l.Free, &l.Unpriced, &l.Micros)
		l.Rule = crm.ChargeRule(rule)
		out = append(out, l)
		return err
	}, workspaceID, db.Ms(first), db.Ms(end), maxSums)
	return out, err
}
