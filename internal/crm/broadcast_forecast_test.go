package crm

import "testing"

// Messages cost what their tier says, one after another, to a thousandth of a message.
func TestCostOfTiers(t *testing.T) {
	steps := []PriceStep{{After: 0, Micros: 100_000}, {After: 10, Micros: 90_000}, {After: 20, Micros: 50_000}}
	for thousandths, want := range map[int64]int64{0: 0, 1000: 100_000, 10_000: 1_000_000, 10_500: 1_045_000, 20_000: 1_900_000, 30_000: 2_400_000, 1: 100} {
		if got := costOf(thousandths, steps); got != want {
			t.Errorf("%d thousandths cost %d, want %d", thousandths, got, want)
		}
	}
	f := BroadcastForecast{Markets: []MarketForecast{{Recipients: 25, Free: 5, Prices: steps}, {Recipients: 3}}}
	if f.Charge(); f.Worst != 2_150_000 || f.Expected != 1_900_000 || f.Best != 1_900_000 || f.Unpriced != 3 {
		t.Errorf("it costs %+v", f)
	}
}
