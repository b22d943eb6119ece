package reconcile_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"service.example/crm/internal/reconcile"
)

func day(n int) time.Time { return time.Date(2026, 11, n, 0, 0, 0, 0, time.UTC) }

func key(n int, market, category, kind string) reconcile.Key {
	return reconcile.Key{Day: day(n), PhoneNumberID: "num_1", Market: market, Category: category, Type: kind}
}

func TestCausesOfDifferences(t *testing.T) {
	in := key(3, "India", "utility", "regular")
	with := func(change func(*reconcile.Key)) reconcile.Key { k := in; change(&k); return k }
	ten := reconcile.Sum{Count: 10, Micros: 14_000}
	for name, c := range map[string]struct {
		ledger, provider reconcile.Sums
		waiting          map[reconcile.Key]int64
		want             reconcile.Cause
		count            int64
	}{
		"nothing":             {reconcile.Sums{in: ten}, reconcile.Sums{in: ten}, nil, "", 0},
		"a lost status":       {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 12, Micros: 16_800}}, map[reconcile.Key]int64{with(func(k *reconcile.Key) { k.Type, k.Category = "", "" }): 5}, reconcile.StatusMissing, 2},
		"sent elsewhere":      {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 12, Micros: 16_800}}, nil, reconcile.NotSentHere, 2},
		"not charged":         {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 9, Micros: 12_600}}, nil, reconcile.NotCharged, 1},
		"not charged yet":     {reconcile.Sums{with(func(k *reconcile.Key) { k.Day = day(9) }): ten}, nil, nil, reconcile.NotYetCharged, 10},
		"another category":    {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 7, Micros: 9_800}, key(3, "India", "marketing", "regular"): {Count: 3, Micros: 35_400}}, nil, reconcile.CategoryDiffers, 3},
		"free there":          {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 6, Micros: 8_400}, key(3, "India", "utility", "free_customer_service"): {Count: 4}}, nil, reconcile.FreeDiffers, 4},
		"an entry point":      {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 6, Micros: 8_400}, key(3, "India", "referral_conversion", "free_entry_point"): {Count: 4}}, nil, reconcile.FreeDiffers, 4},
		"another market":      {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 9, Micros: 12_600}, key(3, "Germany", "utility", "regular"): {Count: 1, Micros: 55_000}}, nil, reconcile.MarketDiffers, 1},
		"another day":         {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 9, Micros: 12_600}, key(4, "India", "utility", "regular"): {Count: 1, Micros: 1_400}}, nil, reconcile.DayDiffers, 1},
		"two days apart":      {reconcile.Sums{in: ten}, reconcile.Sums{in: ten, key(6, "India", "utility", "regular"): {Count: 1, Micros: 1_400}}, nil, reconcile.NotSentHere, 1},
		"another price":       {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 10, Micros: 15_000}}, nil, reconcile.PriceDiffers, 10},
		"a unit of all":       {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 10, Micros: 14_001}}, nil, reconcile.PriceDiffers, 10},
		"a tier":              {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 10, Micros: 13_000, Tier: true}}, nil, reconcile.TierDiffers, 10},
		"a price not known":   {reconcile.Sums{in: {Count: 10, Unpriced: 10}}, reconcile.Sums{in: ten}, nil, reconcile.PriceUnknown, 10},
		"a cost not told":     {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 10, Hidden: true}}, nil, "", 0},
		"a third, rounded":    {reconcile.Sums{in: {Count: 3, Micros: 100}}, reconcile.Sums{in: {Count: 2, Micros: 67}}, nil, reconcile.NotCharged, 1},
		"waits for too long":  {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 12, Micros: 16_800}}, map[reconcile.Key]int64{key(1, "India", "", ""): 5}, reconcile.NotSentHere, 2},
		"waits since the day": {reconcile.Sums{in: ten}, reconcile.Sums{in: {Count: 12, Micros: 16_800}}, map[reconcile.Key]int64{key(2, "India", "utility", ""): 5}, reconcile.StatusMissing, 2},
	} {
		got := reconcile.Compare(reconcile.Books{Ledger: c.ledger, Provider: c.provider, Waiting: c.waiting, Fresh: day(8)})
		if c.want == "" && len(got) != 0 || c.want != "" && (len(got) != 1 || got[0].Cause != c.want || got[0].Count != c.count) {
			t.Errorf("%s: found %+v", name, got)
		}
	}
}

