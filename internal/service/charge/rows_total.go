package charge

import (
	"cmp"
	"maps"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	addTotalSQL = db.SQL(`INSERT INTO charge_totals (workspace_id, dimension, day, currency, key, charges, free, unpriced, amount) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (workspace_id, dimension, day, currency, key) DO UPDATE SET charges = charge_totals.charges + excluded.charges, free = charge_totals.free + excluded.free,
			unpriced = charge_totals.unpriced + excluded.unpriced, amount = charge_totals.amount + excluded.amount`)
	totalsOfDaySQL = db.SQL(`SELECT currency, key, charges, free, unpriced, amount FROM charge_totals WHERE workspace_id = $1 AND dimension = $2 AND day = $3 LIMIT $4`)
)

// totalKey is what charge_totals has a row for.
type totalKey struct {
	dimension     crm.ChargeDimension
	day           int64
	currency, key string
}

// of is the key of a sum by a dimension; the sum of a day has none.
func (k sumKey) of(by crm.ChargeDimension) string {
	switch by {
	case crm.ChargesByCategory:
		return k.category
	case crm.ChargesByMarket:
		return k.market
	case crm.ChargesByNumber:
		return k.phoneNumberID
	case crm.ChargesByTemplate:
		return k.templateName
	case crm.ChargesByBroadcast:
		return k.broadcastID
	case crm.ChargesByAssistant:
		return k.assistantID
	case crm.ChargesByRule:
		return string(k.rule)
	}
	return ""
}

// totalsOf is what sums of days add up to by each dimension; months are added up of days, and
// labels of rows.
func totalsOf(days map[sumKey]crm.ChargeSum) map[totalKey]crm.ChargeSum {
	out := map[totalKey]crm.ChargeSum{}
	for k, sum := range days {
		for _, by := range crm.ChargeDimensions {
			if by != crm.ChargesByMonth && by != crm.ChargesByLabel {
				t := totalKey{by, k.day, k.currency, k.of(by)}
				out[t] = plus(out[t], sum, 1)
			}
		}
	}
	return out
}

// addLabelled adds a sum of charges whose conversations have the same labels to the totals of
// each: those without any have a total, too.
func addLabelled(totals map[totalKey]crm.ChargeSum, day int64, currency string, labelIDs []string, sum crm.ChargeSum) {
	if len(labelIDs) == 0 {
		labelIDs = []string{""}
	}
	for _, id := range labelIDs {
		t := totalKey{crm.ChargesByLabel, day, currency, id}
		totals[t] = plus(totals[t], sum, 1)
	}
}

func addTotals(tx *db.Tx, workspaceID string, totals map[totalKey]crm.ChargeSum) {
	keys := slices.SortedFunc(maps.Keys(totals), func(a, b totalKey) int {
		return cmp.Or(cmp.Compare(a.dimension, b.dimension), cmp.Compare(a.day, b.day), cmp.Compare(a.currency, b.currency), cmp.Compare(a.key, b.key))
	})
	for _, k := range keys {
		if s := totals[k]; s != (crm.ChargeSum{}) {
			tx.Write(addTotalSQL, workspaceID, string(k.dimension), k.day, k.currency, k.key, s.Count, s.Free, s.Unpriced, s.Micros)
		}
	}
}

// dayTotals are the totals that are kept of a day.
func dayTotals(tx *db.Tx, workspaceID string, day int64) (map[totalKey]crm.ChargeSum, error) {
	out := map[totalKey]crm.ChargeSum{}
	for _, by := range crm.ChargeDimensions {
		if by == crm.ChargesByMonth {
			continue
		}
		err := tx.Each(totalsOfDaySQL, func(r db.Row) error {
			k, s := totalKey{dimension: by, day: day}, crm.ChargeSum{}
			err := r.Scan(&k.currency, &k.key, &s.Count, &s.Free, &s.Unpriced, &s.Micros)
			out[k] = s
			return err
		}, workspaceID, string(by), day, maxDaySums)
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
