package delivery_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
)

// state is GET /v1/webhook-endpoints/{id}.
func state(k *testkit.Kit, id string) (health map[string]any, notices map[string]any, endpoint map[string]any) {
	res := k.Do(http.MethodGet, "/v1/webhook-endpoints/"+id, k.Key, nil)
	endpoint = res.JSON()
	notices = map[string]any{}
	for _, n := range endpoint["notices"].([]any) {
		notices[n.(map[string]any)["kind"].(string)] = n.(map[string]any)["resolvedAt"]
	}
	return endpoint["health"].(map[string]any), notices, endpoint
}

// A receiver that only fails is left alone; while its breaker is open what
// waits costs no attempt. Then exactly one call finds out whether it is back.
func TestTheBreaker(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := newRecorder(t)
		var down atomic.Bool
		down.Store(true)
		probe := make(chan struct{})
		var held atomic.Bool
		r.answer = func(w http.ResponseWriter, _ numbered) {
			if held.Load() {
				<-probe
			}
			if down.Load() {
				w.WriteHeader(http.StatusInternalServerError)
			}
		}
		id := endpointWith(k, r.url, map[string]any{"maxInFlight": 10})
		other := newRecorder(t)
		otherID := endpointWith(k, other.url, map[string]any{})
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		a.append(t, 40, 1)
		is := func(want string) func() bool {
			return func() bool { h, _, _ := state(k, id); return h["state"] == want }
		}
		k.Eventually("the breaker is open", is("open"))
		k.Eventually("the calls have ended", func() bool { return recorded(k, id, "pending") == len(r.posts()) })
		tried := len(r.posts())
		if tried < 10 || tried > 20 {
			t.Errorf("%d attempts were made before it opened", tried)
		}
		a.append(t, 40, 1)
		k.Eventually("the other endpoint has all", func() bool { return recorded(k, otherID, "succeeded") == 80 })
		if n := len(r.posts()); n != tried {
			t.Errorf("%d attempts were made while it was open", n-tried)
		}
		h, notices, _ := state(k, id)
		if h["lastError"] != "status_500" || h["openUntil"] == nil || h["failingSince"] == nil || h["consecutiveFailures"].(float64) != float64(tried) {
			t.Errorf("its health is %v", h)
		}
		if resolved, open := notices["breaker_open"]; !open || resolved != nil {
			t.Errorf("the notices are %v", notices)
		}
		held.Store(true)
		k.Advance(31 * time.Second)
		k.Eventually("a probe comes", func() bool { return len(r.posts()) == tried+1 })
		a.append(t, 40, 1)
		k.Advance(time.Second)
		k.Eventually("the other endpoint has all", func() bool { return recorded(k, otherID, "succeeded") == 120 })
		if n := len(r.posts()); n != tried+1 || !is("half_open")() {
			t.Errorf("%d calls were made while one was to find out", n-tried)
		}
		held.Store(false)
		close(probe)
		k.Eventually("it is open again", is("open"))
		if n := len(r.posts()); n != tried+1 {
			t.Errorf("%d probes were made", n-tried)
		}
		down.Store(false)
		k.Advance(61 * time.Second)
		k.Eventually("it is closed", is("closed"))
		k.Advance(10 * time.Minute) // the second attempt of the probe's event
		k.Eventually("all is taken", func() bool { return recorded(k, id, "succeeded") == 120 })
		if _, notices, _ := state(k, id); notices["breaker_open"] == nil {
			t.Error("the notice is still open")
		}
		if n := k.Count("deliveries", fmt.Sprintf("endpoint_id = '%s' AND attempt > 3", id)); n != 0 {
			t.Errorf("%d deliveries took more than three attempts", n)
		}
		for i := range 40 {
			r.inOrder(t, fmt.Sprintf("key-%d", i), 1, 2, 3)
		}
	})
}

// 429 lets the endpoint rest for as long as its receiver says.
func TestAReceiverAsksForAPause(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := newRecorder(t)
		var busy atomic.Bool
		busy.Store(true)
		r.answer = func(w http.ResponseWriter, _ numbered) {
			if busy.Load() {
				w.Header().Set("Retry-After", "3600")
				w.WriteHeader(http.StatusTooManyRequests)
			}
		}
		id := endpointWith(k, r.url, map[string]any{"maxInFlight": 1})
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		a.append(t, 30, 2)
		k.Eventually("it rests", func() bool { h, _, _ := state(k, id); return h["pausedUntil"] != nil })
		busy.Store(false)
		k.Quiet()
		if n := len(r.posts()); n != 1 {
			t.Errorf("%d calls were made", n)
		}
		k.Advance(59 * time.Minute)
		k.Quiet()
		if n := len(r.posts()); n != 1 {
			t.Errorf("%d calls were made before the hour was over", n)
		}
		k.Advance(2 * time.Minute)
		k.Eventually("all is taken", func() bool { return recorded(k, id, "succeeded") == 60 })
		if h, _, _ := state(k, id); h["state"] != "closed" || h["pausedUntil"] != nil {
			t.Errorf("its health is %v", h)
		}
	})
}

// A receiver gets no more attempts in a second than it asked for.
func TestTheRateLimit(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := newRecorder(t)
		const rate, burst = 100, 10
		id := endpointWith(k, r.url, map[string]any{"rateLimit": rate})
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		began := time.Now()
		a.append(t, 10, 8)
		k.Eventually("all is taken", func() bool { return recorded(k, id, "succeeded") == 80 })
		for i, p := range r.posts() {
			if allowed := burst + 1 + rate*p.at.Sub(began).Seconds(); float64(i+1) > allowed {
				t.Fatalf("%d calls came in %s", i+1, p.at.Sub(began))
			}
		}
		// Without it the next ones come at once.
		k.Do(http.MethodPatch, "/v1/webhook-endpoints/"+id, k.Key, map[string]any{"rateLimit": nil, "maxInFlight": 2})
		a.append(t, 10, 8)
		k.Eventually("the rest is taken", func() bool { return recorded(k, id, "succeeded") == 160 })
	})
}

