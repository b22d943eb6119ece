package crm

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"
)

// ForecastGroup is by what a forecast is broken down.
type ForecastGroup string

// The groups.
const (
	ForecastByStage    ForecastGroup = "stage"
	ForecastByMonth    ForecastGroup = "month" // of the expected close
	ForecastByOwner    ForecastGroup = "owner"
	ForecastByCategory ForecastGroup = "category"
)

// ForecastNone stands in a filter for deals that have no owner, or no expected close.
const ForecastNone = "none"

// ForecastQuery asks what the open deals of a pipeline are worth.
type ForecastQuery struct {
	PipelineID string
	GroupBy    ForecastGroup
	OwnerID    string // "" for all, ForecastNone for deals of nobody
	// At is the moment that is asked about; nil for now.
	At *time.Time
	// Currency is the one that a total is converted to; "" for none.
	Currency string
}

// CheckPast adds the fault of a moment that is not over yet.
func CheckPast(at *time.Time, now time.Time, f *Faults) {
	if at != nil && inFuture(*at, now) {
		f.Add("at", CodeOutOfRange, "at must not be in the future.")
	}
}

// Validate returns every fault of the query.
func (q ForecastQuery) Validate(now time.Time) error {
	var f Faults
	CheckPast(q.At, now, &f)
	if q.Currency != "" && !ValidCurrency(q.Currency) {
		f.Add("currency", CodeParameterInvalid, "currency is a code of ISO 4217 in capital letters, such as EUR.")
	}
	return f.Err()
}

// ForecastLine is what deals of one currency are worth together. Currency is "" for deals
// without an amount.
type ForecastLine struct {
	Currency string
	Deals    int64
	Minor    int64
	// Weighted is the amount of each deal times the probability of its stage, exactly:
	// in hundredths of a minor unit.
	Weighted *big.Int
}

// AmountText is the amount as a decimal text.
func (l ForecastLine) AmountText() string { return FormatMinor(l.Minor, l.Currency) }

// WeightedText is the weighted amount as a decimal text, with up to two places more than
// the currency has, so that it is exact.
func (l ForecastLine) WeightedText() string {
	text := decimalText(l.Weighted, CurrencyDecimals(l.Currency)+2)
	for range 2 {
		text = strings.TrimSuffix(text, "0")
	}
	return strings.TrimSuffix(text, ".")
}

// FormatMinorBig is FormatMinor of any number of minor units.
func FormatMinorBig(minor *big.Int, currency string) string {
	return decimalText(minor, CurrencyDecimals(currency))
}

// decimalText is a number of units that are so many places behind the point.
func decimalText(n *big.Int, places int) string {
	sign, text := "", new(big.Int).Abs(n).String()
	if n.Sign() < 0 {
		sign = "-"
	}
	if places == 0 {
		return sign + text
	}
	if short := places + 1 - len(text); short > 0 {
		text = strings.Repeat("0", short) + text
	}
	return sign + text[:len(text)-places] + "." + text[len(text)-places:]
}

// ForecastSum is what deals have in common, with how many there are.
type ForecastSum struct {
	Group     string // the stage, month, owner or category; "" for no month or owner
	Lines     []ForecastLine
	Deals     int64
	Converted *ConvertedSum // nil where none was asked for
}

// ConvertedSum is a sum in one currency.
type ConvertedSum struct {
	Currency string
	// Minor and Weighted are in minor units; nil where a rate is missing.
	Minor, Weighted *big.Int
	Rates           []ExchangeRate // that were used, by currency
	Missing         []string       // currencies without a rate
}

// Add adds deals that are on a stage of a probability.
func (s *ForecastSum) Add(currency string, probability int, deals, minor int64) {
	i := slices.IndexFunc(s.Lines, func(l ForecastLine) bool { return l.Currency == currency })
	if i < 0 {
		i = len(s.Lines)
		s.Lines = append(s.Lines, ForecastLine{Currency: currency, Weighted: new(big.Int)})
	}
	l := &s.Lines[i]
	l.Deals, l.Minor, s.Deals = l.Deals+deals, l.Minor+minor, s.Deals+deals
	l.Weighted.Add(l.Weighted, new(big.Int).Mul(big.NewInt(minor), big.NewInt(int64(probability))))
}

// tidy leaves out what is empty, and orders the currencies.
func (s *ForecastSum) tidy() {
	s.Lines = slices.DeleteFunc(s.Lines, func(l ForecastLine) bool { return l.Deals == 0 && l.Minor == 0 })
	slices.SortFunc(s.Lines, func(a, b ForecastLine) int { return cmp.Compare(a.Currency, b.Currency) })
}

// convert adds the sum in another currency, by the rates of a day.
func (s *ForecastSum) convert(currency string, rates map[string]ExchangeRate) {
	c := &ConvertedSum{Currency: currency, Minor: new(big.Int), Weighted: new(big.Int)}
	for _, l := range s.Lines {
		rate, known := rates[l.Currency]
		switch {
		case l.Currency == "":
			continue
		case l.Currency == currency:
			rate = ExchangeRate{From: currency, To: currency, Rate: "1"}
		case !known:
			c.Missing = append(c.Missing, l.Currency)
			continue
		default:
			c.Rates = append(c.Rates, rate)
		}
		c.Minor.Add(c.Minor, rate.Convert(new(big.Int).Mul(big.NewInt(l.Minor), big.NewInt(100))))
		c.Weighted.Add(c.Weighted, rate.Convert(l.Weighted))
	}
	if len(c.Missing) > 0 {
		c.Minor, c.Weighted = nil, nil
	}
	s.Converted = c
}

