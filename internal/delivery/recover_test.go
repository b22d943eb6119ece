package delivery_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// A bulk redelivery goes on after the service was stopped at any moment: each
// missed event comes, and none is queued twice.
func TestABulkRedeliveryGoesOnAfterAStop(t *testing.T) {
	var cfg config.Serve
	testkit.OnBoth(t, testkit.Options{OneByOne: true, Config: func(c *config.Serve) { c.RedeliveryRate = 100_000; cfg = *c }}, func(t *testing.T, k *testkit.Kit) {
		cfg := cfg
		c := newCounter(t)
		id := register(k, c.url)
		k.Quiet()
		enable(t, k, id, false)
		const keys, perKey, stops = 30, 40, 2
		(&appender{k: k, kind: crm.EventMessagesReceived}).append(t, keys, perKey)
		enable(t, k, id, true)
		path := redeliver(t, k, id, map[string]any{"what": "missed"})
		for i := range stops {
			least := i*keys*perKey/(stops+1) + rand.IntN(keys*perKey/(stops+1))
			k.Eventually("some have come", func() bool { n, _ := c.count(); return n >= least })
			// The embedded engine's service does not get to record anything any more.
			// On PostgreSQL it leaves the list of nodes, which saves the others the wait.
			ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
			if k.DB().Engine() == "sqlite" {
				cancel()
			}
			_ = k.App.Stop(ctx)
			cancel()
			a, err := app.New(context.Background(), cfg, app.Options{Demo: true})
			k.Must(err)
			k.App = a
			k.Must(a.Start(context.Background()))
		}
		r := completed(t, k, path)
		if have := numbers(r, "queued", "delivered", "failed"); have != fmt.Sprintf("queued %d delivered %d failed 0 ", keys*perKey, keys*perKey) {
			t.Errorf("it tells: %s", have)
		}
		if n, repeats := c.count(); n != keys*perKey || repeats > stops*64 {
			t.Errorf("%d events came, %d of them again", n, repeats)
		}
		if n := k.Count("deliveries", "attempt <> 1 OR state <> 'succeeded'"); n != 0 {
			t.Errorf("%d deliveries were queued twice or did not end well", n)
		}
	})
}

// However many were missed, few are in memory at a time. REDELIVERY_EVENTS sets
// another number, and the figures are logged.
func TestManyMissedEventsTakeLittleMemory(t *testing.T) {
	count, err := strconv.Atoi(os.Getenv("REDELIVERY_EVENTS"))
	if err != nil {
		count = 1000
	}
	testkit.OnBoth(t, testkit.Options{Config: func(c *config.Serve) { c.RedeliveryRate = 100_000 }}, func(t *testing.T, k *testkit.Kit) {
		c := newCounter(t)
		id := register(k, c.url)
		k.Quiet()
		enable(t, k, id, false)
		const keys = 100
		(&appender{k: k, kind: crm.EventMessagesReceived}).append(t, keys, count/keys)
		enable(t, k, id, true)
		k.Quiet()
		heap := func() uint64 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.HeapInuse >> 20
		}
		before, most, held, began := heap(), uint64(0), 0, time.Now()
		path := redeliver(t, k, id, map[string]any{"what": "missed"})
		for came := 0; came < count; {
			k.Eventually("more come", func() bool {
				most, held = max(most, heap()), max(held, k.App.Undelivered())
				n, _ := c.count()
				more := n > came
				came = n
				return more
			})
		}
		if r := completed(t, k, path); r["done"] != float64(count) {
			t.Errorf("it tells %v", r)
		}
		took := time.Since(began)
		if held > 200 {
			t.Errorf("%d deliveries were in memory", held)
		}
		c.exactlyOnce(t, k, count, 0)
		t.Logf("%d missed events in %s (%.0f/s), at most %d in memory, heap in use %d to %d MB", count, took.Round(time.Millisecond),
			float64(count)/took.Seconds(), held, before, most)
	})
}
