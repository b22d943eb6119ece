package crm

import (
	"cmp"
	"slices"
	"time"
)

// Exclusion is why how many were left out.
type Exclusion struct {
	Reason string
	Count  int64
}

// MarketForecast is what a broadcast costs in a market.
type MarketForecast struct {
	Market string
	// Recipients are all of the market, Free those whom an ad led here, so that nothing is
	// billed now.
	Recipients, Free int64
	// Prices are those of the messages one after another, as volume tiers go by how many
	// were charged in the month before; nothing where they are not known.
	Prices                []PriceStep
	Expected, Best, Worst int64 // millionths
}

// PriceStep is what a message costs after so many.
type PriceStep struct {
	After  int64
	Micros int64
}

// costOf is what a thousandth of so many messages costs, one after another, rounded up.
func costOf(thousandths int64, steps []PriceStep) (micros int64) {
	for i, s := range steps {
		end := thousandths
		if i+1 < len(steps) {
			end = min(end, 1000*steps[i+1].After)
		}
		micros += max(0, end-1000*s.After) * s.Micros
	}
	return (micros + 999) / 1000
}

// BroadcastForecast is what starting a broadcast would come to.
type BroadcastForecast struct {
	Recipients, Unpriced  int64
	Excluded              []Exclusion
	Category, Currency    string
	RateCard              string
	Markets               []MarketForecast
	Expected, Best, Worst int64 // millionths, of what has a price
	// Arrived and BestArrived are which part of the template's messages was delivered, in
	// thousandths: of all of the last 30 days, and on the worst day; nil where too few
	// were sent.
	Arrived, BestArrived *int64
	Throughput           int64
	Seconds              int64
	// Limit is how many people may be written to first within a day; 0 where it is not
	// known.
	Limit    int64
	Prepared bool
	// Waiting are recipients whose time has not come when they could be sent, LastAt is when
	// the last one would be.
	Waiting int64
	LastAt  time.Time
	// HeldOut are in nothing else. Test is nil without variants.
	HeldOut int64
	Test    *BroadcastPlan
}

// ForecastSent is how many messages a template, or a day of it, must have had for a
// forecast to go by what became of them.
const ForecastSent = 100

// Charge adds up what a broadcast costs: at worst every message is delivered and billed;
// it is expected that those are not whom an ad led here, and that as many arrive as did
// of the template so far; at best as few as on the day with the fewest.
func (b *BroadcastForecast) Charge() {
	arrived := func(messages int64, part *int64) int64 {
		if part == nil {
			return 1000 * messages
		}
		return messages * *part
	}
	for i := range b.Markets {
		m := &b.Markets[i]
		if len(m.Prices) == 0 {
			b.Unpriced += m.Recipients
			continue
		}
		billed := m.Recipients - m.Free
		m.Worst, m.Expected, m.Best = costOf(1000*m.Recipients, m.Prices), costOf(arrived(billed, b.Arrived), m.Prices), costOf(arrived(billed, b.BestArrived), m.Prices)
		b.Worst, b.Expected, b.Best = b.Worst+m.Worst, b.Expected+m.Expected, b.Best+m.Best
	}
	slices.SortFunc(b.Markets, func(x, y MarketForecast) int {
		return cmp.Or(cmp.Compare(y.Recipients, x.Recipients), cmp.Compare(x.Market, y.Market))
	})
}

// ArrivedOf is which part of messages was delivered, in thousandths; nil where too few
// were sent.
func ArrivedOf(c TemplateCount) *int64 {
	if c.Sent < ForecastSent {
		return nil
	}
	return new(min(1000, c.Delivered*1000/c.Sent))
}
