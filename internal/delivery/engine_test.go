package delivery

import (
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/webhook"
)

// What each result means for the delivery and for the endpoint.
func TestVerdicts(t *testing.T) {
	const pending, succeeded, given = event.DeliveryPending, event.DeliverySucceeded, event.DeliveryFailed
	for _, c := range []struct {
		status  int
		failure string
		want    verdict
		state   string // of a delivery that has attempts left
		label   string
	}{
		{200, "", taken, succeeded, "taken"}, {204, "", taken, succeeded, "taken"}, {299, "", taken, succeeded, "taken"},
		{410, "status_410", gone, given, "gone"},
		{429, "status_429", throttled, pending, "throttled"}, {503, "status_503", busy, pending, "http_5xx"},
		{301, "status_301", failed, pending, "http_3xx"}, {304, "status_304", failed, pending, "http_3xx"},
		{400, "status_400", failed, pending, "http_4xx"}, {404, "status_404", failed, pending, "http_4xx"},
		{408, "status_408", failed, pending, "http_4xx"}, {425, "status_425", failed, pending, "http_4xx"},
		{500, "status_500", failed, pending, "http_5xx"}, {504, "status_504", failed, pending, "http_5xx"}, {599, "status_599", failed, pending, "http_5xx"},
		{101, "status_101", failed, pending, "http_3xx"},
		{0, webhook.ErrorTimeout, lost, pending, "timeout"}, {0, webhook.ErrorRefused, lost, pending, "connection_refused"},
		{0, webhook.ErrorLost, lost, pending, "connection_lost"}, {0, webhook.ErrorDNS, lost, pending, "dns"}, {0, webhook.ErrorTLS, lost, pending, "tls"},
		{0, webhook.ErrorForbidden, refused, given, "forbidden_address"}, {0, webhook.ErrorRequest, refused, given, "invalid_request"},
		{0, webhook.ErrorResolver, ours, pending, "resolver_down"}, {0, webhook.ErrorProxy, ours, pending, "proxy_down"},
	} {
		r := &webhook.Result{StatusCode: c.status, Error: c.failure}
		got := judge(r)
		if got != c.want || got.label(r) != c.label {
			t.Errorf("%d %s is %s, for the metrics %s", c.status, c.failure, got, got.label(r))
		}
		if state, _ := got.decide(webhook.Schedule, 1, 0); state != c.state {
			t.Errorf("%d %s leaves a delivery %s", c.status, c.failure, state)
		}
		if state, _ := got.decide(webhook.Schedule, len(webhook.Schedule)+1, 0); state == pending {
			t.Errorf("%d %s leaves a delivery pending after its last attempt", c.status, c.failure)
		}
	}
	if _, wait := busy.decide(webhook.Schedule, 1, time.Hour); wait < time.Hour {
		t.Errorf("the next attempt comes after %s, before Retry-After", wait)
	}
}

// The breaker opens at a share of failures or at failures without an answer,
// for longer and longer, and closes at the first call that is taken.
func TestBreaker(t *testing.T) {
	now := time.Unix(1767225600, 0)
	var h breaker
	fail := func(n int, v verdict) (opened bool) {
		for range n {
			opened = h.noteFailed(now, []*item{{attempt: 1, generation: h.generation}}, v, "status_500")
		}
		return opened
	}
	for range 4 {
		h.noteTaken(now, &item{generation: h.generation})
	}
	if fail(9, failed) || h.State(now) != crm.BreakerClosed {
		t.Error("it opened at 9 of 13")
	}
	if !fail(1, failed) || h.State(now) != crm.BreakerOpen {
		t.Error("it did not open at 10 of 14")
	}
	for _, d := range []time.Duration{30 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, 15 * time.Minute} {
		if h.rest(now) != d {
			t.Errorf("it rests for %s, want %s", h.rest(now), d)
		}
		h.noteTaken(now, &item{generation: h.generation - 1}) // one that began before
		if h.State(now) != crm.BreakerOpen {
			t.Fatal("a call that began before closed it")
		}
		now = now.Add(d)
		if h.State(now) != crm.BreakerHalfOpen || h.rest(now) != 0 {
			t.Fatalf("after its time it is %s", h.State(now))
		}
		if !h.noteFailed(now, []*item{{attempt: 2, generation: h.generation, probe: true}}, failed, "status_500") {
			t.Fatal("the failed probe did not open it again")
		}
	}
	now = now.Add(15 * time.Minute)
	if !h.noteTaken(now, &item{generation: h.generation, probe: true}) || h.State(now) != crm.BreakerClosed || h.troubled {
		t.Errorf("after a probe that was taken it is %+v", h)
	}
	if fail(4, lost) || !fail(1, lost) || h.rest(now) != 30*time.Second {
		t.Error("five failures without an answer did not open it")
	}
	h = breaker{}
	fail(9, failed)
	now = now.Add(6 * time.Minute)
	if fail(9, failed) {
		t.Error("failures of more than five minutes ago count")
	}
	if fail(20, throttled); h.State(now) != crm.BreakerClosed {
		t.Error("a receiver that asks for less is held to be broken")
	}
}

