package ai_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/sandbox"
)

// matrix are the failures of the simulator with what they mean on every wire.
var matrix = []struct {
	fault  sandbox.Fault
	class  ai.Class
	status int
	retry  time.Duration
	takes  time.Duration // at most
}{
	{sandbox.Fault{Fail: "rate_limit"}, ai.RateLimit, 429, time.Second, 0},
	{sandbox.Fault{Fail: "rate_limit", RetryAfter: "seconds:7"}, ai.RateLimit, 429, 7 * time.Second, 0},
	{sandbox.Fault{Fail: "rate_limit", RetryAfter: "seconds:1.5"}, ai.RateLimit, 429, 1500 * time.Millisecond, 0},
	{sandbox.Fault{Fail: "rate_limit", RetryAfter: "date:30"}, ai.RateLimit, 429, 30 * time.Second, 0},
	{sandbox.Fault{Fail: "rate_limit", RetryAfter: "ms:1500"}, ai.RateLimit, 429, 1500 * time.Millisecond, 0},
	{sandbox.Fault{Fail: "rate_limit", RetryAfter: "x-ms:250"}, ai.RateLimit, 429, 250 * time.Millisecond, 0},
	{sandbox.Fault{Fail: "rate_limit", RetryAfter: "none"}, ai.RateLimit, 429, 0, 0},
	{sandbox.Fault{Fail: "rate_limit", RetryAfter: "seconds:999999"}, ai.RateLimit, 429, time.Hour, 0},
	{sandbox.Fault{Fail: "quota"}, ai.Quota, 429, 0, 0},
	{sandbox.Fault{Fail: "quota_400"}, ai.Quota, 400, 0, 0},
	{sandbox.Fault{Fail: "quota_402"}, ai.Quota, 402, 0, 0},
	{sandbox.Fault{Fail: "server_error"}, ai.Transient, 500, 0, 0},
	{sandbox.Fault{Fail: "bad_gateway"}, ai.Transient, 502, 0, 0},
	{sandbox.Fault{Fail: "unavailable"}, ai.Transient, 503, 0, 0},
	{sandbox.Fault{Fail: "gateway_timeout"}, ai.Transient, 504, 0, 0},
	{sandbox.Fault{Fail: "overloaded"}, ai.Transient, 529, 0, 0},
	{sandbox.Fault{Fail: "error_in_200"}, ai.Transient, 500, 0, 0},
	{sandbox.Fault{Fail: "overloaded_in_200"}, ai.Transient, 529, 0, 0},
	{sandbox.Fault{Fail: "reset"}, ai.Transient, 0, 0, 0},
	{sandbox.Fault{Fail: "hang"}, ai.Timeout, 0, 0, 8 * time.Second},
	{sandbox.Fault{Fail: "slow_body"}, ai.Timeout, 200, 0, 12 * time.Second},
	{sandbox.Fault{DelayMs: 7000, BodyDelayMs: 7000}, ai.Timeout, 200, 0, 12 * time.Second},
	{sandbox.Fault{Fail: "credential"}, ai.Credential, 401, 0, 0},
	{sandbox.Fault{Fail: "credential_400"}, ai.Credential, 400, 0, 0},
	{sandbox.Fault{Fail: "forbidden"}, ai.Credential, 403, 0, 0},
	{sandbox.Fault{Fail: "region"}, ai.Region, 403, 0, 0},
	{sandbox.Fault{Fail: "model_access"}, ai.ModelAccess, 404, 0, 0},
	{sandbox.Fault{Fail: "model_gone"}, ai.ModelGone, 404, 0, 0},
	{sandbox.Fault{Fail: "gone"}, ai.ModelGone, 410, 0, 0},
	{sandbox.Fault{Fail: "context_length"}, ai.ContextLength, 400, 0, 0},
	{sandbox.Fault{Fail: "request_too_large"}, ai.ContextLength, 413, 0, 0},
	{sandbox.Fault{Fail: "content_filter"}, ai.ContentPolicy, 200, 0, 0},
	{sandbox.Fault{Fail: "content_filter_400"}, ai.ContentPolicy, 400, 0, 0},
	{sandbox.Fault{Fail: "refusal"}, ai.ContentPolicy, 200, 0, 0},
	{sandbox.Fault{Fail: "caller_fault"}, ai.CallerFault, 400, 0, 0},
	{sandbox.Fault{Status: 422}, ai.CallerFault, 422, 0, 0},
	{sandbox.Fault{Fail: "empty"}, ai.BadOutput, 200, 0, 0},
	{sandbox.Fault{Fail: "truncated"}, ai.BadOutput, 200, 0, 0},
	{sandbox.Fault{Malformed: true}, ai.BadOutput, 200, 0, 0},
	{sandbox.Fault{DelayMs: 7000}, ai.OK, 200, 0, 7 * time.Second},
}

