package delivery

import "time"

// bucket limits how many attempts are made in a second. It holds a tenth of a
// second's worth, so that no second sees more than a tenth above the limit.
type bucket struct {
	tokens float64
	at     time.Time
}

// bucketPause is how long an endpoint waits at least once its bucket is empty,
// so that one with a high limit does not wake up for every call.
const bucketPause = 5 * time.Millisecond

// wait returns how long until an attempt may be made; 0 for now.
func (b *bucket) wait(now time.Time, perSecond int) time.Duration {
	rate := float64(perSecond)
	full := max(1, rate/10)
	if b.at.IsZero() {
		b.tokens = full
	} else if passed := now.Sub(b.at).Seconds(); passed > 0 {
		b.tokens = min(full, b.tokens+passed*rate)
	}
	b.at = now
	if b.tokens >= 1 {
		return 0
	}
	return max(bucketPause, time.Duration((1-b.tokens)/rate*float64(time.Second)))
}
