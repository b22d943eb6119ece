package service

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// A CallOption changes one call.
type CallOption func(*call)

// WithIdempotencyKey names a POST or PUT, so that it takes effect once however often
// it arrives within 24 hours. One is made up for each call by default; give
// your own (such as an order number) to stay safe when your program restarts.
func WithIdempotencyKey(key string) CallOption { return func(c *call) { c.idempotencyKey = key } }

// WithHeader adds a request header.
func WithHeader(name, value string) CallOption {
	return func(c *call) { c.header.Set(name, value) }
}

// WithCallTimeout bounds each attempt of this call.
func WithCallTimeout(d time.Duration) CallOption { return func(c *call) { c.timeout = d } }

// WithCallRetries says how many times this call is repeated after a transient
// failure.
func WithCallRetries(n int) CallOption { return func(c *call) { c.maxRetries = n } }

// maxAnswer bounds what is read of an answer.
const maxAnswer = 64 << 20

type transport struct {
	http       *http.Client
	apiKey     string
	baseURL    string
	timeout    time.Duration
	maxRetries int
}

// call is one operation to perform.
type call struct {
	method, path   string
	query          url.Values
	body           any
	header         http.Header
	idempotencyKey string
	timeout        time.Duration
	maxRetries     int
}

func (t *transport) newCall(method, path string, options []CallOption) *call {
	c := &call{method: method, path: path, query: url.Values{}, header: http.Header{}, timeout: t.timeout, maxRetries: t.maxRetries}
	for _, o := range options {
		o(c)
	}
	if c.idempotencyKey == "" && (method == http.MethodPost || method == http.MethodPut) {
		c.idempotencyKey = rand.Text() // once: every attempt has the same
	}
	return c
}

// do performs the call and reads its answer into out, which may be nil.
func (t *transport) do(ctx context.Context, c *call, out any) error {
	var body []byte
	if c.body != nil {
		var err error
		if body, err = json.Marshal(c.body); err != nil {
			return fmt.Errorf("service: the request cannot be written as JSON: %w", err)
		}
	}
	for retries := 0; ; retries++ {
		answer, err := t.attempt(ctx, c, body)
		if err == nil {
			return read(answer, out)
		}
		wait, again := retryDelay(err, retries, time.Now())
		if !again || retries >= c.maxRetries || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(wait):
		}
	}
}

func (t *transport) attempt(ctx context.Context, c *call, body []byte) ([]byte, error) {
	if c.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
	}
	var content io.Reader
	if body != nil {
		content = bytes.NewReader(body)
		c.header.Set("Content-Type", "application/json")
	}
	res, err := t.send(ctx, c, content)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return nil, &ConnectionError{Err: err}
	}
	return answer, nil
}

// send makes one request and returns its answer if that tells of success; the
// caller closes the body.
func (t *transport) send(ctx context.Context, c *call, content io.Reader) (*http.Response, error) {
	address := t.baseURL + c.path
	if len(c.query) > 0 {
		address += "?" + c.query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, c.method, address, content)
	if err != nil {
		return nil, fmt.Errorf("service: %w", err)
	}
	for name, values := range c.header {
		req.Header[name] = values
	}
	if req.Header.Get("Accept") == "" {
		req.Header.Set("Accept", "application/json")
	}
	req.Header.Set("Authorization", "Bearer "+t.apiKey)
	req.Header.Set("User-Agent", "service-sdk-go/"+Version)
	if c.idempotencyKey != "" {
		req.Header.Set("Idempotency-Key", c.idempotencyKey)
	}
	res, err := t.http.Do(req)
	if err != nil {
		return nil, &ConnectionError{Err: err}
	}
	switch {
	case res.StatusCode >= 200 && res.StatusCode < 300:
		return res, nil
	case res.StatusCode >= 300 && res.StatusCode < 400 && res.StatusCode != http.StatusNotModified:
		res.Body.Close()
		return nil, fmt.Errorf("service: %s redirects; set the base URL to the address that it leads to", address)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	return nil, newError(res, text)
}

func read(answer []byte, out any) error {
	if out == nil || len(answer) == 0 {
		return nil
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("service: the answer is not what was expected; does the base URL name the service? %w", err)
	}
	return nil
}

// segment puts an id into a path. An empty one would name another operation.
func segment(id string) string {
	if id == "" || id == "." || id == ".." {
		return "%00" // no id: the service refuses it
	}
	return url.PathEscape(id)
}
