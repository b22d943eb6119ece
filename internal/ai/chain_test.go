package ai_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/sandbox"
)

// attempts writes a result's attempts like "one:timeout two".
func attempts(r ai.Result) string {
	var out []string
	for _, a := range r.Attempts {
		out = append(out, strings.TrimSuffix(a.TargetID+":"+string(a.Class), ":"))
	}
	return strings.Join(out, " ")
}

func switches(r ai.Result) string {
	var out []string
	for _, s := range r.Switches {
		out = append(out, fmt.Sprintf("%s>%s:%s", s.From, s.To, s.Class))
	}
	return strings.Join(out, " ")
}

func (w *world) generate(c *ai.Chain) (ai.Result, error) {
	return c.Generate(w.Context(), ai.Call{Request: delivery()})
}

// What each failure of the first provider leads to, on every wire.
func TestChainActsByClass(t *testing.T) {
	cases := []struct {
		fault    sandbox.Fault
		attempts string
		switches string
		class    ai.Class // of the reply; "" for an answer
		state    ai.State // of the first provider afterwards
	}{
		{sandbox.Fault{}, "one", "", "", ai.Closed},
		{sandbox.Fault{Fail: "unavailable"}, "one:transient one:transient two", "one>two:transient", "", ai.Closed},
		{sandbox.Fault{Fail: "unavailable", Times: 1}, "one:transient one", "", "", ai.Closed},
		{sandbox.Fault{Fail: "unavailable", DelayMs: 2500}, "one:transient two", "one>two:transient", "", ai.Closed},
		{sandbox.Fault{Fail: "overloaded"}, "one:transient one:transient two", "one>two:transient", "", ai.Closed},
		{sandbox.Fault{Fail: "error_in_200"}, "one:transient one:transient two", "one>two:transient", "", ai.Closed},
		{sandbox.Fault{Fail: "reset"}, "one:transient one:transient two", "one>two:transient", "", ai.Closed},
		{sandbox.Fault{Fail: "hang"}, "one:timeout two", "one>two:timeout", "", ai.Closed},
		{sandbox.Fault{Fail: "slow_body"}, "one:timeout two", "one>two:timeout", "", ai.Closed},
		{sandbox.Fault{Fail: "rate_limit", RetryAfter: "seconds:30"}, "one:rate_limit two", "one>two:rate_limit", "", ai.RateLimited},
		{sandbox.Fault{Fail: "rate_limit", RetryAfter: "none"}, "one:rate_limit two", "one>two:rate_limit", "", ai.RateLimited},
		{sandbox.Fault{Fail: "quota"}, "one:quota two", "one>two:quota", "", ai.OutOfQuota},
		{sandbox.Fault{Fail: "quota_400"}, "one:quota two", "one>two:quota", "", ai.OutOfQuota},
		{sandbox.Fault{Fail: "credential"}, "one:credential two", "one>two:credential", "", ai.Misconfigured},
		{sandbox.Fault{Fail: "region"}, "one:region two", "one>two:region", "", ai.Misconfigured},
		{sandbox.Fault{Fail: "model_access"}, "one:model_access two", "one>two:model_access", "", ai.Misconfigured},
		{sandbox.Fault{Fail: "model_gone"}, "one:model_gone two", "one>two:model_gone", "", ai.Misconfigured},
		{sandbox.Fault{Fail: "context_length"}, "one:context_length two", "one>two:context_length", "", ai.Closed},
		{sandbox.Fault{Fail: "content_filter"}, "one:content_policy", "one>:content_policy", ai.ContentPolicy, ai.Closed},
		{sandbox.Fault{Fail: "refusal"}, "one:content_policy", "one>:content_policy", ai.ContentPolicy, ai.Closed},
		{sandbox.Fault{Fail: "caller_fault"}, "one:caller_fault", "one>:caller_fault", ai.CallerFault, ai.Closed},
		{sandbox.Fault{Fail: "empty"}, "one:bad_output one:bad_output two", "one>two:bad_output", "", ai.Closed},
		{sandbox.Fault{Fail: "truncated"}, "one:bad_output one:bad_output two", "one>two:bad_output", "", ai.Closed},
		{sandbox.Fault{Fail: "wrong_schema"}, "one:bad_output one:bad_output two", "one>two:bad_output", "", ai.Closed},
		{sandbox.Fault{Fail: "not_json"}, "one:bad_output one:bad_output two", "one>two:bad_output", "", ai.Closed},
		{sandbox.Fault{Malformed: true}, "one:bad_output one:bad_output two", "one>two:bad_output", "", ai.Closed},
		{sandbox.Fault{Fail: "wrong_schema", Times: 1}, "one:bad_output one", "", "", ai.Closed},
	}
	for _, kind := range ai.Kinds {
		t.Run(string(kind), func(t *testing.T) {
			for _, c := range cases {
				inBubble(t, func(w *world) {
					w.faults(at("one", c.fault))
					began := time.Now()
					r, err := w.generate(w.chain(kind, "one", "two"))
					if got := attempts(r); got != c.attempts || switches(r) != c.switches || classOf(w, err) != c.class {
						w.Errorf("%+v: %s; %s; %v", c.fault, got, switches(r), err)
					}
					if s := w.health.Standing("one", 1); s.State != c.state {
						w.Errorf("%+v: the provider is %+v", c.fault, s)
					}
					if took := time.Since(began); took > ai.Deadline {
						w.Errorf("%+v: it took %s", c.fault, took)
					}
					shared := c.state == ai.OutOfQuota || c.state == ai.Misconfigured || c.fault.RetryAfter == "seconds:30"
					if shared != (len(r.Changes) == 1) {
						w.Errorf("%+v: other nodes are told %+v", c.fault, r.Changes)
					}
				})
			}
		})
	}
}