// Forecast is what the open deals of a pipeline are worth. The whole is the sum of the
// groups.
type Forecast struct {
	ForecastQuery
	At     time.Time
	Whole  ForecastSum
	Groups []ForecastSum
}

// ForecastCell is deals that have all of it in common.
type ForecastCell struct {
	Owner, Month, Category, Stage, Currency string
	Deals, Minor                            int64
}

// NewForecast adds cells up. The pipeline is as it was at the moment; rates are those to
// the currency that is asked for, by the other one.
func NewForecast(q ForecastQuery, at time.Time, p Pipeline, cells []ForecastCell, rates map[string]ExchangeRate) Forecast {
	out := Forecast{ForecastQuery: q, At: at}
	groups := map[string]*ForecastSum{}
	for _, c := range cells {
		stage, _ := p.Stage(c.Stage)
		of := map[ForecastGroup]string{ForecastByStage: c.Stage, ForecastByMonth: c.Month, ForecastByOwner: c.Owner,
			ForecastByCategory: cmp.Or(c.Category, string(stage.Forecast))}[q.GroupBy]
		if groups[of] == nil {
			groups[of] = &ForecastSum{Group: of}
		}
		groups[of].Add(c.Currency, stage.Probability, c.Deals, c.Minor)
		out.Whole.Add(c.Currency, stage.Probability, c.Deals, c.Minor)
	}
	for _, of := range slices.Sorted(maps.Keys(groups)) {
		out.Groups = append(out.Groups, *groups[of])
	}
	out.order(p)
	all := []*ForecastSum{&out.Whole}
	for i := range out.Groups {
		all = append(all, &out.Groups[i])
	}
	for _, s := range all {
		if s.tidy(); q.Currency != "" {
			s.convert(q.Currency, rates)
		}
	}
	return out
}

// order puts stages and categories into their own order, and leaves out other groups
// that have nothing.
func (f *Forecast) order(p Pipeline) {
	place := map[string]int{}
	switch f.GroupBy {
	case ForecastByStage:
		for i, s := range p.Stages {
			if place[s.ID] = i; s.Kind == StageOpen && !slices.ContainsFunc(f.Groups, func(g ForecastSum) bool { return g.Group == s.ID }) {
				f.Groups = append(f.Groups, ForecastSum{Group: s.ID})
			}
		}
	case ForecastByCategory:
		for i, c := range ForecastCategories {
			place[string(c)] = i
		}
	case ForecastByMonth, ForecastByOwner:
	}
	f.Groups = slices.DeleteFunc(f.Groups, func(g ForecastSum) bool { return g.Deals == 0 && f.GroupBy != ForecastByStage })
	slices.SortStableFunc(f.Groups, func(a, b ForecastSum) int { return cmp.Compare(place[a.Group], place[b.Group]) })
}

// Category is how surely a deal is counted on, and whether somebody set that.
func (d *Deal) Category() (category ForecastCategory, manual bool) {
	if d.Forecast != "" {
		return d.Forecast, true
	}
	return d.StageForecast, false
}

// checkForecast adds the fault of a category that there is not; "" is that of the stage.
func checkForecast(at string, c ForecastCategory, f *Faults) {
	if c != "" && !slices.Contains(ForecastCategories, c) {
		f.Add(at, CodeNotAllowed, "forecastCategory is omitted, pipeline, best_case, most_likely, commit or closed, or empty for that of the stage.")
	}
}

// ForecastFilter narrows the deals that a number of a forecast is made of; "" is
// everything.
type ForecastFilter struct {
	StageID, OwnerID, Month, Currency string
	Category                          ForecastCategory
	Status                            StageKind
}

// Has reports whether a deal is one of the filter.
func (f ForecastFilter) Has(d *Deal) bool {
	category, _ := d.Category()
	same := func(want, has string) bool {
		return want == "" || want == has || want == ForecastNone && has == ""
	}
	return same(f.StageID, d.StageID) && same(f.OwnerID, d.OwnerID) && same(string(f.Status), string(d.Status)) && same(f.Currency, d.Currency) &&
		same(string(f.Category), string(category)) && (f.Month == "" || f.Month == ForecastNone && d.ExpectedCloseOn == "" || strings.HasPrefix(d.ExpectedCloseOn, f.Month+"-"))
}

// Validate adds every fault of the filter.
func (f ForecastFilter) Validate(faults *Faults) {
	if f.Month != "" && f.Month != ForecastNone && !ValidDate(f.Month+"-01") {
		faults.Add("month", CodeParameterInvalid, "month is a month such as 2026-12, or none.")
	}
	if f.Currency != ForecastNone {
		CheckCurrencyFilter("currency", f.Currency, faults)
	}
}

// CheckCurrencyFilter adds the fault of a parameter that is no currency; "" is all.
func CheckCurrencyFilter(name, code string, f *Faults) {
	if code != "" && !ValidCurrency(code) {
		f.Add(name, CodeParameterInvalid, "%s is a code of ISO 4217 in capital letters, such as EUR.", name)
	}
}
