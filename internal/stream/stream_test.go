package stream_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testdb"
)

// Whatever is committed by whomever, and wherever the connection is cut, a
// listener that resumes gets every event of its workspace once, in the order
// of the log, with the bytes that are stored.
func TestResumesWithoutGapOrDouble(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		const writers, events = 3, 80
		l := listen(t, k.App.URL(), k.Key, "", "")
		first, _ := l.next()
		begin := first.id
		l.cut() // it has seen no event yet
		var writing sync.WaitGroup
		for w := range writers {
			writing.Go(func() {
				for n := range events {
					write(k, k.DB(), k.WorkspaceID, crm.EventMessagesReceived, w, n, rand.IntN(3000))
					if n%10 == 0 {
						write(k, k.DB(), k.Other.WorkspaceID, crm.EventMessagesReceived, w, n, 10)
						err := k.DB().Update(context.Background(), "undone", func(tx *db.Tx) error {
							return errors.Join(event.AppendEvent(tx, crm.EventMessagesReceived, k.WorkspaceID, "undone", crm.EventScope{}, told{}), errUndone)
						})
						if !errors.Is(err, errUndone) {
							t.Error(err)
						}
					}
				}
			})
		}
		var have []string
		bodies := map[string]string{}
		for cuts := 0; len(have) < writers*events; cuts++ {
			l := listen(t, k.App.URL(), k.Key, first.id, "")
			for range rand.IntN(40) {
				b, ok := l.nextEvent()
				if !ok {
					t.Fatal("the stream ended")
				}
				have, first, bodies[b.id] = append(have, b.id), b, b.data
				if len(have) == writers*events {
					break
				}
			}
			if rand.IntN(2) == 0 { // in the middle of whatever comes
				_ = l.conn.SetReadDeadline(time.Now().Add(time.Millisecond))
				_, _ = l.lines.Peek(1 + rand.IntN(200))
			}
			l.cut()
		}
		writing.Wait()
		want := logged(k, k.WorkspaceID, begin)
		if len(want) != writers*events || !slices.Equal(have, want) {
			t.Fatalf("%d came, %d are in the log; the first difference is at %d", len(have), len(want), difference(have, want))
		}
		for _, row := range k.Rows("SELECT id, body FROM events WHERE workspace_id = '%s'", k.WorkspaceID) {
			if got := bodies[row["id"].(string)]; got != "" && got != string(row["body"].([]byte)) {
				t.Fatalf("the body of %s is %s", row["id"], got)
			}
		}
	})
}

var errUndone = crm.Errorf(crm.KindConflict, crm.CodeNotAllowed, "undone")