// 410 disables an endpoint at once; so do three failures in a row because its
// URL may not be called, and five days of nothing but failures.
func TestEndpointsAreDisabled(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		gone, hopeless := newRecorder(t), newRecorder(t)
		gone.answer = func(w http.ResponseWriter, _ numbered) { w.WriteHeader(http.StatusGone) }
		hopeless.answer = func(w http.ResponseWriter, _ numbered) { w.WriteHeader(http.StatusInternalServerError) }
		goneID := endpointWith(k, gone.url, map[string]any{"ordering": "endpoint"})
		hopelessID := endpointWith(k, hopeless.url, map[string]any{"ordering": "none"})
		forbiddenID := endpointWith(k, newRecorder(t).url, map[string]any{"ordering": "endpoint"})
		k.Must(k.DB().Update(context.Background(), "", func(tx *db.Tx) error {
			e, err := event.WebhookEndpoint(tx, k.WorkspaceID, forbiddenID)
			e.URL = "https://10.0.0.1/events"
			event.UpdateWebhookEndpoint(tx, e)
			return err
		}))
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		a.append(t, 12, 1)
		disabled := func(id, reason string) {
			t.Helper()
			k.Eventually("it is disabled because "+reason, func() bool { _, _, e := state(k, id); return e["enabled"] == false })
			_, notices, e := state(k, id)
			if resolved, open := notices["disabled"]; !open || resolved != nil {
				t.Errorf("the notices are %v", notices)
			}
			if got := e["disabledReason"].(string); len(got) < len(reason) || got[:len(reason)] != reason {
				t.Errorf("the reason is %q", got)
			}
		}
		disabled(goneID, "the receiver answered 410 Gone")
		disabled(forbiddenID, "the URL may not be called: forbidden_address")
		k.Eventually("what was refused has failed", func() bool { return recorded(k, forbiddenID, "failed") == crm.MaxRefusals })
		k.Eventually("the third one is open", func() bool { h, _, _ := state(k, hopelessID); return h["state"] == "open" })
		for range 5 {
			n := len(hopeless.posts())
			k.Advance(24 * time.Hour)
			k.Eventually("a probe comes", func() bool { return len(hopeless.posts()) > n })
			k.Eventually("and fails", func() bool { h, _, e := state(k, hopelessID); return h["state"] == "open" || e["enabled"] == false })
		}
		disabled(hopelessID, "every call since ")
		if _, notices, _ := state(k, hopelessID); len(notices) != 3 {
			t.Errorf("the notices are %v", notices)
		}
		k.Eventually("what waited for it is skipped", func() bool { return recorded(k, hopelessID, "pending") == 0 })
		k.Quiet()
		// Enabled again it begins as a healthy one.
		k.Do(http.MethodPatch, "/v1/webhook-endpoints/"+hopelessID, k.Key, map[string]any{"enabled": true})
		h, notices, _ := state(k, hopelessID)
		if h["state"] != "closed" || h["consecutiveFailures"].(float64) != 0 || slices.Contains([]any{notices["disabled"], notices["failing"], notices["breaker_open"]}, nil) {
			t.Errorf("enabled again: %v %v", h, notices)
		}
	})
}

// Of a hundred endpoints one hangs, one only fails and one is slow: the others
// get every event while it hangs.
func TestAHundredEndpoints(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		hang := make(chan struct{})
		defer close(hang)
		list := make([]*recorder, 100)
		for i := range list {
			list[i] = newRecorder(t)
			endpointWith(k, list[i].url, map[string]any{"events": []string{"messages.received"}, "description": strconv.Itoa(i)})
		}
		var hanging atomic.Int64
		list[0].answer = func(http.ResponseWriter, numbered) { hanging.Add(1); <-hang }
		list[1].answer = func(w http.ResponseWriter, _ numbered) { w.WriteHeader(http.StatusInternalServerError) }
		list[2].answer = func(_ http.ResponseWriter, _ numbered) {
			select {
			case <-hang:
			case <-time.After(2 * time.Second):
			}
		}
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		const keys, perKey = 20, 2
		committed := map[string]time.Time{}
		var mu sync.Mutex
		for n := range perKey {
			for i := range keys {
				key := fmt.Sprintf("key-%d", i)
				a.appendOne(t, key, 1)
				mu.Lock()
				committed[fmt.Sprint(key, n+1)] = time.Now()
				mu.Unlock()
			}
		}
		k.Eventually("the others have every event", func() bool {
			return !slices.ContainsFunc(list[3:], func(r *recorder) bool { return len(r.taken("")) < keys*perKey })
		})
		if hanging.Load() == 0 || len(list[0].taken("")) > 0 {
			t.Errorf("%d calls hang, %d were taken", hanging.Load(), len(list[0].taken("")))
		}
		var late []time.Duration
		for _, r := range list[3:] {
			for _, p := range r.taken("") {
				late = append(late, p.at.Sub(committed[fmt.Sprint(p.Key, p.Number)]))
			}
			r.sequences(t)
		}
		slices.Sort(late)
		t.Logf("committed → received: p50 %s, p99 %s, most %s", late[len(late)/2], late[len(late)*99/100], late[len(late)-1])
	})
}
