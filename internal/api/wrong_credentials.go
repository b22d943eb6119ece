package api

import (
	"crypto/sha256"
	"net/http"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/core"
)

const (
	// wrongRate is how many requests with wrong credentials, or without those that
	// they need, a network may make in a second, on average of wrongSeconds.
	wrongRate, wrongSeconds = 200, 10
	// provenCredentials is how many credentials are remembered that were right.
	provenCredentials = 50_000
)

// guesses holds back networks that send wrong credentials again and again, before
// anything is looked up for them. Credentials that were right here are not held
// back by what others of their network do.
type guesses struct {
	limiter *limiter
	proven  *core.Recent[[sha256.Size]byte, bool]
}

func newGuesses(nodes func() int) *guesses {
	l := newLimiter(wrongRate, nodes)
	l.seconds = wrongSeconds
	return &guesses{l, core.NewRecent[[sha256.Size]byte, bool](provenCredentials)}
}

// enter is identify for a new request, within what its network may get wrong.
func (d *door) enter(r *http.Request, info *request) error {
	_, pattern := d.server.mux.Handler(r)
	info.public = d.public[pattern]
	shown := d.shown(r)
	if info.public && !strings.HasPrefix(shown, shownCookie) {
		return d.identify(r, info) // nothing is looked up, and pace counts it
	}
	network := crm.DoneBy{ID: crm.Origin{IP: callerOf(r)}.Network()}
	credentials := sha256.Sum256([]byte(shown))
	proven, _ := d.guesses.proven.Get(credentials)
	if !proven { // it counts as wrong until it is found right, so that no more are looked up at once
		if wait := d.guesses.limiter.take(network, http.Header{}); wait > 0 {
			e := crm.Errorf(crm.KindRateLimited, crm.CodeRateLimited, "Your network sent wrong credentials more than %d times per second.", wrongRate)
			e.RetryAfter = wait
			return e
		}
	}
	err := d.identify(r, info)
	kind := crm.AsError(err).Kind
	switch {
	case err != nil && (kind == crm.KindInternal || kind == crm.KindUnavailable): // nothing was found out
	case err != nil || info.actor.Kind == "":
		if proven {
			d.guesses.limiter.take(network, http.Header{})
			d.guesses.proven.Keep(credentials, false)
		}
		return err
	case !proven:
		d.guesses.proven.Keep(credentials, true)
	}
	if !proven {
		d.guesses.limiter.giveBack(network)
	}
	return err
}

// The beginnings of what shown returns.
const shownKey, shownCookie = "key ", "cookie "

// shown is what a request shows of who sends it, "" for nothing.
func (d *door) shown(r *http.Request) string {
	if key := r.Header.Get("Authorization"); key != "" {
		return shownKey + key
	}
	if cookie := d.cookieOf(r, sessionCookie, plainSessionCookie); cookie != "" {
		return shownCookie + cookie
	}
	return ""
}
