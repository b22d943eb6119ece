// Package rates knows what templates cost at list price: dated prices by market,
// category and currency, and the market of a phone number. What it reads are data, so
// that a new card needs no new code. It decides by its arguments alone.
package rates

import (
	"cmp"
	"embed"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"service.example/crm/internal/crm"
)

//go:embed prices.csv markets.csv rules.csv
var files embed.FS

// day is how the files write days. Prices change at its beginning in UTC: in which
// time zone they do is not said.
const day = time.DateOnly

// Card is a rate card: what a message costs, by market and category, from which day on.
type Card struct {
	prices  map[key][]price
	markets map[string][]market // by prefix of the calling code
	longest int                 // prefix
	days    []time.Time         // on which prices change
}

// key is what a price is for.
type key struct{ market, category, currency string }

// price holds from a day on; it is not known where amount is nil. Above a volume of
// charged messages in a month another one holds.
type price struct {
	from   time.Time
	above  int64
	amount *int64 // millionths
}

// market is to whom a prefix belongs from a day on.
type market struct {
	from time.Time
	name string
}

// Listed is the card that comes with the service: see prices.csv for where it is from.
var Listed = sync.OnceValue(func() *Card {
	prices, err := files.Open("prices.csv")
	if err != nil {
		panic(err)
	}
	markets, err := files.Open("markets.csv")
	if err != nil {
		panic(err)
	}
	c, err := Read(prices, markets)
	if err != nil {
		panic(err)
	}
	return c
})

// Read reads a card: its prices and its markets.
func Read(prices, markets io.Reader) (*Card, error) {
	c := &Card{markets: map[string][]market{}}
	err := c.readPrices(prices, []string{"valid_from", "market", "category", "currency", "amount", "source"})
	if err == nil {
		err = table(markets, []string{"valid_from", "prefix", "market"}, c.addMarket)
	}
	if err != nil {
		return nil, err
	}
	for prefix, list := range c.markets {
		slices.SortFunc(list, func(a, b market) int { return a.from.Compare(b.from) })
		if twice(list, func(m market) time.Time { return m.from }) {
			return nil, fmt.Errorf("+%s has two markets from one day on", prefix)
		}
	}
	return c, nil
}

// ReadPrices reads the prices of a card of a business's own, which knows no markets: a row
// is valid_from, market, category, currency, above, amount, where above is from how many
// charged messages of a month on it holds.
func ReadPrices(prices io.Reader) (*Card, error) {
	c := &Card{}
	return c, c.readPrices(prices, []string{"valid_from", "market", "category", "currency", "above", "amount"})
}

func (c *Card) readPrices(file io.Reader, columns []string) error {
	c.prices = map[key][]price{}
	above, amount := slices.Index(columns, "above"), slices.Index(columns, "amount")
	err := table(file, columns, func(from time.Time, row []string) error {
		volume := "0"
		if above >= 0 {
			volume = row[above]
		}
		return c.addPrice(from, row, volume, row[amount])
	})
	if err != nil {
		return err
	}
	for of, list := range c.prices {
		slices.SortFunc(list, func(a, b price) int { return cmp.Or(a.from.Compare(b.from), cmp.Compare(a.above, b.above)) })
		for i := 1; i < len(list); i++ {
			if list[i].from.Equal(list[i-1].from) && list[i].above == list[i-1].above {
				return fmt.Errorf("%s of %s in %s has two prices from one day on", of.category, of.market, of.currency)
			}
		}
	}
	slices.SortFunc(c.days, time.Time.Compare)
	c.days = slices.CompactFunc(c.days, time.Time.Equal)
	return nil
}

// Rows is how many prices the card has.
func (c *Card) Rows() (n int) {
	for _, list := range c.prices {
		n += len(list)
	}
	return n
}

func twice[T any](list []T, from func(T) time.Time) bool {
	for i := range list {
		if i > 0 && from(list[i]).Equal(from(list[i-1])) {
			return true
		}
	}
	return false
}

