package crm

import (
	"cmp"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// ExchangeRate is what a unit of one currency is worth in another one, from a day on
// until there is a later one.
type ExchangeRate struct {
	WorkspaceID string
	From, To    string // currencies
	On          string // a date
	Rate        string // a decimal text
	Source      string // who says so; "" if nobody said
	SetBy       DoneBy
	SetAt       time.Time
}

// Bounds of exchange rates.
const (
	MaxExchangeRates = 500 // in one request
	maxRateSource    = 100
)

var rateForm = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,12})?$`)

// CheckExchangeRates returns the rates as they are stored, or every fault of them.
func CheckExchangeRates(list []ExchangeRate) ([]ExchangeRate, error) {
	var f Faults
	if len(list) == 0 {
		f.Add("/rates", CodeRequired, "rates is required: at least one rate.")
	}
	if len(list) > MaxExchangeRates {
		f.Add("/rates", CodeOutOfRange, "One request sets at most %d rates.", MaxExchangeRates)
		return nil, f.Err()
	}
	seen := map[[3]string]bool{}
	out := make([]ExchangeRate, len(list))
	for i, r := range list {
		at := func(name string) string { return Pointer("rates", i, name) }
		for name, code := range map[string]string{"from": r.From, "to": r.To} {
			if !ValidCurrency(code) {
				f.Add(at(name), CodeParameterInvalid, "%s is a code of ISO 4217 in capital letters, such as EUR.", name)
			}
		}
		if r.From == r.To && ValidCurrency(r.From) {
			f.Add(at("to"), CodeNotAllowed, "A currency has no rate to itself.")
		}
		if !ValidDate(r.On) {
			f.Add(at("on"), CodeParameterInvalid, "on is a date such as 2026-01-31.")
		}
		if !rateForm.MatchString(r.Rate) || strings.Trim(r.Rate, "0.") == "" {
			f.Add(at("rate"), CodeParameterInvalid, "rate is a decimal number above 0, with at most 12 places before the point and 12 behind it, such as 0.0062.")
		}
		if r.Source = strings.TrimSpace(r.Source); utf8.RuneCountInString(r.Source) > maxRateSource {
			f.Add(at("source"), CodeTooLong, "source may have at most %d characters.", maxRateSource)
		}
		if key := [3]string{r.From, r.To, r.On}; seen[key] {
			f.Add(at("on"), CodeNotAllowed, "Each pair of currencies is listed once for each day.")
		} else {
			seen[key] = true
		}
		out[i] = r
	}
	return out, f.Err()
}

// Convert is so many hundredths of a minor unit of the rate's first currency in minor
// units of the second one, rounded to the nearest, halves up.
func (r ExchangeRate) Convert(hundredths *big.Int) *big.Int {
	rate, _ := new(big.Rat).SetString(r.Rate)
	v := new(big.Rat).Mul(new(big.Rat).SetInt(hundredths), rate)
	v.Mul(v, tenTo(CurrencyDecimals(r.To)-CurrencyDecimals(r.From)-2))
	half := new(big.Rat).Add(v, big.NewRat(1, 2))
	return new(big.Int).Div(half.Num(), half.Denom())
}

// tenTo is a power of ten, also one below 1.
func tenTo(n int) *big.Rat {
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n, -n))), nil)
	if n < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), power)
	}
	return new(big.Rat).SetInt(power)
}

// ClosedSum is what deals were worth that were won and lost, in one currency: each by the
// rate of the day on which it was.
type ClosedSum struct {
	Currency  string
	Won, Lost *big.Int // in minor units; nil where a rate is missing
	Rates     []ClosingRate
	// Missing are the currencies without a rate on one of the days.
	Missing []string
}

// ClosingRate is the rate by which the deals of a day were converted.
type ClosingRate struct {
	Day string
	ExchangeRate
}

// NewClosedSum returns an empty sum.
func NewClosedSum(currency string) *ClosedSum {
	return &ClosedSum{Currency: currency, Won: new(big.Int), Lost: new(big.Int)}
}

// Add adds what the deals of one day and currency were worth.
func (s *ClosedSum) Add(part MovementPart, day, currency string, minor int64, r ExchangeRate, known bool) {
	switch {
	case currency == s.Currency:
		r = ExchangeRate{From: currency, To: currency, Rate: "1"}
	case !known:
		if !slices.Contains(s.Missing, currency) {
			s.Missing = append(s.Missing, currency)
		}
		return
	default:
		if used := (ClosingRate{day, r}); !slices.ContainsFunc(s.Rates, func(o ClosingRate) bool { return o.Day == day && o.From == r.From }) {
			s.Rates = append(s.Rates, used)
		}
	}
	sum := s.Won
	if part == PartLost {
		sum = s.Lost
	}
	sum.Add(sum, r.Convert(new(big.Int).Mul(big.NewInt(minor), big.NewInt(100))))
}

// Tidy orders what is listed; without a rate there is no sum.
func (s *ClosedSum) Tidy() {
	slices.Sort(s.Missing)
	slices.SortFunc(s.Rates, func(a, b ClosingRate) int { return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.From, b.From)) })
	if len(s.Missing) > 0 {
		s.Won, s.Lost = nil, nil
	}
}
