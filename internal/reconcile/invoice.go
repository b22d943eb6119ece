package reconcile

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Invoice is an invoice as a table: one line for each day or month, market and category.
type Invoice struct {
	// Monthly says that its lines are of whole months; Day is the first of one then.
	Monthly bool
	// Markets, Types and Phones say whether it tells them.
	Markets, Types, Phones bool
	Currency               string // "" where it has none
	Lines                  []InvoiceLine
}

// InvoiceLine is one line of it.
type InvoiceLine struct {
	Day                                     time.Time
	Country, Market, Category, Type, Number string
	Volume                                  int64
	Cost                                    string // a decimal number
}

const (
	maxInvoiceLines = 50_000
	maxInvoiceCell  = 100
)

// ReadInvoice reads a CSV table with a head. It wants date (2026-11-03 or 2026-11),
// category, volume and cost, and takes country or market, type, phone_number and currency.
func ReadInvoice(text string) (out Invoice, err error) {
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	head, err := r.Read()
	if err != nil {
		return out, errors.New("it has no head")
	}
	at := map[string]int{}
	for i, name := range head {
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := at[name]; twice {
			return out, fmt.Errorf("it has the column %q twice", short(name))
		}
		if !slices.Contains([]string{"date", "category", "volume", "cost", "country", "market", "type", "phone_number", "currency"}, name) {
			return out, fmt.Errorf("the column %q is not known; it may have date, country, market, category, type, phone_number, volume, cost and currency", short(name))
		}
		at[name] = i
	}
	for _, name := range []string{"date", "category", "volume", "cost"} {
		if _, is := at[name]; !is {
			return out, fmt.Errorf("it has no column %q", name)
		}
	}
	_, countries := at["country"]
	_, markets := at["market"]
	out.Markets = countries || markets
	_, out.Types = at["type"]
	_, out.Phones = at["phone_number"]
	for {
		row, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return out, err // it names the line
		}
		line, _ := r.FieldPos(0)
		cell := func(name string) string {
			if i, is := at[name]; is {
				return strings.TrimSpace(row[i])
			}
			return ""
		}
		if err := out.add(cell); err != nil {
			return out, fmt.Errorf("line %d: %w", line, err)
		}
		if len(out.Lines) > maxInvoiceLines {
			return out, fmt.Errorf("it has more than %d lines", maxInvoiceLines)
		}
	}
	if len(out.Lines) == 0 {
		return out, errors.New("it has no line below its head")
	}
	return out, nil
}

func (v *Invoice) add(cell func(string) string) error {
	for _, name := range []string{"country", "market", "category", "type", "phone_number", "cost"} {
		if len(cell(name)) > maxInvoiceCell {
			return fmt.Errorf("%s has more than %d bytes", name, maxInvoiceCell)
		}
	}
	monthly := len(cell("date")) == len("2006-01")
	layout := time.DateOnly
	if monthly {
		layout = "2006-01"
	}
	day, err := time.Parse(layout, cell("date"))
	if err != nil || day.Year() < 2000 {
		return fmt.Errorf("date is %q, not a day such as 2026-11-03 or a month such as 2026-11", short(cell("date")))
	}
	if len(v.Lines) > 0 && monthly != v.Monthly {
		return errors.New("date is a day in some lines and a month in others")
	}
	v.Monthly = monthly
	line := InvoiceLine{Day: day, Country: strings.ToUpper(cell("country")), Market: cell("market"), Category: word(cell("category")), Type: word(cell("type")), Number: digits(cell("phone_number")), Cost: cell("cost")}
	if line.Volume, err = strconv.ParseInt(cell("volume"), 10, 64); err != nil || line.Volume < 0 || line.Volume > 1e12 {
		return fmt.Errorf("volume is %q, not a number of messages", short(cell("volume")))
	}
	if !amount(line.Cost) {
		return fmt.Errorf("cost is %q, not an amount such as 12.34", short(line.Cost))
	}
	if line.Category == "" {
		return errors.New("category is empty")
	}
	if c := strings.ToUpper(cell("currency")); c != "" {
		if len(c) != 3 || v.Currency != "" && v.Currency != c {
			return fmt.Errorf("currency is %q; an invoice has one, such as USD", short(c))
		}
		v.Currency = c
	}
	v.Lines = append(v.Lines, line)
	return nil
}

// amount reports whether a text is an amount that is not negative and not larger than any.
func amount(text string) bool {
	whole, part, _ := strings.Cut(text, ".")
	return whole != "" && len(whole) <= 12 && len(part) <= 18 && strings.Trim(whole+part, "0123456789") == ""
}

// word is a category or type as the provider's API writes it.
func word(text string) string {
	return strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(text))
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

func short(text string) string {
	if len(text) > 40 {
		return strings.ToValidUTF8(text[:40], "") + "…"
	}
	return text
}