// Whatever all providers do, the reply ends in time, after three paid calls at
// most, and its failure is told.
func TestChainKeepsTheDeadline(t *testing.T) {
	for _, kind := range ai.Kinds {
		for fail, want := range map[string]string{
			"hang":         "one:timeout two:timeout three:timeout",
			"slow_body":    "one:timeout two:timeout",
			"empty":        "one:bad_output one:bad_output two:bad_output",
			"reset":        "one:transient one:transient two:transient",
			"credential":   "one:credential two:credential three:credential",
			"server_error": "one:transient one:transient two:transient two:transient three:transient three:transient",
		} {
			inBubble(t, func(w *world) {
				w.faults(sandbox.Fault{Fail: fail})
				var told []string
				began := time.Now()
				r, err := w.chain(kind, "one", "two", "three").Generate(w.Context(), ai.Call{Request: delivery(),
					OnSwitch: func(s ai.Switch) { told = append(told, s.To) }})
				if attempts(r) != want || err == nil || time.Since(began) > ai.Deadline {
					w.Errorf("%s %s: %s, %v, after %s", kind, fail, attempts(r), err, time.Since(began))
				}
				if len(told) == 0 || told[len(told)-1] != "" || len(told) != len(r.Switches) {
					w.Errorf("%s %s: told of %q", kind, fail, told)
				}
			})
		}
	}
}

