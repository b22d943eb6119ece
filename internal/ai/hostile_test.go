package ai_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
)

// caller is a provider that does what it is told.
type caller func() (ai.Response, error)

func (f caller) Generate(context.Context, ai.Request) (ai.Response, error) { return f() }

// transport answers every request by itself.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func says(status int, body string) transport {
	return func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
	}
}

// Providers that cannot be reached cost nothing: however many there are, the
// one behind them is asked.
func TestWhatNeverLeftIsNotPaid(t *testing.T) {
	for _, kind := range ai.Kinds {
		inBubble(t, func(w *world) {
			c := w.chain(kind, "one", "two", "three", "four", "five")
			refused := &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
				return nil, &net.OpError{Op: "dial", Err: errors.New("refused")}
			}}}
			for i := range c.Targets[:4] {
				p, err := ai.New(refused, ai.Endpoint{Kind: kind, BaseURL: "http://down/v1", Model: "m"})
				if err != nil {
					w.Fatal(err)
				}
				c.Targets[i].Provider = p
			}
			r, err := w.generate(c)
			if err != nil || r.TargetID != "five" {
				w.Errorf("%s: %v after %s", kind, err, attempts(r))
			}
			for _, a := range r.Attempts[:len(r.Attempts)-1] {
				if a.Usage.Total() != 0 {
					w.Errorf("%s: a call that never left used %+v", kind, a.Usage)
				}
			}
		})
	}
}

// A call that was broken off may be charged: what was asked is estimated.
func TestCallsThatAreBrokenOffAreEstimated(t *testing.T) {
	for _, fail := range []string{"hang", "slow_body", "reset"} {
		inBubble(t, func(w *world) {
			w.faults(at("one", sandbox.Fault{Fail: fail}))
			r, err := w.generate(w.chain(ai.OpenAI, "one", "two"))
			if err != nil || len(r.Attempts) < 2 {
				w.Fatalf("%s: %v %s", fail, err, attempts(r))
			}
			if u := r.Attempts[0].Usage; !u.Estimated || u.InputUncached == 0 || u.Output != 0 {
				w.Errorf("%s: it used %+v", fail, u)
			}
			if u := r.Attempts[len(r.Attempts)-1].Usage; u.Estimated {
				w.Errorf("%s: what was told is estimated: %+v", fail, u)
			}
		})
	}
}

// A server that shows the key in what it says does not show it to us.
func TestKeysAreNotShown(t *testing.T) {
	const key = "sk-0123456789abcdefghijklmnopqrstuvwxyz"
	bodies := []string{`{"error":{"message":"Incorrect API key provided: ` + key + `"}}`, `{"error":"` + key + `"}`, "<html>" + key + "</html>",
		strings.Repeat("x", 280) + key, `{"error":{"message":"` + strings.Repeat("y", 290) + key + `"}}`, `{"message":"` + key + `"}`,
		`{"model":"` + key + `","choices":[{"finish_reason":"stop","message":{"refusal":"` + key + `"}}],"usage":{"prompt_tokens":1,"note":"` + key + `"}}`}
	for _, kind := range ai.Kinds {
		for _, body := range bodies {
			for _, status := range []int{200, 400, 401, 429, 500} {
				p, err := ai.New(&http.Client{Transport: says(status, body)}, ai.Endpoint{Kind: kind, BaseURL: "https://models.example/v1", Model: "m", Key: key})
				if err != nil {
					t.Fatal(err)
				}
				c := &ai.Chain{Health: ai.NewHealth(crm.NewSource(time.Now)), Source: crm.NewSource(time.Now), Targets: []ai.Target{{ID: "one", Revision: 1, Provider: p}}}
				r, err := c.Generate(t.Context(), ai.Call{Request: delivery()})
				if told := fmt.Sprintf("%v %+v %+v", err, r, c.Health.Standing("one", 1)); strings.Contains(told, key[:12]) {
					t.Errorf("%s %d %.60s: %s", kind, status, body, told)
				}
			}
		}
	}
}

// Whatever a server says of itself can be kept by every database.
func TestWhatServersSayCanBeKept(t *testing.T) {
	long := "m\x00\u202e" + strings.Repeat("long", 1<<18)
	for name, say := range map[string]caller{
		"an answer": func() (ai.Response, error) {
			return ai.Response{Text: "hi", Model: long, Usage: ai.Usage{Output: 1, Raw: json.RawMessage("{\"a\":\"\xff\"}")}}, nil
		},
		"a refusal": func() (ai.Response, error) {
			return ai.Response{}, &ai.Error{Class: ai.ContentPolicy, Detail: long, Model: long}
		},
		"a wrong key": func() (ai.Response, error) { return ai.Response{}, &ai.Error{Class: ai.Credential, Detail: long} },
		"an unknown error": func() (ai.Response, error) {
			return ai.Response{}, errors.New(long)
		},
	} {
		c := &ai.Chain{Health: ai.NewHealth(crm.NewSource(time.Now)), Source: crm.NewSource(time.Now), Targets: []ai.Target{{ID: "one", Revision: 1, Provider: say}}}
		r, _ := c.Generate(t.Context(), ai.Call{Request: ai.Request{System: "x"}})
		for _, a := range r.Attempts {
			for _, text := range []string{a.Answered, a.Detail, string(a.Usage.Raw), c.Health.Standing("one", 1).Detail} {
				if strings.ContainsAny(text, "\x00\u202e") || !utf8.ValidString(text) || utf8.RuneCountInString(text) > 300 {
					t.Errorf("%s is kept as %.80q (%d bytes)", name, text, len(text))
				}
			}
		}
		if len(r.Attempts) == 0 {
			t.Errorf("%s: nothing was asked", name)
		}
	}
}

