package api

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"service.example/crm/internal/crm"
)

// limiter lets each actor make so many requests in a second, the worth of so many
// seconds of them at once. Each node takes its share of the rate.
type limiter struct {
	rate    int
	seconds int
	nodes   func() int

	mu     sync.Mutex
	share  rate.Limit
	actors map[crm.DoneBy]*rate.Limiter
	last   time.Time // when idle actors were forgotten last
}

func newLimiter(perSecond int, nodes func() int) *limiter {
	if nodes == nil {
		nodes = func() int { return 1 }
	}
	return &limiter{rate: perSecond, seconds: 1, nodes: nodes, actors: map[crm.DoneBy]*rate.Limiter{}}
}

// take counts one request and sets the RateLimit headers. It returns 0, or how
// long to wait before the next request can be let through.
func (l *limiter) take(actor crm.DoneBy, h http.Header) time.Duration {
	now := time.Now()
	own := l.of(actor, now)
	request := own.ReserveN(now, 1)
	wait := request.DelayFrom(now)
	if wait > 0 {
		request.CancelAt(now)
	}
	h.Set("RateLimit-Policy", `"default";q=`+strconv.Itoa(l.rate)+`;w=1`)
	h.Set("RateLimit", `"default";r=`+strconv.Itoa(max(0, int(own.TokensAt(now))))+`;t=1`)
	return wait
}

// giveBack takes back one request that was counted.
func (l *limiter) giveBack(actor crm.DoneBy) {
	now := time.Now()
	l.of(actor, now).AllowN(now, -1)
}

// of returns the limiter of an actor, with this node's share of the rate.
func (l *limiter) of(actor crm.DoneBy, now time.Time) *rate.Limiter {
	perSecond := max(1, l.rate/max(1, l.nodes()))
	l.mu.Lock()
	defer l.mu.Unlock()
	if share := rate.Limit(perSecond); share != l.share {
		l.share = share
		for _, own := range l.actors {
			own.SetLimitAt(now, share)
			own.SetBurstAt(now, perSecond*l.seconds)
		}
	}
	l.forget(now)
	own := l.actors[actor]
	if own == nil {
		own = rate.NewLimiter(l.share, perSecond*l.seconds)
		l.actors[actor] = own
	}
	return own
}

// forget drops actors that have their full burst again, at most once a second.
func (l *limiter) forget(now time.Time) {
	if now.Sub(l.last) < time.Second {
		return
	}
	l.last = now
	for actor, own := range l.actors {
		if own.TokensAt(now) >= float64(own.Burst()) {
			delete(l.actors, actor)
		}
	}
}
