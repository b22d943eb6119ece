package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
)

// The endpoints of the phase isolation: each gets the events of one phone
// number, and the first three are in trouble.
const (
	isolatedEndpoints = 100
	hungEndpoint      = 0 // takes the call and never answers
	failingEndpoint   = 1 // always 500
	slowEndpoint      = 2 // answers after slowAnswer
	inTrouble         = 3
	slowAnswer        = 2 * time.Second
)

// isolatedKinds are the events of a received message.
var isolatedKinds = []crm.EventKind{crm.EventMessagesReceived, crm.EventMessagesUpsert}

// isolated is what came of endpoints in trouble beside others on one engine.
type isolated struct {
	accepts  outcome   // of the provider's webhooks
	rate     float64   // events per second, by the times at which they were made
	lat      latencies // from there to the others
	missing  int       // events that did not come to the others
	repeated int64     // that came to them again
	troubled [inTrouble]reached
}

// reached is what one endpoint got.
type reached struct {
	due, events int // that it was to get; that were posted to it, tried or taken
	calls       int64
	lat         latencies
}

// isolation measures how long events take to endpoints that answer at once,
// while one of them hangs, one fails and one is slow.
func isolation(ctx context.Context, o options, engine string) (*isolated, error) {
	progress("%s: isolation", engine)
	o.numbers = isolatedEndpoints
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err != nil {
		return nil, fmt.Errorf("%s: isolation: %w", engine, err)
	}
	// A workspace has as many endpoints as are measured.
	if err := e.remove(ctx, "/v1/webhook-endpoints/"+e.statusEndpoint); err != nil {
		return nil, err
	}
	numbers, err := e.connectIsolated(ctx)
	if err != nil {
		return nil, err
	}
	d := min(o.steadyTime, 20*time.Second)
	rate := o.rate / len(isolatedKinds)
	x := newExposure(rate * int(d.Seconds()))
	e.receiver.exposure.Store(x)
	l := &load{callers: steadyCallers, connect: func() (worker, error) {
		return poster(e.url, func(i int) []byte { return webhookBody(numbers, i, 1, ordinaryText) }, func(i int) { x.posted[i].Store(true) })
	}}
	out := &isolated{}
	if out.accepts, err = l.steady(ctx, rate, d); err != nil {
		return nil, err
	}
	for end := time.Now().Add(o.drainTime); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if out.missing = x.missing(); out.missing == 0 || ctx.Err() != nil {
			break
		}
	}
	// One that comes again comes soon.
	if err := rest(ctx, 2*time.Second); err != nil {
		return out, err
	}
	x.result(out)
	slow := &out.troubled[slowEndpoint]
	progress("  %.0f events/s, %d others: p50 %.1f ms, p99 %.1f ms, at most %.1f ms; %d of %d missing, %d again",
		out.rate, isolatedEndpoints-inTrouble, out.lat.at(.5), out.lat.at(.99), out.lat.at(1), out.missing, out.missing+len(out.lat), out.repeated)
	for i, name := range []string{"the hung one", "the failing one", "the slow one"} {
		t := &out.troubled[i]
		progress("  %s: %d calls for %d of its %d events", name, t.calls, t.events, t.due)
	}
	progress("  the slow one got them after p50 %.0f ms, p99 %.0f ms", slow.lat.at(.5), slow.lat.at(.99))
	return out, out.accepts.first
}

// connectIsolated makes one endpoint for each phone number and returns the
// provider's identifiers of the numbers, in the order of the endpoints.
func (e *environment) connectIsolated(ctx context.Context) (atProvider []string, err error) {
	if atProvider, err = e.phonesAtProvider(ctx); err != nil {
		return nil, err
	}
	for i, p := range e.phones {
		var endpoint struct{ ID string }
		err := e.call(ctx, e.url+"/v1/webhook-endpoints", map[string]any{"url": fmt.Sprintf("%s/%d", e.receiver.url, i),
			"events": isolatedKinds, "phoneNumberIds": []string{p.id}}, &endpoint)
		if err != nil {
			return nil, err
		}
	}
	return atProvider, nil
}

// phonesAtProvider are the provider's identifiers of the numbers, in their order
// here.
func (e *environment) phonesAtProvider(ctx context.Context) (out []string, err error) {
	body, err := e.get(ctx, "/v1/phone-numbers?limit=200")
	if err != nil {
		return nil, err
	}
	var page struct {
		Data []struct{ ID, ProviderID string }
	}
	if err := json.Unmarshal(body, &page); err != nil {
		return nil, err
	}
	provider := map[string]string{}
	for _, n := range page.Data {
		provider[n.ID] = n.ProviderID
	}
	for _, p := range e.phones {
		if provider[p.id] == "" {
			return nil, fmt.Errorf("the phone number %s is not on the first page", p.id)
		}
		out = append(out, provider[p.id])
	}
	return out, nil
}

// exposure follows items to the endpoints of their numbers: the item i is of
// the endpoint i modulo their number.
type exposure struct {
	posted    []atomic.Bool
	came      [2][]atomic.Bool // by kind and item
	endpoints [isolatedEndpoints]exposed
	repeated  atomic.Int64
}

