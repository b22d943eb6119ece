// Package reconcile compares what the ledger of charges says with what the provider says
// that it charges, and finds the likely cause of each difference. It decides by its
// arguments alone.
package reconcile

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
	"time"
)

// Key is what both sides add up by. Empty fields are of a side that does not tell them:
// both sides must leave out the same ones.
type Key struct {
	Day           time.Time // its beginning in UTC, or that of the month
	PhoneNumberID string
	Market        string
	Category      string
	// Type is how it is charged: regular, free_customer_service or free_entry_point.
	Type string
}

// Sum is what one side has of a key.
type Sum struct {
	Count  int64
	Micros int64 // millionths of the currency of the account
	// Unpriced are those of the ledger whose amount is not known; they are not in Micros.
	Unpriced int64
	// Hidden says that the provider does not tell its cost.
	Hidden bool
	// Tier says that the provider charged some of them at the price of a volume tier.
	Tier bool
}

// Sums are one side.
type Sums map[Key]Sum

// Add adds a sum to a key.
func (s Sums) Add(k Key, more Sum) {
	was := s[k]
	s[k] = Sum{was.Count + more.Count, was.Micros + more.Micros, was.Unpriced + more.Unpriced, was.Hidden || more.Hidden, was.Tier || more.Tier}
}

// Cause is why the sides differ, as far as it can be told.
type Cause string

// The causes.
const (
	StatusMissing   Cause = "status_missing"   // the provider charges what was sent and of which no status told a charge
	NotSentHere     Cause = "not_sent_here"    // the provider charges what this service did not send, or what was erased
	NotCharged      Cause = "not_charged"      // the provider does not charge what its statuses said it would
	NotYetCharged   Cause = "not_yet_charged"  // the same, so recent that it may still come
	CategoryDiffers Cause = "category_differs" // charged in another category than its status said
	FreeDiffers     Cause = "free_differs"     // one side has it free, the other one does not
	MarketDiffers   Cause = "market_differs"   // charged in another market
	DayDiffers      Cause = "day_differs"      // charged on the day before or after
	PriceDiffers    Cause = "price_differs"    // the rate card has another price
	TierDiffers     Cause = "volume_tier"      // the provider's price is that of another volume tier
	PriceUnknown    Cause = "price_unknown"    // no rate card has the price
)

// Side is what one side says of a difference.
type Side struct {
	Key
	Count  int64
	Micros int64
	Known  bool // the amount is known
}

// Difference is messages of which the sides say different things.
type Difference struct {
	Cause Cause
	// Count is how many messages it is about.
	Count int64
	// Ledger and Provider are what each side says of them; nil where it does not have them.
	Ledger, Provider *Side
}

// Books are what is compared.
type Books struct {
	Ledger, Provider Sums
	// Waiting counts messages that were sent and of which no status told a charge.
	Waiting map[Key]int64
	// Fresh is from when on the provider may not have charged everything.
	Fresh time.Time
}

// books are what is left to explain.
type books struct {
	Books
	over, under map[Key]int64 // how many more the ledger has, and the provider
	out         []Difference
}

// Compare finds the differences, in the order of their days.
func Compare(in Books) []Difference {
	b := &books{Books: in, over: map[Key]int64{}, under: map[Key]int64{}}
	for k, sum := range in.Ledger {
		if n := sum.Count - in.Provider[k].Count; n > 0 {
			b.over[k] = n
		}
	}
	for k, sum := range in.Provider {
		if n := sum.Count - in.Ledger[k].Count; n > 0 {
			b.under[k] = n
		}
	}
	b.priced()
	// A message that waits for its status explains best what only the provider has.
	b.waiting()
	b.moved(FreeDiffers, func(a, b Key) bool { a.Type, a.Category = b.Type, b.Category; return a == b }, func(ledger, provider Key) bool { return ledger.Type != provider.Type })
	b.moved(CategoryDiffers, func(a, b Key) bool { a.Category = b.Category; return a == b }, nil)
	nextDay := func(a, b Key) bool {
		between := a.Day.Sub(b.Day).Abs()
		a.Day = b.Day
		return a == b && between <= 24*time.Hour
	}
	// What costs the same on the next day is rather the same than what costs more elsewhere.
	b.moved(DayDiffers, nextDay, b.samePrice)
	b.moved(MarketDiffers, func(a, b Key) bool { a.Market = b.Market; return a == b }, nil)
	b.moved(DayDiffers, nextDay, nil)
	for _, k := range sorted(b.under) {
		b.tell(NotSentHere, b.under[k], nil, &k)
	}
	for _, k := range sorted(b.over) {
		cause := NotCharged
		if !in.Fresh.IsZero() && !k.Day.Before(in.Fresh) {
			cause = NotYetCharged
		}
		b.tell(cause, b.over[k], &k, nil)
	}
	slices.SortStableFunc(b.out, func(a, b Difference) int { return a.day().Compare(b.day()) })
	return b.out
}

func (d Difference) day() time.Time {
	if d.Ledger != nil {
		return d.Ledger.Day
	}
	return d.Provider.Day
}

