package delivery_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
)

// post is one event as it came to a receiver.
type post struct {
	numbered
	id       string
	sequence int64
	taken    bool
	at       time.Time
}

// recorder is a receiver that keeps every post.
type recorder struct {
	url    string
	answer func(http.ResponseWriter, numbered) // nil for 200 at once

	mu    sync.Mutex
	list  []post
	calls []call
}

// call is one request, with the posts that it carried.
type call struct {
	id     string
	batch  bool
	header http.Header
	body   []byte
	posts  []int
}

// batchEntry is an event as a batch carries it.
type batchEntry struct {
	ID       string
	Sequence int64
	Data     numbered
}

func newRecorder(t *testing.T) *recorder {
	r := &recorder{}
	r.url = testkit.Serve(t, r) + "/events"
	return r
}

// answered remembers the status of an answer.
type answered struct {
	http.ResponseWriter
	status int
}

func (a *answered) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

func (r *recorder) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	text, err := io.ReadAll(req.Body)
	batch, entries := bytes.HasPrefix(text, []byte("[")), make([]batchEntry, 1)
	if batch {
		err = errors.Join(err, json.Unmarshal(text, &entries))
	} else {
		err = errors.Join(err, json.Unmarshal(text, &entries[0]))
		entries[0].ID = req.Header.Get("webhook-id")
		entries[0].Sequence, _ = strconv.ParseInt(req.Header.Get("webhook-sequence"), 10, 64)
	}
	if err != nil || len(entries) == 0 || entries[0].Data.Key == "" {
		return
	}
	a := &answered{ResponseWriter: w, status: http.StatusOK}
	c := call{id: req.Header.Get("webhook-id"), batch: batch, header: req.Header, body: text}
	r.mu.Lock()
	for _, e := range entries {
		c.posts = append(c.posts, len(r.list))
		r.list = append(r.list, post{numbered: e.Data, id: e.ID, sequence: e.Sequence, at: time.Now()})
	}
	r.calls = append(r.calls, c)
	r.mu.Unlock()
	for i := 0; r.answer != nil && i < len(entries) && a.status == http.StatusOK; i++ {
		r.answer(a, entries[i].Data)
	}
	r.mu.Lock()
	for _, n := range c.posts {
		r.list[n].taken = a.status == http.StatusOK
	}
	r.mu.Unlock()
}

func (r *recorder) posts() []post {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.list)
}

// taken returns those that were answered with 200, in their order, of one key
// only if it is named.
func (r *recorder) taken(key string) (out []post) {
	for _, p := range r.posts() {
		if p.taken && (key == "" || p.Key == key) {
			out = append(out, p)
		}
	}
	return out
}

// inOrder checks that exactly these numbers of a key were taken, in this order.
func (r *recorder) inOrder(t *testing.T, key string, want ...int) {
	t.Helper()
	var got []int
	for _, p := range r.taken(key) {
		got = append(got, p.Number)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v were taken, want %v", key, got, want)
	}
}

// sequences checks that each event has one number, the same at each attempt,
// that no two events have the same and that they grow with each key's events.
func (r *recorder) sequences(t *testing.T) (numbers []int64) {
	t.Helper()
	byEvent, byNumber, last := map[string]int64{}, map[int64]string{}, map[string]post{}
	for _, p := range r.posts() {
		if n, again := byEvent[p.id]; again && n != p.sequence {
			t.Errorf("%s came with the numbers %d and %d", p.id, n, p.sequence)
		} else if !again {
			numbers = append(numbers, p.sequence)
		}
		if id, taken := byNumber[p.sequence]; taken && id != p.id {
			t.Errorf("%s and %s came with the number %d", id, p.id, p.sequence)
		}
		byEvent[p.id], byNumber[p.sequence] = p.sequence, p.id
		if before, known := last[p.Key]; known && p.Number > before.Number && p.sequence <= before.sequence {
			t.Errorf("%s: event %d has the number %d, event %d before it %d", p.Key, p.Number, p.sequence, before.Number, before.sequence)
		}
		last[p.Key] = p
	}
	slices.Sort(numbers)
	return numbers
}

func upTo(n int) (out []int) {
	for i := range n {
		out = append(out, i+1)
	}
	return out
}

