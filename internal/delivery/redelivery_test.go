package delivery_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
)

// ask makes a call that must succeed and returns the answer.
func ask(t *testing.T, k *testkit.Kit, method, path string, body any) map[string]any {
	t.Helper()
	r := k.Do(method, path, k.Key, body)
	if r.Status >= 300 {
		t.Fatalf("%s %s is answered with %d %s", method, path, r.Status, r.Body)
	}
	out := map[string]any{}
	k.Must(json.Unmarshal(r.Body, &out))
	return out
}

func enable(t *testing.T, k *testkit.Kit, id string, enabled bool) {
	t.Helper()
	ask(t, k, http.MethodPatch, "/v1/webhook-endpoints/"+id, map[string]any{"enabled": enabled})
}

// redeliver begins a bulk redelivery and returns its path.
func redeliver(t *testing.T, k *testkit.Kit, id string, body map[string]any) string {
	t.Helper()
	path := "/v1/webhook-endpoints/" + id + "/redeliveries"
	return path + "/" + ask(t, k, http.MethodPost, path, body)["id"].(string)
}

// completed waits for the end of a bulk redelivery and returns it.
func completed(t *testing.T, k *testkit.Kit, path string) (r map[string]any) {
	t.Helper()
	k.Eventually("the redelivery is completed", func() bool {
		r = ask(t, k, http.MethodGet, path, nil)
		return r["state"] == "completed"
	})
	return r
}

func numbers(r map[string]any, names ...string) string {
	out := ""
	for _, n := range names {
		out += fmt.Sprintf("%s %v ", n, r[n])
	}
	return out
}

// What an endpoint missed while it was disabled is delivered on request, each
// event once and in the order of its key, beside what had been pending; what was
// delivered, what is not wanted and what came before the endpoint stays as it is.
func TestMissedEventsAreDelivered(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		early := &appender{k: k, kind: crm.EventMessagesReceived}
		early.append(t, 2, 3)
		k.Advance(5 * time.Millisecond) // the endpoint is younger
		c := newCounter(t)
		var failing atomic.Bool
		c.answer = func(w http.ResponseWriter, n numbered) {
			if failing.Load() && n.Number == 2 {
				w.WriteHeader(http.StatusInternalServerError)
			}
		}
		failing.Store(true)
		id := register(k, c.url, "messages.received")
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		a.append(t, 3, 2)
		k.Eventually("all were tried", func() bool { return recorded(k, id, "succeeded") == 3 && recorded(k, id, "pending") == 3 })
		enable(t, k, id, false)
		k.Eventually("what was pending is skipped", func() bool { return recorded(k, id, "skipped") == 3 })
		failing.Store(false)
		a.append(t, 3, 200)
		unwanted := &appender{k: k, kind: crm.EventTemplateStatusUpdated}
		unwanted.append(t, 3, 10)
		enable(t, k, id, true)
		k.Quiet()
		done := completed(t, k, redeliver(t, k, id, map[string]any{"what": "missed"}))
		if have := numbers(done, "queued", "done", "delivered", "failed"); have != "queued 603 done 603 delivered 603 failed 0 " {
			t.Errorf("it tells: %s", have)
		}
		a.append(t, 3, 1)
		k.Quiet()
		c.exactlyOnce(t, k, 3*203, 3)
		if n := recorded(k, id, "succeeded"); n != 3*203 {
			t.Errorf("%d deliveries have succeeded", n)
		}
		// There is nothing left to find.
		done = completed(t, k, redeliver(t, k, id, map[string]any{"what": "missed"}))
		if have := numbers(done, "queued", "done", "delivered", "failed"); have != "queued 0 done 0 delivered 0 failed 0 " {
			t.Errorf("a second one tells: %s", have)
		}
	})
}

// appendOne writes the next event of a key.
func appendOne(a *appender, key string) func(*db.Tx) error {
	a.next[key]++
	return func(tx *db.Tx) error {
		return event.AppendEvent(tx, a.kind, a.k.WorkspaceID, key, crm.EventScope{}, numbered{key, a.next[key]})
	}
}

// exactlyOnce checks that n events came, so many of them twice, each key in its
// order.
func (c *counter) exactlyOnce(t *testing.T, k *testkit.Kit, n, repeats int) {
	t.Helper()
	k.Eventually("all come", func() bool { events, _ := c.count(); return events >= n })
	events, again := c.count()
	c.mu.Lock()
	defer c.mu.Unlock()
	if events != n || again != repeats || len(c.faults) > 0 {
		t.Errorf("%d events came, %d of them again, want %d and %d; faults %v", events, again, n, repeats, c.faults)
	}
}

