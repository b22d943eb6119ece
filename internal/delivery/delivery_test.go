package delivery_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testpg"
)

func TestMain(m *testing.M) { testpg.Main(m) }

// numbered is the data of the events of these tests: each key counts from 1.
type numbered struct {
	Key    string `json:"key"`
	Number int    `json:"number"`
}

// counter is a receiver that checks the order within each key.
type counter struct {
	url    string
	answer func(http.ResponseWriter, numbered) // before it is counted; nil for 200 at once

	mu     sync.Mutex
	newest map[string]int // number by key
	times  map[string]int // by webhook-id
	faults []string
}

func newCounter(t *testing.T) *counter {
	c := &counter{newest: map[string]int{}, times: map[string]int{}}
	c.url = testkit.Serve(t, c) + "/events"
	return c
}

func (c *counter) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var body struct{ Data numbered }
	if err := json.NewDecoder(req.Body).Decode(&body); err != nil || body.Data.Key == "" {
		return // not one of these tests
	}
	if c.answer != nil {
		c.answer(w, body.Data)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	id := req.Header.Get("webhook-id")
	c.times[id]++
	if have := c.newest[body.Data.Key]; c.times[id] == 1 && body.Data.Number != have+1 {
		c.faults = append(c.faults, fmt.Sprintf("%s: %d came after %d", body.Data.Key, body.Data.Number, have))
	}
	c.newest[body.Data.Key] = max(c.newest[body.Data.Key], body.Data.Number)
}

func (c *counter) count() (events, repeats int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.times {
		repeats += n - 1
	}
	return len(c.times), repeats
}

// exactly checks that n events came, each once and in the order of its key.
func (c *counter) exactly(t *testing.T, n int) {
	t.Helper()
	events, repeats := c.count()
	if events != n || repeats != 0 {
		t.Errorf("%d of %d events came, %d of them again", events, n, repeats)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, f := range c.faults {
		if i == 10 {
			t.Fatalf("and %d more", len(c.faults)-i)
		}
		t.Error(f)
	}
}

func register(k *testkit.Kit, url string, events ...string) (id string) {
	if len(events) == 0 {
		events = []string{"*"}
	}
	return k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, map[string]any{"url": url, "events": events}).Text("id")
}

// appender writes numbered events.
type appender struct {
	k    *testkit.Kit
	kind crm.EventKind
	of   crm.EventScope
	next map[string]int
}

