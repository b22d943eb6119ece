package assign

import (
	"slices"
	"time"
)

// MaxPosition is the last position in a queue that is counted.
const MaxPosition = 1000

// EstimateLife is for how long waits and promises count for what is estimated.
const EstimateLife = 7 * 24 * time.Hour

// WaitsOfEstimate is how many waits an estimate rests on at most, the latest ones.
const WaitsOfEstimate = 100

// leastWaits is how many waits an estimate rests on at least, and how many promises what
// is known of them.
const leastWaits = 20

// The part of the promises that are kept, in percent, while estimates are told: the goal
// is estimatedPart.
const (
	leastKept     = 75
	mostKept      = 90
	estimatedPart = 80
)

// places are the first positions of each place.
var places = func() (out []int) {
	for at := 1; at <= MaxPosition; at = max(at+1, at*5/4) {
		out = append(out, at)
	}
	return out
}()

// Place is about where a position in a queue is: positions of a place are a quarter
// apart at most. Positions and places begin with 1.
func Place(position int) int {
	i, found := slices.BinarySearch(places, position)
	if found {
		i++
	}
	return i
}

// Estimate is how long it takes, in milliseconds, by how long it took: four of five take
// no longer. false where too few are known to say. It sorts the waits.
func Estimate(waits []int64) (ms int64, ok bool) {
	n := len(waits)
	if n < leastWaits {
		return 0, false
	}
	slices.Sort(waits)
	// Of n+1 waits, the last of which is still to come, it is as likely at any place.
	rank := (estimatedPart*(n+1) + 99) / 100
	return waits[min(rank, n)-1], true
}

// Holds reports whether estimates may be told, by how many promises were kept of those
// that were made.
func Holds(made, kept int64) bool {
	return made >= leastWaits && 100*kept >= leastKept*made && 100*kept <= mostKept*made
}