// Whatever the sides are, the differences explain them: what they move, add and take away
// makes one of the other.
func TestDifferencesExplainEverything(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 3000 {
		sides := [2]reconcile.Sums{{}, {}}
		for _, side := range sides {
			for range random.IntN(12) {
				k := key(1+random.IntN(3), []string{"India", "Germany"}[random.IntN(2)], []string{"utility", "marketing"}[random.IntN(2)], []string{"regular", "free_customer_service"}[random.IntN(2)])
				n := 1 + random.Int64N(5)
				side.Add(k, reconcile.Sum{Count: n, Micros: n * 1000})
			}
		}
		waiting := map[reconcile.Key]int64{key(1, "India", "", ""): random.Int64N(4)}
		got := map[reconcile.Key]int64{}
		for k, sum := range sides[0] {
			got[k] += sum.Count
		}
		for _, d := range reconcile.Compare(reconcile.Books{Ledger: sides[0], Provider: sides[1], Waiting: waiting}) {
			if d.Count <= 0 {
				t.Fatalf("round %d: a difference of nothing: %+v", round, d)
			}
			if d.Ledger != nil {
				got[d.Ledger.Key] -= d.Count
			}
			if d.Provider != nil {
				got[d.Provider.Key] += d.Count
			}
		}
		for k, n := range got {
			if n != sides[1][k].Count {
				t.Fatalf("round %d: %+v has %d, explained are %d", round, k, sides[1][k].Count, n)
			}
		}
		for k, sum := range sides[1] {
			if got[k] != sum.Count {
				t.Fatalf("round %d: %+v is not explained", round, k)
			}
		}
	}
}

func TestInvoices(t *testing.T) {
	const head = "date,country,category,volume,cost,currency\n"
	got, err := reconcile.ReadInvoice("\ufeff" + head + "2026-11-01, de ,Utility,10,0.55,usd\n2026-11-02,IN,authentication-international,1,0.028,USD\n")
	if err != nil || len(got.Lines) != 2 || got.Monthly || !got.Markets || got.Types || got.Phones || got.Currency != "USD" ||
		got.Lines[0].Country != "DE" || got.Lines[0].Category != "utility" || got.Lines[0].Volume != 10 || got.Lines[1].Category != "authentication_international" {
		t.Fatalf("read %+v, %v", got, err)
	}
	if got, err := reconcile.ReadInvoice("date,category,volume,cost,phone_number\n2026-11,utility,10,0.55,+1 555-0100\n"); err != nil || !got.Monthly || !got.Phones || got.Lines[0].Number != "15550100" {
		t.Errorf("read %+v, %v", got, err)
	}
	for name, text := range map[string]string{
		"nothing": "", "a head alone": head, "no cost": "date,category,volume\n2026-11,utility,1\n", "an unknown column": "date,category,volume,cost,tax\n2026-11,utility,1,1,1\n",
		"a column twice": "date,date,category,volume,cost\n", "a date of no calendar": head + "2026-02-30,DE,utility,1,1,USD\n", "months and days": head + "2026-11,DE,utility,1,1,USD\n2026-11-02,DE,utility,1,1,USD\n",
		"a negative volume": head + "2026-11-01,DE,utility,-1,1,USD\n", "a cost of letters": head + "2026-11-01,DE,utility,1,1e3,USD\n", "two currencies": head + "2026-11-01,DE,utility,1,1,USD\n2026-11-01,DE,utility,1,1,EUR\n",
		"no category": head + "2026-11-01,DE,,1,1,USD\n", "too few cells": head + "2026-11-01,DE\n",
	} {
		if got, err := reconcile.ReadInvoice(text); err == nil {
			t.Errorf("%s: read %+v", name, got)
		}
	}
}

func FuzzInvoice(f *testing.F) {
	f.Add("date,country,category,volume,cost,currency\n2026-11-01,DE,utility,10,0.55,USD\n")
	f.Add("date,category,volume,cost,phone_number\n2026-11,utility,10,0.55,\"+1 \"\"555\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := reconcile.ReadInvoice(text)
		if err == nil && len(got.Lines) == 0 {
			t.Error("an invoice without lines is none")
		}
		for _, line := range got.Lines {
			if line.Volume < 0 || line.Day.IsZero() || line.Category == "" && err == nil {
				t.Errorf("read %+v", line)
			}
		}
	})
}

// However many statuses were lost, each of their messages explains one that the provider
// charges: none is spent on what another one explains, too.
func TestLostStatusesExplainAllThatTheyCan(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	categories := []string{"utility", "marketing", "service"}
	for round := range 3000 {
		provider, waiting, sent := reconcile.Sums{}, map[reconcile.Key]int64{}, int64(0)
		for range 1 + random.IntN(12) {
			of := key(1+random.IntN(4), "India", categories[random.IntN(3)], "")
			as := of
			as.Day, as.Type = of.Day.AddDate(0, 0, random.IntN(2)), "regular"
			if random.IntN(4) == 0 {
				as.Category, as.Type = "referral_conversion", "free_entry_point"
			}
			if of.Category != "service" && random.IntN(2) == 0 {
				of.Category = "" // a template's is not known before
			}
			n := 1 + random.Int64N(3)
			provider.Add(as, reconcile.Sum{Count: n, Micros: n * 1000})
			waiting[of] += n
			sent += n
		}
		found := int64(0)
		for _, d := range reconcile.Compare(reconcile.Books{Provider: provider, Waiting: waiting}) {
			if d.Cause != reconcile.StatusMissing {
				t.Fatalf("round %d: %+v", round, d)
			}
			found += d.Count
		}
		if found != sent {
			t.Fatalf("round %d: %d of %d are explained", round, found, sent)
		}
	}
}
