package charge

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const sumColumns = `currency, category, market, phone_number_id, template_name, broadcast_id, assistant_id, rule`

var (
	nextBookedSQL = db.SQL(`SELECT workspace_id FROM charge_positions WHERE workspace_id > $1 ORDER BY workspace_id LIMIT 1`).AcrossWorkspaces("the operator compares all sums").Unlimited("one row by the primary key")
	// The next day of either: one may have what the other one lacks.
	nextKeptDaySQL   = db.SQL(`SELECT day FROM charge_days WHERE workspace_id = $1 AND day > $2 ORDER BY day LIMIT 1`)
	nextBookedDaySQL = db.SQL(`SELECT booked_at FROM charges INDEXED BY charges_booked WHERE workspace_id = $1 AND booked_at >= $2 ORDER BY booked_at LIMIT 1`).By("charges_booked").ByOnPostgres("charges_booked")
	rowsOfDaySQL     = db.SQL(`SELECT ` + sumColumns + `, CAST(sum(count) AS BIGINT), CAST(sum(CASE WHEN priced_as = '' THEN count ELSE 0 END) AS BIGINT),
		CAST(sum(CASE WHEN unpriced = 1 THEN count ELSE 0 END) AS BIGINT), CAST(sum(amount) AS BIGINT)
		FROM charges INDEXED BY charges_booked WHERE workspace_id = $1 AND booked_at >= $2 AND booked_at < $3 GROUP BY ` + sumColumns + ` LIMIT $4`).By("charges_booked")
	labelsOfDaySQL = db.SQL(`SELECT currency, labels, CAST(sum(count) AS BIGINT), CAST(sum(CASE WHEN priced_as = '' THEN count ELSE 0 END) AS BIGINT),
		CAST(sum(CASE WHEN unpriced = 1 THEN count ELSE 0 END) AS BIGINT), CAST(sum(amount) AS BIGINT)
		FROM charges INDEXED BY charges_booked WHERE workspace_id = $1 AND booked_at >= $2 AND booked_at < $3 GROUP BY currency, labels LIMIT $4`).By("charges_booked")
	keptOfDaySQL = db.SQL(`SELECT ` + sumColumns + `, charges, free, unpriced, amount FROM charge_days WHERE workspace_id = $1 AND day >= $2 AND day < $3 LIMIT $4`)
)

// maxDaySums bounds the sums of one day.
const maxDaySums = 1_000_000

func nextBooked(tx *db.Tx, after string) (next string, err error) {
	_, err = tx.One(nextBookedSQL, []any{&next}, after)
	return next, err
}

// nextDay returns the day after one that has charges or sums; -1 at the end.
func nextDay(tx *db.Tx, workspaceID string, after int64) (int64, error) {
	var kept, booked int64
	hasKept, err := tx.One(nextKeptDaySQL, []any{&kept}, workspaceID, after)
	if err != nil {
		return 0, err
	}
	from := int64(0)
	if after >= 0 {
		from = after + crm.SpanDay.Milliseconds()
	}
	hasBooked, err := tx.One(nextBookedDaySQL, []any{&booked}, workspaceID, from)
	booked -= booked % crm.SpanDay.Milliseconds()
	switch {
	case hasKept && hasBooked:
		return min(kept, booked), err
	case hasKept:
		return kept, err
	case hasBooked:
		return booked, err
	}
	return -1, err
}

// daySums returns the sums of a day, from one statement or the other one.
func daySums(tx *db.Tx, which *db.Stmt, workspaceID string, from, to int64) (map[sumKey]crm.ChargeSum, error) {
	out := map[sumKey]crm.ChargeSum{}
	err := tx.Each(which, func(r db.Row) error {
		k, s := sumKey{day: from}, crm.ChargeSum{}
		err := r.Scan(&k.currency, &k.category, &k.market, &k.phoneNumberID, &k.templateName, &k.broadcastID, &k.assistantID, &k.rule, &s.Count, &s.Free, &s.Unpriced, &s.Micros)
		out[k] = s
		return err
	}, workspaceID, from, to, maxDaySums)
	return out, err
}

// labelTotals returns what the ledger has of a day by label.
func labelTotals(tx *db.Tx, workspaceID string, day int64) (map[totalKey]crm.ChargeSum, error) {
	out := map[totalKey]crm.ChargeSum{}
	err := tx.Each(labelsOfDaySQL, func(r db.Row) error {
		var currency, labels string
		var s crm.ChargeSum
		err := r.Scan(&currency, &labels, &s.Count, &s.Free, &s.Unpriced, &s.Micros)
		addLabelled(out, day, currency, crm.SplitIDs(labels), s)
		return err
	}, workspaceID, day, day+crm.SpanDay.Milliseconds(), maxDaySums)
	return out, err
}
