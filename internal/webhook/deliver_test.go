package webhook

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/egress"
)

// quiet drops what a server says of connections that are meant to fail.
var quiet = log.New(io.Discard, "", 0)

var local = crm.EndpointRules{AllowLoopback: true}

func newClient(rules crm.EndpointRules) *Client {
	return NewClient(&egress.Guard{Rules: rules}, 4)
}

func post(c *Client, url string) *Result {
	return c.Post(context.Background(), Call{URL: url, ID: "evt_1", Secrets: []string{NewSecret()}, Body: []byte(`{"event":"messages.upsert"}`)})
}

func TestPost(t *testing.T) {
	var got http.Header
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		w.Header().Set("X-Answer", "yes")
		w.WriteHeader(http.StatusAccepted)
		_, _ = w.Write([]byte("\xff" + strings.Repeat("a", 2*keepAnswer)))
	}))
	defer s.Close()
	secret := NewSecret()
	r := newClient(local).Post(context.Background(), Call{URL: s.URL, ID: "evt_1", Secrets: []string{secret}, Body: []byte("{}"), Header: http.Header{"X-Further": {"1"}}})
	if !r.OK() || r.Error != "" || r.StatusCode != http.StatusAccepted || r.Latency <= 0 {
		t.Errorf("the result is %+v", r)
	}
	if len(r.AnswerBody) != keepAnswer || !strings.Contains(r.AnswerHeaders, "X-Answer: yes") {
		t.Errorf("what is kept of the answer is %d bytes, %s", len(r.AnswerBody), r.AnswerHeaders)
	}
	if r.Signature != got.Get("webhook-signature") || r.Signature == "" {
		t.Errorf("what is kept of the request is the signature %q", r.Signature)
	}
	if got.Get("Content-Type") != "application/json" || got.Get("Cookie") != "" || got.Get("webhook-id") != "evt_1" || got.Get("X-Further") != "1" {
		t.Errorf("the request has %v", got)
	}
}

// A call that wants the whole answer gets it, up to what is read of one.
func TestPostForTheWholeAnswer(t *testing.T) {
	for _, chunked := range []bool{false, true} {
		for size, want := range map[int]string{0: "", keepAnswer + 1: "", maxAnswer: "", maxAnswer + 1: ErrorAnswer, 4 * maxAnswer: ErrorAnswer} {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if chunked {
					_ = http.NewResponseController(w).Flush()
				}
				_, _ = io.WriteString(w, strings.Repeat("a", size))
			}))
			r := newClient(local).Post(context.Background(), Call{URL: s.URL, ID: "prs_1", Secrets: []string{NewSecret()}, Body: []byte("{}"), Whole: true})
			s.Close()
			if r.Error != want || want == "" && len(r.AnswerBody) != size || want != "" && r.AnswerBody != nil || r.StatusCode != http.StatusOK {
				t.Errorf("of %d bytes %d are kept, %q", size, len(r.AnswerBody), r.Error)
			}
		}
	}
}

// Only a 2xx is success; redirects are not followed.
func TestPostStatuses(t *testing.T) {
	var elsewhere atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	defer other.Close()
	for status, ok := range map[int]bool{200: true, 201: true, 204: true, 299: true, 301: false, 302: false, 307: false, 308: false, 400: false, 404: false, 410: false, 429: false, 500: false, 503: false} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", other.URL)
			w.WriteHeader(status)
		}))
		r := post(newClient(local), s.URL)
		if r.OK() != ok || r.StatusCode != status || !ok && r.Error != fmt.Sprint("status_", status) {
			t.Errorf("%d: %+v", status, r)
		}
		s.Close()
	}
	if elsewhere.Load() != 0 {
		t.Error("a redirect was followed")
	}
}

func TestPostFailures(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	drops := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, _ := http.NewResponseController(w).Hijack()
		_ = conn.Close()
	}))
	defer drops.Close()
	half := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "10")
		_, _ = w.Write([]byte("five."))
	}))
	defer half.Close()
	unknown := httptest.NewUnstartedServer(nil)
	unknown.Config.ErrorLog = quiet
	unknown.StartTLS()
	defer unknown.Close()
	for url, want := range map[string]string{
		closed.URL: "connection_refused", drops.URL: "connection_lost", half.URL: "connection_lost", unknown.URL: "tls",
		"http://nobody.invalid": "dns", "http://10.0.0.1": "forbidden_address", "http://[fe80::1%25lo]": "forbidden_address",
		"http://169.254.169.254/latest/meta-data": "forbidden_address", "http://[::ffff:169.254.169.254]": "forbidden_address",
		"http://0.0.0.0": "forbidden_address", "http://[::]": "forbidden_address", ":": "invalid_request",
	} {
		if r := post(newClient(local), url); r.OK() || r.Error != want || r.StatusCode != 0 {
			t.Errorf("%s: %+v, want %s", url, r, want)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	<-ctx.Done()
	if r := newClient(local).Post(ctx, Call{URL: drops.URL, ID: "evt_1"}); r.Error != "timeout" {
		t.Errorf("beyond its time it is %+v", r)
	}
}

// The call's own time-out covers the body too: a receiver that never ends its
// answer has failed.
func TestPostTimeout(t *testing.T) {
	end := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("begun"))
		_ = http.NewResponseController(w).Flush()
		select {
		case <-end:
		case <-r.Context().Done():
		}
	}))
	defer s.Close()
	defer close(end)
	r := newClient(local).Post(context.Background(), Call{URL: s.URL, ID: "evt_1", Timeout: 50 * time.Millisecond})
	if r.OK() || r.Error != "timeout" || r.StatusCode != 0 {
		t.Errorf("a body that never ends: %+v", r)
	}
}

