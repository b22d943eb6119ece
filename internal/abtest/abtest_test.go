package abtest

import (
	"math"
	"math/rand/v2"
	"testing"
)

// draw is a group of which each does something with a probability.
func draw(r *rand.Rand, n int64, p float64) (s Share) {
	s.Of = n
	for range n {
		if r.Float64() < p {
			s.Hits++
		}
	}
	return s
}

var plans = []struct{ baseline, detect float64 }{{0.1, 0.05}, {0.05, 0.05}, {0.3, 0.1}, {0.02, 0.03}, {0.5, 0.2}, {0.01, 0.04}, {0.8, 0.1}}

// Of 1,000 tests without a difference at most 5 % name a winner, and of 1,000 with the one
// that was planned for at least 80 % do, and the right one.
func TestAThousandTests(t *testing.T) {
	const tests = 1000
	for _, plan := range plans {
		r := rand.New(rand.NewPCG(17, uint64(plan.baseline*1000)))
		n := SampleSize(plan.baseline, plan.detect)
		wrong, found := 0, 0
		for range tests {
			if Decide(draw(r, n, plan.baseline), draw(r, n, plan.baseline)) != 0 {
				wrong++
			}
			if Decide(draw(r, n, plan.baseline), draw(r, n, plan.baseline+plan.detect)) == 1 {
				found++
			}
		}
		t.Logf("from %v by %v: %d per variant, %d winners without a difference, %d with it", plan.baseline, plan.detect, n, wrong, found)
		if wrong > tests*5/100 || found < tests*80/100 {
			t.Errorf("from %v by %v: %d of %d without a difference have a winner, %d with it", plan.baseline, plan.detect, wrong, tests, found)
		}
	}
}

// The same without chance: every outcome with its probability.
func TestEveryOutcome(t *testing.T) {
	for _, plan := range plans {
		n := SampleSize(plan.baseline, plan.detect)
		for _, p := range []float64{plan.baseline, plan.baseline + plan.detect} {
			if got := called(n, p, p, 1) + called(n, p, p, -1); got > 0.05 {
				t.Errorf("%d per variant at %v: a winner is called in %.4f", n, p, got)
			}
		}
		if got := called(n, plan.baseline, plan.baseline+plan.detect, 1); got < 0.80 || got > 0.90 {
			t.Errorf("%d per variant from %v by %v: it is found in %.4f", n, plan.baseline, plan.detect, got)
		}
	}
}

// called is how probable a decision is.
func called(n int64, p, q float64, decision int) (sum float64) {
	as, bs := binomial(n, p), binomial(n, q)
	for a, x := range as {
		for b, y := range bs {
			if x > 1e-7 && y > 1e-7 && Decide(Share{int64(a), n}, Share{int64(b), n}) == decision {
				sum += x * y
			}
		}
	}
	return sum
}

func binomial(n int64, p float64) []float64 {
	out := make([]float64, n+1)
	all, _ := math.Lgamma(float64(n + 1))
	for k := range out {
		x, _ := math.Lgamma(float64(k + 1))
		y, _ := math.Lgamma(float64(n) - float64(k) + 1)
		out[k] = math.Exp(all - x - y + float64(k)*math.Log(p) + (float64(n)-float64(k))*math.Log(1-p))
	}
	return out
}

// Intervals are those of the textbooks, and nothing of nobody is known.
func TestIntervals(t *testing.T) {
	near := func(what string, got Interval, want ...float64) {
		t.Helper()
		for i, v := range []float64{got.Value, got.Low, got.High} {
			if math.Abs(v-want[i]) > 0.0001 {
				t.Errorf("%s: %+v, not %v", what, got, want)
				return
			}
		}
	}
	near("81 of 263", Rate(Share{81, 263}), 0.3080, 0.2553, 0.3662) // Newcombe 1998, method 3
	near("0 of 20", Rate(Share{0, 20}), 0, 0, 0.1611)
	near("nobody", Rate(Share{}), 0, 0, 1)
	near("without a group", Difference(Share{1, 2}, Share{}), 0, -1, 1)
	wider := (1.0/70 + 1.0/80) / 2
	near("56 of 70 and 48 of 80", Difference(Share{48, 80}, Share{56, 70}), 0.2, 0.0524-wider, 0.3339+wider) // Newcombe 1998, method 10
	for _, bad := range [][2]float64{{-0.1, 0.2}, {0.5, 0}, {0.9, 0.2}, {math.NaN(), 0.1}} {
		if n := SampleSize(bad[0], bad[1]); n != 0 {
			t.Errorf("a sample for %v: %d", bad, n)
		}
	}
}