func endpointWith(k *testkit.Kit, url string, settings map[string]any) (id string) {
	k.Must(nil)
	settings["url"] = url
	res := k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, settings)
	if res.Status != http.StatusCreated {
		k.Must(fmt.Errorf("%d %s", res.Status, res.Body))
	}
	return res.Text("id")
}

// appendOne writes the next event of a key.
func (a *appender) appendOne(t *testing.T, key string, n int) {
	t.Helper()
	if a.next == nil {
		a.next = map[string]int{}
	}
	first := a.next[key]
	a.next[key] += n
	a.k.Must(a.k.DB().Update(context.Background(), key, func(tx *db.Tx) error {
		for i := range n {
			if err := event.AppendEvent(tx, a.kind, a.k.WorkspaceID, key, a.of, numbered{key, first + i + 1}); err != nil {
				return err
			}
		}
		return nil
	}))
}

// A failing head holds up its key and nothing else; what waits is in the
// database, survives a restart, and goes on in order when the head was taken.
func TestAFailingHeadHoldsUpItsKey(t *testing.T) {
	var cfg config.Serve
	testkit.OnBoth(t, testkit.Options{OneByOne: true, Config: func(c *config.Serve) { cfg = *c }}, func(t *testing.T, k *testkit.Kit) {
		r := newRecorder(t)
		var failing atomic.Bool
		failing.Store(true)
		r.answer = func(w http.ResponseWriter, n numbered) {
			if failing.Load() && n.Key == "key-0" && n.Number == 2 {
				w.WriteHeader(http.StatusBadGateway)
			}
		}
		id := endpointWith(k, r.url, map[string]any{})
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		a.append(t, 3, 50)
		k.Eventually("the other keys are done", func() bool { return len(r.taken("key-1"))+len(r.taken("key-2")) == 100 })
		k.Eventually("the rest waits", func() bool { return recorded(k, id, "pending") == 49 })
		a.append(t, 1, 100)
		k.Eventually("what comes later waits too", func() bool { return recorded(k, id, "pending") == 149 })
		k.Quiet()
		if n := k.App.Undelivered(); n != 0 {
			t.Errorf("%d events are held in memory", n)
		}
		ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
		defer cancel()
		k.Must(k.App.Stop(ctx))
		again, err := app.New(ctx, cfg, app.Options{Demo: true})
		k.Must(err)
		k.Must(again.Start(ctx))
		k.App = again
		a.append(t, 3, 20)
		k.Eventually("the other keys go on", func() bool { return len(r.taken("key-1"))+len(r.taken("key-2")) == 140 })
		k.Eventually("the key still waits", func() bool { return recorded(k, id, "pending") == 169 })
		r.inOrder(t, "key-0", 1)
		failing.Store(false)
		k.Advance(10 * time.Minute)
		k.Eventually("the key goes on", func() bool { return recorded(k, id, "succeeded") == 310 })
		a.append(t, 1, 1)
		k.Eventually("and is free", func() bool { return recorded(k, id, "succeeded") == 311 })
		r.inOrder(t, "key-0", upTo(171)...)
		r.inOrder(t, "key-1", upTo(70)...)
		if n := r.sequences(t); n[0] != 1 || n[len(n)-1] != 311 {
			t.Errorf("311 events have the numbers from %d to %d", n[0], n[len(n)-1])
		}
		if n := k.Count("deliveries", "key <> ''"); n != 0 {
			t.Errorf("%d deliveries that ended keep their key", n)
		}
	})
}

// A head whose attempts are all made is parked; the next one goes, and the
// numbers show the gap.
func TestAParkedHeadLeavesAGap(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		for _, ordering := range []string{"key", "endpoint"} {
			r := newRecorder(t)
			r.answer = func(w http.ResponseWriter, n numbered) {
				if n.Number == 2 {
					w.WriteHeader(http.StatusBadRequest)
				}
			}
			id := endpointWith(k, r.url, map[string]any{"ordering": ordering, "retrySchedule": []int{1, 1}})
			a := &appender{k: k, kind: crm.EventMessagesReceived}
			a.appendOne(t, "a", 4)
			tries := func(n int) {
				k.Eventually(fmt.Sprintf("attempt %d of the second is made", n), func() bool {
					return len(r.posts()) == n+1 && k.Count("deliveries", fmt.Sprintf("endpoint_id = '%s' AND attempt >= %d", id, n)) > 0
				})
			}
			tries(1)
			tries(2) // a second later
			k.Eventually("the rest is taken", func() bool { return recorded(k, id, "succeeded") == 3 && recorded(k, id, "failed") == 1 })
			r.inOrder(t, "a", 1, 3, 4)
			var got []int64
			for _, p := range r.taken("a") {
				got = append(got, p.sequence)
			}
			if !slices.Equal(got, []int64{1, 3, 4}) {
				t.Errorf("%s: the numbers %v were taken", ordering, got)
			}
			r.sequences(t)
			k.Do(http.MethodDelete, "/v1/webhook-endpoints/"+id, k.Key, nil)
		}
	})
}