// Every failure of every wire is understood, within its time.
func TestWiresClassify(t *testing.T) {
	for _, kind := range ai.Kinds {
		t.Run(string(kind), func(t *testing.T) {
			inBubble(t, func(w *world) {
				t := w.T
				p := w.provider("one", kind)
				for _, m := range matrix {
					w.faults(m.fault)
					ctx, cancel := context.WithTimeout(w.Context(), 12*time.Second)
					began := time.Now()
					_, err := p.Generate(ctx, delivery())
					took := time.Since(began)
					cancel()
					e := &ai.Error{StatusCode: 200}
					errors.As(err, &e)
					if e.Class != m.class || e.StatusCode != m.status || e.RetryAfter != m.retry || took > m.takes {
						t.Errorf("%+v: %q %d, again in %s, after %s; want %+v", m.fault, e.Class, e.StatusCode, e.RetryAfter, took, m)
					}
					if err != nil && e.Detail == "" || strings.Contains(e.Error(), "secret-key") || strings.Contains(e.Detail, "sandbox/") {
						t.Errorf("%+v: the detail is %q", m.fault, e.Detail)
					}
				}
			})
		})
	}
}

// A limit of Gemini is told in the body too.
func TestGeminiRetryInfo(t *testing.T) {
	inBubble(t, func(w *world) {
		t := w.T
		w.faults(sandbox.Fault{Fail: "rate_limit", RetryAfter: "body:34"})
		_, err := w.provider("one", ai.Gemini).Generate(w.Context(), delivery())
		var e *ai.Error
		if !errors.As(err, &e) || e.Class != ai.RateLimit || e.RetryAfter != 34*time.Second {
			t.Errorf("%+v", e)
		}
	})
}

// An answer comes from the passages, as JSON of the schema, whatever the wire.
func TestWiresAnswer(t *testing.T) {
	for _, kind := range ai.Kinds {
		inBubble(t, func(w *world) {
			t := w.T
			p := w.provider("one", kind)
			res, err := p.Generate(w.Context(), delivery())
			var a answer
			if err != nil || json.Unmarshal([]byte(res.Text), &a) != nil {
				t.Fatalf("%s: %v %s", kind, err, res.Text)
			}
			if a.Action != "answer" || a.Text != "Delivery takes 2 to 4 days <b>and</b> costs $5." || len(a.Citations) != 1 || a.Citations[0] != "kp_delivery" || a.Language != "en" {
				t.Errorf("%s: %+v", kind, a)
			}
			if res.Model != "sandbox-1" || res.Finish != ai.FinishStop || res.Usage.Estimated {
				t.Errorf("%s: %+v", kind, res)
			}
			if res, err := p.Generate(w.Context(), question("¿Cuándo sale el sol en Marte?")); err != nil || json.Unmarshal([]byte(res.Text), &a) != nil ||
				a.Action != "handoff" || a.Language != "es" || a.Reason == "" {
				t.Errorf("%s: %v %+v", kind, err, a)
			}
			if res, err := p.Generate(w.Context(), ai.Request{System: "Be kind.", Messages: []ai.Message{{Role: ai.User, Text: "Hello"}}}); err != nil || !strings.HasPrefix(res.Text, "Hello!") {
				t.Errorf("%s without a schema: %v %q", kind, err, res.Text)
			}
		})
	}
}

