package delivery

import (
	"time"

	"golang.org/x/time/rate"
)

// bucket limits how many attempts are made in a second. It holds a tenth of a
// second's worth, so that no second sees more than a tenth above the limit.
type bucket struct{ limiter *rate.Limiter }

// bucketPause is how long an endpoint waits at least once its bucket is empty,
// so that one with a high limit does not wake up for every call.
const bucketPause = 5 * time.Millisecond

// wait returns how long until an attempt may be made; 0 for now.
func (b *bucket) wait(now time.Time, perSecond int) time.Duration {
	limit, burst := rate.Limit(perSecond), max(1, perSecond/10)
	switch {
	case b.limiter == nil:
		b.limiter = rate.NewLimiter(limit, burst)
	case b.limiter.Limit() != limit:
		b.limiter.SetLimitAt(now, limit)
		b.limiter.SetBurstAt(now, burst)
	}
	missing := 1 - b.limiter.TokensAt(now)
	if missing <= 0 {
		return 0
	}
	return max(bucketPause, time.Duration(missing/float64(limit)*float64(time.Second)))
}

// take notes an attempt that wait let through.
func (b *bucket) take(now time.Time) { b.limiter.AllowN(now, 1) }
