package deal

import (
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const rateColumns = `r.from_currency, r.to_currency, r.rate_on, r.rate, r.source, r.set_by, r.set_at`

var (
	putRateSQL = db.SQL(`INSERT INTO exchange_rates (workspace_id, from_currency, to_currency, rate_on, rate, source, set_by, set_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (workspace_id, from_currency, to_currency, rate_on) DO UPDATE SET rate = excluded.rate, source = excluded.source, set_by = excluded.set_by, set_at = excluded.set_at`)
	rateSQL = db.SQL(`SELECT rate FROM exchange_rates WHERE workspace_id = $1 AND from_currency = $2 AND to_currency = $3 AND rate_on = $4`)
	// By the key, or by the index of the currency that is converted to.
	listRatesSQL = db.SQL(`SELECT ` + rateColumns + ` FROM exchange_rates r WHERE r.workspace_id = $1 AND (r.from_currency, r.to_currency, r.rate_on) > ($2, $3, $4)
		AND r.from_currency <= CASE WHEN $5 = '' THEN '~' ELSE $5 END ORDER BY r.from_currency, r.to_currency, r.rate_on LIMIT $6`)
	listRatesToSQL = db.SQL(`SELECT ` + rateColumns + ` FROM exchange_rates r INDEXED BY exchange_rates_to WHERE r.workspace_id = $1 AND r.to_currency = $5 AND (r.from_currency, r.rate_on) > ($2, $3)
		AND r.from_currency <= CASE WHEN $4 = '' THEN '~' ELSE $4 END ORDER BY r.from_currency, r.rate_on LIMIT $6`).By("exchange_rates_to")
	// The last rate of each currency until a day.
	ratesOnSQL = db.SQL(`SELECT ` + rateColumns + ` FROM exchange_rates r INDEXED BY exchange_rates_to WHERE r.workspace_id = $1 AND r.to_currency = $2 AND r.from_currency = $4
		AND r.rate_on <= $3 ORDER BY r.rate_on DESC LIMIT 1`).By("exchange_rates_to")
	// What holds on the day, to every currency, where nothing is kept of that day yet.
	pinRatesSQL = db.SQL(`WITH RECURSIVE known (code) AS (SELECT min(to_currency) FROM exchange_rates WHERE workspace_id = $1 AND from_currency = $2
			UNION ALL SELECT (SELECT min(r.to_currency) FROM exchange_rates r WHERE r.workspace_id = $1 AND r.from_currency = $2 AND r.to_currency > known.code) FROM known WHERE known.code IS NOT NULL)
		INSERT INTO closing_rates (workspace_id, to_currency, closed_on, from_currency, rate, rate_on, source)
		SELECT r.workspace_id, r.to_currency, CAST($3 AS TEXT), r.from_currency, r.rate, r.rate_on, r.source FROM known JOIN exchange_rates r ON r.workspace_id = $1 AND r.from_currency = $2 AND r.to_currency = known.code
			AND r.rate_on = (SELECT max(x.rate_on) FROM exchange_rates x WHERE x.workspace_id = $1 AND x.from_currency = $2 AND x.to_currency = known.code AND x.rate_on <= $3)
		WHERE known.code IS NOT NULL ON CONFLICT DO NOTHING`)
	correctPinnedSQL = db.SQL(`UPDATE closing_rates SET rate = $5, rate_on = $4, source = $6 WHERE workspace_id = $1 AND to_currency = $2 AND from_currency = $3 AND closed_on = $4`)
	pinnedRatesSQL   = db.SQL(`SELECT closed_on, from_currency, rate, rate_on, source FROM closing_rates WHERE workspace_id = $1 AND to_currency = $2 AND closed_on >= $3 AND closed_on <= $4`)
	rateSourcesSQL   = db.SQL(`WITH RECURSIVE known (code) AS (SELECT min(from_currency) FROM exchange_rates WHERE workspace_id = $1 AND to_currency = $2
			UNION ALL SELECT (SELECT min(r.from_currency) FROM exchange_rates r WHERE r.workspace_id = $1 AND r.to_currency = $2 AND r.from_currency > known.code) FROM known WHERE known.code IS NOT NULL)
		SELECT code FROM known WHERE code IS NOT NULL`)
)

func putRate(tx *db.Tx, r crm.ExchangeRate) {
	tx.Write(putRateSQL, r.WorkspaceID, r.From, r.To, r.On, r.Rate, r.Source, r.SetBy.String(), db.Ms(r.SetAt))
}

// rateOf is the rate of the same currencies and day that there is already; "" for none.
func rateOf(tx *db.Tx, r crm.ExchangeRate) (rate string, err error) {
	_, err = tx.One(rateSQL, []any{&rate}, r.WorkspaceID, r.From, r.To, r.On)
	return rate, err
}

func scanRate(r db.Row, workspaceID string) (out crm.ExchangeRate, err error) {
	out.WorkspaceID = workspaceID
	var by string
	var at int64
	if err = r.Scan(&out.From, &out.To, &out.On, &out.Rate, &out.Source, &by, &at); err != nil {
		return out, err
	}
	out.SetAt = db.At(at)
	out.SetBy, err = crm.ParseDoneBy(by)
	return out, err
}

// rates returns a page of the rates of a workspace by their currencies and days.
func rates(tx *db.Tx, workspaceID, from, to string, p crm.Page) (crm.List[crm.ExchangeRate], error) {
	place := strings.Split(p.After, ".")
	if p.After == "" {
		place = []string{from, to, ""}
	}
	if len(place) != 3 {
		var f crm.Faults
		f.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list.")
		return crm.List[crm.ExchangeRate]{}, f.Err()
	}
	var list []crm.ExchangeRate
	which, args := listRatesSQL, []any{workspaceID, place[0], place[1], place[2], from, p.Limit + 1}
	if to != "" {
		which, args = listRatesToSQL, []any{workspaceID, place[0], place[2], from, to, p.Limit + 1}
	}
	err := tx.Each(which, func(r db.Row) error {
		e, err := scanRate(r, workspaceID)
		list = append(list, e)
		return err
	}, args...)
	return crm.CutPage(list, p.Limit, func(r crm.ExchangeRate) string { return r.From + "." + r.To + "." + r.On }), err
}

// ratesOn returns the rates to a currency that hold on a day, by the other currency.
func ratesOn(tx *db.Tx, workspaceID, to, day string) (map[string]crm.ExchangeRate, error) {
	codes, err := tx.Texts(rateSourcesSQL, workspaceID, to)
	if err != nil {
		return nil, err
	}
	out := map[string]crm.ExchangeRate{}
	for _, code := range codes {
		err := tx.Each(ratesOnSQL, func(r db.Row) error {
			e, err := scanRate(r, workspaceID)
			out[e.From] = e
			return err
		}, workspaceID, to, day, code)
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// pinRates keeps the rates that hold on the day on which a deal is won or lost.
func pinRates(tx *db.Tx, d crm.Deal, at int64) {
	if d.Currency != "" {
		tx.Write(pinRatesSQL, d.WorkspaceID, d.Currency, dayOf(at))
	}
}

// correctPinned lets deals of the very day of a rate be converted by it.
func correctPinned(tx *db.Tx, r crm.ExchangeRate) {
	tx.Write(correctPinnedSQL, r.WorkspaceID, r.To, r.From, r.On, r.Rate, r.Source)
}

// dayOf is the day of a moment in Unix milliseconds, in UTC, as rates have it.
func dayOf(at int64) string { return db.At(at).UTC().Format(time.DateOnly) }

// closingRates gives the rates to a currency of the days on which deals were won or lost:
// those that are kept of the day, or else the last ones until then.
type closingRates struct {
	tx              *db.Tx
	workspaceID, to string
	pinned          map[[2]string]crm.ExchangeRate // by day and currency
	days            map[string]map[string]crm.ExchangeRate
}

func readClosingRates(tx *db.Tx, workspaceID, to, first, last string) (*closingRates, error) {
	c := &closingRates{tx: tx, workspaceID: workspaceID, to: to, pinned: map[[2]string]crm.ExchangeRate{}, days: map[string]map[string]crm.ExchangeRate{}}
	err := tx.Each(pinnedRatesSQL, func(r db.Row) error {
		var day string
		e := crm.ExchangeRate{WorkspaceID: workspaceID, To: to}
		err := r.Scan(&day, &e.From, &e.Rate, &e.On, &e.Source)
		c.pinned[[2]string{day, e.From}] = e
		return err
	}, workspaceID, to, first, last)
	return c, err
}

func (c *closingRates) of(day, from string) (r crm.ExchangeRate, known bool, err error) {
	if r, known = c.pinned[[2]string{day, from}]; known {
		return r, true, nil
	}
	if c.days[day] == nil {
		if c.days[day], err = ratesOn(c.tx, c.workspaceID, c.to, day); err != nil {
			return r, false, err
		}
	}
	r, known = c.days[day][from]
	return r, known, nil
}
