// Package service is the client library of the business messaging service:
// send messages, follow what becomes of them, receive events.
//
//	client, err := service.NewClient() // SERVICE_API_KEY, SERVICE_BASE_URL
//	sent, err := client.Messages.Send(ctx, service.SendMessage{
//		To:           "+15551234567",
//		Type:         "template",
//		TemplateName: "order_shipped",
//		Parameters:   map[string]string{"name": "Ada", "order_number": "48213", "eta": "Friday"},
//	})
//
// It needs the standard library only. A Client is safe for concurrent use.
package service

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

//go:generate sh -c "cd ../.. && go run ./cmd/crm openapi --json | (cd sdk/go && go run ./internal/generate)"

// Version of this library.
const Version = "1.0.0"

// An Option changes how a Client works.
type Option func(*transport)

// WithAPIKey gives the API key, sk_live_… or sk_test_…; by default it is the
// environment variable SERVICE_API_KEY.
func WithAPIKey(key string) Option { return func(t *transport) { t.apiKey = key } }

// WithBaseURL says where the service runs; by default SERVICE_BASE_URL, else
// http://127.0.0.1:8080.
func WithBaseURL(address string) Option { return func(t *transport) { t.baseURL = address } }

// WithHTTPClient performs the requests with another client, for a proxy or
// special certificates.
func WithHTTPClient(c *http.Client) Option {
	return func(t *transport) { own := *c; t.http = &own }
}

// WithTimeout bounds one attempt of a call, 30 s by default; the context bounds
// the whole call.
func WithTimeout(d time.Duration) Option { return func(t *transport) { t.timeout = d } }

// WithMaxRetries says how many times a call is repeated after a transient
// failure, twice by default.
func WithMaxRetries(n int) Option { return func(t *transport) { t.maxRetries = n } }

// NewClient makes a client. It fails when there is no API key, or when it or
// the address cannot be right.
func NewClient(options ...Option) (*Client, error) {
	t := &transport{http: &http.Client{}, timeout: 30 * time.Second, maxRetries: 2,
		apiKey:  os.Getenv("SERVICE_API_KEY"),
		baseURL: cmp.Or(os.Getenv("SERVICE_BASE_URL"), "http://127.0.0.1:8080")}
	for _, o := range options {
		o(t)
	}
	if t.apiKey == "" {
		return nil, fmt.Errorf("service: no API key: use WithAPIKey, or set SERVICE_API_KEY")
	}
	if strings.ContainsFunc(t.apiKey, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, fmt.Errorf("service: the API key has characters that no key has, such as a space")
	}
	if u, err := url.Parse(t.baseURL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("service: the base URL is not an http(s) address: %q", t.baseURL)
	}
	t.baseURL = strings.TrimRight(t.baseURL, "/")
	// A redirect would take the key elsewhere, or turn a POST into a GET.
	t.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return newClient(t), nil
}

// Ptr returns a pointer to v, for the fields that tell "not given" from a zero.
func Ptr[T any](v T) *T { return &v }
