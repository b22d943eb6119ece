package assign_test

import (
	"math/rand/v2"
	"testing"

	"service.example/crm/internal/assign"
)

// Positions of a place are a quarter apart at most, and places are in their order.
func TestPlacesAreNarrow(t *testing.T) {
	first, before := 1, 0
	for at := 1; at <= assign.MaxPosition; at++ {
		switch place := assign.Place(at); {
		case place == before+1:
			first, before = at, place
		case place != before || at*4 >= first*5:
			t.Errorf("position %d is at place %d, like %d", at, place, first)
		}
	}
	if before > 40 {
		t.Errorf("there are %d places", before)
	}
}

// Of waits that are alike, four of five take no longer than was said, from few as from
// many.
func TestFourOfFiveEstimatesAreKept(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{20, 33, 100} {
		made, kept := int64(0), int64(0)
		for range 20_000 {
			waits := make([]int64, n)
			for i := range waits {
				waits[i] = int64(r.ExpFloat64() * 600_000)
			}
			if ms, ok := assign.Estimate(waits); ok {
				made++
				if int64(r.ExpFloat64()*600_000) <= ms {
					kept++
				}
			}
		}
		if part := float64(kept) / float64(made); made != 20_000 || part < 0.79 || part > 0.83 {
			t.Errorf("of %d waits: %d estimates, %.3f of them kept", n, made, part)
		}
	}
	if _, ok := assign.Estimate(make([]int64, 19)); ok {
		t.Error("19 waits are enough to say")
	}
}

// Estimates are told only while it is known that they hold.
func TestEstimatesThatDoNotHoldAreNotTold(t *testing.T) {
	for _, of := range []struct {
		made, kept int64
		told       bool
	}{{0, 0, false}, {19, 15, false}, {20, 14, false}, {20, 15, true}, {20, 18, true}, {20, 19, false}, {1000, 749, false}, {1000, 800, true}, {1000, 901, false}} {
		if assign.Holds(of.made, of.kept) != of.told {
			t.Errorf("%d of %d kept: told is %v", of.kept, of.made, !of.told)
		}
	}
}
