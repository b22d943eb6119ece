package main

import (
	"slices"
	"time"
)

// latencies are durations in microseconds, one per request: none is rounded
// into a bucket, so that every percentile is exact.
type latencies []uint32

func (l *latencies) add(d time.Duration) {
	*l = append(*l, uint32(min(max(d.Microseconds(), 0), 1<<32-1)))
}

// at returns the q-quantile (0.5, 0.99, …) in milliseconds; 0 without samples.
// The receiver must be sorted.
func (l latencies) at(q float64) float64 {
	if len(l) == 0 {
		return 0
	}
	i := min(int(q*float64(len(l))), len(l)-1)
	return float64(l[i]) / 1000
}

// merged returns the sorted union of several lists.
func merged(lists ...latencies) latencies {
	n := 0
	for _, l := range lists {
		n += len(l)
	}
	out := make(latencies, 0, n)
	for _, l := range lists {
		out = append(out, l...)
	}
	slices.Sort(out)
	return out
}