func difference(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// An event whose transaction began first and commits last is not passed over.
func TestLateCommit(t *testing.T) {
	var url string
	k := testkit.New(t, testkit.Options{Postgres: true, Config: func(c *config.Serve) { url = c.Database.Database }})
	l := listen(t, k.App.URL(), k.Key, "", "")
	l.next()
	begin := l.last
	ctx := context.Background()
	beside, err := pgx.Connect(ctx, url)
	k.Must(err)
	t.Cleanup(func() { _ = beside.Close(ctx) })
	testdb.Run(t, beside, "begin")
	testdb.Run(t, beside, "SELECT pg_current_xact_id()")
	id := k.DB().Source().NewID(crm.PrefixEvent)
	for n := range 3 {
		write(k, k.DB(), k.WorkspaceID, crm.EventMessagesReceived, 1, n, 0)
	}
	testdb.AppendEvent(t, beside, k.WorkspaceID, id, "late")
	testdb.Run(t, beside, "commit")
	var have []string
	for range 4 {
		b, ok := l.nextEvent()
		if !ok {
			t.Fatal("the stream ended")
		}
		have = append(have, b.id)
	}
	if want := logged(k, k.WorkspaceID, begin); have[3] != id || !slices.Equal(have, want) {
		t.Errorf("%v came, %v is in the log", have, want)
	}
}

// Two nodes on one database: each tells what the other one writes; when one
// stops, it says so, and its listener goes on at the other one.
func TestNodes(t *testing.T) {
	var cfg config.Serve
	k := testkit.New(t, testkit.Options{Postgres: true, Config: func(c *config.Serve) { cfg = *c }})
	cfg.Sandbox, cfg.Listen = false, "127.0.0.1:0"
	ctx := context.Background()
	other, err := app.New(ctx, cfg, app.Options{Demo: true})
	k.Must(err)
	k.Must(other.Start(ctx))
	l := listen(t, other.URL(), k.Key, "", "")
	l.next()
	begin := l.last
	const events = 60
	var writing sync.WaitGroup
	for i, db := range []*db.DB{k.DB(), other.Service.DB()} {
		writing.Go(func() {
			for n := range events {
				write(k, db, k.WorkspaceID, crm.EventMessagesReceived, i, n, 100)
			}
		})
	}
	var have []string
	for range events {
		b, ok := l.nextEvent()
		if !ok {
			t.Fatal("the stream ended")
		}
		have = append(have, b.id)
	}
	writing.Wait()
	k.Must(other.Stop(ctx))
	for {
		b, ok := l.next()
		if !ok {
			t.Fatal("it was cut without a word")
		}
		if b.event == "stream.ended" {
			if b.data != `{"reason":"shutdown"}` {
				t.Error(b)
			}
			break
		}
		if b.data != "" {
			have = append(have, b.id)
		}
	}
	write(k, k.DB(), k.WorkspaceID, crm.EventMessagesReceived, 9, 9, 100)
	l = listen(t, k.App.URL(), k.Key, l.last, "")
	for len(have) < 2*events+1 {
		b, ok := l.nextEvent()
		if !ok {
			t.Fatal("the stream ended")
		}
		have = append(have, b.id)
	}
	if want := logged(k, k.WorkspaceID, begin); !slices.Equal(have, want) {
		t.Fatalf("%d came, %d are in the log; the first difference is at %d", len(have), len(want), difference(have, want))
	}
}

// A listener that does not read is cut, while the others go on; it resumes
// where it was.
func TestSlowListener(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Config: func(c *config.Serve) { c.StreamWriteTimeout = 300 * time.Millisecond }}, func(t *testing.T, k *testkit.Kit) {
		slow := listen(t, k.App.URL(), k.Key, "", "")
		slow.next()
		begin := slow.last
		fast := listen(t, k.App.URL(), k.Key, begin, "")
		const events, size = 60, 100_000
		for n := range events {
			write(k, k.DB(), k.WorkspaceID, crm.EventMessagesReceived, 1, n, size)
			if _, ok := fast.nextEvent(); !ok {
				t.Fatal("the fast one was cut")
			}
		}
		k.Eventually("the slow one is cut", func() bool {
			return strings.Contains(string(k.Do(http.MethodGet, "/metrics", "", nil).Body), `crm_event_streams_ended_total{reason="slow"} 1`)
		})
		var have []string
		for deadline := time.Now().Add(patience); len(have) < events; {
			b, ok := slow.nextEvent()
			if ok {
				have = append(have, b.id)
				continue
			}
			if time.Now().After(deadline) { // a busy machine may cut it again
				t.Fatalf("it resumes and has %d events", len(have))
			}
			slow = listen(t, k.App.URL(), k.Key, slow.last, "")
		}
		if want := logged(k, k.WorkspaceID, begin); !slices.Equal(have, want) {
			t.Errorf("the first difference is at %d", difference(have, want))
		}
	})
}

func TestStreams(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{Config: func(c *config.Serve) { c.StreamHeartBeat = 30 * time.Millisecond }}, func(t *testing.T, k *testkit.Kit) {
		for name, test := range map[string]func(*testing.T, *testkit.Kit){"filter": filterAndHeartBeat, "phone number": phoneNumberFilter, "keys": keysEnd, "since": since} {
			t.Run(name, func(t *testing.T) { test(t, k) })
		}
	})
}

// Filters choose by kind; the heart-beat moves the position over what is not
// wanted.
func filterAndHeartBeat(t *testing.T, k *testkit.Kit) {
	l := listen(t, k.App.URL(), k.Key, "", "?events=template.*,messages.received")
	l.next()
	begin := l.last
	for n, kind := range []crm.EventKind{crm.EventMessagesUpsert, crm.EventTemplateStatusUpdated, crm.EventMessagesStatusUpdated, crm.EventMessagesReceived, crm.EventMessagesUpsert} {
		write(k, k.DB(), k.WorkspaceID, kind, 1, n, 0)
	}
	all := logged(k, k.WorkspaceID, begin)
	for _, want := range []string{all[1], all[3]} {
		if b, ok := l.nextEvent(); !ok || b.id != want {
			t.Fatalf("%v came, not %s", b, want)
		}
	}
	for l.last != all[4] { // else it never ends
		if b, ok := l.next(); !ok || b.data != "" || b.comment != ":" {
			t.Fatalf("%v came", b)
		}
	}
}

