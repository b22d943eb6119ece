package sandbox

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// Match says which calls or webhooks a fault strikes; empty fields match all.
type Match struct {
	// Path is a part of the request path or a glob over the whole of it.
	Path string `json:"path,omitempty"`
	// To is the customer's number or user id.
	To string `json:"to,omitempty"`
	// Kind is "send" or a message type for sends, "read", "media", "management",
	// or "webhook", "webhook:status", "webhook:message", "webhook:account".
	Kind string `json:"kind,omitempty"`
	// Model is the model asked for, at the AI endpoint.
	Model string `json:"model,omitempty"`
}

// Drop tells when a connection is closed without an answer, or a webhook lost.
type Drop string

// Values of Drop. In JSON, true means "before".
const (
	dropBefore Drop = "before"
	dropAfter  Drop = "after"
)

// UnmarshalJSON accepts "before", "after", "", true and false.
func (d *Drop) UnmarshalJSON(raw []byte) error {
	switch string(raw) {
	case "true", `"before"`:
		*d = dropBefore
	case `"after"`:
		*d = dropAfter
	case "false", `""`, "null":
		*d = ""
	default:
		return &badInput{"drop", `must be "before" or "after"`}
	}
	return nil
}

// Fault is one scripted misbehaviour. It strikes every matching call, or only
// the first Times of them; of several that match the earliest strikes.
type Fault struct {
	Match Match `json:"match"`
	Times int   `json:"times,omitempty"` // 0 = until cleared

	Status  int    `json:"status,omitempty"`  // HTTP status of a refusal
	Code    int    `json:"code,omitempty"`    // error code of a refusal
	Subcode int    `json:"subcode,omitempty"` //
	Details string `json:"details,omitempty"` // of the error
	Async   bool   `json:"async,omitempty"`   // accept, then fail with Code by a status

	DelayMs   int  `json:"delayMs,omitempty"`   // wait before anything else
	Drop      Drop `json:"drop,omitempty"`      // close without an answer, before or after the effect
	Malformed bool `json:"malformed,omitempty"` // cut the answer in half

	Lose     string `json:"lose,omitempty"`     // "status" is the same as Statuses "lost"
	Statuses string `json:"statuses,omitempty"` // lost, doubled or reordered

	// For the AI endpoint, see ai_faults.go.
	Fail        string  `json:"fail,omitempty"`        // a failure by name: rate_limit, quota, hang, truncated, …
	RetryAfter  string  `json:"retryAfter,omitempty"`  // of a 429: seconds:7, date:30, ms:1500, x-ms:1500, body:34, none
	Share       float64 `json:"share,omitempty"`       // of the matching calls, evenly: 0.25 strikes every fourth
	BodyDelayMs int     `json:"bodyDelayMs,omitempty"` // wait in the middle of the body
	// What is told of the use, of an answer that is not spoilt.
	CachedTokens     int `json:"cachedTokens,omitempty"`
	CacheWriteTokens int `json:"cacheWriteTokens,omitempty"`
	ReasoningTokens  int `json:"reasoningTokens,omitempty"`

	// For webhooks.
	Double       bool `json:"double,omitempty"`       // post twice
	Reorder      bool `json:"reorder,omitempty"`      // let the next one pass
	BadSignature bool `json:"badSignature,omitempty"` // sign with a wrong secret

	Hits int `json:"hits"` // how often it struck; set by the sandbox

	seen int // matching calls, for Share
}

// validate returns the field and the reason why a fault makes no sense.
func (f *Fault) validate() (field, reason string) {
	switch {
	case f.Status != 0 && (f.Status < 200 || f.Status > 599):
		return "status", "must be an HTTP status from 200 to 599"
	case f.Times < 0:
		return "times", "must not be negative"
	case f.DelayMs < 0 || f.DelayMs > 600_000:
		return "delayMs", "must be from 0 to 600000"
	case f.Lose != "" && f.Lose != "status":
		return "lose", `must be "status"`
	case f.Statuses != "" && f.Statuses != statusesLost && f.Statuses != statusesDoubled && f.Statuses != statusesReordered:
		return "statuses", "must be lost, doubled or reordered"
	case f.Async && f.Code == 0:
		return "code", "is needed with async"
	}
	return f.validateAI()
}

