package sandbox

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed tariff.txt
var tariffText string

// fare is what one message costs to a calling code, in millionths of a dollar.
type fare struct {
	market, country            string
	marketing, utility, abroad int64
}

// newFare is what a market costs from a day on.
type newFare struct {
	from time.Time
	fare
}

// tariffs are fares by calling code, "" for every other one, and their changes.
type tariffs struct {
	of      map[string]fare
	changes []newFare // in order of their days
}

var tariff = sync.OnceValue(func() tariffs {
	out := tariffs{of: map[string]fare{}}
	for line := range strings.Lines(tariffText) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if strings.HasPrefix(line, "#") || len(cells) != 5 {
			continue
		}
		if day, changed := strings.CutPrefix(cells[0], "@"); changed {
			from, err := time.Parse(time.DateOnly, day)
			if err != nil {
				panic(err)
			}
			out.changes = append(out.changes, newFare{from, fare{market: cells[1], marketing: millionths(cells[2]), utility: millionths(cells[3]), abroad: millionths(cells[4])}})
			continue
		}
		f := fare{market: cells[0], marketing: millionths(cells[1]), utility: millionths(cells[2]), abroad: millionths(cells[3])}
		if cells[4] == "" && cells[0] == "Other" {
			out.of[""] = f
		}
		for _, of := range strings.Fields(cells[4]) {
			code, country, _ := strings.Cut(of, ":")
			f.country = country
			out.of[code] = f
		}
	}
	return out
})

