package event_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// appendEvents writes events in one transaction each.
func appendEvents(t *testing.T, base *db.DB, n int) {
	t.Helper()
	for range n {
		err := base.Update(context.Background(), "k", func(tx *db.Tx) error {
			return event.AppendEvent(tx, crm.EventMessagesReceived, "w", "key", crm.EventScope{}, map[string]any{})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// follow reads the log from a position to its end, page by page.
func follow(t *testing.T, base *db.DB, from event.Position) (ids []string, end event.Position) {
	t.Helper()
	for more := true; more; {
		err := base.View(context.Background(), func(tx *db.Tx) error {
			list, next, _, err := event.LogPage(tx, "w", "whk", from, 3)
			for _, ev := range list {
				ids = append(ids, ev.ID)
			}
			from, more = next, len(list) == 3
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return ids, from
}

func listed(t *testing.T, base *db.DB) (ids []string) {
	t.Helper()
	err := base.View(context.Background(), func(tx *db.Tx) error {
		list, err := event.ListEvents(tx, "w", everything, crm.Page{Limit: 200})
		for _, e := range list.Items {
			ids = append(ids, e.ID)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// readable waits until a reader sees that many events. On PostgreSQL a reader
// stays behind the oldest open transaction of the whole server, and other tests'
// databases live on the same one.
func readable(t *testing.T, base *db.DB, n int) []string {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		ids := listed(t, base)
		if len(ids) == n {
			return ids
		}
		if time.Now().After(deadline) {
			t.Fatalf("listed %v, want %d events", ids, n)
		}
	}
}

func TestTheLogIsReadOnceAndInOrder(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		appendEvents(t, base, 7)
		readable(t, base, 7)
		ids, end := follow(t, base, event.Position{})
		if len(ids) != 7 || !slices.IsSorted(ids) {
			t.Fatalf("read %v", ids)
		}
		appendEvents(t, base, 2)
		readable(t, base, 9)
		again, end := follow(t, base, end)
		if len(again) != 2 || again[0] <= ids[6] {
			t.Fatalf("read on %v", again)
		}
		if rest, _ := follow(t, base, end); len(rest) != 0 {
			t.Fatalf("read %v twice", rest)
		}
		if all := listed(t, base); !slices.Equal(all, append(ids, again...)) {
			t.Fatalf("listed %v", all)
		}
	})
}

// A transaction that began earlier commits later, with an identifier before or
// after those that were read meanwhile: readers wait for it, and miss nothing.
func TestALateCommitIsNotMissed(t *testing.T) {
	for _, id := range []string{crm.LowestID(crm.PrefixEvent, crm.NewSource(nil).Now()), "evt_7zzzzzzzzzzzzzzzzzzzzzzzzz"} {
		url := testpg.New(t)
		base := testdb.Open(t, url)
		appendEvents(t, base, 2)
		readable(t, base, 2)
		slow := testdb.Beside(t, url)
		testdb.Run(t, slow, "begin")
		testdb.Run(t, slow, `INSERT INTO events (id, workspace_id, kind, key, created_at, body, xid) VALUES ($1, 'w', 'k', 'key', 1, '', pg_current_xact_id()::text::bigint)`, id)
		appendEvents(t, base, 4)
		ids, end := follow(t, base, event.Position{})
		if shown := listed(t, base); len(ids) != 2 || !slices.Equal(ids, shown) {
			t.Fatalf("read %v, listed %v while an earlier transaction is open", ids, shown)
		}
		testdb.Run(t, slow, "commit")
		readable(t, base, 7)
		rest, end := follow(t, base, end)
		if len(rest) != 5 || rest[0] != id {
			t.Fatalf("read on %v, want the late one first", rest)
		}
		if more, _ := follow(t, base, end); len(more) != 0 {
			t.Fatalf("read %v twice", more)
		}
		if shown := listed(t, base); !slices.Equal(shown, append(ids, rest...)) {
			t.Fatalf("listed %v", shown)
		}
	}
}

// An endpoint that is made while a transaction is open gets that one's events,
// and none that had been committed.
func TestAnEndpointBeginsAtItsCommit(t *testing.T) {
	url := testpg.New(t)
	base := testdb.Open(t, url)
	slow := testdb.Beside(t, url)
	testdb.Run(t, slow, "begin")
	testdb.Run(t, slow, `INSERT INTO events (id, workspace_id, kind, key, created_at, body, xid) VALUES ('evt_late', 'w', 'k', 'key', 1, '', pg_current_xact_id()::text::bigint)`)
	appendEvents(t, base, 2)
	var c event.EndpointCursor
	err := base.Update(context.Background(), "k", func(tx *db.Tx) error {
		event.InsertWebhookEndpoint(tx, crm.WebhookEndpoint{ID: "whk", WorkspaceID: "w", Enabled: true}, nil)
		return nil
	})
	if err == nil {
		err = base.View(context.Background(), func(tx *db.Tx) (err error) { c, _, err = event.ReadEndpointCursor(tx, "w", "whk"); return err })
	}
	if err != nil {
		t.Fatal(err)
	}
	testdb.Run(t, slow, "commit")
	appendEvents(t, base, 1)
	readable(t, base, 4)
	var got []string
	err = base.View(context.Background(), func(tx *db.Tx) error {
		list, _, _, err := event.LogPage(tx, "w", "whk", c.Position, 100)
		for _, ev := range list {
			if !c.Began.Sees(ev.Commit) {
				got = append(got, ev.ID)
			}
		}
		return err
	})
	if err != nil || len(got) != 2 || got[0] != "evt_late" {
		t.Errorf("the endpoint gets %v (%v), want the late event and the last one", got, err)
	}
}

// A log that was restored on a server whose transactions have lower numbers
// keeps its order and its readers their places.
func TestARestoredLogComesFirst(t *testing.T) {
	url := testpg.New(t)
	base := testdb.Open(t, url)
	err := base.Update(context.Background(), "k", func(tx *db.Tx) error {
		access.InsertWorkspace(tx, crm.Workspace{ID: "w", Name: "w", CreatedAt: tx.Now()})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	appendEvents(t, base, 4)
	before := readable(t, base, 4)
	c := testdb.Beside(t, url)
	testdb.Run(t, c, "UPDATE events SET xid = xid + 1000000000")
	if hidden := listed(t, base); len(hidden) != 0 {
		t.Fatalf("listed %v", hidden)
	}
	if _, _, err := base.JoinNodes(context.Background()); err != nil {
		t.Fatal(err)
	}
	appendEvents(t, base, 2)
	if after := readable(t, base, 6); !slices.Equal(after[:4], before) {
		t.Errorf("listed %v, before %v", after, before)
	}
}

// Identifiers go on after the newest of the log although the clock was set back.
func TestIDsGoOnAfterTheLog(t *testing.T) {
	path := fmt.Sprintf("%s/crm.db", t.TempDir())
	ahead := crm.NewSource(nil).Now().AddDate(0, 0, 3)
	base, err := schema.Open(context.Background(), db.Options{URL: path, Key: testdb.Key, Source: crm.NewSource(func() time.Time { return ahead })})
	if err != nil {
		t.Fatal(err)
	}
	err = base.Update(context.Background(), "k", func(tx *db.Tx) error {
		access.InsertWorkspace(tx, crm.Workspace{ID: "w", Name: "w", CreatedAt: tx.Now()})
		return event.AppendEvent(tx, crm.EventMessagesReceived, "w", "key", crm.EventScope{}, map[string]any{})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := base.Close(); err != nil {
		t.Fatal(err)
	}
	again := testdb.Open(t, path)
	_, end := follow(t, again, event.Position{})
	appendEvents(t, again, 1)
	if more, _ := follow(t, again, end); len(more) != 1 {
		t.Errorf("read on %v: the event was missed", more)
	}
}
