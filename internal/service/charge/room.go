// Package charge keeps the ledger of what the provider charges: a row for each message that
// arrived, booked once, priced by the rate card of its day and never changed. What a later
// status says otherwise is added as corrections. This service adds nothing to a price.
package charge

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/rates"
	"service.example/crm/internal/service/core"
)

// Charges has the use cases about the ledger and its rate cards.
type Charges struct {
	db    *db.DB
	log   *slog.Logger
	calls *core.Calls
	cards sync.Map // *rates.Card by identifier of an imported one: they never change
}

// New returns the use cases.
func New(p core.Parts) *Charges { return &Charges{db: p.DB, log: p.Log, calls: p.Calls} }

// List returns rows of the ledger, newest first.
func (c *Charges) List(ctx context.Context, actor crm.Actor, f crm.ChargeFilter, p crm.Page) (out crm.List[crm.BookedCharge], err error) {
	if err := actor.Require(crm.ScopeChargesRead); err != nil {
		return out, err
	}
	err = c.db.View(ctx, func(tx *db.Tx) (err error) { out, err = list(tx, actor.WorkspaceID, f, p); return err })
	return out, err
}

// Summary returns what the charges of a period add up to by a dimension and by currency:
// from and to are its first and last day in UTC, as 2006-01-02; "" for the last thirty.
func (c *Charges) Summary(ctx context.Context, actor crm.Actor, by crm.ChargeDimension, from, to string) (out []crm.ChargeSum, first, last time.Time, err error) {
	if err = actor.Require(crm.ScopeChargesRead); err != nil {
		return nil, first, last, err
	}
	if first, last, err = crm.ReadPeriod(c.db.Source().Now().UTC(), from, to); err != nil {
		return nil, first, last, err
	}
	err = c.db.View(ctx, func(tx *db.Tx) (err error) { out, err = sums(tx, actor.WorkspaceID, by, first, last); return err })
	return out, first, last, err
}

// windowLife is how long it is known that a conversation of 24 hours was charged: statuses
// may be days late.
const windowLife = 45 * 24 * time.Hour

// Sweep forgets conversations whose messages have all been told of.
func (c *Charges) Sweep(ctx context.Context) error {
	return core.Remove(ctx, c.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		return tx.Exec(expireWindowsSQL, db.Ms(tx.Now().Add(-windowLife)), limit)
	})
}

// listed is what rows priced by the card of the service name as theirs.
const listed = "listed"

// deck are the rate cards of a workspace: its own, newest first, and the listed one.
type deck []card

type card struct {
	name string
	*rates.Card
}

// price returns what a message costs by the first card that has it, and the card and day of
// the price; nil where no card says.
func (d deck) price(market, category, currency string, at time.Time, volume int64) (*int64, string) {
	c, micros := d.card(market, category, currency, at, volume)
	if micros == nil {
		return nil, ""
	}
	_, day := c.PriceAbove(market, category, currency, at, volume)
	return micros, c.name + " " + day
}

// card returns the first card that has a price, and the price.
func (d deck) card(market, category, currency string, at time.Time, volume int64) (card, *int64) {
	for _, c := range d {
		if p, _ := c.PriceAbove(market, category, currency, at, volume); p != nil {
			return c, &p.Micros
		}
	}
	return card{}, nil
}
