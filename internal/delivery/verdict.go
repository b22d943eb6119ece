package delivery

import (
	"fmt"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/webhook"
)

// verdict is what a receiver's answer means for the delivery and its endpoint.
type verdict string

const (
	taken     verdict = "taken"     // 2xx
	gone      verdict = "gone"      // 410: the endpoint is disabled
	busy      verdict = "busy"      // 503: the endpoint rests; tried again
	throttled verdict = "throttled" // 429: the same, and its receiver is well
	failed    verdict = "failed"    // another answer: tried again
	lost      verdict = "lost"      // no answer: tried again
	refused   verdict = "refused"   // the URL may not be called: not tried again
	ours      verdict = "ours"      // what is ours does not work: no attempt is spent
)

// judge returns the verdict on the result of a call. It follows the class by
// which attempts are shown and counted, and tells more where more follows.
func judge(r *webhook.Result) verdict {
	switch crm.ClassOfAttempt(r.StatusCode, r.Error) {
	case crm.AttemptSucceeded:
		return taken
	case crm.AttemptForbidden:
		return refused
	case crm.AttemptOwnNetwork:
		return ours
	}
	switch {
	case r.StatusCode == http.StatusGone:
		return gone
	case r.StatusCode == http.StatusTooManyRequests:
		return throttled
	case r.StatusCode == http.StatusServiceUnavailable:
		return busy
	case r.StatusCode != 0:
		return failed
	case r.Error == webhook.ErrorRequest:
		return refused
	}
	return lost
}

// rests reports whether the receiver asks to be left alone.
func (v verdict) rests() bool { return v == busy || v == throttled }

// decide returns the state of a delivery after its attempt-th attempt, and how
// long until the next one.
func (v verdict) decide(schedule []time.Duration, attempt int, retryAfter time.Duration) (state string, wait time.Duration) {
	switch v {
	case taken:
		return event.DeliverySucceeded, 0
	case gone, refused:
		return event.DeliveryFailed, 0
	}
	if wait, again := webhook.NextAttempt(schedule, attempt, retryAfter); again {
		return event.DeliveryPending, wait
	}
	return event.DeliveryFailed, 0
}

// label names the verdict and its reason for the metrics: few values, whatever
// a receiver answers.
func (v verdict) label(r *webhook.Result) string {
	switch {
	case v == taken || v == gone || v == throttled:
		return string(v)
	case r.StatusCode == 0:
		return r.Error
	}
	return fmt.Sprintf("http_%dxx", min(max(3, r.StatusCode/100), 5))
}
