package delivery

import "time"

// gate says whether a call to an endpoint may begin.
type gate struct {
	inFlight  int
	ending    bool // the endpoint is being disabled
	breaker   breaker
	bucket    bucket
	refilling bool // somebody waits for the bucket
}

// admits reports whether a call may begin at a rate per second, 0 for any. Where
// only the bucket is empty, refill is how long until it is not.
func (g *gate) admits(clock func() time.Time, rate int) (ok bool, refill time.Duration) {
	switch {
	case g.ending:
		return false, 0
	case !g.breaker.troubled && rate == 0:
		return true, 0
	}
	now := clock()
	switch {
	case g.breaker.rest(now) > 0 || g.breaker.halfOpen() && g.breaker.probing:
		return false, 0
	case rate == 0:
		return true, 0
	}
	refill = g.bucket.wait(now, rate)
	return refill == 0, refill
}

// begin notes that the call of an event begins.
func (g *gate) begin(it *item, clock func() time.Time) {
	if g.bucket.limiter != nil {
		g.bucket.take(clock())
	}
	it.generation = g.breaker.generation
	if it.probe = g.breaker.halfOpen(); it.probe {
		g.breaker.probing = true
	}
}
