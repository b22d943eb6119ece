package core

import "time"

// NotLater is when something happened: as the provider tells, but never later than
// now, which a clock that is wrong would make it.
func NotLater(at, now time.Time) time.Time {
	if at.IsZero() || at.After(now) {
		return now
	}
	return at
}
