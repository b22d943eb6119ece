package delivery

import (
	"time"

	"service.example/crm/internal/crm"
)

// When the breaker of an endpoint opens, and for how long.
const (
	minAttempts     = 10 // in five minutes, of which
	failedShare     = 70 // per cent failed
	transportInARow = 5  // failures without an answer

	breakerSlots = 10
	breakerSlot  = 30 * time.Second // 5 minutes in all
)

var openFor = []time.Duration{30 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute}

// Pauses where what is ours does not work, and where a receiver asks for one
// without saying how long.
const (
	oursPause    = 2 * time.Second
	maxOursPause = time.Minute
	defaultPause = time.Minute
)

// breaker keeps a failing endpoint from being called. What of it is not in
// crm.EndpointHealth is not stored: after a restart the window is empty.
type breaker struct {
	crm.EndpointHealth
	troubled   bool // anything below or above is not as at the beginning
	transport  int  // failures in a row without an answer
	slots      [breakerSlots]slot
	generation int  // grows when the breaker opens; earlier calls do not count
	probing    bool // one call finds out whether the receiver is back
	ours       int  // failures in a row that are ours
	oursUntil  time.Time
	noticed    bool // a notice may be open
	noted      bool // that it has been failing for long
}

type slot struct {
	number           int64
	attempts, failed int
}

// load begins with what was stored.
func (b *breaker) load(stored crm.EndpointHealth) {
	*b = breaker{EndpointHealth: stored, generation: b.generation + 1}
	b.troubled = stored != crm.EndpointHealth{}
	b.noticed = b.troubled
}

// rest returns for how long no call is made.
func (b *breaker) rest(now time.Time) (d time.Duration) {
	if !b.troubled {
		return 0
	}
	for _, until := range []time.Time{b.OpenUntil, b.PausedUntil, b.oursUntil} {
		d = max(d, until.Sub(now))
	}
	return d
}

// halfOpen reports whether the next call is to find out if the receiver is back.
func (b *breaker) halfOpen() bool { return !b.OpenUntil.IsZero() }

// noteTaken notes a call that was taken and reports whether what is stored of
// the endpoint changed.
func (b *breaker) noteTaken(now time.Time, it *item) (changed bool) {
	if b.counts(it) {
		b.count(now, false)
		b.transport = 0
	}
	if !b.troubled {
		return false
	}
	if it.probe {
		b.close()
	}
	changed = b.ConsecutiveFailures > 0 || it.probe
	b.ConsecutiveFailures, b.FailedDeliveries, b.Refusals, b.FailingSince, b.ours = 0, 0, 0, time.Time{}, 0
	b.noted = false
	b.troubled = b.halfOpen() || now.Before(b.PausedUntil) || now.Before(b.oursUntil)
	return changed
}

// noteFailed notes a call that failed and reports whether the breaker opened.
// The first of its events is the one that it was begun for.
func (b *breaker) noteFailed(now time.Time, list []*item, v verdict, failure string) (opened bool) {
	it := list[0]
	b.troubled = true
	b.ConsecutiveFailures++
	b.LastError, b.LastErrorAt, b.ours = failure, now, 0
	if b.FailingSince.IsZero() {
		b.FailingSince = now
	}
	for _, one := range list {
		if one.attempt == 1 {
			b.FailedDeliveries++
		}
	}
	if b.Refusals++; v != refused {
		b.Refusals = 0
	}
	switch {
	case v == throttled:
		if it.probe {
			b.close() // it is there, and only busy
		}
		return false
	case it.probe:
		b.open(now)
		return true
	case v == refused || !b.counts(it):
		return false
	}
	if b.transport++; v != lost {
		b.transport = 0
	}
	attempts, failed := b.count(now, true)
	if b.transport >= transportInARow || attempts >= minAttempts && 100*failed >= failedShare*attempts {
		b.open(now)
		return true
	}
	return false
}

// counts reports whether the call of an event counts: the breaker is closed, and
// was not opened since it began.
func (b *breaker) counts(it *item) bool { return !b.halfOpen() && it.generation == b.generation }

// pause leaves the endpoint alone because its receiver asked for it.
func (b *breaker) pause(now time.Time, d time.Duration) {
	if d <= 0 {
		d = defaultPause
	}
	if until := now.Add(d); until.After(b.PausedUntil) {
		b.PausedUntil = until
	}
}

// pauseOurs leaves the endpoint alone because what is ours does not work.
func (b *breaker) pauseOurs(now time.Time) {
	b.troubled = true
	b.oursUntil = now.Add(min(maxOursPause, oursPause<<min(b.ours, 5)))
	b.ours++
}

func (b *breaker) open(now time.Time) {
	b.OpenUntil = now.Add(openFor[min(b.Openings, len(openFor)-1)])
	b.Openings++
	b.forgetCalls()
}

func (b *breaker) close() {
	b.OpenUntil, b.Openings = time.Time{}, 0
	b.forgetCalls()
}

func (b *breaker) forgetCalls() {
	b.generation++
	b.transport, b.slots = 0, [breakerSlots]slot{}
}

// count adds a call and returns those of the last five minutes.
func (b *breaker) count(now time.Time, failure bool) (attempts, failed int) {
	number := now.UnixNano() / int64(breakerSlot)
	s := &b.slots[number%breakerSlots]
	if s.number != number {
		*s = slot{number: number}
	}
	s.attempts++
	if !failure {
		return 0, 0
	}
	s.failed++
	for _, s := range b.slots {
		if number-s.number < breakerSlots {
			attempts, failed = attempts+s.attempts, failed+s.failed
		}
	}
	return attempts, failed
}