// Events of other phone numbers can be left out.
func phoneNumberFilter(t *testing.T, k *testkit.Kit) {
	l := listen(t, k.App.URL(), k.Key, "", "?phoneNumberId="+k.NumberID)
	l.next()
	begin := l.last
	write(k, k.DB(), k.WorkspaceID, crm.EventMessagesReceived, 1, 1, 0, crm.EventScope{PhoneNumberID: "num_other"})
	write(k, k.DB(), k.WorkspaceID, crm.EventMessagesReceived, 1, 2, 0, crm.EventScope{PhoneNumberID: k.NumberID})
	write(k, k.DB(), k.WorkspaceID, crm.EventTemplateStatusUpdated, 1, 3, 0)
	all := logged(k, k.WorkspaceID, begin)
	for _, want := range all[1:] {
		if b, ok := l.nextEvent(); !ok || b.id != want {
			t.Fatalf("%v came, not %s", b, want)
		}
	}
}

// A key that is revoked or expires ends its streams, and no others.
func keysEnd(t *testing.T, k *testkit.Kit) {
	ctx := context.Background()
	actor, err := k.App.Service.Access.Operator(ctx, k.WorkspaceID)
	k.Must(err)
	soon := k.Now().Add(time.Hour)
	expiring, err := k.App.Service.Access.CreateAPIKey(ctx, actor, crm.NewAPIKeyRequest{Name: "Expires", Scopes: []crm.Scope{crm.ScopeEventsRead}, ExpiresAt: &soon})
	k.Must(err)
	revoked, err := k.App.Service.Access.CreateAPIKey(ctx, actor, crm.NewAPIKeyRequest{Name: "Revoked", Scopes: []crm.Scope{crm.ScopeEventsRead}})
	k.Must(err)
	works := listen(t, k.App.URL(), k.Key, "", "")
	one, two := listen(t, k.App.URL(), expiring.Secret, "", ""), listen(t, k.App.URL(), revoked.Secret, "", "")
	for _, l := range []*listener{works, one, two} {
		l.next()
	}
	k.Must(k.App.Service.Access.RevokeAPIKey(ctx, actor, revoked.Key.ID))
	k.Advance(time.Second) // looks at the keys
	if reason := two.ended(); reason != "unauthorized" {
		t.Error("the revoked key's stream: " + reason)
	}
	k.Advance(2 * time.Hour)
	if reason := one.ended(); reason != "unauthorized" {
		t.Error("the expired key's stream: " + reason)
	}
	if again := listen(t, k.App.URL(), revoked.Secret, two.last, ""); again.status != http.StatusUnauthorized {
		t.Errorf("it comes again and gets %d", again.status)
	}
	write(k, k.DB(), k.WorkspaceID, crm.EventMessagesReceived, 1, 1, 0)
	if _, ok := works.nextEvent(); !ok {
		t.Error("the other key's stream has ended too")
	}
}

// A stream since a time has every event that was made since, also one whose
// transaction began before that of an older event; and it can begin before all
// times.
func TestSinceATimeWithinTransactions(t *testing.T) {
	var url string
	testkit.OnBoth(t, testkit.Options{Config: func(c *config.Serve) { url = c.Database.Database }}, func(t *testing.T, k *testkit.Kit) {
		since := k.Now().Add(time.Hour)
		write(k, k.DB(), k.WorkspaceID, crm.EventMessagesReceived, 1, 1, 0)
		k.Advance(2 * time.Hour)
		young, older := crm.LowestID(crm.PrefixEvent, since.Add(time.Millisecond)), crm.LowestID(crm.PrefixEvent, since.Add(-time.Millisecond))
		if k.DB().Engine() != "sqlite" {
			c := testdb.Beside(t, url)
			testdb.AppendEvent(t, c, k.WorkspaceID, young, "young")
			testdb.AppendEvent(t, c, k.WorkspaceID, older, "older")
		}
		write(k, k.DB(), k.WorkspaceID, crm.EventMessagesReceived, 1, 2, 0)
		late := newest(k)
		want := []string{late}
		if k.DB().Engine() != "sqlite" {
			want = []string{young, late}
		}
		l := listen(t, k.App.URL(), k.Key, "", "?since="+since.UTC().Format("2006-01-02T15:04:05.000Z"))
		for _, id := range want {
			if b, ok := l.nextEvent(); !ok || b.id != id {
				t.Fatalf("%v came, want %s", b, id)
			}
		}
		if b, ok := listen(t, k.App.URL(), k.Key, "", "?since=1960-01-01T00:00:00Z").nextEvent(); !ok || b.id != logged(k, k.WorkspaceID, "")[0] {
			t.Errorf("since 1960: %v", b)
		}
	})
}