type exposed struct {
	calls       atomic.Int64
	mu          sync.Mutex
	lat         latencies
	first, last time.Time // when its events were made
}

func newExposure(items int) *exposure {
	x := &exposure{posted: make([]atomic.Bool, items)}
	for k := range x.came {
		x.came[k] = make([]atomic.Bool, items)
	}
	return x
}

// serve is the endpoint that a path names; it reports whether it is one.
func (x *exposure) serve(w http.ResponseWriter, req *http.Request, body []byte) bool {
	n, err := strconv.Atoi(req.URL.Path[strings.LastIndexByte(req.URL.Path, '/')+1:])
	if err != nil || n < 0 || n >= isolatedEndpoints {
		return false
	}
	x.event(n, crm.EventKind(member(body, `"event":"`)), member(body, `"message_id":"`), crm.TimeOfID(req.Header.Get("webhook-id")))
	switch n {
	case hungEndpoint:
		<-req.Context().Done()
	case failingEndpoint:
		w.WriteHeader(http.StatusInternalServerError)
	case slowEndpoint:
		_ = rest(req.Context(), slowAnswer)
	}
	return true
}

func (x *exposure) event(endpoint int, kind crm.EventKind, id []byte, made time.Time) {
	took := time.Since(made)
	e := &x.endpoints[endpoint]
	e.calls.Add(1)
	rest, ok := bytes.CutPrefix(id, []byte(itemID))
	i, err := strconv.Atoi(string(rest))
	if !ok || err != nil || i < 0 || i >= len(x.posted) || i%isolatedEndpoints != endpoint {
		return
	}
	for k := range x.came {
		if kind != isolatedKinds[k] {
			continue
		}
		if x.came[k][i].Swap(true) {
			if endpoint >= inTrouble {
				x.repeated.Add(1)
			}
			return
		}
		e.mu.Lock()
		e.lat.add(took)
		if e.first.IsZero() || made.Before(e.first) {
			e.first = made
		}
		if made.After(e.last) {
			e.last = made
		}
		e.mu.Unlock()
	}
}

// missing is how many events did not come to the endpoints that answer at once.
func (x *exposure) missing() (n int) {
	for i := range x.posted {
		for k := range x.came {
			if i%isolatedEndpoints >= inTrouble && x.posted[i].Load() && !x.came[k][i].Load() {
				n++
			}
		}
	}
	return n
}

func (x *exposure) result(out *isolated) {
	var lists []latencies
	var first, last time.Time
	for n := range x.endpoints {
		e := &x.endpoints[n]
		e.mu.Lock()
		lat := merged(e.lat)
		if n >= inTrouble && !e.first.IsZero() {
			if first.IsZero() || e.first.Before(first) {
				first = e.first
			}
			if e.last.After(last) {
				last = e.last
			}
		}
		e.mu.Unlock()
		if n >= inTrouble {
			lists = append(lists, lat)
			continue
		}
		out.troubled[n] = reached{events: len(lat), calls: e.calls.Load(), lat: lat}
		for i := n; i < len(x.posted); i += isolatedEndpoints {
			if x.posted[i].Load() {
				out.troubled[n].due += len(isolatedKinds)
			}
		}
	}
	out.lat, out.repeated = merged(lists...), x.repeated.Load()
	if took := last.Sub(first); took > 0 {
		// Those of the others stand for all: each number gets as many.
		out.rate = float64(len(out.lat)) * isolatedEndpoints / (isolatedEndpoints - inTrouble) / took.Seconds()
	}
}

func (m *isolated) figures(engine string, rate int) []figure {
	spoiled := refused(&m.accepts)
	switch {
	case m.missing+int(m.repeated) > 0:
		spoiled = fmt.Sprintf("%d events did not come, %d came again", m.missing, m.repeated)
	case spoiled == "" && m.rate < 0.97*float64(rate):
		spoiled = fmt.Sprintf("only %.0f events/s were made", m.rate)
	}
	others := fmt.Sprintf("to %d of %d endpoints", isolatedEndpoints-inTrouble, isolatedEndpoints)
	out := []figure{
		{Name: "event committed → received, p50, " + others, Value: m.lat.at(.5), Unit: "ms"},
		{Name: "event committed → received, p99, " + others, Value: m.lat.at(.99), Unit: "ms", Target: isolatedP99, AtMost: true, Spoiled: spoiled},
		{Name: "event committed → received, slowest, " + others, Value: m.lat.at(1), Unit: "ms"},
		{Name: "events made beside troubled endpoints", Value: m.rate, Unit: "/s"},
		{Name: "calls to the endpoint that hangs", Value: float64(m.troubled[hungEndpoint].calls)},
		{Name: "calls to the endpoint that fails", Value: float64(m.troubled[failingEndpoint].calls)},
		{Name: "event committed → received, p99, 2 s per answer", Value: m.troubled[slowEndpoint].lat.at(.99), Unit: "ms"},
	}
	for i := range out {
		out[i].Engine = engine
	}
	return out
}
