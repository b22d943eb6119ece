// Package abtest compares two shares: how many people of each of two groups did something.
// It says beforehand how many people that takes, and afterwards whether there is a
// difference. It knows nothing of broadcasts.
package abtest

import "math"

const (
	// z95 bounds 95 % of a normal distribution on both sides, z80 80 % on one.
	z95 = 1.959963984540054
	z80 = 0.8416212335729143
	// reserve is how much larger a sample is than the formula says, which is short by a
	// little for small shares.
	reserve = 1.05
)

// Interval is a value with the bounds of its 95 % interval.
type Interval struct{ Value, Low, High float64 }

// Share is how many of a group did something.
type Share struct{ Hits, Of int64 }

// SampleSize is how many people each of two groups needs, so that a rise of a share from
// baseline by detect is found in 80 % of all tests, and a difference is called where there
// is none in 5 % at most: the test of two shares with the correction for continuity. Both
// are between 0 and 1, and so is their sum; otherwise it is 0.
func SampleSize(baseline, detect float64) int64 {
	p, q := baseline, baseline+detect
	if !(p >= 0 && detect > 0 && q <= 1) {
		return 0
	}
	m := (p + q) / 2
	root := z95*math.Sqrt(2*m*(1-m)) + z80*math.Sqrt(p*(1-p)+q*(1-q))
	n := root * root / (detect * detect)
	n = n / 4 * math.Pow(1+math.Sqrt(1+4/(n*detect)), 2)
	return int64(math.Ceil(n * reserve))
}

// Rate is a share with its interval by Wilson. Of nobody it is anything from 0 to 1.
func Rate(s Share) Interval {
	if s.Of <= 0 {
		return Interval{0, 0, 1}
	}
	n := float64(s.Of)
	p := float64(s.Hits) / n
	mid := (p + z95*z95/(2*n)) / (1 + z95*z95/n)
	half := z95 * math.Sqrt(p*(1-p)/n+z95*z95/(4*n*n)) / (1 + z95*z95/n)
	return Interval{p, max(0, mid-half), min(1, mid+half)}
}

// Difference is by how much the second share is higher, with its interval by Newcombe,
// widened by the correction for continuity: at the sample sizes of SampleSize it excludes
// 0 in at most 5 % where the shares are the same.
func Difference(a, b Share) Interval {
	x, y := Rate(a), Rate(b)
	if a.Of <= 0 || b.Of <= 0 {
		return Interval{0, -1, 1}
	}
	wider := (1/float64(a.Of) + 1/float64(b.Of)) / 2
	d := y.Value - x.Value
	return Interval{d, max(-1, d-math.Hypot(y.Value-y.Low, x.High-x.Value)-wider), min(1, d+math.Hypot(y.High-y.Value, x.Value-x.Low)+wider)}
}

// Decide says which share is the higher one: -1 for a, 1 for b, 0 where the interval of
// the difference has 0. It holds for one look at a full sample; whoever looks again and
// again finds a difference more often than there is one.
func Decide(a, b Share) int {
	switch d := Difference(a, b); {
	case d.Low > 0:
		return 1
	case d.High < 0:
		return -1
	}
	return 0
}
