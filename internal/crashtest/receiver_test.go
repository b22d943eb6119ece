package crashtest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// receiver takes events as a customer's server would, with the moods of one:
// now and then it refuses, or hangs up after it has taken an event.
type receiver struct {
	server *httptest.Server
	// life is how often the sender was killed; each connection keeps that of
	// its beginning.
	life             atomic.Int64
	refuses, hangsUp int // of a thousand calls

	mu       sync.Mutex
	secret   string
	bodies   map[string]string // webhook-id → body that was answered with 2xx
	repeats  int               // events that came again under their own id
	problems []string
	order    []string         // the ids as they came first
	seen     map[string]sight // by id, as it came last
	over     map[int64]int    // events that came again after a kill, by the life in which they did
	needless []string         // that came again to who had said that they are taken, and no kill was between
}

// sight is how an event came: from which life of the sender, and whether the
// sender was told that it is taken.
type sight struct {
	life int64
	told bool
}

// lifeOf is the key of a connection's life in its requests.
type lifeOf struct{}

type statusEvent struct {
	Event string
	Data  struct {
		MessageID      string `json:"message_id"`
		EpisodeID      string `json:"episode_id"`
		Status         string `json:"status"`
		PreviousStatus string `json:"previous_status"`
		ConversationID string `json:"conversation_id"`
	}
}

func newReceiver(t *testing.T, refuses, hangsUp int) *receiver {
	r := &receiver{bodies: map[string]string{}, seen: map[string]sight{}, over: map[int64]int{}, refuses: refuses, hangsUp: hangsUp}
	r.server = httptest.NewUnstartedServer(r)
	r.server.Config.ConnContext = func(ctx context.Context, _ net.Conn) context.Context {
		return context.WithValue(ctx, lifeOf{}, r.life.Load())
	}
	r.server.Start()
	t.Cleanup(r.server.Close)
	return r
}

func (r *receiver) url() string { return r.server.URL + "/webhook" }

// senderDied is told that the sender was killed and is not started again yet.
// Connections are accepted in their order: when a new one has an answer, no
// other one of the dead sender is still to be accepted.
func (r *receiver) senderDied(t *testing.T) {
	t.Helper()
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Get(r.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	r.life.Add(1)
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if req.Method != http.MethodPost {
		return
	}
	began := time.Now()
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return // cut off; it comes again
	}
	if rand.IntN(1000) < r.refuses {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	life, _ := req.Context().Value(lifeOf{}).(int64)
	r.take(req.Header, string(body), life)
	if rand.IntN(1000) < r.hangsUp {
		panic(http.ErrAbortHandler) // taken, but the sender does not get to know
	}
	if time.Since(began) < 5*time.Second { // else it may have stopped waiting
		r.mu.Lock()
		r.seen[req.Header.Get("webhook-id")] = sight{life, true}
		r.mu.Unlock()
	}
}

func (r *receiver) take(h http.Header, body string, life int64) {
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
		switch before := r.seen[id]; {
		case before.life != life:
			r.over[max(before.life, life)]++
		case before.told:
			r.needless = append(r.needless, id)
		}
	} else {
		r.order = append(r.order, id)
	}
	r.bodies[id], r.seen[id] = body, sight{life: life}
}

// told returns for each message the statuses that the receiver was told of,
// and for a received one, and for an episode, the kinds of its events, with the
// webhook-ids.
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
		of := cmp.Or(e.Data.MessageID, e.Data.EpisodeID)
		if out[of] == nil {
			out[of] = map[string][]string{}
		}
		out[of][e.Data.Status] = append(out[of][e.Data.Status], id)
	}
	return out
}

func (r *receiver) has(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.bodies[id]
	return ok
}

// count returns how many events it has.
func (r *receiver) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.bodies)
}
