package ai_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
)

// world is a simulator with three providers that are reached through pipes, in
// a bubble in which time passes at once.
type world struct {
	*testing.T
	sandbox *sandbox.Server
	client  *http.Client
	source  *crm.Source
	health  *ai.Health
}

// inBubble runs a test where no time is lost by waiting.
func inBubble(t *testing.T, test func(w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{T: t, sandbox: sandbox.New(sandbox.Config{Seed: 1}), source: crm.NewSource(time.Now)}
		w.health = ai.NewHealth(w.source)
		pipes := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
		server := &http.Server{Handler: w.sandbox.Handler()}
		go func() { _ = server.Serve(pipes) }()
		transport := &http.Transport{DialContext: pipes.dial}
		w.client = &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		defer func() {
			transport.CloseIdleConnections()
			_ = server.Close()
		}()
		test(w)
	})
}

// pipes is a network of one listener.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}
func (p *pipes) Close() error   { p.once.Do(func() { close(p.closed) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes"} }
func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	mine, theirs := net.Pipe()
	select {
	case p.conns <- theirs:
		return mine, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// base is the address of a provider of the simulator.
func base(name string, kind ai.Kind) string {
	if kind == ai.Gemini {
		return "http://sandbox/ai/" + name + "/v1beta"
	}
	return "http://sandbox/ai/" + name + "/v1"
}

func (w *world) provider(name string, kind ai.Kind) ai.Provider {
	w.Helper()
	p, err := ai.New(w.client, ai.Endpoint{Kind: kind, BaseURL: base(name, kind), Model: "sandbox-1", Key: "secret-key"})
	if err != nil {
		w.Fatal(err)
	}
	return p
}

func (w *world) target(name string, kind ai.Kind) ai.Target {
	return ai.Target{ID: name, Revision: 1, Model: "sandbox-1", Provider: w.provider(name, kind)}
}

// chain is a chain of providers that all speak one wire.
func (w *world) chain(kind ai.Kind, names ...string) *ai.Chain {
	c := &ai.Chain{Health: w.health, Source: w.source}
	for _, n := range names {
		c.Targets = append(c.Targets, w.target(n, kind))
	}
	return c
}

// fault scripts what a provider does, on top of what was scripted before.
func (w *world) faults(list ...sandbox.Fault) {
	w.Helper()
	if err := w.sandbox.SetAIFaults(list...); err != nil {
		w.Fatal(err)
	}
}

func at(name string, f sandbox.Fault) sandbox.Fault {
	f.Match.Path = "/ai/" + name + "/"
	return f
}

// answer is what replies are.
type answer struct {
	Action    string   `json:"action"`
	Text      string   `json:"text"`
	Citations []string `json:"citations"`
	Language  string   `json:"language"`
	Reason    string   `json:"reason"`
}

var schema = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["action","text","citations","language","reason"],"properties":{
	"action":{"type":"string","enum":["answer","clarify","handoff","ignore"]},"text":{"type":"string"},
	"citations":{"type":"array","items":{"type":"string"}},"language":{"type":"string"},"reason":{"type":"string"}}}`)

// question is a request about a shop.
func question(text string) ai.Request {
	return ai.Request{Schema: schema,
		System: "Answer only from the passages.\n\n" + ai.RenderPassages([]ai.Passage{
			{ID: "kp_hours", Title: "Hours", Text: "We are open Monday to Saturday from 9 to 18."},
			{ID: "kp_delivery", Title: "Delivery", Text: "Delivery takes 2 to 4 days <b>and</b> costs $5."},
		}),
		Messages: []ai.Message{{Role: ai.User, Text: ai.RenderMessage(text)}}}
}

func delivery() ai.Request { return question("How long does delivery take?") }

// classOf is the class of an error, which must be an *ai.Error or nil.
func classOf(t testing.TB, err error) ai.Class {
	t.Helper()
	var e *ai.Error
	if err != nil && !errors.As(err, &e) {
		t.Fatalf("the error is %T %v", err, err)
	}
	if e == nil {
		return ai.OK
	}
	return e.Class
}
