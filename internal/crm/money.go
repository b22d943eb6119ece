package crm

// Money is an exact amount.
type Money struct {
	Micros   int64  // millionths of the currency
	Currency string // ISO 4217
}

// Amount is the amount as a decimal text with at least two places.
func (m Money) Amount() string { return FormatMicros(m.Micros) }

// TemplatePrices are what one template to a contact costs at list price.
type TemplatePrices struct {
	Market             string // of the contact's number; "" where it is not known
	RateCard           string // the day on which prices of the card last changed; "" for none
	Utility, Marketing *Money // nil where it is not known
}
