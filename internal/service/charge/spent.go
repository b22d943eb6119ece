package charge

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/rates"
)

// Spent is what the charges of a category add up to.
type Spent struct{ Micros, Unpriced int64 }

// SpentOf returns what the ledger of a workspace has in a currency from one day (UTC) to
// another one, by the categories of rate cards.
func SpentOf(tx *db.Tx, workspaceID, currency string, first, last time.Time) (map[string]Spent, error) {
	out := map[string]Spent{}
	err := tx.Each(spentSQL, func(r db.Row) error {
		var category string
		var s Spent
		err := r.Scan(&category, &s.Micros, &s.Unpriced)
		category = rates.CardCategory(category)
		out[category] = Spent{out[category].Micros + s.Micros, out[category].Unpriced + s.Unpriced}
		return err
	}, workspaceID, string(crm.ChargesByCategory), db.Ms(first), db.Ms(last), currency, maxSums)
	return out, err
}

// BookedOf returns how many charges a workspace has of each broadcast since a day (UTC).
func BookedOf(tx *db.Tx, workspaceID string, since time.Time) (map[string]int64, error) {
	out := map[string]int64{}
	err := tx.Each(bookedSQL, func(r db.Row) error {
		var id string
		var n int64
		err := r.Scan(&id, &n)
		out[id] = n
		return err
	}, workspaceID, string(crm.ChargesByBroadcast), db.Ms(since.UTC().Truncate(crm.SpanDay)), maxSums)
	return out, err
}

// Rounds is how often the ledger of a workspace was added to: while it stays, so do the
// sums.
func Rounds(tx *db.Tx, workspaceID string) (int64, error) { return roundsOf(tx, workspaceID) }