// Three ways of counting, one account: the sums are the simulator's own.
func TestUsageIsCountedOnce(t *testing.T) {
	for _, kind := range ai.Kinds {
		inBubble(t, func(w *world) {
			t := w.T
			p := w.provider("one", kind)
			var sum sandbox.AIUsage
			for i, f := range []sandbox.Fault{{}, {CachedTokens: 20}, {CachedTokens: 10, CacheWriteTokens: 30}, {ReasoningTokens: 64}, {CachedTokens: 100_000, ReasoningTokens: 1}} {
				w.faults(f)
				res, err := p.Generate(w.Context(), delivery())
				if err != nil {
					t.Fatal(kind, i, err)
				}
				u := res.Usage
				if u.Estimated || len(u.Raw) == 0 || !json.Valid(u.Raw) {
					t.Errorf("%s: %+v", kind, u)
				}
				sum.Calls++
				sum.InputUncached += u.InputUncached
				sum.CacheRead += u.CacheRead
				sum.CacheWrite += u.CacheWrite
				sum.Output += u.Output
				sum.Reasoning += u.Reasoning
			}
			if truth := w.sandbox.AIUsage()["one"]; sum != truth || truth.CacheRead == 0 {
				t.Errorf("%s: counted %+v, told %+v", kind, sum, truth)
			}
			w.faults(sandbox.Fault{Fail: "no_usage"})
			if res, err := p.Generate(w.Context(), delivery()); err != nil || !res.Usage.Estimated || res.Usage.InputUncached == 0 || res.Usage.Output == 0 {
				t.Errorf("%s: without an account %v %+v", kind, err, res.Usage)
			}
			// A truncated answer is paid, and counted.
			w.faults(sandbox.Fault{Fail: "truncated"})
			_, err := p.Generate(w.Context(), delivery())
			var e *ai.Error
			if !errors.As(err, &e) || e.Usage.Output == 0 {
				t.Errorf("%s: a truncated answer used %+v", kind, e)
			}
		})
	}
}

// What an endpoint does not take is learnt once and not sent again.
func TestOpenAIAdapts(t *testing.T) {
	inBubble(t, func(w *world) {
		t := w.T
		c := w.chain(ai.OpenAI, "one")
		w.faults(sandbox.Fault{Fail: "schema_refused", Times: 1}, sandbox.Fault{Fail: "max_tokens_refused", Times: 1})
		r, err := c.Generate(w.Context(), ai.Call{Request: delivery()})
		if err != nil || len(r.Attempts) != 3 || r.Attempts[0].Class != ai.CallerFault || r.Attempts[2].Class != ai.OK {
			t.Fatalf("%v %+v", err, r.Attempts)
		}
		var body map[string]any
		for n, want := range []string{"", "json_object"} {
			if n == 1 {
				if r, err := c.Generate(w.Context(), ai.Call{Request: delivery()}); err != nil || len(r.Attempts) != 1 {
					t.Fatalf("again: %v %+v", err, r.Attempts)
				}
			}
			calls, _ := w.sandbox.Log(0, 100)
			if json.Unmarshal(calls[len(calls)-1].Body, &body) != nil {
				t.Fatal("no body")
			}
			format, _ := body["response_format"].(map[string]any)
			if want != "" && (format["type"] != want || body["max_completion_tokens"] == nil || body["max_tokens"] != nil) {
				t.Errorf("asked with %v", body)
			}
		}
		if s := w.health.Standing("one", 1); s.State != ai.Closed {
			t.Errorf("learning harmed the provider: %+v", s)
		}
	})
}

// The head is waited for, the whole is bounded, and the caller's time goes first.
func TestCallersDeadlineGoesFirst(t *testing.T) {
	for _, kind := range ai.Kinds {
		inBubble(t, func(w *world) {
			t := w.T
			w.faults(sandbox.Fault{Fail: "hang"})
			ctx, cancel := context.WithTimeout(w.Context(), 3*time.Second)
			defer cancel()
			began := time.Now()
			_, err := w.provider("one", kind).Generate(ctx, delivery())
			if class := classOf(t, err); class != ai.Timeout || time.Since(began) != 3*time.Second {
				t.Errorf("%s: %s after %s", kind, class, time.Since(began))
			}
			ctx, cancel = context.WithCancel(w.Context())
			time.AfterFunc(time.Second, cancel)
			if class := classOf(t, second(w.provider("one", kind).Generate(ctx, delivery()))); class != ai.Canceled {
				t.Errorf("%s: the caller gave up: %s", kind, class)
			}
		})
	}
}

func second(_ ai.Response, err error) error { return err }
