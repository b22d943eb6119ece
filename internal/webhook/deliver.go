package webhook

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/egress"
)

// Bounds of one call to a receiver.
const (
	// Timeout is how long an exchange may take where a call does not say.
	Timeout       = 15 * time.Second
	maxAnswer     = 64 << 10 // of a body that is read
	keepAnswer    = 4 << 10
	maxRetryAfter = 24 * time.Hour
)

// Schedule is when the attempts after the first are made: the example of
// Standard Webhooks 1.0, about 75 hours in all.
var Schedule = []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour,
	10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour}

// Result is what came of one call.
type Result struct {
	StartedAt time.Time
	Latency   time.Duration // of the whole exchange
	// Parts of Latency. The first three are 0 where an open connection was used
	// again; Head is until the head of the answer was there.
	DNS, Connect, TLS, Head time.Duration
	StatusCode              int
	Error                   string // "", or one of the errors below
	Signature               string // the webhook-signature that was sent
	BatchID                 string // for the caller: the id of a call with several events
	AnswerHeaders           string
	AnswerBody              []byte
	RetryAfter              time.Duration
}

// Why a call failed. A status that is no 2xx is "status_" and its
// number, 3xx too: redirects are not followed.
const (
	ErrorTimeout    = "timeout"            // not all of the answer came in time
	ErrorRefused    = "connection_refused" // or the host cannot be reached
	ErrorLost       = "connection_lost"    // before the end of the answer, or it is not HTTP
	ErrorDNS        = "dns"                // the host does not exist
	ErrorTLS        = "tls"                // no valid certificate, or no common version
	ErrorForbidden  = "forbidden_address"  // the guard refuses it
	ErrorRequest    = "invalid_request"    // there is nothing that could be sent
	ErrorResolver   = "resolver_down"      // our name server does not answer
	ErrorProxy      = "proxy_down"         // our proxy does not work
	ErrorAnswer     = "answer_too_long"    // of a call that wants the whole answer
	errorStatusBase = "status_"
)

// OK reports whether the receiver took the event: any 2xx.
func (r *Result) OK() bool { return r.StatusCode >= 200 && r.StatusCode < 300 }

// Client calls receivers. It follows no redirect, keeps no cookie, unpacks
// nothing, and connects to what its guard allows only.
type Client struct{ transport *http.Transport }

// NewClient returns a client whose connections the guard opens. perHost bounds
// those to one host that are kept open; those in use are not bounded here, for
// a receiver that hangs must not hold up another one of the same host.
func NewClient(guard *egress.Guard, perHost int) *Client {
	t := guard.Transport(perHost)
	t.MaxConnsPerHost = 0
	return &Client{t}
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
	// Whole keeps the whole answer, where what it says counts; one that is longer than
	// what is read is ErrorAnswer then.
	Whole bool
}

// exchange is the context of one call: it carries how its connection is made.
type exchange struct {
	context.Context
	times egress.Times
}

func (e *exchange) Value(key any) any {
	if key == (egress.TimesKey{}) {
		return &e.times
	}
	return e.Context.Value(key)
}

// Post makes one attempt and never fails: what went wrong is in the result. An
// open connection that turns out to be closed by the receiver does not count:
// the request is sent again on another one.
func (c *Client) Post(ctx context.Context, call Call) *Result {
	r := &Result{StartedAt: time.Now()}
	timeout := call.Timeout
	if timeout <= 0 {
		timeout = Timeout
	}
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	ex := &exchange{Context: bounded}
	req, signature, err := call.request(ex, r.StartedAt)
	if err != nil {
		r.Error = ErrorRequest
		return r
	}
	r.Signature = signature
	res, err := c.transport.RoundTrip(req)
	r.Head = time.Since(r.StartedAt)
	r.DNS, r.Connect, r.TLS = ex.times.Took()
	if err != nil {
		r.Latency, r.Head, r.Error = r.Head, 0, errorOf(err, ex.Err() != nil, ex.times.Stage())
		return r
	}
	defer res.Body.Close()
	if call.Whole {
		r.AnswerBody, err = wholeAnswer(res)
	} else {
		r.AnswerBody, err = readAnswer(res)
	}
	r.Latency = time.Since(r.StartedAt)
	r.AnswerHeaders = headerText(res.Header)
	if err != nil {
		r.Error = errorOf(err, ex.Err() != nil, egress.Idle)
		return r
	}
	if r.StatusCode = res.StatusCode; !r.OK() {
		r.Error = errorStatusBase + strconv.Itoa(r.StatusCode)
		r.RetryAfter = retryAfter(res.Header.Get("Retry-After"), time.Now())
	} else if len(r.AnswerBody) > maxAnswer {
		r.Error, r.AnswerBody = ErrorAnswer, nil
	}
	return r
}

