package crm

import (
	"math/big"
	"regexp"
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
