package testkit

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"sync"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// Receiver is a customer's receiver of events: it records what is posted to it
// and holds every signature against the endpoint's secret.
type Receiver struct {
	URL string

	k      *Kit
	mu     sync.Mutex
	secret string
	list   []Delivered
	answer func(http.ResponseWriter)
}

// Delivered is one post to a receiver.
type Delivered struct {
	ID     string // webhook-id
	Event  string
	Data   map[string]any
	Header http.Header
	Body   []byte
	// Fault says why the signature does not hold; nil when it does.
	Fault error
}

// NewReceiver starts a receiver and registers it with the first workspace for
// these events, all of them when none is named.
func (k *Kit) NewReceiver(events ...string) *Receiver {
	k.t.Helper()
	r := k.ListenReceiver()
	if len(events) == 0 {
		events = []string{"*"}
	}
	res := k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, map[string]any{"url": r.URL, "events": events})
	if res.Status != http.StatusCreated {
		k.t.Fatalf("the receiver was not registered: %d %s", res.Status, res.Body)
	}
	r.SetSecret(res.Text("secret"))
	return r
}

// ListenReceiver starts a receiver that nobody knows of yet.
func (k *Kit) ListenReceiver() *Receiver {
	r := &Receiver{k: k}
	r.URL = Serve(k.t, r)
	return r
}

// SetSecret is the secret by which signatures are verified from now on.
func (r *Receiver) SetSecret(secret string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.secret = secret
}

// Answer replaces the 200 that a receiver answers with.
func (r *Receiver) Answer(answer func(http.ResponseWriter)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
}

// ServeHTTP records one post.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	d := Delivered{ID: req.Header.Get("webhook-id"), Header: req.Header.Clone(), Body: body, Fault: err}
	var envelope struct {
		Event string         `json:"event"`
		Data  map[string]any `json:"data"`
	}
	if d.Fault == nil {
		d.Fault = json.Unmarshal(body, &envelope)
	}
	d.Event, d.Data = envelope.Event, envelope.Data
	if answer := r.record(d); answer != nil {
		answer(w)
	}
}

func (r *Receiver) record(d Delivered) (answer func(http.ResponseWriter)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if d.Fault == nil && r.secret != "" {
		verifier, err := standardwebhooks.NewWebhook(r.secret)
		if d.Fault = err; err == nil {
			d.Fault = verifier.Verify(d.Body, d.Header)
		}
	}
	r.list = append(r.list, d)
	return r.answer
}

// Delivered returns what came so far, of these events only if any is named. A
// signature that does not hold fails the test.
func (r *Receiver) Delivered(events ...string) []Delivered {
	r.k.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []Delivered
	for _, d := range r.list {
		if d.Fault != nil {
			r.k.t.Errorf("an event was signed wrongly: %v: %s", d.Fault, d.Body)
		}
		if len(events) == 0 || slices.Contains(events, d.Event) {
			out = append(out, d)
		}
	}
	return out
}

// Eventually waits until at least n posts came, of these events only if any is
// named, and returns them.
func (r *Receiver) Eventually(n int, events ...string) []Delivered {
	r.k.t.Helper()
	var list []Delivered
	r.k.Eventually("the receiver has its events", func() bool { list = r.Delivered(events...); return len(list) >= n })
	return list
}
