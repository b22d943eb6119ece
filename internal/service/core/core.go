package core

import (
	"math/rand/v2"
	"slices"
	"time"
)

// Distinct sorts the identifiers and drops those that come twice.
func Distinct(ids []string) []string {
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Jitter lengthens a pause by up to a quarter, so that retries do not meet.
func Jitter(d time.Duration) time.Duration {
	return d + time.Duration(float64(d)*0.25*rand.Float64())
}

// Optional returns nil for no time.
func Optional(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// Later returns the later of two times.
func Later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// Set changes a value where a change names one.
func Set[T any](into *T, from *T) {
	if from != nil {
		*into = *from
	}
}

// NotLater is when something happened: as the provider tells, but never later than
// now, which a clock that is wrong would make it.
func NotLater(at, now time.Time) time.Time {
	if at.IsZero() || at.After(now) {
		return now
	}
	return at
}
