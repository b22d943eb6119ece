package crm

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// DealLine is a part of what a deal is worth.
type DealLine struct {
	Name string
	// Quantity is in thousandths, UnitMinor in minor units of the deal's currency,
	// Discount in hundredths of a percent.
	Quantity, UnitMinor, Discount int64
}

// MaxDealLines is how many lines a deal may have.
const MaxDealLines = 100

const (
	maxLineName     = 200
	quantityPlaces  = 3
	discountPlaces  = 2
	maxQuantity     = 1_000_000_000
	wholeDiscount   = 100 * 100
	wholeOfQuantity = 1000
)

// Total is what the line is worth in minor units, rounded to the nearest one.
func (l DealLine) Total() *big.Int {
	sum := new(big.Int).Mul(big.NewInt(l.Quantity), big.NewInt(l.UnitMinor))
	sum.Mul(sum, big.NewInt(wholeDiscount-l.Discount))
	whole := big.NewInt(wholeDiscount * wholeOfQuantity)
	return sum.Div(sum.Add(sum, new(big.Int).Rsh(whole, 1)), whole)
}

// DealLineSpec is a line as a request names it: decimal texts, "" for what is left out.
type DealLineSpec struct {
	Name, Quantity, UnitAmount, DiscountPercent string
}

// DealLines returns the lines of a request and what they are worth together, or every
// fault.
func DealLines(specs []DealLineSpec, currency string) (lines []DealLine, total int64, err error) {
	var f Faults
	if len(specs) > MaxDealLines {
		f.Add("/lines", CodeOutOfRange, "A deal has at most %d lines.", MaxDealLines)
		return nil, 0, f.Err()
	}
	if currency == "" && len(specs) > 0 {
		f.Add("/currency", CodeRequired, "currency is required: neither the deal nor its pipeline has one.")
	} else if currency != "" && !ValidCurrency(currency) {
		checkCurrency("/currency", currency, &f)
		currency = ""
	}
	sum := new(big.Int)
	for i, spec := range specs {
		l := spec.read(i, currency, &f)
		sum.Add(sum, l.Total())
		lines = append(lines, l)
	}
	if sum.Cmp(big.NewInt(MaxMinor)) > 0 && f.Empty() {
		f.Add("/lines", CodeOutOfRange, "The lines are worth too much: at most %s %s together.", FormatMinor(MaxMinor, currency), currency)
	}
	return lines, sum.Int64(), f.Err()
}

func (spec DealLineSpec) read(i int, currency string, f *Faults) (l DealLine) {
	at := func(name string) string { return Pointer("lines", i, name) }
	l.Name = strings.Join(strings.Fields(spec.Name), " ")
	switch {
	case l.Name == "":
		f.Add(at("name"), CodeRequired, "name is required: what is sold.")
	case utf8.RuneCountInString(l.Name) > maxLineName:
		f.Add(at("name"), CodeTooLong, "name may have at most %d characters.", maxLineName)
	}
	ok := true
	if l.Quantity, ok = parsePlaces(spec.Quantity, "1", quantityPlaces); !ok || l.Quantity > maxQuantity*wholeOfQuantity {
		f.Add(at("quantity"), CodeParameterInvalid, "quantity is a decimal number such as 2 or 1.5, with at most %d decimal places and at most %d.", quantityPlaces, maxQuantity)
	}
	if l.Discount, ok = parsePlaces(spec.DiscountPercent, "0", discountPlaces); !ok || l.Discount > wholeDiscount {
		f.Add(at("discountPercent"), CodeParameterInvalid, "discountPercent is a decimal number from 0 to 100 with at most %d decimal places.", discountPlaces)
	}
	switch {
	case spec.UnitAmount == "":
		f.Add(at("unitAmount"), CodeRequired, "unitAmount is required: what one of it costs.")
	case currency != "":
		minor, reason := ParseMinor(spec.UnitAmount, currency)
		if l.UnitMinor = minor; reason != "" {
			f.Add(at("unitAmount"), CodeParameterInvalid, "unitAmount %s.", reason)
		}
	}
	return l
}

var placesForm = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,10})?$`)

// parsePlaces reads a decimal text of at most so many places as a whole number of its
// smallest part.
func parsePlaces(text, otherwise string, places int) (int64, bool) {
	if text == "" {
		text = otherwise
	}
	if !placesForm.MatchString(text) {
		return 0, false
	}
	whole, part, _ := strings.Cut(text, ".")
	part = strings.TrimRight(part, "0")
	if len(part) > places {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+part+strings.Repeat("0", places-len(part)), 10, 64)
	return n, err == nil
}

// FormatPlaces renders what parsePlaces reads, without needless zeros.
func FormatPlaces(n int64, places int) string {
	text := strconv.FormatInt(n, 10)
	if short := places + 1 - len(text); short > 0 {
		text = strings.Repeat("0", short) + text
	}
	whole, part := text[:len(text)-places], strings.TrimRight(text[len(text)-places:], "0")
	if part == "" {
		return whole
	}
	return whole + "." + part
}

// QuantityText is the quantity as a decimal text.
func (l DealLine) QuantityText() string { return FormatPlaces(l.Quantity, quantityPlaces) }

// DiscountText is the discount in percent.
func (l DealLine) DiscountText() string { return FormatPlaces(l.Discount, discountPlaces) }
