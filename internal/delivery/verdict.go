package delivery

import (
	"net/http"
	"time"

	"service.example/crm/internal/store"
	"service.example/crm/internal/webhook"
)

// class is what an attempt means for the delivery and for its endpoint.
type class string

const (
	taken     class = "taken"     // 2xx
	gone      class = "gone"      // 410: the endpoint is disabled
	busy      class = "busy"      // 503: the endpoint rests; tried again
	throttled class = "throttled" // 429: the same, and its receiver is well
	failed    class = "failed"    // another answer: tried again
	lost      class = "lost"      // no answer: tried again
	refused   class = "refused"   // the URL may not be called: not tried again
	ours      class = "ours"      // what is ours does not work: no attempt is spent
)

// judge classes the result of a call.
func judge(r *webhook.Result) class {
	switch {
	case r.OK():
		return taken
	case r.Gone():
		return gone
	case r.StatusCode == http.StatusTooManyRequests:
		return throttled
	case r.StatusCode == http.StatusServiceUnavailable:
		return busy
	case r.StatusCode != 0:
		return failed
	case r.Ours():
		return ours
	case r.Error == webhook.ErrorForbidden || r.Error == webhook.ErrorRequest:
		return refused
	}
	return lost
}

// rests reports whether the receiver asks to be left alone.
func (c class) rests() bool { return c == busy || c == throttled }

// decide returns the state of a delivery after its attempt-th attempt, and how
// long until the next one.
func (c class) decide(schedule []time.Duration, attempt int, retryAfter time.Duration) (state string, wait time.Duration) {
	switch c {
	case taken:
		return store.DeliverySucceeded, 0
	case gone, refused:
		return store.DeliveryFailed, 0
	}
	if wait, again := webhook.NextAttempt(schedule, attempt, retryAfter); again {
		return store.DeliveryPending, wait
	}
	return store.DeliveryFailed, 0
}

// metric names the class of a result for the metrics: few values, whatever a
// receiver answers.
func metric(r *webhook.Result) string {
	switch {
	case r.OK():
		return "taken"
	case r.Gone():
		return "gone"
	case r.StatusCode == http.StatusTooManyRequests:
		return "throttled"
	case r.StatusCode >= 500:
		return "http_5xx"
	case r.StatusCode >= 400:
		return "http_4xx"
	case r.StatusCode > 0:
		return "http_3xx"
	}
	return r.Error
}