// Without the rule for development, loopback is forbidden like the rest.
func TestGuardWithoutLoopback(t *testing.T) {
	s := httptest.NewServer(nil)
	defer s.Close()
	if r := post(newClient(crm.EndpointRules{}), s.URL); r.Error != "forbidden_address" {
		t.Errorf("loopback: %+v", r)
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "0": 0, "120": 2 * time.Minute, "-5": 0, "soon": 0, "1.5": 0, "99999999": maxRetryAfter, "99999999999": maxRetryAfter, "99999999999999999999999": maxRetryAfter, "+5": 0, "86399": 86399 * time.Second,
		"Sunday, 06-Nov-94 08:49:37 GMT": 0, "Thu Jan  1 12:05:00 2026": 5 * time.Minute,
		"Thu, 01 Jan 2026 12:05:00 GMT": 5 * time.Minute, "Thu, 01 Jan 2026 11:00:00 GMT": 0, "Fri, 01 Jan 2027 12:00:00 GMT": maxRetryAfter,
	} {
		if got := retryAfter(value, now); got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}

func FuzzRetryAfter(f *testing.F) {
	for _, value := range []string{"", "0", "120", "-5", "99999999999999999999", "Thu, 01 Jan 2026 12:05:00 GMT", "Thu Jan  1 12:05:00 2026"} {
		f.Add(value)
	}
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, value string) {
		if d := retryAfter(value, now); d < 0 || d > maxRetryAfter {
			t.Errorf("%q is %s", value, d)
		}
	})
}

func TestNextAttempt(t *testing.T) {
	var total time.Duration
	for attempt := 1; attempt <= len(Schedule); attempt++ {
		base := Schedule[attempt-1]
		total += base
		for range 50 {
			wait, again := NextAttempt(Schedule, attempt, 0)
			if !again || wait < base*8/10 || wait > base*12/10 {
				t.Fatalf("after attempt %d it waits %s, %v", attempt, wait, again)
			}
		}
	}
	if total < 75*time.Hour || total > 76*time.Hour {
		t.Errorf("the schedule spans %s", total)
	}
	if _, again := NextAttempt(Schedule, len(Schedule)+1, 0); again {
		t.Error("there is an attempt after the last")
	}
	if wait, _ := NextAttempt(Schedule, 1, time.Hour); wait != time.Hour {
		t.Errorf("a receiver that asked for an hour gets %s", wait)
	}
}

func TestHeaderTextIsBounded(t *testing.T) {
	h := http.Header{}
	for i := range 200 {
		h.Set(fmt.Sprintf("X-%d", i), strings.Repeat("v", 100))
	}
	if n := len(headerText(h)); n > keepAnswer {
		t.Errorf("%d bytes are kept", n)
	}
}

func TestTLSMinimum(t *testing.T) {
	s := httptest.NewUnstartedServer(nil)
	s.TLS = &tls.Config{MaxVersion: tls.VersionTLS11}
	s.Config.ErrorLog = quiet
	s.StartTLS()
	defer s.Close()
	if r := post(newClient(local), s.URL); r.StatusCode != 0 {
		t.Errorf("an old version of TLS is taken: %+v", r)
	}
}

// Every error is grouped under the class that says the same.
func TestErrorsHaveAClass(t *testing.T) {
	for failure, want := range map[string]crm.AttemptClass{ErrorTimeout: crm.AttemptTimeout, ErrorRefused: crm.AttemptConnection, ErrorLost: crm.AttemptConnection,
		ErrorDNS: crm.AttemptDNS, ErrorTLS: crm.AttemptTLS, ErrorForbidden: crm.AttemptForbidden, ErrorRequest: crm.AttemptOther,
		ErrorResolver: crm.AttemptOwnNetwork, ErrorProxy: crm.AttemptOwnNetwork} {
		if have := crm.ClassOfAttempt(0, failure); have != want {
			t.Errorf("%s is of the class %s, want %s", failure, have, want)
		}
	}
}