// Three failures in a row open the circuit; while it is open the provider is
// not called, then by exactly one probe, and longer each time.
func TestCircuit(t *testing.T) {
	inBubble(t, func(w *world) {
		c := w.chain(ai.OpenAI, "one", "two")
		w.faults(at("one", sandbox.Fault{Fail: "unavailable"}))
		for range 2 {
			_, _ = w.generate(c)
		}
		if s := w.health.Standing("one", 1); s.State != ai.Open || s.Level != 1 || s.Class != ai.Transient || s.Detail == "" {
			w.Fatalf("after the failures: %+v", s)
		}
		for i, open := range []time.Duration{5, 15, 60, 120, 120} {
			time.Sleep(open*time.Second - time.Millisecond)
			r, err := w.generate(c)
			if err != nil || attempts(r) != "two" || switches(r) != "one>two:circuit_open" {
				w.Fatalf("open %d: %s %s %v", i, attempts(r), switches(r), err)
			}
			time.Sleep(time.Millisecond)
			r, _ = w.generate(c)
			if attempts(r) != "one:transient two" || !r.Attempts[0].Probe {
				w.Fatalf("probe %d: %s", i, attempts(r))
			}
		}
		w.faults()
		time.Sleep(2 * time.Minute)
		r, err := w.generate(c)
		if err != nil || attempts(r) != "one" || !r.Attempts[0].Probe || len(r.Changes) != 1 || r.Changes[0].State != ai.Closed {
			w.Errorf("well again: %s %+v %v", attempts(r), r.Changes, err)
		}
	})
}

// Half of at least five calls is enough, failures that are no failures are not.
func TestCircuitByShare(t *testing.T) {
	for fail, state := range map[string]ai.State{"unavailable": ai.Open, "caller_fault": ai.Closed, "content_filter": ai.Closed, "context_length": ai.Closed} {
		inBubble(t, func(w *world) {
			c := w.chain(ai.Anthropic, "one")
			for i := range 10 {
				w.faults()
				if i%2 == 0 {
					w.faults(sandbox.Fault{Fail: fail, DelayMs: 2100}) // too slow to be tried again
				}
				_, _ = w.generate(c)
			}
			if s := w.health.Standing("one", 1); s.State != state {
				w.Errorf("%s: %+v", fail, s)
			}
		})
	}
}

// A hundred replies at once make one probe, and nobody else calls.
func TestOneProbe(t *testing.T) {
	for _, healed := range []bool{true, false} {
		inBubble(t, func(w *world) {
			c := w.chain(ai.Gemini, "one", "two")
			w.faults(at("one", sandbox.Fault{Fail: "unavailable"}))
			for range 2 {
				_, _ = w.generate(c)
			}
			time.Sleep(5 * time.Second)
			fault := sandbox.Fault{DelayMs: 3000}
			if !healed {
				fault.Fail = "unavailable"
			}
			w.faults(at("one", fault))
			var mu sync.Mutex
			calls := map[string]int{}
			var all sync.WaitGroup
			for range 100 {
				all.Go(func() {
					r, err := w.generate(c)
					mu.Lock()
					defer mu.Unlock()
					if err != nil {
						w.Error(err)
					}
					for _, a := range r.Attempts {
						calls[a.TargetID]++
					}
				})
			}
			all.Wait()
			if want := 99 + map[bool]int{false: 1}[healed]; calls["one"] != 1 || calls["two"] != want {
				w.Errorf("healed %v: calls %v", healed, calls)
			}
		})
	}
}

// Where nothing is left but probes, the provider that is due first is asked
// first; where none is due, nobody is called.
func TestAllOpen(t *testing.T) {
	inBubble(t, func(w *world) {
		w.faults(sandbox.Fault{Fail: "unavailable"})
		two, both := w.chain(ai.OpenAI, "two"), w.chain(ai.OpenAI, "one", "two")
		_, _ = w.generate(two)
		_, _ = w.generate(two) // two is open for 5 s
		time.Sleep(time.Second)
		_, _ = w.generate(both)
		_, _ = w.generate(both) // one is open for 5 s
		r, err := w.generate(both)
		if len(r.Attempts) != 0 || classOf(w, err) != ai.CircuitOpen || switches(r) != "one>:circuit_open two>:circuit_open" {
			w.Fatalf("nobody is due: %s %s %v", attempts(r), switches(r), err)
		}
		w.faults()
		time.Sleep(10 * time.Second)
		if r, err := w.generate(both); err != nil || attempts(r) != "two" {
			w.Errorf("both are due: %s %v", attempts(r), err)
		}
	})
}

