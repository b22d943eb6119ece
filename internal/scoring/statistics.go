package scoring

import (
	"math"
	"math/rand/v2"
	"slices"

	"service.example/crm/internal/crm"
)

// Confidence is that of every interval.
const Confidence = 0.95

// MinPairs is from how many questions on a difference may be called one.
const MinPairs = 10

const (
	z         = 1.959963984540054 // of Confidence, on both sides
	resamples = 1000
	// The seed is fixed: the same measurements always have the same intervals.
	seedHigh, seedLow = 20, 26
)

// Rate estimates a share from answers of yes and no (Wilson's interval). nil
// without any.
func Rate(list []bool) *crm.EvaluationEstimate {
	n, yes := float64(len(list)), 0.0
	if n == 0 {
		return nil
	}
	for _, is := range list {
		if is {
			yes++
		}
	}
	p := yes / n
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return estimate(p, max(0, centre-half), min(1, centre+half), len(list))
}

// RateDifference estimates by how much the share of a is above that of b, both
// about the same questions (Agresti and Min's interval for matched pairs: it
// has a width even where all questions say the same). nil without any.
func RateDifference(a, b []bool) *crm.EvaluationEstimate {
	n := float64(len(a))
	if n == 0 {
		return nil
	}
	onlyA, onlyB := 0.0, 0.0
	for i := range a {
		switch {
		case a[i] && !b[i]:
			onlyA++
		case b[i] && !a[i]:
			onlyB++
		}
	}
	d, m := onlyA-onlyB, n+2
	half := z * math.Sqrt(max(0, onlyA+onlyB+1-d*d/m)) / m
	return estimate(d/n, max(-1, d/m-half), min(1, d/m+half), len(a))
}

// Bootstrap estimates a statistic of a sample (percentiles over resamples drawn
// with a fixed seed). nil without any.
func Bootstrap(list []float64, of func([]float64) float64) *crm.EvaluationEstimate {
	if len(list) == 0 {
		return nil
	}
	drawn := make([]float64, len(list))
	return resample(len(list), of(slices.Clone(list)), func(pick []int) float64 {
		for i, k := range pick {
			drawn[i] = list[k]
		}
		return of(drawn)
	})
}

// BootstrapDifference estimates by how much a statistic of a is above that of
// b, both about the same questions, which are drawn together. nil without any.
func BootstrapDifference(a, b []float64, of func([]float64) float64) *crm.EvaluationEstimate {
	if len(a) == 0 {
		return nil
	}
	x, y := make([]float64, len(a)), make([]float64, len(a))
	return resample(len(a), of(slices.Clone(a))-of(slices.Clone(b)), func(pick []int) float64 {
		for i, k := range pick {
			x[i], y[i] = a[k], b[k]
		}
		return of(x) - of(y)
	})
}

func resample(n int, value float64, of func(pick []int) float64) *crm.EvaluationEstimate {
	random := rand.New(rand.NewPCG(seedHigh, seedLow)) //nolint:gosec // it must repeat, not surprise
	pick, got := make([]int, n), make([]float64, resamples)
	for i := range got {
		for k := range pick {
			pick[k] = random.IntN(n)
		}
		got[i] = of(pick)
	}
	slices.Sort(got)
	return estimate(value, between(got, (1-Confidence)/2), between(got, (1+Confidence)/2), n)
}

// Mean is the average of a sample that is not empty.
func Mean(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}

// Quantile returns what gives the quantile q of a sample, which it sorts.
func Quantile(q float64) func([]float64) float64 {
	return func(list []float64) float64 {
		slices.Sort(list)
		return between(list, q)
	}
}

// between is the quantile q of a sorted sample, interpolated.
func between(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	low := int(at)
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[low] + (at-float64(low))*(sorted[low+1]-sorted[low])
}

// digits is how exact the table is: less would hide, more would pretend.
const digits = 1e4

func estimate(value, low, high float64, n int) *crm.EvaluationEstimate {
	round := func(v float64) float64 { return math.Round(v*digits) / digits }
	return &crm.EvaluationEstimate{Value: round(value), Low: round(low), High: round(high), Questions: n}
}
