package service

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	firstDelay        = 500 * time.Millisecond
	longestDelay      = 8 * time.Second
	longestRetryAfter = time.Minute
)

// retryDelay says how long to wait before the same call is made again, and
// whether to make it: not when the error is final, or when the service asks for
// more patience than a call should have.
func retryDelay(err error, retries int, now time.Time) (time.Duration, bool) {
	var connection *ConnectionError
	if errors.As(err, &connection) {
		return backoff(retries), true
	}
	var answer *Error
	if !errors.As(err, &answer) || !answer.transient() {
		return 0, false
	}
	asked, given := retryAfter(answer.Header.Get("Retry-After"), now)
	if !given {
		return backoff(retries), true
	}
	return asked, asked <= longestRetryAfter
}

// transient reports whether the same call may succeed later.
func (e *Error) transient() bool {
	switch {
	case e.Status == http.StatusConflict:
		return e.Code == "idempotency_key_in_use"
	case e.Status == http.StatusRequestTimeout, e.Status == http.StatusTooManyRequests:
		return true
	}
	return e.Status >= 500
}

// backoff doubles from half a second to eight, less up to a quarter so that
// clients spread out.
func backoff(retries int) time.Duration {
	d := min(firstDelay<<min(retries, 10), longestDelay)
	return d - time.Duration(rand.Int64N(int64(d)/4+1))
}

// retryAfter reads a Retry-After header, which is seconds or a date.
func retryAfter(header string, now time.Time) (time.Duration, bool) {
	if seconds, err := strconv.Atoi(header); err == nil {
		return max(0, time.Duration(seconds)*time.Second), true
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, at.Sub(now)), true
	}
	return 0, false
}