// Each refusal says what is wrong before a stream begins.
func TestRefusals(t *testing.T) {
	k := testkit.New(t, testkit.Options{Config: func(c *config.Serve) { c.StreamsPerKey, c.StreamsPerWorkspace = 2, 3 }})
	write(k, k.DB(), k.WorkspaceID, crm.EventMessagesReceived, 1, 1, 0)
	write(k, k.DB(), k.Other.WorkspaceID, crm.EventMessagesReceived, 1, 1, 0)
	foreign := logged(k, k.Other.WorkspaceID, "")[0]
	stream := func(key, query string) testkit.Response {
		return k.Do(http.MethodGet, "/v1/events/stream"+query, key, nil)
	}
	for query, want := range map[string]int{"?lastEventId=" + foreign: 410, "?lastEventId=" + event.FirstEvent[:29] + "1": 410,
		"?lastEventId=one": 422, "?events=nothing": 422, "?events=message*": 422, "?since=yesterday": 422, "?phoneNumberId=" + k.Other.NumberID: 422, "?": 200, "?lastEventId=" + event.FirstEvent: 200} {
		if r := stream(k.Key, query); r.Status != want {
			t.Errorf("%s is answered with %d %s", query, r.Status, r.Body)
		}
	}
	if r := k.Do(http.MethodHead, "/v1/events/stream", k.Key, nil); r.Status != http.StatusOK || len(r.Body) > 0 {
		t.Error(r)
	}
	k.Eventually("all places are free again", func() bool {
		return strings.Contains(string(k.Do(http.MethodGet, "/metrics", "", nil).Body), "crm_event_streams 0\n")
	})
	second := k.NewKey(k.WorkspaceID, crm.ScopeEventsRead)
	for _, key := range []string{k.Key, k.Key} {
		listen(t, k.App.URL(), key, "", "").next()
	}
	full := func(key, of string) {
		t.Helper()
		if r := stream(key, ""); r.Status != http.StatusTooManyRequests || r.Code() != "stream_limit_reached" || !strings.Contains(r.Text("detail"), of) || r.Header.Get("Retry-After") == "" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}
	full(k.Key, "This API key has 2")
	held := listen(t, k.App.URL(), second, "", "")
	held.next()
	full(second, "The workspace has 3")
	if r := stream(k.Other.Key, ""); r.Status != http.StatusOK {
		t.Errorf("another workspace is refused: %d", r.Status)
	}
	held.cut()
	k.Eventually("a place is free", func() bool { return stream(second, "").Status == http.StatusOK })
}

// A stream can begin in the past, and at the first event of all.
func since(t *testing.T, k *testkit.Kit) {
	begin := newest(k)
	write(k, k.DB(), k.WorkspaceID, crm.EventMessagesReceived, 1, 1, 0)
	k.Advance(time.Hour)
	write(k, k.DB(), k.WorkspaceID, crm.EventMessagesReceived, 1, 2, 0)
	first, all := logged(k, k.WorkspaceID, "")[0], logged(k, k.WorkspaceID, begin)
	since := k.Now().Add(-time.Minute).Format(time.RFC3339)
	for query, want := range map[string]string{"?lastEventId=" + event.FirstEvent: first, "?since=" + strings.ReplaceAll(since, "+", "%2B"): all[1]} {
		if b, ok := listen(t, k.App.URL(), k.Key, "", query).nextEvent(); !ok || b.id != want {
			t.Errorf("%s begins with %v, want %s", query, b, want)
		}
	}
}