// A rate limit is waited for when it is short and nobody else is there.
func TestShortRateLimit(t *testing.T) {
	inBubble(t, func(w *world) {
		w.faults(sandbox.Fault{Fail: "rate_limit", RetryAfter: "ms:1500", Times: 1})
		began := time.Now()
		r, err := w.generate(w.chain(ai.OpenAI, "one"))
		if err != nil || attempts(r) != "one:rate_limit one" || time.Since(began) != 1500*time.Millisecond {
			w.Errorf("%s %v after %s", attempts(r), err, time.Since(began))
		}
		w.faults(sandbox.Fault{Fail: "rate_limit", RetryAfter: "seconds:20", Times: 1})
		if r, err := w.generate(w.chain(ai.OpenAI, "one")); attempts(r) != "one:rate_limit" || classOf(w, err) != ai.RateLimit {
			w.Errorf("a long one: %s %v", attempts(r), err)
		}
		time.Sleep(20 * time.Second)
		if r, err := w.generate(w.chain(ai.OpenAI, "one")); attempts(r) != "one" || err != nil {
			w.Errorf("after it: %s %v", attempts(r), err)
		}
	})
}

// Out of quota is tried again by one probe every 15 minutes; a misconfigured
// provider not before its configuration changed or a test succeeded.
func TestQuotaAndMisconfigured(t *testing.T) {
	inBubble(t, func(w *world) {
		c := w.chain(ai.OpenAI, "one", "two")
		w.faults(at("one", sandbox.Fault{Fail: "quota"}))
		for _, want := range []string{"one:quota two", "two", "one:quota two", "two"} {
			if r, _ := w.generate(c); attempts(r) != want {
				w.Fatalf("quota: %s, want %s", attempts(r), want)
			}
			if want == "two" {
				time.Sleep(15 * time.Minute)
			}
		}
		w.faults(at("one", sandbox.Fault{Fail: "credential", Times: 2}))
		_, _ = w.generate(c)
		time.Sleep(24 * time.Hour)
		if r, _ := w.generate(c); attempts(r) != "two" {
			w.Errorf("a misconfigured provider was called: %s", attempts(r))
		}
		c.Targets[0].Revision++
		if r, _ := w.generate(c); attempts(r) != "one:credential two" {
			w.Errorf("changed: %s", attempts(r))
		}
		if changed := w.health.Restore("one", 2); changed == nil || changed.State != ai.Closed {
			w.Errorf("restored: %+v", changed)
		}
		if r, _ := w.generate(c); attempts(r) != "one" {
			w.Errorf("restored: %s", attempts(r))
		}
	})
}

// The same provider is asked again for a tenth of the replies, or for three in
// ten seconds.
func TestRetryBudget(t *testing.T) {
	inBubble(t, func(w *world) {
		w.faults(at("one", sandbox.Fault{Fail: "empty", Share: 0.5}))
		c := w.chain(ai.OpenAI, "one", "two")
		retries, replies := 0, 200
		for range replies {
			r, err := w.generate(c)
			if err != nil {
				w.Fatal(err)
			}
			if len(r.Attempts) > 1 && r.Attempts[1].TargetID == "one" {
				retries++
			}
			time.Sleep(10 * time.Millisecond)
		}
		if retries < 3 || retries > replies/10+3 {
			w.Errorf("%d retries of %d replies", retries, replies)
		}
	})
}

