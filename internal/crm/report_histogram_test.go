package crm

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Whatever times there are, each percentile is within the stated error of the true one,
// and survives being stored in parts.
func TestPercentilesAreWithinTheirError(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + r.IntN(500)
		times, whole := make([]int64, n), Histogram{}
		parts := []Histogram{{}, {}, {}}
		for i := range times {
			times[i] = int64(1000 * math.Pow(10, 6.8*r.Float64())) // a second to 73 days
			parts[r.IntN(len(parts))].Count(times[i], 1)
		}
		for _, p := range parts {
			if err := whole.AddText(p.String()); err != nil {
				t.Fatal(err)
			}
		}
		slices.Sort(times)
		for _, part := range []float64{0.5, 0.9, 0.95, 1} {
			want := times[max(int(math.Ceil(part*float64(n))), 1)-1]
			if got := whole.Percentile(part); math.Abs(float64(got-want)) > TimesError*float64(want)+1 {
				t.Fatalf("%g of %d times took %d ms, said were %d", part, n, want, got)
			}
		}
	}
}

func TestHistogramsTakeBack(t *testing.T) {
	h := Histogram{}
	h.Count(90_000, 3)
	h.Count(200, 1)
	h.Count(90_000, -2)
	h.Count(200, -1)
	if got := h.String(); got != one(90_000).String() || h.Percentile(0.5) < 88_200 || h.Percentile(0.5) > 91_800 {
		t.Errorf("got %s", got)
	}
	if h.Count(90_000, -1); h.String() != "" || h.Percentile(0.5) != 0 {
		t.Errorf("something is left: %s", h)
	}
	for _, text := range []string{"3:x", "x", "3:", ":3", "3 ", "3:1:1", "501", "-1", "3  4"} {
		if h.AddText(text) == nil && text != "3 " {
			t.Errorf("%q was read", text)
		}
	}
	h = nil
	if err := h.AddText("0:-2 17:40 3"); err != nil || h.String() != "0:-2 17:40 3" {
		t.Errorf("read %s: %v", h, err)
	}
}

// one is a histogram of one time.
func one(ms int64) Histogram { h := Histogram{}; h.Count(ms, 1); return h }