func TestStoredHealth(t *testing.T) {
	now := time.Unix(1767225600, 0)
	var h breaker
	h.load(crm.EndpointHealth{OpenUntil: now.Add(time.Minute), Openings: 2, ConsecutiveFailures: 7, FailingSince: now.Add(-time.Hour)})
	if h.rest(now) != time.Minute || !h.halfOpen() {
		t.Error("an open breaker is not open after a restart")
	}
	if h.noteFailed(now.Add(time.Minute), []*item{{attempt: 2, generation: h.generation, probe: true}}, failed, "status_500"); h.rest(now.Add(time.Minute)) != 5*time.Minute {
		t.Errorf("after a restart it opens for %s", h.rest(now.Add(time.Minute)))
	}
}

func TestHopeless(t *testing.T) {
	now := time.Unix(1767225600, 0)
	for _, c := range []struct {
		days, deliveries int
		last             time.Duration // after the first
		want             bool
	}{{5, 10, 5 * 24 * time.Hour, true}, {4, 100, 4 * 24 * time.Hour, false}, {5, 9, 5 * 24 * time.Hour, false}, {6, 10, time.Hour, false}} {
		h := crm.EndpointHealth{FailingSince: now, FailedDeliveries: c.deliveries, LastErrorAt: now.Add(c.last)}
		if h.HopelessAt(now.Add(time.Duration(c.days)*24*time.Hour)) != c.want {
			t.Errorf("%+v: %v", c, !c.want)
		}
	}
}

// The bucket lets through what its rate allows, and no more than a tenth of a
// second's worth at once.
func TestBucket(t *testing.T) {
	now := time.Unix(1767225600, 0)
	var b bucket
	calls := 0
	for end := now.Add(10 * time.Second); now.Before(end); {
		if wait := b.wait(now, 100); wait > 0 {
			now = now.Add(wait)
			continue
		}
		b.take(now)
		calls++
	}
	if calls < 990 || calls > 1010 {
		t.Errorf("%d calls in 10 seconds at 100 a second", calls)
	}
	now = now.Add(time.Hour)
	for calls = 0; b.wait(now, 100) == 0; calls++ {
		b.take(now)
	}
	if calls != 10 {
		t.Errorf("%d calls at once after an hour", calls)
	}
	if b = (bucket{}); b.wait(now, 1) != 0 {
		t.Error("the first call of an endpoint with one a second waits")
	}
}

// However many endpoints and workspaces hang on to what they got, the others
// get places.
func TestPlaces(t *testing.T) {
	p := newPlaces(allOwn, sharedPlaces)
	hog := func(workspace string) (e *holder) {
		e = &holder{workspaceID: workspace}
		for e.held < crm.MaxInFlight && p.take(e) {
		}
		return e
	}
	if one := hog("a"); one.held != crm.MaxInFlight || p.sharedUsed > sharedPlaces/8 {
		t.Errorf("an endpoint alone got %d places, %d of what is shared", one.held, p.sharedUsed)
	}
	for range 98 {
		hog("a")
	}
	if p.sharedUsed > sharedPlaces/2 {
		t.Errorf("a workspace whose endpoints hang has %d of what is shared", p.sharedUsed)
	}
	if sibling := hog("a"); sibling.held < ownPlaces {
		t.Errorf("another endpoint of the workspace got %d places", sibling.held)
	}
	if other := hog("b"); other.held < 64 {
		t.Errorf("another workspace got %d places", other.held)
	}
	for _, w := range []string{"c", "d", "e", "f", "g", "h", "i"} {
		for range 100 {
			hog(w)
		}
	}
	if last := hog("z"); last.held < ownPlaces {
		t.Errorf("after nine workspaces that hang, the next one got %d places", last.held)
	}
	if p.sharedUsed > sharedPlaces || p.ownUsed > allOwn {
		t.Errorf("%d and %d places are taken", p.ownUsed, p.sharedUsed)
	}
}

// A place that gets free goes to one workspace after the other, and nothing is
// lost.
func TestPlacesGoRound(t *testing.T) {
	p := newPlaces(6, 0)
	var all []*holder
	for _, w := range []string{"a", "a", "a", "a", "b"} {
		all = append(all, &holder{workspaceID: w})
	}
	var holding []*holder
	took := map[string]int{}
	for range 1000 {
		for _, e := range all { // each wants as much as it can get
			if p.take(e) {
				holding = append(holding, e)
				took[e.workspaceID]++
			}
		}
		p.give(holding[0])
		holding = holding[1:]
		for next := p.next(); next != nil; next = p.next() {
			if p.take(next) {
				holding = append(holding, next)
				took[next.workspaceID]++
			}
		}
	}
	if took["b"] < 300 {
		t.Errorf("the workspaces took %v", took)
	}
	for _, e := range holding {
		p.give(e)
	}
	if p.ownUsed != 0 || p.sharedUsed != 0 {
		t.Errorf("%d places are lost", p.ownUsed)
	}
}

// What comes while an endpoint is being disabled waits for the end of that,
// and is asked of again after it.
func TestNothingIsPostedWhileAnEndpointIsBeingDisabled(t *testing.T) {
	e := newEndpoint(&Deliverer{places: newPlaces(allOwn, sharedPlaces)}, "a", "b")
	e.terms.settings = crm.EndpointSettings{Ordering: crm.OrderingNone, MaxInFlight: 1}
	e.gate.ending = true
	e.enqueue(&item{})
	if e.gate.inFlight != 0 || len(e.lanes.ready) != 1 {
		t.Errorf("%d calls are under way, %d wait", e.gate.inFlight, len(e.lanes.ready))
	}
	if e.gate.ending = false; !e.may() {
		t.Error("no call may be made afterwards")
	}
}
