package ai

import (
	"sync"
	"time"

	"service.example/crm/internal/crm"
)

// State is whether a target is called.
type State string

// The states. A target that is open or out of quota is called again by exactly
// one probe once its time has come; a misconfigured one not before its
// configuration changed, or a test succeeded.
const (
	Closed        State = "closed" // it is called
	Open          State = "open"   // it failed: left alone until Until
	RateLimited   State = "rate_limited"
	OutOfQuota    State = "out_of_quota"
	Misconfigured State = "misconfigured"
)

// Standing is what is known of a target's health.
type Standing struct {
	TargetID string
	Revision int64 // of the configuration that it is about
	State    State
	Class    Class     // of the failure that led to it
	Detail   string    // of that failure
	Since    time.Time // when the state began; zero: nothing happened yet
	Until    time.Time // when it is called again at the earliest; zero: not by itself
	// Level is how many times in a row the circuit opened.
	Level int
}

// The rules of the circuit breaker.
const (
	window                    = 30 // seconds that are looked back
	minCalls                  = 5  // below it the share of failures says nothing
	consecutive               = 3  // so many failures in a row open it at once
	wholeFailure, halfFailure = 2, 1
	retryWindow               = 10 // seconds over which retries are counted
	minRetries                = 3  // allowed in any of them
	retryShare                = 10 // one retry in so many requests
	quotaPause                = 15 * time.Minute
	defaultLimit              = 5 * time.Second // where a rate limit names no time
	longestLimit              = time.Hour
	sharedLimit               = 10 * time.Second // a pause of that length is told to other nodes, and outlives a restart
	longestLevel              = 4
	standingDetail            = 300
)

// openFor is how long a circuit stays open, by how often it opened in a row.
var openFor = [longestLevel]time.Duration{5 * time.Second, 15 * time.Second, 60 * time.Second, 120 * time.Second}

// Health remembers, in the memory of one process, how targets are doing. It is
// safe for concurrent use.
type Health struct {
	src *crm.Source

	mu      sync.Mutex
	targets map[string]*health
}

// NewHealth returns a memory on a clock.
func NewHealth(src *crm.Source) *Health {
	return &Health{src: src, targets: map[string]*health{}}
}

// health is one target's. seconds is a ring over the window.
type health struct {
	standing Standing // Open, OutOfQuota, Misconfigured or Closed
	limited  time.Time
	probing  bool
	streak   int // failures in a row, in halves
	seconds  [window]second
}

type second struct {
	at                     int64 // Unix time
	calls, failed, retried int   // failed counts in halves
}

// grant is the leave to make one call; it must be returned by report.
type grant struct{ probe bool }

// of returns what is known of a target. A newer revision begins anew, an older
// one is treated as the newest. The lock is held.
func (h *Health) of(id string, revision int64) *health {
	t := h.targets[id]
	if t == nil || revision > t.standing.Revision {
		t = &health{standing: Standing{TargetID: id, Revision: revision, State: Closed}}
		h.targets[id] = t
	}
	return t
}

// acquire asks for leave to call a target.
func (h *Health) acquire(t Target) (g grant, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now, k := h.src.Now(), h.of(t.ID, t.Revision)
	if now.Before(k.limited) {
		return g, false
	}
	switch k.standing.State {
	case Misconfigured:
		return g, false
	case Open, OutOfQuota:
		if k.probing || now.Before(k.standing.Until) {
			return g, false
		}
		k.probing, g.probe = true, true
	}
	return g, true
}

// dueFirst returns, when every target is kept from being called, the one whose
// probe is due and became so first; -1 when none is.
func (h *Health) dueFirst(targets []Target) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	now, first := h.src.Now(), -1
	var until time.Time
	for i, t := range targets {
		k := h.of(t.ID, t.Revision)
		switch k.standing.State {
		case Closed:
			if !now.Before(k.limited) {
				return -1
			}
		case Open, OutOfQuota:
			if u := k.standing.Until; !k.probing && !now.Before(u) && !now.Before(k.limited) && (first < 0 || u.Before(until)) {
				first, until = i, u
			}
		}
	}
	return first
}

// report returns a grant with what came of the call. It returns the new
// standing when that changed in a way which other nodes should know.
func (h *Health) report(t Target, g grant, class Class, e *Error) (changed *Standing) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now, k := h.src.Now(), h.of(t.ID, t.Revision)
	if g.probe {
		k.probing = false
	}
	if class == Canceled || t.Revision < k.standing.Revision {
		return nil // it says nothing, or is about what is gone
	}
	weight := k.count(now, class)
	was := k.standing
	if was.State == Misconfigured {
		return nil // a call from before that
	}
	switch {
	case class == RateLimit:
		later := k.limit(now, e.RetryAfter)
		k.answered(g, now)
		if later >= sharedLimit && k.standing == was && was.State == Closed {
			s := k.limitation(now, e.Detail)
			return &s
		}
	case class == Quota:
		k.stand(now, OutOfQuota, class, e, now.Add(quotaPause))
	case class == Credential || class == Region || class == ModelAccess || class == ModelGone:
		k.stand(now, Misconfigured, class, e, time.Time{})
	case weight == 0:
		k.answered(g, now)
	case was.State == Closed && k.trips(now):
		k.open(now, class, e, 1)
	case g.probe:
		k.open(now, class, e, was.Level+1)
	}
	if k.standing == was {
		return nil
	}
	s := k.standing
	return &s
}