func (f *Fault) validateAI() (field, reason string) {
	switch {
	case f.Fail != "" && !slices.Contains(knownFailures(), f.Fail):
		return "fail", "must be one of " + strings.Join(knownFailures(), ", ")
	case !readRetryAfter(f.RetryAfter):
		return "retryAfter", "must be seconds:7, date:30, ms:1500, x-ms:1500, body:34 or none"
	case f.Share < 0 || f.Share > 1:
		return "share", "must be from 0 to 1"
	case f.BodyDelayMs < 0 || f.BodyDelayMs > 600_000:
		return "bodyDelayMs", "must be from 0 to 600000"
	case min(f.CachedTokens, f.CacheWriteTokens, f.ReasoningTokens) < 0:
		return "cachedTokens", "tokens must not be negative"
	}
	return "", ""
}

// strikes reports whether a fault with a share strikes the next matching call.
func (f *Fault) strikes() bool {
	f.seen++
	return f.Share == 0 || int(float64(f.seen)*f.Share+1e-9) > int(float64(f.seen-1)*f.Share+1e-9)
}

// maxFaults bounds the script.
const maxFaults = 10_000

type faultList struct {
	mu   sync.Mutex
	list []*Fault
}

func (l *faultList) add(faults ...Fault) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range faults {
		if f.Lose == "status" {
			f.Statuses = statusesLost
		}
		f.Hits = 0
		if len(l.list) < maxFaults {
			l.list = append(l.list, &f)
		}
	}
}

func (l *faultList) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = nil
}

// all returns the script with its hits, spent faults included.
func (l *faultList) all() []Fault {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]Fault, 0, len(l.list))
	for _, f := range l.list {
		out = append(out, *f)
	}
	return out
}

// take returns a copy of the first live fault that matches and counts the hit.
func (l *faultList) take(matches func(*Match) bool) *Fault {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.list {
		if (f.Times == 0 || f.Hits < f.Times) && matches(&f.Match) && f.strikes() {
			f.Hits++
			struck := *f
			return &struck
		}
	}
	return nil
}

func (m *Match) path(p string) bool {
	if m.Path == "" || strings.Contains(p, m.Path) {
		return true
	}
	ok, _ := path.Match(m.Path, p)
	return ok
}

func (m *Match) to(numbers ...string) bool {
	if m.To == "" {
		return true
	}
	want := m.To
	if number, ok := digits(want); ok {
		want = canonical(number)
	}
	for _, n := range numbers {
		if n != "" && n == want {
			return true
		}
	}
	return false
}

// inject applies a scripted fault to a call. It reports whether the call is
// answered by it; otherwise c.injected holds what is left to do.
func (c *call) inject(kind, to string) (*graphError, bool) {
	f := c.faults.take(func(m *Match) bool {
		kinds := m.Kind == "" || m.Kind == kind || m.Kind == "send" && isSend(kind)
		return kinds && m.path(c.r.URL.Path) && m.to(to)
	})
	if f == nil {
		return nil, false
	}
	c.injected = f
	c.pause(time.Duration(f.DelayMs) * time.Millisecond)
	if f.Drop == dropBefore {
		c.effect = "connection dropped before the effect"
		c.hangUp()
		return nil, true
	}
	if f.Async || f.Code == 0 && f.Status == 0 {
		return nil, false
	}
	return f.refusal(), true
}

func isSend(kind string) bool { return kind != "management" && kind != "media" && kind != "read" }

func (c *call) pause(d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-c.r.Context().Done():
	}
}

// refusal is the error that the fault answers with.
func (f *Fault) refusal() *graphError {
	code := f.Code
	if code == 0 {
		code = codeForStatus(f.Status)
	}
	e := refuse(code, f.Details)
	if e.details == "" {
		e.details = knownCode(code).details
	}
	if f.Status != 0 {
		e.status = f.Status
	}
	if code < 1000 && code != 100 {
		e.message = knownCode(code).title
	}
	e.subcode, e.transient = f.Subcode, e.status >= http.StatusInternalServerError
	return e
}

// codeForStatus is the code that goes with a bare HTTP status.
func codeForStatus(status int) int {
	switch {
	case status == http.StatusUnauthorized:
		return 190
	case status == http.StatusForbidden:
		return 10
	case status == http.StatusTooManyRequests:
		return 130429
	case status >= 500:
		return 2
	}
	return 1
}

// parseFaults reads one fault or a list of them.
func parseFaults(raw []byte) ([]Fault, *badInput) {
	if strings.HasPrefix(strings.TrimSpace(string(raw)), "{") {
		raw = append(append([]byte{'['}, raw...), ']')
	}
	var list []Fault
	if bad := strictJSON(raw, &list); bad != nil {
		return nil, bad
	}
	for i := range list {
		if field, reason := list[i].validate(); field != "" {
			return nil, &badInput{fmt.Sprintf("[%d].%s", i, field), reason}
		}
	}
	return list, nil
}
