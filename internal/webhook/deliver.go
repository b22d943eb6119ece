package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/egress"
)

// Bounds of one call to a receiver.
const (
	// Timeout is how long an exchange may take where a call does not say.
	Timeout       = 15 * time.Second
	readAnswer    = 64 << 10
	keepAnswer    = 4 << 10
	maxRetryAfter = 24 * time.Hour
)

// Schedule is when the attempts after the first are made: the example of
// Standard Webhooks 1.0, about 75 hours in all.
var Schedule = []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour,
	10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour}

// Result is what came of one call.
type Result struct {
	StartedAt     time.Time
	Latency       time.Duration
	StatusCode    int
	Error         string // a class: timeout, connection, dns, tls, forbidden_address, …
	Signature     string // the webhook-signature that was sent
	AnswerHeaders string
	AnswerBody    []byte
	RetryAfter    time.Duration
}

// OK reports whether the receiver took the event: any 2xx.
func (r *Result) OK() bool { return r.StatusCode >= 200 && r.StatusCode < 300 }

// Gone reports whether the receiver asked for no more events.
func (r *Result) Gone() bool { return r.StatusCode == http.StatusGone }

// Client calls receivers. It follows no redirect, keeps no cookie and refuses
// addresses that the rules do not allow at the moment of dialling, so that a
// name that resolves anew cannot get around them.
type Client struct{ http *http.Client }

// NewClient returns a client for receivers under the given rules. perHost
// bounds the connections to one receiver.
func NewClient(rules crm.EndpointRules, perHost int) *Client {
	return &Client{&http.Client{
		Transport:     egress.Transport(rules, perHost),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Call is one attempt to be made.
type Call struct {
	URL     string
	ID      string   // of the event; the same at every attempt
	Secrets []string // those that sign, newest first
	Body    []byte   // signed and sent as it is
	// Timeout covers the whole exchange: look-up, connection, answer and body.
	// 0 stands for the constant Timeout.
	Timeout time.Duration
	// Header has further headers by their canonical names; nil for none.
	Header http.Header
}

// Post makes one attempt and never fails: what went wrong is in the result.
func (c *Client) Post(ctx context.Context, call Call) *Result {
	r := &Result{StartedAt: time.Now()}
	timeout := call.Timeout
	if timeout <= 0 {
		timeout = Timeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	req, err := call.request(ctx, r.StartedAt)
	if err != nil {
		r.Error = "invalid_request"
		return r
	}
	r.Signature = req.Header.Get("webhook-signature")
	res, err := c.http.Do(req)
	if err != nil {
		r.Latency, r.Error = time.Since(r.StartedAt), classify(ctx, err)
		return r
	}
	defer res.Body.Close()
	r.StatusCode, r.AnswerHeaders = res.StatusCode, headerText(res.Header)
	answer, err := io.ReadAll(io.LimitReader(res.Body, readAnswer))
	r.Latency = time.Since(r.StartedAt)
	r.AnswerBody = answer[:min(len(answer), keepAnswer)]
	if err != nil {
		r.Error, r.StatusCode = classify(ctx, err), 0
	} else if !r.OK() {
		r.Error = "status_" + strconv.Itoa(r.StatusCode)
	}
	r.RetryAfter = retryAfter(res.Header.Get("Retry-After"), time.Now())
	return r
}

func (c *Call) request(ctx context.Context, at time.Time) (*http.Request, error) {
	signature, err := Sign(c.Secrets, c.ID, at, c.Body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL, bytes.NewReader(c.Body))
	if err != nil {
		return nil, err
	}
	maps.Copy(req.Header, c.Header)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "crm-webhooks/1")
	req.Header.Set("webhook-id", c.ID)
	req.Header.Set("webhook-timestamp", strconv.FormatInt(at.Unix(), 10))
	req.Header.Set("webhook-signature", signature)
	return req, nil
}

func classify(ctx context.Context, err error) string {
	var dns *net.DNSError
	var op *net.OpError
	var cert *tls.CertificateVerificationError
	switch {
	case errors.Is(err, egress.ErrForbidden):
		return "forbidden_address"
	case ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.As(err, &dns):
		return "dns"
	case errors.As(err, &cert):
		return "tls"
	case errors.As(err, &op) && op.Op == "dial":
		return "connection_refused"
	}
	return "connection_lost"
}

func retryAfter(value string, now time.Time) time.Duration {
	if value == "" {
		return 0
	}
	if n, err := strconv.Atoi(value); err == nil && n >= 0 {
		return min(time.Duration(n)*time.Second, maxRetryAfter)
	}
	if t, err := http.ParseTime(value); err == nil && t.After(now) {
		return min(t.Sub(now), maxRetryAfter)
	}
	return 0
}

// NextAttempt returns how long after the given attempt (1, 2, …) the next one
// is due, jittered by a fifth and never before Retry-After; false when there
// is none left.
func NextAttempt(schedule []time.Duration, attempt int, retryAfter time.Duration) (time.Duration, bool) {
	if attempt > len(schedule) {
		return 0, false
	}
	base := schedule[attempt-1]
	jittered := time.Duration(float64(base) * (0.8 + 0.4*rand.Float64()))
	return max(jittered, retryAfter), true
}

// clean makes text storable whatever a receiver sent.
func clean(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", "\uFFFD"), "\uFFFD")
}

func headerText(h http.Header) string {
	var b strings.Builder
	for name, values := range h {
		for _, v := range values {
			if b.Len()+len(name)+len(v) > keepAnswer {
				return clean(b.String())
			}
			b.WriteString(name + ": " + v + "\n")
		}
	}
	return clean(b.String())
}