// wholeAnswer returns the body as far as it is read, with a byte more if it goes on.
func wholeAnswer(res *http.Response) ([]byte, error) {
	if res.ContentLength == 0 || res.StatusCode == http.StatusSwitchingProtocols {
		return nil, nil
	}
	return io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
}

// readAnswer returns the first part of the body and reads on a little, so that
// the connection of a receiver that says more can be used again.
func readAnswer(res *http.Response) ([]byte, error) {
	if res.ContentLength == 0 || res.StatusCode == http.StatusSwitchingProtocols {
		return nil, nil // what follows a 101 is no body: it has no end, and no deadline
	}
	size := int64(keepAnswer)
	if res.ContentLength > 0 {
		size = min(size, res.ContentLength)
	}
	kept := make([]byte, size)
	for n := 0; n < len(kept); {
		m, err := res.Body.Read(kept[n:])
		n += m
		if errors.Is(err, io.EOF) {
			return kept[:n:n], nil
		}
		if err != nil {
			return nil, err
		}
	}
	_, err := io.CopyN(io.Discard, res.Body, maxAnswer-size)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return kept, err
}

var contentType, userAgent = []string{"application/json"}, []string{"crm-webhooks/1"}

func (c *Call) request(ctx context.Context, at time.Time) (*http.Request, string, error) {
	signature, err := Sign(c.Secrets, c.ID, at, c.Body)
	if err != nil {
		return nil, "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL, bytes.NewReader(c.Body))
	if err != nil || req.URL.Host == "" {
		return nil, "", cmp.Or(err, errNoHost)
	}
	h := make(http.Header, 6+len(c.Header))
	maps.Copy(h, c.Header)
	setHeaders(h, c.ID, at, signature)
	h["Idempotency-Key"] = nil // not sent; see Post
	req.Header = h
	return req, signature, nil
}

func setHeaders(h http.Header, id string, at time.Time, signature string) {
	values := [...]string{id, strconv.FormatInt(at.Unix(), 10), signature}
	h["Content-Type"], h["User-Agent"] = contentType, userAgent
	h["Webhook-Id"], h["Webhook-Timestamp"], h["Webhook-Signature"] = values[0:1:1], values[1:2:2], values[2:3:3]
}

// Headers returns the headers that an attempt sent: they follow from its event,
// its time and what it was signed with.
func Headers(id string, at time.Time, signature string) http.Header {
	h := make(http.Header, 5)
	setHeaders(h, id, at, signature)
	return h
}

var errNoHost = errors.New("webhook: the URL has no host")

// errorOf says why a call failed; late is that the call's time is
// over, stage how far its connection had come.
func errorOf(err error, late bool, stage egress.Stage) string {
	var op *net.OpError
	late = late || errors.Is(err, context.DeadlineExceeded)
	switch {
	case errors.Is(err, egress.ErrForbidden):
		return ErrorForbidden
	case errors.Is(err, egress.ErrName):
		return ErrorDNS
	case errors.Is(err, egress.ErrResolver) || late && stage == egress.Lookup:
		return ErrorResolver
	case errors.Is(err, egress.ErrProxy) || late && stage == egress.Proxy:
		return ErrorProxy
	case errors.Is(err, egress.ErrTLS):
		return ErrorTLS
	case late || errors.As(err, &op) && op.Timeout():
		return ErrorTimeout
	case errors.As(err, &op) && op.Op == "dial":
		return ErrorRefused
	}
	return ErrorLost
}

// retryAfter reads the header (RFC 9110, 10.2.3): seconds or a date, up to a
// day; 0 for what it is not.
func retryAfter(value string, now time.Time) time.Duration {
	if value != "" && strings.Trim(value, "0123456789") == "" {
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n > int64(maxRetryAfter/time.Second) {
			return maxRetryAfter
		}
		return time.Duration(n) * time.Second
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
	var few [16]string
	names, size := few[:0], 0
	for name, values := range h {
		names = append(names, name)
		for _, v := range values {
			size += len(name) + len(v) + 3
		}
	}
	var b strings.Builder
	b.Grow(min(size, keepAnswer))
	slices.Sort(names)
	for _, name := range names {
		for _, v := range h[name] {
			if b.Len()+len(name)+len(v)+3 > keepAnswer {
				return clean(b.String())
			}
			b.WriteString(name)
			b.WriteString(": ")
			b.WriteString(v)
			b.WriteByte('\n')
		}
	}
	return clean(b.String())
}
