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

// In returns what a message of a category costs in a market at a time, before volume tiers,
// and the card and day of the price; nil where no card says.
func (p Prices) In(market, category string, at time.Time) (*crm.Money, string) {
	micros, card := p.cards.price(market, category, p.currency, at, 0)
	if micros == nil {
		return nil, ""
	}
	return &crm.Money{Micros: *micros, Currency: p.currency}, card
}

// Of is In for the market of a phone number, which it returns, too.
func (p Prices) Of(phone, category string, at time.Time) (market string, price *crm.Money) {
	market = rates.Listed().Market(phone, at)
	price, _ = p.In(market, category, at)
	return market, price
}