// Every delivery that failed for good is made again in bulk; one that
// succeeded, singly. The numbers of attempts go on and all of them stay.
func TestFailedDeliveriesAreMadeAgain(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Config: func(c *config.Serve) { c.WebhookSchedule = "1s" }}, func(t *testing.T, k *testkit.Kit) {
		c := newCounter(t)
		var failing atomic.Bool
		failing.Store(true)
		c.answer = func(w http.ResponseWriter, n numbered) {
			if failing.Load() && n.Number%2 == 0 {
				w.WriteHeader(http.StatusInternalServerError)
				_, _ = w.Write([]byte("no"))
			}
		}
		id := endpointWith(k, c.url, map[string]any{"ordering": "none"})
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		a.append(t, 2, 4)
		k.Eventually("all were tried", func() bool { return recorded(k, id, "succeeded") == 4 && recorded(k, id, "pending") == 4 })
		k.Advance(2 * time.Second)
		k.Eventually("half have failed", func() bool { return recorded(k, id, "failed") == 4 })
		k.Advance(6 * time.Minute) // the breaker has forgotten them
		// They fail again: the schedule begins anew, and its end is told.
		path := redeliver(t, k, id, map[string]any{"what": "failed"})
		k.Eventually("they wait for their fourth attempt", func() bool {
			return k.Count("deliveries", fmt.Sprintf("endpoint_id = '%s' AND state = 'pending' AND attempt = 3", id)) == 4
		})
		if r := ask(t, k, http.MethodGet, path, nil); r["state"] != "running" || r["phase"] != "delivering" || r["total"] != 4.0 {
			t.Errorf("it tells %v", r)
		}
		k.Advance(2 * time.Second)
		if have := numbers(completed(t, k, path), "queued", "done", "delivered", "failed"); have != "queued 4 done 4 delivered 0 failed 4 " {
			t.Errorf("it tells: %s", have)
		}
		failing.Store(false)
		done := completed(t, k, redeliver(t, k, id, map[string]any{"what": "failed"}))
		if have := numbers(done, "queued", "done", "delivered", "failed"); have != "queued 4 done 4 delivered 4 failed 0 " {
			t.Errorf("it tells: %s", have)
		}
		k.Quiet()
		list := ask(t, k, http.MethodGet, "/v1/webhook-endpoints/"+id+"/deliveries?state=succeeded", nil)["data"].([]any)
		if len(list) != 8 {
			t.Fatalf("%d have succeeded", len(list))
		}
		retried := list[0].(map[string]any) // the newest, of number 4
		detail := ask(t, k, http.MethodGet, "/v1/webhook-endpoints/"+id+"/deliveries/"+retried["id"].(string), nil)
		triggers := ""
		for i, entry := range detail["history"].([]any) {
			at := entry.(map[string]any)
			triggers += fmt.Sprint(at["trigger"], " ", at["class"], ", ")
			headers := at["request"].(map[string]any)["headers"].(map[string]any)
			if at["number"] != float64(i+1) || headers["webhook-id"] != retried["eventId"] || headers["webhook-signature"] == "" {
				t.Errorf("attempt %d is %v", i+1, at)
			}
			if at["class"] == "server_error" && at["response"].(map[string]any)["body"] != "no" {
				t.Errorf("attempt %d was answered with %v", i+1, at["response"])
			}
		}
		if triggers != "auto server_error, auto server_error, replay server_error, replay server_error, replay succeeded, " || detail["complete"] != true {
			t.Errorf("its history is %s", triggers)
		}
		// Once more, though it has succeeded.
		before, repeats := c.count()
		r := ask(t, k, http.MethodPost, "/v1/webhook-endpoints/"+id+"/deliveries/"+retried["id"].(string)+"/redeliver", nil)
		if r["state"] != "pending" || r["trigger"] != "manual" {
			t.Errorf("it is answered with %v", r)
		}
		k.Eventually("it is made again", func() bool {
			return k.Count("deliveries", fmt.Sprintf("endpoint_id = '%s' AND state = 'succeeded' AND attempt = 6 AND triggered_by = 'manual'", id)) == 1
		})
		if n, m := c.count(); n != before || m != repeats+1 {
			t.Errorf("%d events and %d repeats became %d and %d", before, repeats, n, m)
		}
		statistics(t, k, id)
	})
}

