package ai_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/sandbox"
)

func (w *world) embedder(dimensions int) *ai.Embedder {
	w.Helper()
	m, err := ai.NewEmbedder(w.client, ai.Endpoint{BaseURL: base("one", ai.OpenAI), Model: "embed-1", Key: "secret-key"}, dimensions)
	if err != nil {
		w.Fatal(err)
	}
	return m
}

// Every failure of embeddings means what it means of the other wires.
func TestEmbeddingsClassify(t *testing.T) {
	of := append([]struct {
		fault  sandbox.Fault
		class  ai.Class
		status int
		retry  time.Duration
		takes  time.Duration
	}{
		{sandbox.Fault{Fail: "wrong_dimensions"}, ai.BadOutput, 200, 0, 0},
		{sandbox.Fault{Fail: "too_few"}, ai.BadOutput, 200, 0, 0},
		{sandbox.Fault{Fail: "zero_vector"}, ai.BadOutput, 200, 0, 0},
		{sandbox.Fault{Fail: "huge_number"}, ai.BadOutput, 200, 0, 0},
		{sandbox.Fault{Fail: "not_json"}, ai.BadOutput, 200, 0, 0},
		{sandbox.Fault{Fail: "wrong_schema"}, ai.BadOutput, 200, 0, 0},
	}, matrix...)
	inBubble(t, func(w *world) {
		t := w.T
		for _, m := range of {
			if m.fault.Fail == "content_filter" || m.fault.Fail == "refusal" || m.fault.Fail == "truncated" {
				continue // of answers in words
			}
			w.faults(m.fault)
			ctx, cancel := context.WithTimeout(w.Context(), 12*time.Second)
			began := time.Now()
			_, err := w.embedder(32).Embed(ctx, []string{"a text", "another"})
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
}

func TestEmbeddings(t *testing.T) {
	inBubble(t, func(w *world) {
		t := w.T
		out, err := w.embedder(0).Embed(w.Context(), []string{"Refunds take five days.", "Parking is free."})
		if err != nil || len(out.Vectors) != 2 || len(out.Vectors[0]) != 256 || out.Model != "embed-1" || out.Usage.InputUncached != 10 || out.Usage.Estimated {
			t.Errorf("%v: %d vectors, %+v", err, len(out.Vectors), out.Usage)
		}
		w.faults(sandbox.Fault{Fail: "no_usage"})
		if out, err := w.embedder(8).Embed(w.Context(), []string{"abcd"}); err != nil || len(out.Vectors[0]) != 8 || !out.Usage.Estimated || out.Usage.InputUncached != 1 {
			t.Errorf("%v: %+v", err, out)
		}
		for _, n := range []int{0, ai.MaxTexts + 1} {
			var e *ai.Error
			if _, err := w.embedder(8).Embed(w.Context(), make([]string, n)); !errors.As(err, &e) || e.Class != ai.CallerFault {
				t.Errorf("%d texts: %v", n, err)
			}
		}
	})
	if _, err := ai.NewEmbedder(http.DefaultClient, ai.Endpoint{BaseURL: "nothing"}, 0); err == nil {
		t.Error("a base URL without a host is taken")
	}
}

// A call ends within its time, whatever the endpoint does; one that fails again
// and again is left alone, and called again by one probe.
func TestEmbeddingsGoByTheHealth(t *testing.T) {
	inBubble(t, func(w *world) {
		t := w.T
		target := ai.EmbedTarget{ID: "emb", Revision: 1, Model: "embed-1", Embedder: w.embedder(0), Timeout: 500 * time.Millisecond}
		call := func() (*ai.Error, ai.Result) {
			began := time.Now()
			_, r, err := w.health.Embed(w.Context(), target, []string{"x"})
			if took := time.Since(began); took > target.Timeout {
				t.Errorf("it took %s", took)
			}
			var e *ai.Error
			errors.As(err, &e)
			return e, r
		}
		w.faults(sandbox.Fault{Fail: "hang", Times: 1}, sandbox.Fault{Fail: "slow_body", Times: 1}, sandbox.Fault{DelayMs: 501, Times: 1})
		for i := range 3 {
			if e, r := call(); e == nil || e.Class != ai.Timeout || len(r.Attempts) != 1 || r.Attempts[0].Class != ai.Timeout || (len(r.Changes) > 0) != (i == 2) {
				t.Fatalf("%d: %v %+v", i, e, r)
			}
		}
		if e, r := call(); e == nil || e.Class != ai.CircuitOpen || len(r.Attempts) > 0 {
			t.Errorf("open: %v %+v", e, r)
		}
		if p := w.health.EmbedPause(target, &ai.Error{}); p != 5*time.Second {
			t.Errorf("the pause is %s", p)
		}
		time.Sleep(5 * time.Second)
		if e, r := call(); e != nil || !r.Attempts[0].Probe || len(r.Changes) != 1 || r.Attempts[0].Usage.InputUncached != 1 {
			t.Errorf("the probe: %v %+v", e, r)
		}
		w.faults(sandbox.Fault{Fail: "rate_limit", RetryAfter: "seconds:7", Times: 1})
		if e, _ := call(); e == nil || e.Class != ai.RateLimit || w.health.EmbedPause(target, e) != 7*time.Second {
			t.Errorf("a limit: %v", e)
		}
		if e, _ := call(); e == nil || e.Class != ai.CircuitOpen {
			t.Errorf("within the limit: %v", e)
		}
		time.Sleep(7 * time.Second)
		ctx, cancel := context.WithCancel(w.Context())
		cancel()
		if _, r, err := w.health.Embed(ctx, target, []string{"x"}); err == nil || r.Attempts[0].Class != ai.Canceled || len(r.Changes) > 0 {
			t.Errorf("a caller that gave up: %v %+v", err, r)
		}
		w.faults(sandbox.Fault{Fail: "credential", Times: 1})
		if e, r := call(); e == nil || e.Class != ai.Credential || len(r.Changes) != 1 || r.Changes[0].State != ai.Misconfigured || w.health.EmbedPause(target, e) != 15*time.Minute {
			t.Errorf("a wrong key: %v %+v", e, r)
		}
		target.Revision++ // another key
		if e, _ := call(); e != nil {
			t.Errorf("after a change: %v", e)
		}
	})
}