// The callbacks: a check that refuses, a shorter request, another target for
// what is declined, a target that takes more.
func TestCallbacks(t *testing.T) {
	inBubble(t, func(w *world) {
		n := 0
		r, err := w.chain(ai.OpenAI, "one").Generate(w.Context(), ai.Call{Request: delivery(), Check: func(ai.Response) error {
			if n++; n == 1 {
				return errors.New("a citation does not exist")
			}
			return nil
		}})
		if err != nil || attempts(r) != "one:bad_output one" || r.Attempts[0].Detail != "a citation does not exist" {
			w.Errorf("check: %s %v", attempts(r), err)
		}
		w.faults(at("one", sandbox.Fault{Fail: "context_length", Times: 1}))
		r, err = w.chain(ai.OpenAI, "one").Generate(w.Context(), ai.Call{Request: delivery(), Shorten: func(r ai.Request) (ai.Request, bool) {
			r.System = "Short."
			return r, true
		}})
		if err != nil || attempts(r) != "one:context_length one" || r.Attempts[1].Usage.InputUncached > 60 {
			w.Errorf("shorten: %s %v", attempts(r), err)
		}
		w.faults(at("one", sandbox.Fault{Fail: "refusal"}))
		r, err = w.chain(ai.Anthropic, "one", "two", "three").Generate(w.Context(), ai.Call{Request: delivery(), PolicyTarget: "three"})
		if err != nil || attempts(r) != "one:content_policy three" || r.TargetID != "three" {
			w.Errorf("policy: %s %v", attempts(r), err)
		}
		w.faults(at("one", sandbox.Fault{Fail: "context_length"}))
		c := w.chain(ai.OpenAI, "one", "two", "three")
		c.Targets[0].ContextTokens, c.Targets[1].ContextTokens, c.Targets[2].ContextTokens = 8000, 8000, 128_000
		if r, err := w.generate(c); err != nil || attempts(r) != "one:context_length three" {
			w.Errorf("larger: %s %v", attempts(r), err)
		}
	})
}

// A caller who gives up harms nobody's standing.
func TestCanceled(t *testing.T) {
	inBubble(t, func(w *world) {
		w.faults(sandbox.Fault{Fail: "hang"})
		c := w.chain(ai.OpenAI, "one", "two")
		for range 5 {
			ctx, cancel := context.WithCancel(w.Context())
			time.AfterFunc(time.Second, cancel)
			r, err := c.Generate(ctx, ai.Call{Request: delivery()})
			if attempts(r) != "one:canceled" || classOf(w, err) != ai.Canceled {
				w.Fatalf("%s %v", attempts(r), err)
			}
			synctest.Wait()
		}
		if s := w.health.Standing("one", 1); s.State != ai.Closed {
			w.Errorf("%+v", s)
		}
	})
}

// What one node finds out, the others take over; what is older they do not.
func TestLearn(t *testing.T) {
	inBubble(t, func(w *world) {
		c := w.chain(ai.OpenAI, "one", "two")
		w.faults(at("one", sandbox.Fault{Fail: "credential"}))
		r, _ := w.generate(c)
		other := ai.NewHealth(w.source)
		other.Learn(r.Changes[0])
		if s := other.Standing("one", 1); s.State != ai.Misconfigured || s != r.Changes[0] {
			w.Errorf("learnt %+v", s)
		}
		time.Sleep(time.Second)
		restored := other.Restore("one", 1)
		other.Learn(r.Changes[0])
		if s := other.Standing("one", 1); s.State != ai.Closed {
			w.Errorf("an old standing came back: %+v", s)
		}
		w.health.Learn(*restored)
		if s := w.health.Standing("one", 1); s.State != ai.Closed {
			w.Errorf("the first node did not learn: %+v", s)
		}
		if s := other.Standing("one", 2); s.State != ai.Closed || !s.Since.IsZero() {
			w.Errorf("another revision: %+v", s)
		}
	})
}

// Every class has a reason of the event's catalogue.
func TestReasons(t *testing.T) {
	known := []string{"timeout", "rate_limited", "server_error", "invalid_response", "circuit_open", "auth"}
	for _, c := range append([]ai.Class{ai.CircuitOpen}, ai.Classes[1:]...) {
		if !slices.Contains(known, c.Reason()) {
			t.Errorf("%s: %s", c, c.Reason())
		}
	}
}