// A check that panics over an answer is one that refuses it, and the probe of a
// provider ends all the same.
func TestAPanicOverAnAnswerEndsTheProbe(t *testing.T) {
	inBubble(t, func(w *world) {
		c := w.chain(ai.OpenAI, "one")
		w.faults(sandbox.Fault{Fail: "unavailable"})
		for range 2 {
			_, _ = w.generate(c)
		}
		w.faults()
		time.Sleep(6 * time.Second)
		_, err := c.Generate(w.Context(), ai.Call{Request: delivery(), Check: func(ai.Response) error { panic("strange") }})
		if classOf(w, err) != ai.BadOutput {
			w.Errorf("it is %v", err)
		}
		time.Sleep(time.Minute)
		if r, err := w.generate(c); err != nil {
			w.Errorf("the provider is never asked again: %v %s", err, attempts(r))
		}
	})
}

// A long pause that a provider asks for is told to the other nodes, and kept
// over a restart, until it is over or a test succeeds.
func TestLongLimitsAreShared(t *testing.T) {
	inBubble(t, func(w *world) {
		w.faults(at("one", sandbox.Fault{Fail: "rate_limit", RetryAfter: "seconds:600"}))
		r, err := w.generate(w.chain(ai.OpenAI, "one", "two"))
		if err != nil || len(r.Changes) != 1 || r.Changes[0].State != ai.RateLimited {
			w.Fatalf("%v %+v", err, r.Changes)
		}
		other := ai.NewHealth(w.source)
		other.Learn(r.Changes[0])
		if s := other.Standing("one", 1); s.State != ai.RateLimited || !s.Until.Equal(r.Changes[0].Until) {
			w.Errorf("the other node takes it for %+v", s)
		}
		w.health = other
		if r, _ := w.generate(w.chain(ai.OpenAI, "one", "two")); attempts(r) != "two" {
			w.Errorf("the other node asks %s", attempts(r))
		}
		if changed := other.Restore("one", 1); changed == nil || changed.State != ai.Closed {
			w.Errorf("a test that succeeds is told as %+v", changed)
		}
		other.Learn(ai.Standing{TargetID: "one", Revision: 1, State: ai.RateLimited, Since: time.Now(), Until: time.Now().Add(1000 * time.Hour)})
		if s := other.Standing("one", 1); s.State != ai.Closed {
			w.Errorf("a limit without end is believed: %+v", s)
		}
	})
}

// The cost of what a server claims is never negative, and the same in parts.
func TestCostOfAbsurdUse(t *testing.T) {
	most := int64(100_000_000_000) // 100,000 dollars a million
	p := crm.TokenPrices{Input: most, CachedInput: most, CacheWrite: most, Output: most}
	u := ai.Usage{InputUncached: 1e9, CacheRead: 1e9, CacheWrite: 1e9, Output: 1e9, Reasoning: 1e9}
	if got := ai.Cost(p, u); got != 5*1000*most {
		t.Errorf("it costs %d", got)
	}
	one := crm.TokenPrices{Input: 1, CachedInput: 1, CacheWrite: 1, Output: 1}
	for tokens, want := range map[int]int64{0: 0, 499_999: 0, 500_000: 1, 1_499_999: 1, 1_500_000: 2} {
		if got := ai.Cost(one, ai.Usage{InputUncached: tokens}); got != want {
			t.Errorf("%d tokens cost %d, want %d", tokens, got, want)
		}
	}
	for _, kind := range ai.Kinds {
		for _, n := range []string{"9223372036854775807", "-9223372036854775808", "1e300", "1.5", `"7"`, "null"} {
			body := map[ai.Kind]string{
				ai.OpenAI:    `{"model":"m","choices":[{"finish_reason":"stop","message":{"content":"hi"}}],"usage":{"prompt_tokens":N,"completion_tokens":N,"prompt_tokens_details":{"cached_tokens":N},"completion_tokens_details":{"reasoning_tokens":N}}}`,
				ai.Anthropic: `{"model":"m","stop_reason":"end_turn","content":[{"type":"text","text":"hi"}],"usage":{"input_tokens":N,"output_tokens":N,"cache_read_input_tokens":N}}`,
				ai.Gemini:    `{"candidates":[{"finishReason":"STOP","content":{"parts":[{"text":"hi"}]}}],"usageMetadata":{"promptTokenCount":N,"toolUsePromptTokenCount":N,"candidatesTokenCount":N}}`,
			}[kind]
			provider, err := ai.New(&http.Client{Transport: says(200, strings.ReplaceAll(body, "N", n))}, ai.Endpoint{Kind: kind, BaseURL: "https://models.example/v1", Model: "m"})
			if err != nil {
				t.Fatal(err)
			}
			res, err := provider.Generate(t.Context(), ai.Request{System: "x"})
			if err != nil {
				t.Errorf("%s %s: %v", kind, n, err)
				continue
			}
			for _, got := range []int{res.Usage.InputUncached, res.Usage.CacheRead, res.Usage.CacheWrite, res.Usage.Output, res.Usage.Reasoning} {
				if got < 0 || got > 1e9 {
					t.Errorf("%s %s: %+v", kind, n, res.Usage)
				}
			}
			if n == "9223372036854775807" && kind == ai.Gemini && res.Usage.InputUncached != 1e9 {
				t.Errorf("what overflows counts as %+v", res.Usage)
			}
			if got := ai.Cost(p, res.Usage); got < 0 || got > math.MaxInt64/1000 {
				t.Errorf("%s %s: it costs %d", kind, n, got)
			}
		}
	}
}
