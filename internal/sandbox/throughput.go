package sandbox

import (
	"sync/atomic"
	"time"
)

// throughput limits a number to rate messages per second, a second's worth of
// them at once. It is a leaky bucket in one atomic: the time until which the
// admitted messages use the number up.
type throughput struct {
	rate atomic.Int64
	used atomic.Int64 // nanoseconds of elapsed time
}

func (t *throughput) admit(now time.Duration) bool {
	cost := int64(time.Second) / max(t.rate.Load(), 1)
	for {
		old := t.used.Load()
		next := max(old, int64(now)) + cost
		if next-int64(now) > int64(time.Second)+cost/2 {
			return false
		}
		if t.used.CompareAndSwap(old, next) {
			return true
		}
	}
}
