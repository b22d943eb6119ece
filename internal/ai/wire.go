package ai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/egress"
)

// Bounds of one call.
const (
	connectTimeout   = 3 * time.Second
	firstByteTimeout = 8 * time.Second
	maxAnswer        = 1 << 20
	defaultMaxTokens = 1024
)

// Kind names a wire: how a provider is spoken to.
type Kind string

// The wires.
const (
	OpenAI    Kind = "openai" // chat completions; also Azure, vLLM, Ollama, Groq, OpenRouter, …
	Anthropic Kind = "anthropic"
	Gemini    Kind = "gemini"
)

// Kinds are all wires.
var Kinds = []Kind{OpenAI, Anthropic, Gemini}

// DefaultBaseURL is where the provider of a wire is; the version of its API is
// part of it.
func (k Kind) DefaultBaseURL() string {
	switch k {
	case OpenAI:
		return "https://api.openai.com/v1"
	case Anthropic:
		return "https://api.anthropic.com/v1"
	case Gemini:
		return "https://generativelanguage.googleapis.com/v1beta"
	}
	return ""
}

// Endpoint is where and as what a model is called.
type Endpoint struct {
	Kind    Kind
	BaseURL string // "" means DefaultBaseURL
	Model   string
	Key     string // may be empty for a server of one's own
	// FirstByte bounds the wait for the answer's head; 0 means 8 s.
	FirstByte time.Duration
}

// New returns the adapter for an endpoint. It learns what the endpoint does not
// take, so keep it for as long as the configuration is the same.
func New(client *http.Client, e Endpoint) (Provider, error) {
	w, err := newWire(client, e)
	if err != nil {
		return nil, err
	}
	switch e.Kind {
	case OpenAI:
		return &openAI{wire: w}, nil
	case Anthropic:
		return &anthropic{wire: w}, nil
	case Gemini:
		return &gemini{wire: w}, nil
	}
	return nil, fmt.Errorf("ai: there is no kind %q", e.Kind)
}

func newWire(client *http.Client, e Endpoint) (*wire, error) {
	if e.BaseURL == "" {
		e.BaseURL = e.Kind.DefaultBaseURL()
	}
	base, err := url.Parse(e.BaseURL)
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("ai: %q is no base URL", e.BaseURL)
	}
	if e.FirstByte <= 0 {
		e.FirstByte = firstByteTimeout
	}
	return &wire{client: client, base: base, Endpoint: e, most: maxAnswer}, nil
}

// NewClient returns an HTTP client for endpoints that customers name, which keeps
// up to perHost connections to one host for later. It
// follows no redirect, which would carry the key elsewhere, and connects to
// nothing that the guard forbids. Plain http reaches only what the guard's rules
// name: a key never crosses the open network unencrypted.
func NewClient(guard *egress.Guard, perHost int) *http.Client {
	t := guard.Transport(perHost)
	// Whoever asks bounds how many ask at once, and is fair to the workspaces. A
	// bound here would have one wait for another's connections.
	t.MaxConnsPerHost = 0
	t.DialContext = quickly(plainly(t.DialContext, guard.Rules))
	t.DialTLSContext = quickly(t.DialTLSContext)
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

type dial = func(ctx context.Context, network, address string) (net.Conn, error)

// quickly bounds the making of a connection.
func quickly(dial dial) dial {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		ctx, cancel := context.WithTimeout(ctx, connectTimeout)
		defer cancel()
		return dial(ctx, network, address)
	}
}

// plainly closes connections without encryption to what no rule names.
func plainly(dial dial, rules crm.EndpointRules) dial {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		to, err := netip.ParseAddrPort(conn.RemoteAddr().String())
		if err != nil || !rules.Names(to.Addr().Unmap()) {
			_ = conn.Close()
			return nil, egress.ErrForbidden
		}
		return conn, nil
	}
}

// wire is what the adapters share: one bounded exchange of JSON.
type wire struct {
	Endpoint
	client *http.Client
	base   *url.URL
	most   int64 // bytes of an answer
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   []byte
}

var errFirstByte = errors.New("the head of the answer did not come in time")

