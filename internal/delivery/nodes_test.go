package delivery_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
)

// Events of one key that two nodes write by turns reach the endpoint, which
// one of them serves, each once and in order.
func TestNodesWriteByTurns(t *testing.T) {
	var url string
	k := testkit.New(t, testkit.Options{Postgres: true, Config: func(c *config.Serve) { url = c.Database.Database }})
	ctx := context.Background()
	other, err := schema.Open(ctx, db.Options{URL: url, Lanes: 2, Readers: 1})
	k.Must(err)
	t.Cleanup(func() { _ = other.Close() })
	c := newCounter(t)
	id := register(k, c.url)
	k.Quiet()
	node, _, err := other.JoinNodes(ctx)
	k.Must(err)
	n := 0
	write := func(base *db.DB) {
		n++
		k.Must(base.Update(ctx, "conversation", func(tx *db.Tx) error {
			return event.AppendEvent(tx, crm.EventMessagesReceived, k.WorkspaceID, "conversation", crm.EventScope{}, numbered{"conversation", n})
		}))
	}
	came := func() bool { events, _ := c.count(); return events == n }
	// Once this one has come, this node knows of the other one.
	write(other)
	k.Eventually("the other node's event comes", came)
	for range 300 {
		write(k.DB())
		write(other)
	}
	k.Eventually("all come", came)
	k.Must(other.LeaveNodes(ctx, node))
	for range 100 {
		write(k.DB())
	}
	k.Eventually("all come when the other node has left", came)
	write(other) // a command beside the service
	k.Eventually("what no node wrote comes too", came)
	k.Quiet()
	c.exactly(t, n)
	if have := recorded(k, id, "succeeded"); have != n {
		t.Errorf("%d of %d are recorded", have, n)
	}
}

// What was committed before a node serves an endpoint, but is not in sight yet
// because an older transaction is still open, comes before what the node
// commits itself.
func TestWhatIsNotInSightYetComesFirst(t *testing.T) {
	var url string
	k := testkit.New(t, testkit.Options{Postgres: true, Config: func(c *config.Serve) { url = c.Database.Database }})
	ctx := context.Background()
	other, err := schema.Open(ctx, db.Options{URL: url, Lanes: 2, Readers: 1})
	k.Must(err)
	t.Cleanup(func() { _ = other.Close() })
	c := newCounter(t)
	register(k, c.url)
	k.Quiet()
	node, _, err := other.JoinNodes(ctx)
	k.Must(err)
	write := func(base *db.DB, key string, n int) {
		k.Must(base.Update(ctx, key, func(tx *db.Tx) error {
			return event.AppendEvent(tx, crm.EventMessagesReceived, k.WorkspaceID, key, crm.EventScope{}, numbered{key, n})
		}))
	}
	write(other, "conversation", 1)
	k.Eventually("this node knows of the other one", func() bool { events, _ := c.count(); return events == 1 })
	slow, err := pgx.Connect(ctx, url)
	k.Must(err)
	t.Cleanup(func() { _ = slow.Close(ctx) })
	_, err = slow.Exec(ctx, "BEGIN; SELECT pg_current_xact_id()")
	k.Must(err)
	write(other, "conversation", 2)
	k.Must(other.LeaveNodes(ctx, node))
	looks, seen := 0, -1
	k.Eventually("this node is alone, and its reading has come to rest", func() bool {
		if now := k.App.Undelivered(); now != seen {
			looks, seen = 0, now
		}
		looks++
		return looks >= 30 && k.Count("nodes") == 1
	})
	const last = 20
	for n := 3; n <= last; n++ {
		write(k.DB(), "conversation", n)
	}
	_, err = slow.Exec(ctx, "COMMIT")
	k.Must(err)
	k.Eventually("all come", func() bool { events, _ := c.count(); return events == last })
	c.exactly(t, last)
}