func (a *appender) append(t *testing.T, keys, perKey int) {
	t.Helper()
	if a.next == nil {
		a.next = map[string]int{}
	}
	var all sync.WaitGroup
	for i := range keys {
		key := fmt.Sprintf("key-%d", i)
		first := a.next[key]
		a.next[key] += perKey
		all.Go(func() {
			const batch = 20
			for from := 0; from < perKey; from += batch {
				err := a.k.DB().Update(context.Background(), key, func(tx *db.Tx) error {
					for n := from; n < min(from+batch, perKey); n++ {
						if err := event.AppendEvent(tx, a.kind, a.k.WorkspaceID, key, a.of, numbered{key, first + n + 1}); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// recorded is how many events of the endpoint have a delivery in the state.
func recorded(k *testkit.Kit, endpoint, state string) int {
	n := k.Count("deliveries", fmt.Sprintf("endpoint_id = '%s' AND state = '%s'", endpoint, state))
	if state == event.DeliverySucceeded {
		n += inRuns(k, endpoint)
	}
	return n
}

// inRuns is how many events of the endpoint were taken at once and have no row
// of their own.
func inRuns(k *testkit.Kit, endpoint string) int {
	return int(k.Rows("SELECT CAST(coalesce(sum(events), 0) AS BIGINT) AS n FROM delivery_runs WHERE endpoint_id = '%s'", endpoint)[0]["n"].(int64))
}

// Events come in faster than a slow receiver takes them: most are left to the
// log. Each arrives once, in the order of its key, and what is held in memory
// stays bounded; another endpoint does not notice.
func TestASlowReceiverIsFedFromTheLog(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		slow, other := newCounter(t), newCounter(t)
		open := make(chan struct{})
		slow.answer = func(http.ResponseWriter, numbered) { <-open }
		slowID, otherID := register(k, slow.url, "messages.received"), register(k, other.url, "messages.upsert")
		k.Quiet()
		a, b := &appender{k: k, kind: crm.EventMessagesReceived}, &appender{k: k, kind: crm.EventMessagesUpsert}
		const keys, perKey = 100, 100
		a.append(t, keys, perKey)
		b.append(t, keys, 2)
		k.Eventually("the other one has its events", func() bool { n, _ := other.count(); return n == 2*keys })
		if n := k.App.Undelivered(); n < 64 || n > 4096+1024+64 {
			t.Errorf("%d events are held in memory", n)
		}
		close(open)
		// More comes in while it catches up, so that reading and handing over meet.
		for range 10 {
			a.append(t, keys, perKey/10)
		}
		k.Quiet()
		slow.exactly(t, 2*keys*perKey)
		other.exactly(t, 2*keys)
		if n, m := recorded(k, slowID, "succeeded"), recorded(k, otherID, "succeeded"); n != 2*keys*perKey || m != 2*keys {
			t.Errorf("%d and %d deliveries are recorded as succeeded", n, m)
		}
		if n := k.Count("delivery_attempts"); n != 0 {
			t.Errorf("%d attempts have rows beside their deliveries", n)
		}
	})
}

// A failed attempt leaves a pending delivery, the cursor passes it, and the
// retry ends it. Those behind it of its key have waited in the database.
func TestAFailedAttemptIsMadeAgain(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		c := newCounter(t)
		var failing atomic.Bool
		failing.Store(true)
		c.answer = func(w http.ResponseWriter, n numbered) {
			if failing.Load() && n.Number == 3 {
				w.WriteHeader(http.StatusInternalServerError)
			}
		}
		id := register(k, c.url)
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		a.append(t, 3, 5)
		k.Eventually("those before the failing ones are taken", func() bool { return recorded(k, id, "succeeded") == 6 && recorded(k, id, "pending") == 9 })
		if n := k.Count("delivery_attempts"); n != 3 {
			t.Errorf("%d attempts are kept, want the 3 that failed", n)
		}
		failing.Store(false)
		k.Advance(10 * time.Second)
		k.Eventually("the retries have succeeded", func() bool { return recorded(k, id, "succeeded") == 15 })
		k.Quiet()
		if n := k.Count("deliveries", "attempt = 2 AND status_code = 200"); n != 3 {
			t.Errorf("%d deliveries show the attempt that decided them", n)
		}
		events, repeats := c.count()
		if events != 15 || repeats != 3 || len(c.faults) != 0 {
			t.Errorf("%d events came, %d again; %v", events, repeats, c.faults)
		}
	})
}

// What comes while an endpoint is disabled is not delivered, has no row, and
// stands in the log; what was pending is skipped.
func TestADisabledEndpointMisses(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		c := newCounter(t)
		c.answer = func(w http.ResponseWriter, n numbered) {
			if n.Number == 2 {
				w.WriteHeader(http.StatusInternalServerError)
			}
		}
		id := register(k, c.url)
		set := func(enabled bool) {
			if r := k.Do(http.MethodPatch, "/v1/webhook-endpoints/"+id, k.Key, map[string]any{"enabled": enabled}); r.Status != http.StatusOK {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
		}
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		a.append(t, 1, 2)
		k.Eventually("both have been tried", func() bool { return recorded(k, id, "succeeded") == 1 && recorded(k, id, "pending") == 1 })
		set(false)
		k.Eventually("what was pending is skipped", func() bool { return recorded(k, id, "skipped") == 1 && recorded(k, id, "pending") == 0 })
		a.append(t, 1, 3)
		set(true)
		a.append(t, 1, 2)
		k.Eventually("what came later is delivered", func() bool { return recorded(k, id, "succeeded") == 3 })
		k.Quiet()
		if n := k.Count("deliveries", fmt.Sprintf("endpoint_id = '%s'", id)); n != 4 {
			t.Errorf("%d deliveries, want none of the 3 events that were missed", n)
		}
	})
}

// An endpoint gets what is committed after it was made and nothing earlier; a
// wider subscription holds from the next event on; a deleted endpoint gets
// nothing.
func TestEndpointsMeetTheLogInItsOrder(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		appending := func(kind crm.EventKind) *appender { return &appender{k: k, kind: kind} }
		appending(crm.EventMessagesReceived).append(t, 4, 10)
		c := newCounter(t)
		id := register(k, c.url, "messages.received")
		received, upserts := appending(crm.EventMessagesReceived), appending(crm.EventMessagesUpsert)
		received.append(t, 4, 10)
		appending(crm.EventTemplateStatusUpdated).append(t, 4, 10) // not wanted, now or later
		k.Do(http.MethodPatch, "/v1/webhook-endpoints/"+id, k.Key, map[string]any{"events": []string{"messages.received", "messages.upsert"}})
		upserts.next = received.next
		upserts.append(t, 4, 10)
		k.Quiet()
		c.exactly(t, 80)
		k.Do(http.MethodDelete, "/v1/webhook-endpoints/"+id, k.Key, nil)
		upserts.append(t, 4, 10)
		k.Eventually("nothing is left of it", func() bool { return k.Count("endpoint_cursors") == 0 })
		k.Quiet()
		c.exactly(t, 80)
	})
}
