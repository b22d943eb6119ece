package delivery

import (
	"time"

	"service.example/crm/internal/crm"
)

// When the breaker of an endpoint opens, and for how long.
const (
	minAttempts     = 10 // in breakerWindow, of which
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

// health decides whether an endpoint is called. What of it is not in
// crm.EndpointHealth is not stored: after a restart the window is empty.
type health struct {
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
func (h *health) load(stored crm.EndpointHealth) {
	*h = health{EndpointHealth: stored, generation: h.generation + 1}
	h.troubled = stored != crm.EndpointHealth{}
	h.noticed = h.troubled
}

// rest returns for how long no call is made.
func (h *health) rest(now time.Time) (d time.Duration) {
	if !h.troubled {
		return 0
	}
	for _, until := range []time.Time{h.OpenUntil, h.PausedUntil, h.oursUntil} {
		d = max(d, until.Sub(now))
	}
	return d
}

// halfOpen reports whether the next call is to find out if the receiver is back.
func (h *health) halfOpen() bool { return !h.OpenUntil.IsZero() }

// taken notes a call that was taken and returns whether something was to be
// stored about the endpoint.
func (h *health) taken(now time.Time, generation int, probe bool) (changed bool) {
	if h.counts(generation) {
		h.count(now, false)
		h.transport = 0
	}
	if !h.troubled {
		return false
	}
	if probe {
		h.close()
	}
	changed = h.ConsecutiveFailures > 0 || probe
	h.ConsecutiveFailures, h.FailedDeliveries, h.Refusals, h.FailingSince, h.ours = 0, 0, 0, time.Time{}, 0
	h.noted = false
	h.troubled = h.halfOpen() || now.Before(h.PausedUntil) || now.Before(h.oursUntil)
	return changed
}

// failed notes a call that failed and returns whether the breaker opened.
func (h *health) failed(now time.Time, what class, failure string, generation int, probe, first bool) (opened bool) {
	h.troubled = true
	h.ConsecutiveFailures++
	h.LastError, h.LastErrorAt, h.ours = failure, now, 0
	if h.FailingSince.IsZero() {
		h.FailingSince = now
	}
	if first {
		h.FailedDeliveries++
	}
	if h.Refusals++; what != refused {
		h.Refusals = 0
	}
	switch {
	case what == throttled:
		if probe {
			h.close() // it is there, and only busy
		}
		return false
	case probe:
		h.open(now)
		return true
	case what == refused || !h.counts(generation):
		return false
	}
	if h.transport++; what != lost {
		h.transport = 0
	}
	attempts, failed := h.count(now, true)
	if h.transport >= transportInARow || attempts >= minAttempts && 100*failed >= failedShare*attempts {
		h.open(now)
		return true
	}
	return false
}

// counts reports whether a call that began in a generation counts for a closed
// breaker.
func (h *health) counts(generation int) bool { return !h.halfOpen() && generation == h.generation }

// pause leaves the endpoint alone because its receiver asked for it.
func (h *health) pause(now time.Time, d time.Duration) {
	if d <= 0 {
		d = defaultPause
	}
	if until := now.Add(d); until.After(h.PausedUntil) {
		h.PausedUntil = until
	}
}

// pauseOurs leaves the endpoint alone because what is ours does not work.
func (h *health) pauseOurs(now time.Time) {
	h.troubled = true
	h.oursUntil = now.Add(min(maxOursPause, oursPause<<min(h.ours, 5)))
	h.ours++
}

func (h *health) open(now time.Time) {
	h.OpenUntil = now.Add(openFor[min(h.Openings, len(openFor)-1)])
	h.Openings++
	h.forgetCalls()
}

func (h *health) close() {
	h.OpenUntil, h.Openings = time.Time{}, 0
	h.forgetCalls()
}

func (h *health) forgetCalls() {
	h.generation++
	h.transport, h.slots = 0, [breakerSlots]slot{}
}

// count adds a call and returns those of the last five minutes.
func (h *health) count(now time.Time, failure bool) (attempts, failed int) {
	number := now.UnixNano() / int64(breakerSlot)
	s := &h.slots[number%breakerSlots]
	if s.number != number {
		*s = slot{number: number}
	}
	s.attempts++
	if !failure {
		return 0, 0
	}
	s.failed++
	for _, s := range h.slots {
		if number-s.number < breakerSlots {
			attempts, failed = attempts+s.attempts, failed+s.failed
		}
	}
	return attempts, failed
}
