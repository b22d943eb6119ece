package charge

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/rates"
)

// Prices are the rate cards of a workspace for one currency: its own, newest first, and the
// listed one. They say what messages will cost.
type Prices struct {
	cards    deck
	currency string
}

// Prices returns the prices of a workspace in a currency, for other rooms. Cards that were
// read before are not read again.
func (c *Charges) Prices(tx *db.Tx, workspaceID, currency string) (Prices, error) {
	cards, err := c.deck(tx, workspaceID)
	return Prices{cards, currency}, err
}

// Volumes returns how many messages of a category were charged in each of the markets in
// the month of a time, for other rooms: volume tiers go by it.
func (c *Charges) Volumes(tx *db.Tx, workspaceID, currency, category string, at time.Time, markets []string) ([]int64, error) {
	out := make([]int64, len(markets))
	for i, market := range markets {
		n, err := volumeNow(tx, workspaceID, volume{monthOf(at), currency, market, category})
		if err != nil {
			return nil, err
		}
		out[i] = n
	}
	return out, nil
}

// In returns what a message of a category costs in a market at a time, before volume tiers,
// and the card and day of the price; nil where no card says.
func (p Prices) In(market, category string, at time.Time) (*crm.Money, string) {
	micros, card := p.cards.price(market, category, p.currency, at, 0)
	if micros == nil {
		return nil, ""
	}
	return &crm.Money{Micros: *micros, Currency: p.currency}, card
}

// Steps returns what messages of a category cost in a market at a time, one after another,
// where so many were charged in the month before; nothing where no card has the first price.
func (p Prices) Steps(market, category string, at time.Time, volume int64) (out []crm.PriceStep) {
	for from := volume; ; {
		c, micros := p.cards.card(market, category, p.currency, at, from)
		if micros == nil {
			return out
		}
		if len(out) == 0 || out[len(out)-1].Micros != *micros {
			out = append(out, crm.PriceStep{After: from - volume, Micros: *micros})
		}
		next, more := c.NextTier(market, category, p.currency, at, from)
		if !more {
			return out
		}
		from = next
	}
}

// Of is In for the market of a phone number, which it returns, too.
func (p Prices) Of(phone, category string, at time.Time) (market string, price *crm.Money) {
	market = rates.Listed().Market(phone, at)
	price, _ = p.In(market, category, at)
	return market, price
}
