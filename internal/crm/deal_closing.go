package crm

import (
	"cmp"
	"slices"
	"strings"
)

// ClosingValue is what a closing is counted by: its reason, "" for own words, and its
// currency, "" for a deal without an amount.
func ClosingValue(reasonID, currency string) string { return reasonID + "/" + currency }

// ParseClosingValue takes a ClosingValue apart.
func ParseClosingValue(value string) (reasonID, currency string) {
	reasonID, currency, _ = strings.Cut(value, "/")
	return reasonID, currency
}

// ClosingSum is what deals of one currency were worth when they were won, or lost.
type ClosingSum struct {
	Currency string // "" for deals without an amount
	Worth
}

// ClosingReason is how many deals were won, or lost, for a reason. ReasonID is "" for
// those with own words or none.
type ClosingReason struct {
	ReasonID, Name string
	Count          int64
	Sums           []ClosingSum
}

// Closings say why deals of a pipeline were won, or lost, in a period.
type Closings struct {
	ReportPeriod
	Count   int64
	Sums    []ClosingSum
	Reasons []ClosingReason
}

// NewClosings adds up what was counted, by ClosingValue: the most frequent reason first.
func NewClosings(p ReportPeriod, found map[string]Worth) Closings {
	out := Closings{ReportPeriod: p}
	all, of := map[string]Worth{}, map[string]map[string]Worth{}
	for value, w := range found {
		reasonID, currency := ParseClosingValue(value)
		if of[reasonID] == nil {
			of[reasonID] = map[string]Worth{}
		}
		of[reasonID][currency] = w
		sum := all[currency]
		all[currency] = Worth{sum.Deals + w.Deals, sum.Minor + w.Minor}
	}
	out.Sums, out.Count = closingSums(all)
	for reasonID, sums := range of {
		r := ClosingReason{ReasonID: reasonID}
		r.Sums, r.Count = closingSums(sums)
		out.Reasons = append(out.Reasons, r)
	}
	slices.SortFunc(out.Reasons, func(a, b ClosingReason) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.ReasonID, b.ReasonID))
	})
	return out
}

func closingSums(by map[string]Worth) (out []ClosingSum, count int64) {
	for currency, w := range by {
		out = append(out, ClosingSum{currency, w})
		count += w.Deals
	}
	slices.SortFunc(out, func(a, b ClosingSum) int { return cmp.Compare(a.Currency, b.Currency) })
	return out, count
}

// Share is which part of all a reason has.
func (c Closings) Share(r ClosingReason) float64 { return float64(r.Count) / float64(c.Count) }