// millionths reads an amount such as 0.0618.
func millionths(text string) int64 {
	whole, part, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole+(part + "000000")[:6], 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

func fareOf(number string, at time.Time) fare {
	f := tariff().of[""]
	for n := min(4, len(number)); n > 0; n-- {
		if found, is := tariff().of[number[:n]]; is {
			f = found
			break
		}
	}
	return f.at(at)
}

// at is the fare as it is at a time.
func (f fare) at(now time.Time) fare {
	for _, change := range tariff().changes {
		if change.market == f.market && !change.from.After(now) {
			f.marketing, f.utility, f.abroad = change.marketing, change.utility, change.abroad
		}
	}
	return f
}

// of is what a message of a category costs.
func (f fare) of(category string) int64 {
	switch strings.TrimPrefix(category, "group_") {
	case "marketing", "marketing_lite":
		return f.marketing
	case "authentication_international":
		return f.abroad
	}
	return f.utility // service messages cost the same since they are charged
}

// exchange has how many thousandths of a currency a dollar is: the provider has a tariff
// for each, whose amounts have four places.
var exchange = map[string]int64{"": 1000, "USD": 1000, "EUR": 920, "INR": 83_500, "BRL": 5_400, "AED": 3_673}

func priceIn(currency string, dollars int64) int64 {
	return (dollars*exchange[currency]/1000 + 50) / 100 * 100
}

// VolumeTier is what is taken off the price of utility and authentication messages above a
// number of them in a month, in each market.
type VolumeTier struct{ Above, Percent int64 }

// tierOf is the price after so many messages of the month, and the tier as it is told.
func tierOf(tiers []VolumeTier, price, before int64) (int64, string) {
	low, high, off := int64(0), "MAX", int64(0)
	for i, t := range tiers {
		if before < t.Above {
			high = strconv.FormatInt(t.Above, 10)
			break
		}
		low, off = tiers[i].Above, t.Percent
	}
	return price * (100 - off) / 100, strconv.FormatInt(low, 10) + ":" + high
}

// RateCard is what the provider publishes of its prices in a currency: a CSV table.
func RateCard(currency string, tiers ...VolumeTier) string {
	var out strings.Builder
	out.WriteString("valid_from,market,category,currency,above,amount\n")
	add := func(from string, f fare) {
		for _, category := range []string{"marketing", "utility", "authentication", "authentication_international"} {
			price := priceIn(currency, f.of(category))
			row := func(above, price int64) {
				fmt.Fprintf(&out, "%s,%s,%s,%s,%d,%d.%06d\n", from, f.market, category, currency, above, price/1_000_000, price%1_000_000)
			}
			row(0, price)
			for _, t := range tiers {
				if category == "utility" || category == "authentication" {
					row(t.Above, price*(100-t.Percent)/100)
				}
			}
		}
	}
	seen := map[string]bool{}
	for _, code := range slices.Sorted(maps.Keys(tariff().of)) {
		if f := tariff().of[code]; !seen[f.market] {
			seen[f.market] = true
			add("2025-01-01", f)
		}
	}
	for _, change := range tariff().changes {
		add(change.from.Format(time.DateOnly), change.fare)
	}
	return out.String()
}

// BillLine is what is summed up: messages of half an hour that arrived.
type BillLine struct {
	Start                                int64 // Unix seconds
	Country, Phone, Category, Kind, Tier string
}

// Billed are messages and what they cost, in millionths of the account's currency.
type Billed struct{ Volume, Cost int64 }

// bill is what an account owes. It is kept as long as the sandbox runs.
type bill struct {
	currency string
	tiers    []VolumeTier

	mu      sync.Mutex
	lines   map[BillLine]Billed
	windows map[string]time.Time // of conversations of 24 hours, while they were charged
	volumes map[string]int64     // of messages of a month, market and category
}

const halfHour = 30 * time.Minute

// charge puts a message on the bill that has just arrived at a number.
func (b *bill) charge(m *message, number string, now time.Time) {
	f := fareOf(number, now)
	line := BillLine{Start: now.UTC().Truncate(halfHour).Unix(), Country: f.country, Phone: m.from.number, Category: m.price.category, Kind: m.price.kind}
	cost := int64(0)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lines == nil {
		b.lines, b.windows, b.volumes = map[BillLine]Billed{}, map[string]time.Time{}, map[string]int64{}
	}
	switch {
	case m.price.model == "CBP" && !m.price.billable:
		line.Kind = "free_customer_service"
	case m.price.model == "CBP":
		with := m.from.number + " " + number + m.to.userID + " " + m.price.category
		began, open := b.windows[with]
		if open && now.Sub(began) < 24*time.Hour {
			return
		}
		b.windows[with], line.Kind = now, "regular"
	}
	if m.price.billable {
		cost = priceIn(b.currency, f.of(m.price.category))
		if category := strings.TrimPrefix(m.price.category, "group_"); len(b.tiers) > 0 && (category == "utility" || category == "authentication") {
			of := now.UTC().Format("2006-01 ") + f.market + " " + category
			cost, line.Tier = tierOf(b.tiers, cost, b.volumes[of])
			b.volumes[of]++
		}
	}
	sum := b.lines[line]
	b.lines[line] = Billed{sum.Volume + 1, sum.Cost + cost}
}

// EditBill changes what an account is billed, as a mistake of the provider would.
func EditBill(s *Server, wabaID string, edit func(map[BillLine]Billed)) {
	for _, a := range s.book.all() {
		if a.id == wabaID {
			a.bill.mu.Lock()
			edit(a.bill.lines)
			a.bill.mu.Unlock()
		}
	}
}

// pricingAnalytics is the field of that name: the bill from start to end by what is asked
// for.
func (a *account) pricingAnalytics(f field) (any, *graphError) {
	start, err1 := strconv.ParseInt(f.args.Get("start"), 10, 64)
	end, err2 := strconv.ParseInt(f.args.Get("end"), 10, 64)
	if err1 != nil || err2 != nil || f.args.Get("granularity") == "" {
		return nil, invalid("pricing_analytics needs start, end and granularity.")
	}
	piece, known := map[string]func(time.Time) (time.Time, time.Time){
		"HALF_HOUR": func(at time.Time) (time.Time, time.Time) { return at, at.Add(halfHour) },
		"DAILY": func(at time.Time) (time.Time, time.Time) {
			day := at.Truncate(24 * time.Hour)
			return day, day.AddDate(0, 0, 1)
		},
		"MONTHLY": func(at time.Time) (time.Time, time.Time) {
			month := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
			return month, month.AddDate(0, 1, 0)
		},
	}[f.args.Get("granularity")]
	if !known {
		return nil, invalid("granularity must be HALF_HOUR, DAILY or MONTHLY.")
	}
	asked := func(name string) bool {
		return strings.Contains(strings.ToUpper(f.args.Get("dimensions")), `"`+name+`"`)
	}
	sums := map[BillLine]Billed{}
	a.bill.mu.Lock()
	for line, sum := range a.bill.lines {
		if line.Start < start || line.Start >= end {
			continue
		}
		at, _ := piece(time.Unix(line.Start, 0).UTC())
		line.Start = at.Unix()
		for name, of := range map[string]*string{"COUNTRY": &line.Country, "PHONE": &line.Phone, "PRICING_CATEGORY": &line.Category, "PRICING_TYPE": &line.Kind, "TIER": &line.Tier} {
			if !asked(name) {
				*of = ""
			}
		}
		was := sums[line]
		sums[line] = Billed{was.Volume + sum.Volume, was.Cost + sum.Cost}
	}
	a.bill.mu.Unlock()
	points := []object{}
	for line, sum := range sums {
		_, last := piece(time.Unix(line.Start, 0).UTC())
		point := object{{"start", line.Start}, {"end", last.Unix()}}
		for _, of := range []struct{ asked, name, value string }{{"COUNTRY", "country", line.Country}, {"PHONE", "phone_number", line.Phone}, {"TIER", "tier", line.Tier},
			{"PRICING_TYPE", "pricing_type", strings.ToUpper(line.Kind)}, {"PRICING_CATEGORY", "pricing_category", strings.ToUpper(line.Category)}} {
			if asked(of.asked) && (of.asked != "TIER" || of.value != "") {
				point = append(point, member{of.name, of.value})
			}
		}
		points = append(points, append(point, member{"volume", sum.Volume}, member{"cost", json.Number(fmt.Sprintf("%d.%06d", sum.Cost/1_000_000, sum.Cost%1_000_000))}))
	}
	slices.SortFunc(points, func(x, y object) int { return strings.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
	return object{{"data", []object{{{"data_points", points}}}}}, nil
}