// priced finds other prices for what both sides have.
func (b *books) priced() {
	for _, k := range sorted(b.Ledger) {
		l, p := b.Ledger[k], b.Provider[k]
		both := min(l.Count, p.Count)
		if both <= 0 || p.Hidden {
			continue
		}
		if n := min(l.Unpriced, both); n > 0 {
			ledger, provider := Side{Key: k, Count: n}, Side{k, n, part(p.Micros, n, p.Count), true}
			b.out = append(b.out, Difference{PriceUnknown, n, &ledger, &provider})
			if both -= n; both == 0 {
				continue
			}
		}
		// Whole amounts are compared where both have the same messages; else what each costs.
		known := l.Count - l.Unpriced
		lx, px := part(l.Micros, both, known), part(p.Micros, both, p.Count)
		if lx == px || l.Count != p.Count && (lx-px)*(lx-px) <= both*both { // each is rounded
			continue
		}
		cause := PriceDiffers
		if p.Tier {
			cause = TierDiffers
		}
		b.out = append(b.out, Difference{cause, both, &Side{k, both, lx, true}, &Side{k, both, px, true}})
	}
}

// MayBe reports whether a message that waits for its status may be one that the provider
// charges: its category is not known before, or may have become that of an entry point.
func MayBe(charged, waiting Key) bool {
	after := charged.Day.Sub(waiting.Day)
	return charged.PhoneNumberID == waiting.PhoneNumberID && charged.Market == waiting.Market && after >= 0 && after <= 24*time.Hour &&
		(waiting.Category == "" || waiting.Category == charged.Category || charged.Category == "referral_conversion")
}

// waiting explains what only the provider has by messages without a status, as much of it
// as possible: which message it was is not known, and one that may be several things is
// not spent on one that another message explains, too.
func (b *books) waiting() {
	g := given{b.Waiting, map[Key][]Key{}, map[Key]map[Key]int64{}}
	under, waits := sorted(b.under), sorted(b.Waiting)
	for _, k := range under {
		for _, of := range waits {
			if !MayBe(k, of) {
				continue
			}
			g.mayBe[k] = append(g.mayBe[k], of)
			g.give(k, of, min(b.under[k], b.Waiting[of]))
			b.under[k] -= g.to[of][k]
		}
	}
	for _, k := range under {
		for b.under[k] > 0 && g.again(k, map[Key]bool{}) {
			b.under[k]--
		}
		n := int64(0)
		for _, of := range g.mayBe[k] {
			n += g.to[of][k]
		}
		if n > 0 {
			b.tell(StatusMissing, n, nil, &k)
		}
		if b.under[k] == 0 {
			delete(b.under, k)
		}
	}
}

// given is which messages without a status explain what the provider charged.
type given struct {
	left  map[Key]int64         // messages that explain nothing yet
	mayBe map[Key][]Key         // by what is charged, what waits
	to    map[Key]map[Key]int64 // by what waits, what it explains
}

func (g given) give(k, of Key, n int64) {
	if n == 0 {
		return
	}
	if g.to[of] == nil {
		g.to[of] = map[Key]int64{}
	}
	g.left[of] -= n
	g.to[of][k] += n
}

// again finds one more message for what is charged, if need be by giving another message to
// what had it. It reports false when there is none, now and later. What was seen is not
// tried again.
func (g given) again(k Key, seen map[Key]bool) bool {
	for _, of := range g.mayBe[k] {
		if seen[of] {
			continue
		}
		seen[of] = true
		if g.left[of] > 0 {
			g.give(k, of, 1)
			return true
		}
		for _, other := range sorted(g.to[of]) {
			if other != k && g.to[of][other] > 0 && g.again(other, seen) {
				g.to[of][other]--
				g.to[of][k]++
				return true
			}
		}
	}
	return false
}

// moved pairs what only the ledger has with what only the provider has.
func (b *books) moved(cause Cause, alike, and func(ledger, provider Key) bool) {
	for _, of := range sorted(b.over) {
		for _, to := range sorted(b.under) {
			if !alike(of, to) || and != nil && !and(of, to) {
				continue
			}
			n := min(b.over[of], b.under[to])
			if n == 0 {
				continue
			}
			b.tell(cause, n, &of, &to)
			less(b.over, of, n)
			less(b.under, to, n)
		}
	}
}

// samePrice reports whether a message costs the ledger by one key what it costs the
// provider by another.
func (b *books) samePrice(ledger, provider Key) bool {
	l, p := b.Ledger[ledger], b.Provider[provider]
	return part(l.Micros, 1, l.Count-l.Unpriced) == part(p.Micros, 1, p.Count)
}

func less(m map[Key]int64, k Key, n int64) {
	if m[k] -= n; m[k] == 0 {
		delete(m, k)
	}
}

// tell adds a difference of n messages.
func (b *books) tell(cause Cause, n int64, ledger, provider *Key) {
	d := Difference{Cause: cause, Count: n}
	if ledger != nil {
		sum := b.Ledger[*ledger]
		d.Ledger = &Side{*ledger, n, part(sum.Micros, n, sum.Count-sum.Unpriced), sum.Unpriced < sum.Count}
	}
	if provider != nil {
		sum := b.Provider[*provider]
		d.Provider = &Side{*provider, n, part(sum.Micros, n, sum.Count), !sum.Hidden}
	}
	b.out = append(b.out, d)
}

// part is what n of count cost, rounded to the nearest unit.
func part(micros, n, count int64) int64 {
	if count == 0 {
		return 0
	}
	x := new(big.Int).Mul(big.NewInt(2*micros), big.NewInt(n))
	x.Add(x, big.NewInt(count))
	return x.Div(x, big.NewInt(2*count)).Int64()
}

// sorted are the keys of a map in a fixed order.
func sorted[V any](m map[Key]V) []Key {
	return slices.SortedFunc(maps.Keys(m), func(a, b Key) int {
		return cmp.Or(a.Day.Compare(b.Day), cmp.Compare(a.PhoneNumberID, b.PhoneNumberID), cmp.Compare(a.Market, b.Market), cmp.Compare(a.Category, b.Category), cmp.Compare(a.Type, b.Type))
	})
}