// table reads a file with these columns. Lines that begin with # are remarks.
func table(file io.Reader, columns []string, add func(from time.Time, row []string) error) error {
	r := csv.NewReader(file)
	r.Comment, r.FieldsPerRecord = '#', len(columns)
	head, err := r.Read()
	if err == nil && !slices.Equal(head, columns) {
		err = fmt.Errorf("the columns are %s, not %s", strings.Join(head, ","), strings.Join(columns, ","))
	}
	for err == nil {
		var row []string
		if row, err = r.Read(); err == io.EOF {
			return nil
		}
		if err != nil {
			return err // it names the line
		}
		from, err := time.Parse(day, row[0])
		if err == nil {
			err = add(from, row)
		}
		if err != nil {
			line, _ := r.FieldPos(0)
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
	return err
}

func (c *Card) addPrice(from time.Time, row []string, above, amount string) error {
	of := key{row[1], row[2], row[3]}
	if of.market == "" || of.category == "" || len(of.currency) != 3 || strings.ToUpper(of.currency) != of.currency {
		return fmt.Errorf("market, category or currency is missing: %q", row)
	}
	p := price{from: from}
	var err error
	if p.above, err = strconv.ParseInt(above, 10, 64); err != nil || p.above < 0 {
		return fmt.Errorf("%q is no number of messages", above)
	}
	if amount != "" {
		micros, ok := crm.ParseMicros(amount)
		if !ok {
			return fmt.Errorf("%q is no amount", amount)
		}
		p.amount = &micros
	}
	c.prices[of] = append(c.prices[of], p)
	c.days = append(c.days, from)
	return nil
}

func (c *Card) addMarket(from time.Time, row []string) error {
	if strings.Trim(row[1], "0123456789") != "" || row[2] == "" {
		return fmt.Errorf("%q is no prefix of a market", row)
	}
	c.markets[row[1]] = append(c.markets[row[1]], market{from, row[2]})
	c.longest = max(c.longest, len(row[1]))
	return nil
}

// Market returns the market of a phone number such as +14155550123 at a time; "" where
// it is not known.
func (c *Card) Market(phone string, at time.Time) string {
	digits, ok := strings.CutPrefix(phone, "+")
	if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return ""
	}
	for n := min(c.longest, len(digits)); n >= 0; n-- {
		list := c.markets[digits[:n]]
		if i := lastFrom(list, at, func(m market) time.Time { return m.from }); i >= 0 {
			return list[i].name
		}
	}
	return ""
}

// Price returns what a message of a category costs in a market at a time; nil where
// that is not known.
func (c *Card) Price(market, category, currency string, at time.Time) *crm.Money {
	p, _ := c.PriceAbove(market, category, currency, at, 0)
	return p
}

// PriceAbove is Price after so many charged messages of its market and category in the
// month, and the day from which the price holds; "" where the card does not have it.
func (c *Card) PriceAbove(market, category, currency string, at time.Time, volume int64) (*crm.Money, string) {
	list := c.prices[key{market, category, currency}]
	i := lastFrom(list, at, func(p price) time.Time { return p.from })
	if i < 0 {
		return nil, ""
	}
	from := list[i].from
	for i > 0 && list[i-1].from.Equal(from) && list[i].above > volume {
		i--
	}
	if list[i].amount == nil || list[i].above > volume {
		return nil, from.Format(day)
	}
	return &crm.Money{Micros: *list[i].amount, Currency: currency}, from.Format(day)
}

// NextTier returns the volume from which on another price holds than after so many charged
// messages of a market and category in the month, and whether there is one.
func (c *Card) NextTier(market, category, currency string, at time.Time, volume int64) (next int64, found bool) {
	list := c.prices[key{market, category, currency}]
	i := lastFrom(list, at, func(p price) time.Time { return p.from })
	for from := i; i >= 0 && list[i].from.Equal(list[from].from) && list[i].above > volume; i-- {
		next, found = list[i].above, true
	}
	return next, found
}

// Day returns the day on which prices of the card last changed before a time, such as
// 2026-10-01; "" before its first one.
func (c *Card) Day(at time.Time) string {
	i := lastFrom(c.days, at, func(d time.Time) time.Time { return d })
	if i < 0 {
		return ""
	}
	return c.days[i].Format(day)
}

// lastFrom is the place of the last of a list that holds at a time; -1 for none.
func lastFrom[T any](list []T, at time.Time, from func(T) time.Time) int {
	n, _ := slices.BinarySearchFunc(list, at, func(one T, at time.Time) int {
		if from(one).After(at) {
			return 1
		}
		return -1
	})
	return n - 1
}

// Templates returns what one template to a phone number costs at a time. Without a
// number nothing is known.
func (c *Card) Templates(phone, currency string, at time.Time) (out crm.TemplatePrices) {
	if out.Market = c.Market(phone, at); out.Market == "" {
		return out
	}
	out.RateCard = c.Day(at)
	out.Utility = c.Price(out.Market, "utility", currency, at)
	out.Marketing = c.Price(out.Market, "marketing", currency, at)
	return out
}
