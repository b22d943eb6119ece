package egress

import (
	"context"
	"sync/atomic"
	"time"
)

// Stage is how far the making of a connection has come.
type Stage int32

// The stages, in order. Proxy takes the place of Connect where there is one.
const (
	Idle Stage = iota
	Lookup
	Connect
	Proxy
	Connected
)

// Times notes how a connection is made for a call. A call that finds an open
// connection leaves it as it is. It is safe for concurrent use: the making may
// go on when the call has ended.
type Times struct {
	stage             atomic.Int32
	dns, connect, tls atomic.Int64
}

// Stage returns how far it has come.
func (t *Times) Stage() Stage { return Stage(t.stage.Load()) }

// Took returns how long the look-up, the connecting and the handshake took; 0
// for what did not take place.
func (t *Times) Took() (dns, connect, tls time.Duration) {
	return time.Duration(t.dns.Load()), time.Duration(t.connect.Load()), time.Duration(t.tls.Load())
}

func (t *Times) enter(s Stage) { t.stage.Store(int32(s)) }

// TimesKey is the key under which a context carries its *Times.
type TimesKey struct{}

func timesOf(ctx context.Context) *Times {
	if t, ok := ctx.Value(TimesKey{}).(*Times); ok {
		return t
	}
	return new(Times)
}