// One of two nodes stops in the middle of its calls and says nothing. When its
// lease has run out, the other one serves its endpoints: what was being posted
// comes again, a blocked key stays blocked, an open breaker stays open, retries
// are made, and nothing is lost or out of order.
func TestANodeFallsSilent(t *testing.T) {
	var cfg config.Serve
	k := testkit.New(t, testkit.Options{Postgres: true, Config: func(c *config.Serve) { cfg = *c }})
	ctx := context.Background()
	node := func(but string) string {
		return k.Rows("SELECT id FROM nodes WHERE id <> '%s'", but)[0]["id"].(string)
	}
	serves := func(node string) func() bool {
		return func() bool { return k.Count("endpoint_cursors", fmt.Sprintf("owner = '%s'", node)) == 3 }
	}
	plain, blocked, down := newCounter(t), newCounter(t), newCounter(t)
	var failing, holding atomic.Bool
	var calls, held atomic.Int64
	open := make(chan struct{})
	release := sync.OnceFunc(func() { close(open) })
	t.Cleanup(release)
	failing.Store(true)
	plain.answer = func(http.ResponseWriter, numbered) {
		if holding.Load() {
			held.Add(1)
			<-open
		}
	}
	blocked.answer = func(w http.ResponseWriter, n numbered) {
		if failing.Load() && n.Key == "key-1" && n.Number == 2 {
			w.WriteHeader(http.StatusBadGateway)
		}
	}
	down.answer = func(w http.ResponseWriter, _ numbered) {
		if failing.Load() {
			calls.Add(1)
			w.WriteHeader(http.StatusInternalServerError)
		}
	}
	const inFlight = 10
	plainID := endpointWith(k, plain.url, map[string]any{"maxInFlight": inFlight})
	blockedID := endpointWith(k, blocked.url, map[string]any{})
	downID := endpointWith(k, down.url, map[string]any{"maxInFlight": 1})
	silent, first := k.App, node("")
	k.Eventually("the first node serves them", serves(first))
	fallSilent := sync.OnceFunc(func() {
		_ = silent.Service.DB().Close() // it cannot say anything any more
		ended, cancel := context.WithCancel(ctx)
		cancel()
		_ = silent.Stop(ended)
	})
	t.Cleanup(fallSilent)
	other, err := app.New(ctx, cfg, app.Options{Demo: true})
	k.Must(err)
	k.Must(other.Start(ctx))
	k.App = other // which writes the events
	second := node(first)

	const keys = 40
	a := &appender{k: k, kind: crm.EventMessagesReceived}
	rests := time.Now().Add(30 * time.Second) // at the earliest
	a.append(t, keys, 1)
	k.Eventually("the breaker has opened", func() bool { h, _, _ := state(k, downID); return h["state"] != "closed" })
	tried := calls.Load()
	a.append(t, keys, 2)
	k.Eventually("a key is blocked", func() bool {
		return recorded(k, blockedID, "pending") == 2 && recorded(k, blockedID, "succeeded") == 3*keys-2
	})
	k.Eventually("the plain one has all", func() bool { return recorded(k, plainID, "succeeded") == 3*keys })
	if !serves(first)() {
		t.Fatal("the first node does not serve them any more")
	}
	holding.Store(true)
	a.append(t, keys, 2)
	k.Eventually("calls are under way", func() bool { return held.Load() == inFlight })
	k.Eventually("the blocked one goes on", func() bool { return recorded(k, blockedID, "succeeded") == 5*keys-4 })
	ends := time.Now().Add(db.NodeLease / 2) // its lease, later
	fallSilent()
	if said := k.Count("nodes") != 2 || !serves(first)(); said && time.Now().Before(ends) {
		t.Fatal("the silent node said goodbye")
	}
	a.append(t, keys, 2)
	k.Rows("UPDATE nodes SET lease_until = 1 WHERE id = '%s' RETURNING id", first) // as 20 s of silence would
	k.Eventually("the other one serves them", serves(second))
	release()
	const all = 7 * keys
	k.Eventually("the plain one has all", func() bool { return recorded(k, plainID, "succeeded") == all })
	k.Eventually("the key still waits, and only it", func() bool {
		return recorded(k, blockedID, "pending") == 6 && recorded(k, blockedID, "succeeded") == all-6
	})
	blocked.mu.Lock()
	if n := blocked.newest["key-1"]; n != 2 {
		t.Errorf("event %d of the blocked key came", n)
	}
	blocked.mu.Unlock()
	if h, _, _ := state(k, downID); (h["state"] != "open" || calls.Load() != tried) && time.Now().Before(rests) {
		t.Errorf("the breaker is %s, and %d calls were made", h["state"], calls.Load()-tried)
	}
	failing.Store(false)
	k.Advance(10 * time.Minute)
	for _, id := range []string{blockedID, downID} {
		k.Eventually("all is taken", func() bool { return recorded(k, id, "succeeded") == all && recorded(k, id, "pending") == 0 })
	}
	for name, c := range map[string]*counter{"plain": plain, "blocked": blocked, "down": down} {
		events, repeats := c.count()
		c.mu.Lock()
		if events != all || len(c.faults) > 0 {
			t.Errorf("%s: %d of %d events came; %v", name, events, all, c.faults)
		}
		c.mu.Unlock()
		// Those that were under way, and those that had failed: a blocked head
		// twice before the clock moves, at most.
		if most := map[string]int{"plain": inFlight, "blocked": 3, "down": int(calls.Load())}[name]; repeats > most || name == "plain" && repeats == 0 {
			t.Errorf("%s: %d came again, at most %d were to", name, repeats, most)
		}
	}
}

// A command beside the service on the embedded engine writes an event that the
// service is not told of; it comes, and nothing after it is lost.
func TestACommandBesideTheService(t *testing.T) {
	var database config.Database
	k := testkit.New(t, testkit.Options{Config: func(c *config.Serve) { database = c.Database }})
	master, err := app.MasterKey(database, false)
	k.Must(err)
	c := newCounter(t)
	register(k, c.url)
	a := &appender{k: k, kind: crm.EventMessagesReceived}
	a.append(t, 1, 5)
	beside, err := schema.Open(context.Background(), db.Options{URL: database.Database, Key: master.DatabaseKey(), Readers: 1})
	k.Must(err)
	k.Must(beside.Update(context.Background(), "", func(tx *db.Tx) error {
		return event.AppendEvent(tx, crm.EventMessagesReceived, k.WorkspaceID, "other", crm.EventScope{}, numbered{"other", 1})
	}))
	k.Must(beside.Close())
	a.append(t, 1, 5)
	k.Eventually("all come", func() bool { events, _ := c.count(); return events == 11 })
	k.Quiet()
	c.exactly(t, 11)
}
