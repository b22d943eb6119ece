package api

import (
	"net/http"
	"testing"
	"time"
)

// A burst of a second's worth passes, and then no more than the rate.
func TestLimiterBurst(t *testing.T) {
	const rate = 1000
	l := newLimiter(rate, nil)
	began := time.Now()
	passed := 0
	for range 3 * rate {
		if l.take("key", http.Header{}) == 0 {
			passed++
		}
	}
	most := rate + int(time.Since(began).Seconds()*rate) + 1
	if passed < rate || passed > most {
		t.Errorf("%d requests passed, want %d to %d", passed, rate, most)
	}
	if wait := l.take("other", http.Header{}); wait != 0 {
		t.Errorf("another key waits %s", wait)
	}
}

// Nodes share the rate.
func TestLimiterShares(t *testing.T) {
	l := newLimiter(10, func() int { return 5 })
	h := http.Header{}
	passed := 0
	for l.take("key", h) == 0 {
		if passed++; passed > 1000 {
			t.Fatal("the limiter lets everything through")
		}
	}
	if passed < 2 || h.Get("RateLimit-Policy") != `"default";q=10;w=1` {
		t.Errorf("%d passed, %v", passed, h)
	}
}

// Keys that are idle are forgotten.
func TestLimiterForgets(t *testing.T) {
	l := newLimiter(1_000_000, nil)
	l.take("idle", http.Header{})
	l.mu.Lock()
	l.last = time.Now().Add(-2 * time.Second)
	l.forget(time.Now().Add(time.Second))
	n := len(l.keys)
	l.mu.Unlock()
	if n != 0 {
		t.Errorf("%d keys are kept", n)
	}
}