// statistics checks that an endpoint's statistics are what its attempts say.
func statistics(t *testing.T, k *testkit.Kit, id string) {
	t.Helper()
	k.Quiet()
	until := k.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	st := ask(t, k, http.MethodGet, "/v1/webhook-endpoints/"+id+"/statistics?until="+until, nil)
	total := st["total"].(map[string]any)
	made := k.Count("delivery_attempts", fmt.Sprintf("endpoint_id = '%s'", id)) +
		k.Count("deliveries", fmt.Sprintf("endpoint_id = '%s' AND started_at > 0", id)) + inRuns(k, id)
	taken := k.Count("delivery_attempts", fmt.Sprintf("endpoint_id = '%s' AND status_code = 200", id)) +
		k.Count("deliveries", fmt.Sprintf("endpoint_id = '%s' AND started_at > 0 AND status_code = 200", id)) + inRuns(k, id)
	if total["attempts"] != float64(made) || total["succeeded"] != float64(taken) ||
		total["byClass"].(map[string]any)["server_error"] != float64(made-taken) {
		t.Errorf("of %d attempts, of which %d succeeded, the statistics tell %v", made, taken, total)
	}
	hours := 0.0
	for _, h := range st["hours"].([]any) {
		hours += h.(map[string]any)["attempts"].(float64)
	}
	if hours != float64(made) || st["backlog"].(map[string]any)["waiting"] != 0.0 {
		t.Errorf("by hour they tell %v of %d attempts; the backlog is %v", hours, made, st["backlog"])
	}
}

// A range takes what was not delivered in a time, of some kinds; with
// includeSucceeded everything.
func TestARangeIsDelivered(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		c := newCounter(t)
		id := register(k, c.url)
		write := func(kind crm.EventKind, key string, n int) {
			a := &appender{k: k, kind: kind, next: map[string]int{}}
			for range n {
				k.Must(k.DB().Update(context.Background(), key, appendOne(a, key)))
			}
		}
		write(crm.EventMessagesReceived, "before", 5)
		k.Quiet()
		k.Advance(time.Minute)
		since := k.Now()
		write(crm.EventMessagesReceived, "a", 5)
		k.Quiet()
		enable(t, k, id, false)
		write(crm.EventMessagesReceived, "b", 7)
		write(crm.EventMessagesUpsert, "c", 9)
		enable(t, k, id, true)
		k.Advance(time.Minute)
		until := k.Now()
		k.Advance(time.Minute)
		write(crm.EventMessagesReceived, "d", 3)
		k.Quiet()
		body := map[string]any{"what": "range", "since": since, "until": until, "events": []string{"messages.received"}}
		if have := numbers(completed(t, k, redeliver(t, k, id, body)), "queued", "done"); have != "queued 7 done 7 " {
			t.Errorf("without what was delivered: %s", have)
		}
		body["includeSucceeded"] = true
		if have := numbers(completed(t, k, redeliver(t, k, id, body)), "queued", "done"); have != "queued 12 done 12 " {
			t.Errorf("with it: %s", have)
		}
		delete(body, "events")
		if have := numbers(completed(t, k, redeliver(t, k, id, body)), "queued", "done"); have != "queued 21 done 21 " {
			t.Errorf("of every kind: %s", have)
		}
		statistics(t, k, id)
	})
}

// A bulk redelivery to a receiver that hangs queues a few events only, new
// events pass them, and canceling it keeps the rest away.
func TestNewEventsPassABulkRedelivery(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		c := newCounter(t)
		id := register(k, c.url)
		k.Quiet()
		enable(t, k, id, false)
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		a.append(t, 100, 10)
		open := make(chan struct{})
		c.answer = func(w http.ResponseWriter, n numbered) {
			if n.Key != "fresh" {
				<-open
			}
		}
		enable(t, k, id, true)
		path := redeliver(t, k, id, map[string]any{"what": "missed"})
		pending := func() int { return recorded(k, id, "pending") }
		k.Eventually("some are queued", func() bool { return pending() >= 30 })
		write := &appender{k: k, kind: crm.EventMessagesReceived, next: map[string]int{}}
		for range 50 {
			k.Must(k.DB().Update(context.Background(), "fresh", appendOne(write, "fresh")))
		}
		k.Eventually("the new ones come", func() bool {
			c.mu.Lock()
			defer c.mu.Unlock()
			return c.newest["fresh"] == 50
		})
		if n := pending(); n > 64 {
			t.Errorf("%d are queued for a receiver that takes none", n)
		}
		if r := ask(t, k, http.MethodPost, path+"/cancel", nil); r["state"] != "canceled" || r["endedAt"] == nil {
			t.Errorf("canceled it tells %v", r)
		}
		queued := int(ask(t, k, http.MethodGet, path, nil)["queued"].(float64))
		close(open)
		k.Quiet()
		if r := ask(t, k, http.MethodGet, path, nil); r["state"] != "canceled" || r["queued"] != float64(queued) || r["done"] != float64(queued) {
			t.Errorf("in the end it tells %v", r)
		}
		if n := recorded(k, id, "succeeded"); n != queued+50 {
			t.Errorf("%d have succeeded, want %d and 50 new ones", n, queued)
		}
		// What was left is still to be had.
		done := completed(t, k, redeliver(t, k, id, map[string]any{"what": "missed"}))
		if done["queued"] != float64(1000-queued) {
			t.Errorf("the rest: %v", done)
		}
	})
}
