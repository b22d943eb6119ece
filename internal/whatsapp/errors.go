package whatsapp

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

// Class says what to do after a failed call.
type Class int

// The classes. Only after ClassUnknown may the call have had its effect.
const (
	ClassRetry   Class = iota // back off and repeat
	ClassLater                // a throttle: repeat after Delay
	ClassRefused              // permanent
	ClassFix                  // permanent until a human acts: token, payment, permission
	ClassUnknown              // the outcome is unknown: never repeat a send blindly
)

var classNames = [...]string{"retry", "later", "refused", "fix", "unknown"}

func (c Class) String() string {
	if c < 0 || int(c) >= len(classNames) {
		return "class " + strconv.Itoa(int(c))
	}
	return classNames[c]
}

// Final reports whether the same call fails again, however often it is repeated, unless
// somebody mends something first.
func (c Class) Final() bool { return c == ClassRefused || c == ClassFix }

// APIError is a refusal by the provider. Act on Code and Subcode only; every
// text is localised (outbound.md 8.1), and the token is removed from it.
type APIError struct {
	crm.ProviderError
	Type      string
	Transient bool
	// RetryAfter is what the provider asked for, 0 when it did not.
	RetryAfter time.Duration
}

func (e *APIError) Error() string {
	text := fmt.Sprintf("provider: error %d", e.Code)
	if e.Subcode != 0 {
		text += fmt.Sprintf("/%d", e.Subcode)
	}
	text += fmt.Sprintf(" (HTTP %d): %s", e.HTTPStatus, e.Title)
	if e.Details != "" && e.Details != e.Title {
		text += ": " + e.Details
	}
	return text
}

// Provider returns a copy of the refusal in the form that messages keep.
func (e *APIError) Provider() *crm.ProviderError {
	p := e.ProviderError
	return &p
}

// PreparationError is a failure before the call that matters was made, so that
// this one certainly had no effect.
type PreparationError struct{ Err error }

func (e *PreparationError) Error() string { return e.Err.Error() }

// Unwrap returns what failed.
func (e *PreparationError) Unwrap() error { return e.Err }

// Classify says what to do after err, which must not be nil. A *crm.Error was
// made before any call and is ClassRefused; an error of unknown origin is
// ClassUnknown.
func Classify(err error) Class {
	var before *PreparationError
	if errors.As(err, &before) {
		if class := Classify(before.Err); class != ClassUnknown {
			return class
		}
		return ClassRetry
	}
	var refusal *APIError
	if errors.As(err, &refusal) {
		return refusal.class()
	}
	var call *CallError
	if errors.As(err, &call) {
		return call.class()
	}
	var ours *crm.Error
	if errors.As(err, &ours) {
		if ours.Kind == crm.KindUnavailable {
			return ClassRetry
		}
		return ClassRefused
	}
	return ClassUnknown
}

// Away reports whether a call that certainly had no effect failed because the
// provider is away, or our own network or database: nothing of the message is
// why, so it does not count as one of its attempts.
func Away(err error) bool {
	var before *PreparationError
	if errors.As(err, &before) {
		return Away(before.Err) || Classify(before.Err) == ClassUnknown
	}
	var refusal *APIError
	if errors.As(err, &refusal) {
		row, _ := Describe(refusal.Code)
		return row.Away
	}
	var call *CallError
	if errors.As(err, &call) {
		return !call.Written
	}
	var ours *crm.Error
	return errors.As(err, &ours) && ours.Kind == crm.KindUnavailable
}

// HoldOf says what people have to mend before a call that failed like this one can
// work, for itself and for every other one; "" where nothing is to be mended, or it
// concerns this call alone.
func HoldOf(err error) Hold {
	var refusal *APIError
	if errors.As(err, &refusal) {
		if refusal.Code == 100 && (refusal.Subcode == 33 || refusal.Subcode == 2207051) { // the token sees the number no more, or it is not registered
			return HoldNumber
		}
		row, _ := Describe(refusal.Code)
		return row.Hold
	}
	switch crm.CodeOf(err) {
	case crm.CodeAccountDisabled:
		return HoldAccount
	case crm.CodeNumberDisconnected:
		return HoldNumber
	case crm.CodePaymentMissing:
		return HoldPayment
	}
	return ""
}

// Silent reports whether a failed call shows that the provider does not work:
// it was away, or gave no answer of its own.
func Silent(err error) bool { return Away(err) || Classify(err) == ClassUnknown }

func (e *APIError) class() Class {
	if class, ok := subcodes[e.Subcode]; ok && e.Code == 100 {
		return class
	}
	if row, ok := Describe(e.Code); ok {
		return row.Class
	}
	switch {
	case e.HTTPStatus == http.StatusTooManyRequests:
		return ClassLater
	case e.Transient:
		return ClassRetry
	case e.HTTPStatus >= 500:
		return ClassUnknown
	case e.HTTPStatus == http.StatusUnauthorized || e.HTTPStatus == http.StatusForbidden:
		return ClassFix
	}
	return ClassRefused
}

