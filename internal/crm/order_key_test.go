package crm

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestOrderKeyStandsBetween(t *testing.T) {
	for _, c := range [][2]string{{"", ""}, {"V", ""}, {"", "V"}, {"A", "B"}, {"A", "A1"}, {"A", "A01"}, {"1", "2"}, {"", "0001"}, {"zzzzzzz", ""}, {"zzzzzzzz", ""}, {"", "1"}, {"", "001"}, {"AzzzzzzV", "B"}} {
		got := OrderKey(c[0], c[1])
		if !ValidOrderKey(got) || got <= c[0] || c[1] != "" && got >= c[1] {
			t.Errorf("OrderKey(%q, %q) = %q", c[0], c[1], got)
		}
	}
}

func TestOrderKeysAreInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	list := []string{OrderKey("", "")}
	for range 20000 {
		i := random.IntN(len(list) + 1)
		low, high := "", ""
		if i > 0 {
			low = list[i-1]
		}
		if i < len(list) {
			high = list[i]
		}
		key := OrderKey(low, high)
		if !ValidOrderKey(key) || key <= low || high != "" && key >= high {
			t.Fatalf("OrderKey(%q, %q) = %q", low, high, key)
		}
		list = slices.Insert(list, i, key)
	}
	if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
		t.Error("the keys have no total order")
	}
}

// Adding at either end costs no longer keys, however many there are.
func TestOrderKeysStayShortAtTheEnds(t *testing.T) {
	first, last := OrderKey("", ""), OrderKey("", "")
	for range 300000 {
		first, last = OrderKey("", first), OrderKey(last, "")
		if len(first) > orderWidth || len(last) > orderWidth {
			t.Fatalf("the ends have the keys %q and %q", first, last)
		}
	}
}

// In one gap a key grows by a byte for every five or six, and so passes the bound.
func TestOrderKeyGrowsInOneGap(t *testing.T) {
	low, high, n := OrderKey("", ""), OrderKey(OrderKey("", ""), ""), 0
	for ; len(high) <= MaxOrderKey; n++ {
		high = OrderKey(low, high)
	}
	if n < 200 {
		t.Errorf("the keys of one gap were too long after %d", n)
	}
	keys := OrderKeys("", "", 100)
	for i, key := range keys {
		if len(key) > 3 || i > 0 && key <= keys[i-1] {
			t.Fatalf("the keys made anew are %q", keys)
		}
	}
	if got := OrderKeys("A", "B", 3); len(got) != 3 || got[0] <= "A" || got[2] >= "B" || !slices.IsSorted(got) {
		t.Errorf("three keys between A and B are %q", got)
	}
}
