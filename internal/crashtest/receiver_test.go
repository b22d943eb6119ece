package crashtest

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// receiver takes events as a customer's server would, with the moods of one:
// now and then it refuses, or hangs up after it has taken an event.
type receiver struct {
	server *httptest.Server

	mu       sync.Mutex
	secret   string
	bodies   map[string]string // webhook-id → body that was answered with 2xx
	repeats  int               // events that came again under their own id
	problems []string
}

type statusEvent struct {
	Event string
	Data  struct {
		MessageID string `json:"message_id"`
		Status    string `json:"status"`
	}
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{bodies: map[string]string{}}
	r.server = httptest.NewServer(r)
	t.Cleanup(r.server.Close)
	return r
}

func (r *receiver) url() string { return r.server.URL + "/webhook" }

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return // cut off; it comes again
	}
	if rand.IntN(100) < 2 {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	r.take(req.Header, string(body))
	if rand.IntN(100) < 1 {
		panic(http.ErrAbortHandler) // taken, but the sender does not get to know
	}
}

func (r *receiver) take(h http.Header, body string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := h.Get("webhook-id")
	if verifier, err := standardwebhooks.NewWebhook(r.secret); err != nil {
		r.problems = append(r.problems, "the secret: "+err.Error())
	} else if err := verifier.Verify([]byte(body), h); err != nil {
		r.problems = append(r.problems, "the signature of "+id+": "+err.Error())
	}
	if first, again := r.bodies[id]; again {
		r.repeats++
		if first != body {
			r.problems = append(r.problems, fmt.Sprintf("%s came with two bodies: %s and %s", id, first, body))
		}
	}
	r.bodies[id] = body
}

// told returns for each message the statuses that the receiver was told of,
// and for a received one the kinds of its events, with the webhook-ids.
func (r *receiver) told() map[string]map[string][]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := map[string]map[string][]string{}
	for id, body := range r.bodies {
		var e statusEvent
		if err := json.Unmarshal([]byte(body), &e); err != nil {
			r.problems = append(r.problems, id+": "+err.Error())
			continue
		}
		if e.Data.Status == "" {
			e.Data.Status = e.Event
		}
		if out[e.Data.MessageID] == nil {
			out[e.Data.MessageID] = map[string][]string{}
		}
		out[e.Data.MessageID][e.Data.Status] = append(out[e.Data.MessageID][e.Data.Status], id)
	}
	return out
}

func (r *receiver) has(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.bodies[id]
	return ok
}