// post sends a body to a path below the base and reads the whole answer.
func (w *wire) post(ctx context.Context, path string, header map[string]string, body any) (*answer, *Error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, &Error{Class: CallerFault, Detail: "the request could not be written"}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.base.JoinPath(path).String(), bytes.NewReader(raw))
	if err != nil {
		return nil, &Error{Class: CallerFault, Detail: "the request could not be made"}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "crm-ai/1")
	for name, value := range header {
		req.Header.Set(name, value)
	}
	var sent atomic.Bool
	req = req.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }}))
	late := time.AfterFunc(w.FirstByte, func() { cancel(errFirstByte) })
	res, err := w.client.Do(req)
	late.Stop()
	if err != nil {
		e := w.broken(ctx, err)
		e.Unsent = !sent.Load()
		return nil, e
	}
	defer res.Body.Close()
	a := &answer{status: res.StatusCode, header: res.Header}
	a.body, err = io.ReadAll(io.LimitReader(res.Body, w.most+1))
	switch {
	case err != nil:
		e := w.broken(ctx, err)
		e.StatusCode = a.status
		return nil, e
	case int64(len(a.body)) > w.most:
		return nil, &Error{Class: BadOutput, StatusCode: a.status, Detail: fmt.Sprintf("the answer is larger than %d KiB", w.most>>10)}
	}
	a.body = w.withoutKey(a.body)
	return a, nil
}

// withoutKey takes the key out of an answer: some servers show in an error what
// they were sent, and errors are kept and shown. What is too short to be a
// secret stays, since any text may have it.
func (w *wire) withoutKey(body []byte) []byte {
	if len(w.Key) < 8 {
		return body
	}
	return bytes.ReplaceAll(body, []byte(w.Key), []byte("…"))
}

// broken classifies a call without a whole answer. The text of the error is
// not kept: it may name the URL.
func (w *wire) broken(ctx context.Context, err error) *Error {
	var op *net.OpError
	var timeout interface{ Timeout() bool }
	switch {
	case errors.Is(err, egress.ErrForbidden):
		return &Error{Class: ModelAccess, Detail: "the address of the provider may not be called: " + egress.ErrForbidden.Error()}
	case context.Cause(ctx) == errFirstByte:
		return &Error{Class: Timeout, Detail: errFirstByte.Error()}
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &Error{Class: Timeout, Detail: "the answer did not come in time"}
	case ctx.Err() != nil:
		return &Error{Class: Canceled, Detail: "the caller gave up"}
	case errors.Is(err, egress.ErrName), errors.Is(err, egress.ErrResolver):
		return &Error{Class: Transient, Detail: "the name of the provider could not be resolved"}
	case errors.Is(err, egress.ErrTLS):
		return &Error{Class: Transient, Detail: egress.ErrTLS.Error()}
	case errors.Is(err, egress.ErrProxy):
		return &Error{Class: Transient, Detail: egress.ErrProxy.Error()}
	case errors.As(err, &timeout) && timeout.Timeout():
		return &Error{Class: Timeout, Detail: "the connection could not be made in time"}
	case errors.As(err, &op) && op.Op == "dial":
		return &Error{Class: Transient, Detail: "the connection was refused"}
	}
	return &Error{Class: Transient, Detail: "the connection broke"}
}

// maxTokens is the bound of the answer.
func (r Request) maxTokens() int {
	if r.MaxTokens > 0 {
		return r.MaxTokens
	}
	return defaultMaxTokens
}

// whole finishes a response that has text: it makes up the usage where the
// provider told none, and takes the wrapping off JSON.
func whole(r Request, res Response) Response {
	if len(r.Schema) > 0 {
		res.Text = unfenced(res.Text)
	}
	if res.Usage.Total() == 0 {
		res.Usage.InputUncached, res.Usage.Output, res.Usage.Estimated = r.estimate(), EstimateTokens(res.Text), true
	}
	return res
}

// useless is the error for an answer that came, and is charged, but is of no use.
func useless(class Class, status int, res Response, detail string) *Error {
	return &Error{Class: class, StatusCode: status, Detail: detail, Usage: res.Usage, Model: res.Model}
}