func (e *CallError) class() Class {
	switch status := e.HTTPStatus; {
	case !e.Written:
		return ClassRetry
	case status == http.StatusTooManyRequests:
		return ClassLater
	case status == http.StatusRequestTimeout:
		return ClassUnknown
	case status == http.StatusUnauthorized || status == http.StatusForbidden || status >= 300 && status < 400:
		return ClassFix // a proxy or a wrong base URL stands before the provider
	case status >= 400 && status < 500:
		return ClassRefused
	}
	return ClassUnknown
}

// Waits after a failed call.
const (
	retryBase     = time.Second
	retryCap      = 5 * time.Minute
	throughputCap = time.Minute
	pairCap       = 256 * time.Second
	quotaWait     = 5 * time.Minute
	maxRetryAfter = 72 * time.Hour

	codeThroughput = 130429
	codePair       = 131056
)

// Delay returns how long to wait before a call that failed with err is
// repeated, without jitter. attempt counts the failures before this one: 0 for
// the first. The wait is 4^attempt s for the pair limit (outbound.md 9.2) and
// doubles from 1 s for everything else, never below what the provider asked
// for or its table names.
func Delay(err error, attempt int) time.Duration {
	var refusal *APIError
	if !errors.As(err, &refusal) {
		return grow(retryBase, 2, attempt, retryCap)
	}
	row, _ := Describe(refusal.Code)
	wait := grow(max(row.Wait, retryBase), 2, attempt, max(row.Wait, retryCap))
	switch refusal.Code {
	case codePair:
		wait = grow(retryBase, 4, attempt, pairCap)
	case codeThroughput:
		wait = grow(retryBase, 2, attempt, throughputCap)
	}
	return max(wait, refusal.RetryAfter)
}

func grow(base time.Duration, factor int64, attempt int, limit time.Duration) time.Duration {
	for range attempt {
		if base >= limit {
			break
		}
		base *= time.Duration(factor)
	}
	return min(base, limit)
}

// graphError is the provider's error body (outbound.md 8.1).
type graphError struct {
	Error *struct {
		Message   string          `json:"message"`
		Type      string          `json:"type"`
		Code      number          `json:"code"`
		Subcode   number          `json:"error_subcode"`
		Data      json.RawMessage `json:"error_data"` // an object or a plain string
		UserTitle string          `json:"error_user_title"`
		UserText  string          `json:"error_user_msg"`
		Transient bool            `json:"is_transient"`
		TraceID   string          `json:"fbtrace_id"`
	} `json:"error"`
}

// number is an integer that may come as a string; anything else is unset.
type number struct {
	value int
	set   bool
}

func (n *number) UnmarshalJSON(raw []byte) error {
	value, err := strconv.Atoi(strings.Trim(string(raw), `"`))
	n.value, n.set = value, err == nil
	return nil
}

// parseRefusal returns nil for a body that is none of the provider's: code 0
// is a real code, so an absent one must not be taken for it.
func parseRefusal(res *http.Response, raw []byte, token string) *APIError {
	var body graphError
	_ = json.Unmarshal(raw, &body) // one odd field must not hide the code
	if body.Error == nil || !body.Error.Code.set {
		return nil
	}
	e := body.Error
	out := &APIError{Type: e.Type, Transient: e.Transient, RetryAfter: retryAfter(res.Header)}
	out.ProviderError = crm.ProviderError{HTTPStatus: res.StatusCode, Code: e.Code.value, Subcode: e.Subcode.value,
		Title:     without(token, title(e.Message, e.Code.value)),
		Details:   without(token, firstOf(details(e.Data), e.UserText, e.UserTitle)),
		FBTraceID: e.TraceID}
	return out
}

func title(message string, code int) string {
	return strings.TrimPrefix(message, fmt.Sprintf("(#%d) ", code))
}

func details(data json.RawMessage) string {
	var object struct {
		Details string `json:"details"`
	}
	if json.Unmarshal(data, &object) == nil {
		return object.Details
	}
	var plain string
	_ = json.Unmarshal(data, &plain) // anything else has no details
	return plain
}

// without removes the token: the provider repeats a malformed one in its text.
func without(token, text string) string {
	if token == "" {
		return text
	}
	return strings.ReplaceAll(text, token, "[token]")
}

func firstOf(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// retryAfter reads the longest wait that the answer's headers ask for: whole
// seconds in Retry-After, minutes in the account quota (outbound.md 1.3).
func retryAfter(h http.Header) time.Duration {
	seconds, _ := strconv.Atoi(h.Get("Retry-After")) // a date or nonsense counts as none
	wait := clamp(float64(seconds) * float64(time.Second))
	var quota map[string][]struct {
		Minutes float64 `json:"estimated_time_to_regain_access"`
	}
	_ = json.Unmarshal([]byte(h.Get("X-Business-Use-Case-Usage")), &quota) // advisory only
	for _, uses := range quota {
		for _, use := range uses {
			wait = max(wait, clamp(use.Minutes*float64(time.Minute)))
		}
	}
	return wait
}

func clamp(ns float64) time.Duration {
	return time.Duration(min(max(ns, 0), float64(maxRetryAfter)))
}
