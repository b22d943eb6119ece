package api

import (
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

// A burst of a second's worth passes, and then no more than the rate.
func TestLimiterBurst(t *testing.T) {
	const rate = 1000
	l := newLimiter(rate, nil)
	key := crm.DoneBy{Type: crm.ActorKey, ID: "1"}
	began := time.Now()
	passed := 0
	for range 3 * rate {
		if l.take(key, http.Header{}) == 0 {
			passed++
		}
	}
	most := rate + int(time.Since(began).Seconds()*rate) + 1
	if passed < rate || passed > most {
		t.Errorf("%d requests passed, want %d to %d", passed, rate, most)
	}
	for _, other := range []crm.DoneBy{{Type: crm.ActorKey, ID: "2"}, {Type: crm.ActorUser, ID: "1"}} {
		if wait := l.take(other, http.Header{}); wait != 0 {
			t.Errorf("%s waits %s", other, wait)
		}
	}
}

// Nodes share the rate.
func TestLimiterShares(t *testing.T) {
	l := newLimiter(10, func() int { return 5 })
	h := http.Header{}
	passed := 0
	for l.take(crm.DoneBy{Type: crm.ActorKey, ID: "1"}, h) == 0 {
		if passed++; passed > 1000 {
			t.Fatal("the limiter lets everything through")
		}
	}
	if passed < 2 || h.Get("RateLimit-Policy") != `"default";q=10;w=1` {
		t.Errorf("%d passed, %v", passed, h)
	}
}

// Actors that are idle are forgotten.
func TestLimiterForgets(t *testing.T) {
	l := newLimiter(1_000_000, nil)
	l.take(crm.DoneBy{Type: crm.ActorUser, ID: "idle"}, http.Header{})
	l.mu.Lock()
	l.last = time.Now().Add(-2 * time.Second)
	l.forget(time.Now().Add(time.Second))
	n := len(l.actors)
	l.mu.Unlock()
	if n != 0 {
		t.Errorf("%d actors are kept", n)
	}
}

// What is given back is there again, for as many as there may be and no more.
func TestLimiterGivesBack(t *testing.T) {
	l := newLimiter(1, nil)
	l.seconds = 3
	who := crm.DoneBy{ID: "192.0.2.1/32"}
	passed := func() (n int) {
		for l.take(who, http.Header{}) == 0 {
			n++
		}
		return n
	}
	if n := passed(); n != 3 {
		t.Errorf("%d passed", n)
	}
	l.giveBack(who)
	if n := passed(); n != 1 {
		t.Errorf("%d passed after one was given back", n)
	}
	for range 10 {
		l.giveBack(who)
	}
	if n := passed(); n != 3 {
		t.Errorf("%d passed after more were given back than there may be", n)
	}
}