// count records a call in the window and returns what it weighs as a failure.
func (k *health) count(now time.Time, class Class) (weight int) {
	switch class {
	case Transient, Timeout:
		weight = wholeFailure
	case BadOutput:
		weight = halfFailure
	}
	s := k.second(now)
	s.calls++
	s.failed += weight
	if weight == 0 {
		k.streak = 0
	}
	k.streak += weight
	return weight
}

func (k *health) second(now time.Time) *second {
	s := &k.seconds[now.Unix()%window]
	if s.at != now.Unix() {
		*s = second{at: now.Unix()}
	}
	return s
}

// trips reports whether the failures of the window, or those in a row, are
// enough to open the circuit.
func (k *health) trips(now time.Time) bool {
	calls, failed := 0, 0
	for _, s := range k.seconds {
		if s.at > now.Unix()-window && s.at <= now.Unix() {
			calls, failed = calls+s.calls, failed+s.failed
		}
	}
	return k.streak >= consecutive*wholeFailure || calls >= minCalls && failed >= calls*halfFailure
}

// answered closes the circuit after a probe that the provider answered.
func (k *health) answered(g grant, now time.Time) {
	if g.probe {
		k.close(now)
	}
}

func (k *health) close(now time.Time) {
	k.standing = Standing{TargetID: k.standing.TargetID, Revision: k.standing.Revision, State: Closed, Since: now}
	k.streak, k.seconds = 0, [window]second{}
}

func (k *health) open(now time.Time, class Class, e *Error, level int) {
	level = min(max(level, 1), longestLevel)
	k.stand(now, Open, class, e, now.Add(openFor[level-1]))
	k.standing.Level = level
}

func (k *health) stand(now time.Time, state State, class Class, e *Error, until time.Time) {
	k.standing.State, k.standing.Class, k.standing.Detail = state, class, cut(e.Detail, standingDetail)
	k.standing.Since, k.standing.Until, k.standing.Level = now, until, 0
}

// limit keeps calls away for as long as the provider asked. It returns for how
// much longer than before.
func (k *health) limit(now time.Time, after time.Duration) (later time.Duration) {
	if after <= 0 {
		after = defaultLimit
	}
	until := now.Add(min(after, longestLimit))
	if !until.After(k.limited) {
		return 0
	}
	before := now
	if k.limited.After(now) {
		before = k.limited
	}
	k.limited = until
	return until.Sub(before)
}

// limitation is a limit as a standing, for other nodes.
func (k *health) limitation(now time.Time, detail string) Standing {
	return Standing{TargetID: k.standing.TargetID, Revision: k.standing.Revision, State: RateLimited, Class: RateLimit,
		Detail: cut(detail, standingDetail), Since: now, Until: k.limited}
}

// mayRetry asks whether the same target may be called once more for a reply:
// at most a tenth of the requests of ten seconds are retries, or three.
func (h *Health) mayRetry(t Target) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	now, k := h.src.Now(), h.of(t.ID, t.Revision)
	calls, retried := 0, 0
	for _, s := range k.seconds {
		if s.at > now.Unix()-retryWindow && s.at <= now.Unix() {
			calls, retried = calls+s.calls, retried+s.retried
		}
	}
	if k.standing.State != Closed || now.Before(k.limited) || retried >= max(minRetries, calls/retryShare) {
		return false
	}
	k.second(now).retried++
	return true
}

// limitedFor is how long a rate limit keeps calls away from a target.
func (h *Health) limitedFor(t Target) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	return max(0, h.of(t.ID, t.Revision).limited.Sub(h.src.Now()))
}

// Standing returns how a target is doing.
func (h *Health) Standing(id string, revision int64) Standing {
	h.mu.Lock()
	defer h.mu.Unlock()
	k := h.of(id, revision)
	s := k.standing
	if s.State == Closed && h.src.Now().Before(k.limited) {
		s.State, s.Class, s.Until = RateLimited, RateLimit, k.limited
	}
	return s
}

// Learn takes over what another node found out, if it is newer than what is
// known here.
func (h *Health) Learn(s Standing) {
	h.mu.Lock()
	defer h.mu.Unlock()
	k := h.of(s.TargetID, s.Revision)
	if s.Revision != k.standing.Revision || k.probing || !s.Since.After(k.standing.Since) {
		return
	}
	if s.State == RateLimited {
		if latest := h.src.Now().Add(longestLimit); s.Until.After(k.limited) && !s.Until.After(latest) {
			k.limited = s.Until
		}
		return
	}
	if s.State == Closed {
		k.close(s.Since)
		return
	}
	k.standing = s
}

// Restore closes the circuit of a target that is known to work: somebody
// tested it. It returns the new standing if it had another one.
func (h *Health) Restore(id string, revision int64) (changed *Standing) {
	h.mu.Lock()
	defer h.mu.Unlock()
	k := h.of(id, revision)
	limited := h.src.Now().Before(k.limited)
	k.limited = time.Time{}
	if k.standing.State == Closed && !limited {
		return nil
	}
	k.close(h.src.Now())
	s := k.standing
	return &s
}

// Forget drops what is known of a target that was deleted.
func (h *Health) Forget(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.targets, id)
}

// cut returns at most n characters of a text.
func cut(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// Count is how many targets are in each state, as far as this process knows.
func (h *Health) Count() map[State]int {
	h.mu.Lock()
	defer h.mu.Unlock()
	out, now := map[State]int{}, h.src.Now()
	for _, t := range h.targets {
		state := t.standing.State
		if state == Closed && now.Before(t.limited) {
			state = RateLimited
		}
		out[state]++
	}
	return out
}