// With the ordering endpoint a failing head holds up every event, and those
// behind it cost nothing: they stay in the log.
func TestOneEventAtATime(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := newRecorder(t)
		var failing, inside, most atomic.Int64
		failing.Store(1)
		r.answer = func(w http.ResponseWriter, n numbered) {
			if now := inside.Add(1); now > most.Load() {
				most.Store(now)
			}
			defer inside.Add(-1)
			if failing.Load() == 1 && n.Number == 3 {
				w.WriteHeader(http.StatusInternalServerError)
			}
		}
		id := endpointWith(k, r.url, map[string]any{"ordering": "endpoint"})
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		a.appendOne(t, "a", 2)
		k.Eventually("the first are taken", func() bool { return recorded(k, id, "succeeded") == 2 })
		a.appendOne(t, "a", 1)
		k.Eventually("the head has failed", func() bool { return recorded(k, id, "pending") == 1 })
		a.append(t, 4, 50)
		k.Quiet()
		if n := k.Count("deliveries"); n != 3 {
			t.Errorf("%d deliveries have rows", n)
		}
		failing.Store(0)
		k.Advance(10 * time.Second)
		k.Eventually("all are taken", func() bool { return recorded(k, id, "succeeded") == 203 })
		if most.Load() != 1 {
			t.Errorf("%d calls were under way at once", most.Load())
		}
		r.inOrder(t, "a", 1, 2, 3)
		for i := range 4 {
			r.inOrder(t, fmt.Sprintf("key-%d", i), upTo(50)...)
		}
		list := r.taken("")
		if !slices.IsSortedFunc(list, func(x, y post) int { return int(x.sequence - y.sequence) }) {
			t.Error("the events did not come in the order of their numbers")
		}
		r.sequences(t)
	})
}

// With the ordering none several of one key are under way at once.
func TestWithoutOrder(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := newRecorder(t)
		var inside atomic.Int64
		open := make(chan struct{})
		r.answer = func(http.ResponseWriter, numbered) {
			if inside.Add(1) == 4 {
				close(open)
			}
			<-open
		}
		id := endpointWith(k, r.url, map[string]any{"ordering": "none", "maxInFlight": 4})
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		a.appendOne(t, "a", 20)
		k.Eventually("all are taken", func() bool { return recorded(k, id, "succeeded") == 20 })
		if n := r.sequences(t); n[0] != 1 || n[19] != 20 {
			t.Errorf("the numbers are %v", n)
		}
	})
}

// An endpoint that is made while events are committed gets them from one event
// on, and none before it.
func TestAnEndpointMadeMeanwhile(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		a := &appender{k: k, kind: crm.EventMessagesReceived}
		var all sync.WaitGroup
		const events = 300
		started := make(chan struct{})
		all.Go(func() {
			for i := range events {
				if a.appendOne(t, "a", 1); i == 50 {
					close(started)
				}
			}
		})
		<-started
		var list []*recorder
		for range 5 {
			r := newRecorder(t)
			endpointWith(k, r.url, map[string]any{})
			list = append(list, r)
		}
		all.Wait()
		a.appendOne(t, "a", 1)
		k.Eventually("the last one comes to all", func() bool {
			return !slices.ContainsFunc(list, func(r *recorder) bool {
				l := r.taken("a")
				return len(l) == 0 || l[len(l)-1].Number != events+1
			})
		})
		for i, r := range list {
			l := r.taken("a")
			for n := range l[1:] {
				if l[n+1].Number != l[n].Number+1 {
					t.Errorf("%d: %d came after %d", i, l[n+1].Number, l[n].Number)
				}
			}
			if l[0].sequence != 1 || l[0].Number <= 50 {
				t.Errorf("%d: the first one is %d with the number %d", i, l[0].Number, l[0].sequence)
			}
		}
	})
}
