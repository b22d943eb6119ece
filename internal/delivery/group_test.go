package delivery_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
	service "service.example/crm/sdk/go"
)

// What waits for a slow receiver comes in batches, in order, each signed once
// and no larger than the endpoint takes.
func TestBatches(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := newRecorder(t)
		open := make(chan struct{})
		r.answer = func(http.ResponseWriter, numbered) { <-open }
		res := k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, map[string]any{"url": r.url, "maxInFlight": 1, "maxBatch": 10})
		id, secret := res.Text("id"), res.Text("secret")
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		a.append(t, 3, 20)
		k.Eventually("the first call hangs", func() bool { return len(r.posts()) > 0 })
		k.Eventually("the others are in memory", func() bool { return k.App.Undelivered() == 60 })
		close(open)
		k.Eventually("all are recorded", func() bool { return recorded(k, id, "succeeded") == 60 })
		for key := range 3 {
			r.inOrder(t, fmt.Sprintf("key-%d", key), upTo(20)...)
		}
		if n := r.sequences(t); n[0] != 1 || n[59] != 60 {
			t.Errorf("60 events have the numbers from %d to %d", n[0], n[59])
		}
		if n := len(r.calls); n > 8 {
			t.Errorf("60 events came in %d calls", n)
		}
		for _, c := range r.calls {
			if !c.batch || len(c.posts) > 10 || !strings.HasPrefix(c.id, "bat_") {
				t.Errorf("a call has the id %s and %d events: %s", c.id, len(c.posts), c.body)
			}
			events, err := service.VerifyWebhooks(c.body, c.header, secret)
			if err != nil || len(events) != len(c.posts) || events[0].ID != r.list[c.posts[0]].id {
				t.Errorf("%v, %v", events, err)
			}
		}
		last := r.list[len(r.list)-1]
		detail := k.Do(http.MethodGet, "/v1/webhook-endpoints/"+id+"/deliveries/"+crm.DeliveryID(last.id), k.Key, nil)
		attempt := detail.JSON()["history"].([]any)[0].(map[string]any)
		if c := r.calls[len(r.calls)-1]; attempt["batchId"] != c.id || attempt["request"].(map[string]any)["headers"].(map[string]any)["webhook-id"] != c.id {
			t.Errorf("the attempt of %s does not name its call %s: %s", last.id, c.id, detail.Body)
		}
		if n := k.Count("delivery_attempts", "true"); n != 0 {
			t.Errorf("%d attempts are kept besides those that decided", n)
		}
	})
}

// A batch that fails costs the first event of each key an attempt; the others
// wait for it, and come in order when it was taken.
func TestABatchThatFails(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		for _, ordering := range []string{"key", "endpoint", "none"} {
			r := newRecorder(t)
			open := make(chan struct{})
			var failing atomic.Bool
			r.answer = func(w http.ResponseWriter, _ numbered) {
				<-open
				if failing.Load() {
					w.WriteHeader(http.StatusBadGateway)
				}
			}
			id := endpointWith(k, r.url, map[string]any{"maxInFlight": 1, "maxBatch": 100, "ordering": ordering, "retrySchedule": []int{60, 60}})
			a := &appender{k: k, kind: crm.EventMessagesReceived}
			a.appendOne(t, "first", 1)
			k.Eventually("the first call hangs", func() bool { return len(r.posts()) == 1 })
			a.append(t, 3, 10)
			k.Eventually("the others are in memory", func() bool { return k.App.Undelivered() == 31 })
			failing.Store(true)
			close(open)
			k.Eventually("the first has failed", func() bool { return recorded(k, id, "pending") > 0 })
			k.Quiet()
			tried := k.Count("deliveries", fmt.Sprintf("endpoint_id = '%s' AND state = 'pending' AND attempt = 1", id))
			waits := k.Count("deliveries", fmt.Sprintf("endpoint_id = '%s' AND state = 'pending' AND attempt = 0", id))
			if want := map[string][2]int{"key": {4, 27}, "endpoint": {1, 0}, "none": {31, 0}}[ordering]; [2]int{tried, waits} != want {
				t.Errorf("%s: %d were tried and %d wait, want %v", ordering, tried, waits, want)
			}
			failing.Store(false)
			k.Advance(2 * time.Minute)
			k.Eventually("all are taken", func() bool { return recorded(k, id, "succeeded") == 31 })
			if ordering != "none" {
				for key := range 3 {
					r.inOrder(t, fmt.Sprintf("key-%d", key), upTo(10)...)
				}
			}
			r.sequences(t)
			k.Do(http.MethodDelete, "/v1/webhook-endpoints/"+id, k.Key, nil)
		}
	})
}

// Whatever a receiver answers, and however often the service is stopped, each
// event is taken, and each key's in order.
func TestBatchesOfAnUnreliableReceiver(t *testing.T) {
	var cfg config.Serve
	testkit.OnBoth(t, testkit.Options{OneByOne: true, Config: func(c *config.Serve) { cfg = *c }}, func(t *testing.T, k *testkit.Kit) {
		const keys, perKey, stops = 12, 40, 2
		r := newRecorder(t)
		var failing atomic.Bool
		failing.Store(true)
		r.answer = func(w http.ResponseWriter, n numbered) {
			if failing.Load() && rand.IntN(20) == 0 {
				w.WriteHeader([]int{500, 503, 429, 400}[rand.IntN(4)])
			}
		}
		pauses := slices.Repeat([]int{1}, 20)
		id := endpointWith(k, r.url, map[string]any{"maxInFlight": 4, "maxBatch": 7, "retrySchedule": pauses})
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		for range stops {
			a.append(t, keys, perKey/stops)
			ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
			k.Must(k.App.Stop(ctx))
			again, err := app.New(ctx, cfg, app.Options{Demo: true})
			k.Must(err)
			k.Must(again.Start(ctx))
			k.App = again
			cancel()
		}
		failing.Store(false)
		k.Advance(time.Hour)
		k.Eventually("all are taken", func() bool { return recorded(k, id, "succeeded") == keys*perKey })
		for key := range keys {
			name, last := fmt.Sprintf("key-%d", key), 0
			for _, p := range r.taken(name) {
				if p.Number > last+1 {
					t.Errorf("%s: %d was taken after %d", name, p.Number, last)
				}
				last = max(last, p.Number)
			}
			if last != perKey {
				t.Errorf("%s: %d of %d were taken", name, last, perKey)
			}
		}
		r.sequences(t)
	})
}
