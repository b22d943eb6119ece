package rates_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/rates"
)

func on(t *testing.T, day string) time.Time {
	t.Helper()
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func amount(m *crm.Money) string {
	if m == nil {
		return "unknown"
	}
	return m.Amount() + " " + m.Currency
}

// The market is that of the longest prefix that is in force, and the price the one of
// the day. What is not on the card is not known.
func TestTemplatesCostWhatTheCardSays(t *testing.T) {
	card := rates.Listed()
	for _, c := range []struct{ day, phone, market, utility, marketing string }{
		{"2026-11-24", "+14155550123", "North America", "0.0034 USD", "0.025 USD"},
		{"2026-11-24", "+14165550123", "North America", "0.0034 USD", "0.025 USD"}, // Canada
		{"2026-11-24", "+18095550123", "Rest of Latin America", "0.0113 USD", "0.074 USD"},
		{"2026-11-24", "+18295550123", "Rest of Latin America", "0.0113 USD", "0.074 USD"},
		{"2026-11-24", "+18495550123", "Rest of Latin America", "0.0113 USD", "0.074 USD"},
		{"2026-11-24", "+16585550123", "Rest of Latin America", "0.0113 USD", "0.074 USD"},
		{"2026-11-24", "+18765550123", "Rest of Latin America", "0.0113 USD", "0.074 USD"},
		{"2026-11-24", "+17875550123", "Rest of Latin America", "0.0113 USD", "0.074 USD"},
		{"2026-11-24", "+19395550123", "Rest of Latin America", "0.0113 USD", "0.074 USD"},
		{"2026-11-24", "+4915112345678", "Germany", "0.055 USD", "0.1365 USD"},
		{"2026-11-24", "+919876543210", "India", "0.0014 USD", "0.0118 USD"},
		{"2026-11-24", "+35312345678", "Rest of Western Europe", "0.0171 USD", "0.0592 USD"},
		{"2026-11-24", "+8613812345678", "Rest of Asia Pacific", "0.0113 USD", "0.0732 USD"},
		{"2026-11-24", "+6791234567", "Other", "0.0077 USD", "0.0604 USD"},
		{"2026-11-24", "+79161234567", "Russia", "0.04 USD", "0.0802 USD"},
		// A market of its own since, whose prices are not known.
		{"2026-06-30", "+48512345678", "Rest of Central & Eastern Europe", "0.0212 USD", "0.086 USD"},
		{"2026-07-01", "+48512345678", "Poland", "unknown", "unknown"},
		{"2026-09-30", "+77011234567", "Russia", "0.04 USD", "0.0802 USD"},
		{"2026-10-01", "+77011234567", "Kazakhstan", "unknown", "unknown"},
		{"2026-10-01", "+212612345678", "Morocco", "unknown", "unknown"},
		// A price changed: to what is known, or is not.
		{"2026-03-31", "+923001234567", "Pakistan", "0.0054 USD", "0.0473 USD"},
		{"2026-04-01", "+923001234567", "Pakistan", "unknown", "0.0473 USD"},
		{"2026-06-30", "+393312345678", "Italy", "0.03 USD", "0.0691 USD"},
		{"2026-07-01", "+393312345678", "Italy", "0.03 USD", "unknown"},
		{"2026-09-30", "+51912345678", "Peru", "0.02 USD", "0.0703 USD"},
		{"2026-10-01", "+51912345678", "Peru", "0.03 USD", "0.0703 USD"},
		// There is no card, or no number.
		{"2025-12-31", "+4915112345678", "Germany", "unknown", "unknown"},
		{"2024-12-31", "+4915112345678", "", "unknown", "unknown"},
		{"2026-11-24", "", "", "unknown", "unknown"},
		{"2026-11-24", "US.13491208655302741918", "", "unknown", "unknown"},
		{"2026-11-24", "+49 151", "", "unknown", "unknown"},
	} {
		at := on(t, c.day)
		got := card.Templates(c.phone, "USD", at)
		if got.Market != c.market || amount(got.Utility) != c.utility || amount(got.Marketing) != c.marketing {
			t.Errorf("%s on %s: %q, utility %s, marketing %s; want %q, %s, %s", c.phone, c.day, got.Market, amount(got.Utility), amount(got.Marketing), c.market, c.utility, c.marketing)
		}
		if known := got.Market != "" && c.day >= "2026"; (got.RateCard != "") != known {
			t.Errorf("%s on %s: the card is of %q", c.phone, c.day, got.RateCard)
		}
	}
	if got := card.Day(on(t, "2026-11-24")); got != "2026-10-01" {
		t.Errorf("the card of November is of %s", got)
	}
	if got := card.Price("Germany", "utility", "EUR", on(t, "2026-11-24")); got != nil {
		t.Errorf("a price in a currency that the card does not have: %s", amount(got))
	}
	if got := card.Price("India", "authentication_international", "USD", on(t, "2026-02-01")); amount(got) != "0.028 USD" {
		t.Errorf("another category costs %s", amount(got))
	}
}

// Every market that has a number has prices, or became one of its own later.
func TestEveryMarketIsListed(t *testing.T) {
	card := rates.Listed()
	for code := 1; code < 1000; code++ {
		phone := fmt.Sprintf("+%d00000000", code)
		if got := card.Templates(phone, "USD", on(t, "2026-01-01")); got.Utility == nil || got.Marketing == nil {
			t.Errorf("%s of %s has no price on the first day", phone, got.Market)
		}
	}
}

// A file that says something twice, or nothing, is refused and names the line.
func TestABrokenCardIsRefused(t *testing.T) {
	const head, markets = "valid_from,market,category,currency,amount,source\n", "valid_from,prefix,market\n2026-01-01,,Other\n"
	for text, want := range map[string]string{
		"valid_from,market\n":                                                               "wrong number of fields",
		"valid_from,market,category,currency,price,source\n":                                "columns",
		head + "2026-13-01,Other,utility,USD,0.1,x\n":                                       "line 2",
		head + "2026-01-01,Other,utility,USD,0.1e3,x\n":                                     "line 2",
		head + "2026-01-01,Other,utility,USD,0.12345678,x\n":                                "no amount",
		head + "2026-01-01,Other,utility,usd,0.1,x\n":                                       "currency",
		head + "2026-01-01,Other,utility,USD,0.1,x\n2026-01-01,Other,utility,USD,0.2,x\n":   "two prices",
		head + "2026-01-01,Other,utility,USD,0.1\n":                                         "wrong number of fields",
		head + "2026-01-01,Other,utility,USD,0.1,x\n2026-02-30,Other,utility,USD,0.2,x\n\n": "line 3",
	} {
		if _, err := rates.Read(strings.NewReader(text), strings.NewReader(markets)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %v, want %q", text, err, want)
		}
	}
	card, err := rates.Read(strings.NewReader(head+"# a remark\n2026-01-01,Other,utility,USD,0.0001,x\n"), strings.NewReader(markets))
	if err != nil || amount(card.Price("Other", "utility", "USD", on(t, "2030-01-01"))) != "0.0001 USD" {
		t.Errorf("a small card is not read: %v", err)
	}
}

func FuzzPrices(f *testing.F) {
	f.Add("valid_from,market,category,currency,above,amount\n2026-10-01,India,utility,INR,0,0.115\n")
	f.Add("valid_from,market,category,currency,above,amount\n\"2026")
	f.Fuzz(func(t *testing.T, text string) {
		card, err := rates.ReadPrices(strings.NewReader(text))
		if err == nil && card.Rows() < 0 {
			t.Error("a card has fewer rows than none")
		}
	})
}

// Tiers follow one another by how much was charged before, and end with the highest.
func TestNextTier(t *testing.T) {
	c, err := rates.ReadPrices(strings.NewReader("valid_from,market,category,currency,above,amount\n2026-10-01,India,utility,INR,0,0.115\n2026-10-01,India,utility,INR,100,0.1\n2026-10-01,India,utility,INR,500,0.09\n2026-11-01,India,utility,INR,0,0.12\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct {
		day    int
		volume int64
		next   int64
		more   bool
	}{{1, 0, 100, true}, {1, 99, 100, true}, {1, 100, 500, true}, {1, 500, 0, false}, {40, 0, 0, false}, {-5, 0, 0, false}} {
		day := time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC).AddDate(0, 0, at.day-1)
		if next, more := c.NextTier("India", "utility", "INR", day, at.volume); next != at.next || more != at.more {
			t.Errorf("after %d on %s comes %d, %v", at.volume, day.Format(time.DateOnly), next, more)
		}
	}
}
