package api

import (
	"net/http"
	"strconv"
	"sync"
	"time"
)

// limiter is a GCRA per API key: a steady rate with a burst of one second.
// Each node takes its share of the rate.
type limiter struct {
	rate  int
	nodes func() int

	mu   sync.Mutex
	keys map[string]time.Time // theoretical arrival time of the next request
	last time.Time            // when idle keys were forgotten last
}

func newLimiter(rate int, nodes func() int) *limiter {
	if nodes == nil {
		nodes = func() int { return 1 }
	}
	return &limiter{rate: rate, nodes: nodes, keys: map[string]time.Time{}}
}

// take counts one request and sets the RateLimit headers. It returns 0, or how
// long to wait before the next request can be let through.
func (l *limiter) take(key string, h http.Header) time.Duration {
	rate := max(1, l.rate/max(1, l.nodes()))
	interval, burst := time.Second/time.Duration(rate), time.Second
	now := time.Now()
	l.mu.Lock()
	tat := l.keys[key]
	if tat.Before(now) {
		tat = now
	}
	next := tat.Add(interval)
	wait := next.Sub(now) - burst
	if wait <= 0 {
		l.keys[key] = next
	}
	l.forget(now)
	l.mu.Unlock()

	left := max(0, int((burst-next.Sub(now))/interval))
	h.Set("RateLimit-Policy", `"default";q=`+strconv.Itoa(l.rate)+`;w=1`)
	h.Set("RateLimit", `"default";r=`+strconv.Itoa(left)+`;t=1`)
	return max(0, wait)
}

// forget drops keys that have their full burst again, at most once a second.
func (l *limiter) forget(now time.Time) {
	if now.Sub(l.last) < time.Second {
		return
	}
	l.last = now
	for k, tat := range l.keys {
		if tat.Before(now) {
			delete(l.keys, k)
		}
	}
}
