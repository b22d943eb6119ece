package event_test

import (
	"context"
	"errors"
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
			list, err := event.LogPage(tx, "w", "whk", from, 3)
			for _, ev := range list {
				ids, from = append(ids, ev.ID), ev.Position
			}
			more = len(list) == 3
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
		list, err := event.ListEvents(tx, "w", crm.WholeReach(), everything, crm.Page{Limit: 200})
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

func TestTheLogIsReadOnceAndInOrder(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		appendEvents(t, base, 7)
		ids, end := follow(t, base, event.Position{})
		if len(ids) != 7 || !slices.IsSorted(ids) {
			t.Fatalf("read %v", ids)
		}
		appendEvents(t, base, 2)
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
// after those that were read meanwhile: it comes after them.
func TestALateCommitIsNotMissed(t *testing.T) {
	for _, id := range []string{crm.LowestID(crm.PrefixEvent, crm.NewSource(nil).Now()), "evt_7zzzzzzzzzzzzzzzzzzzzzzzzz"} {
		url := testpg.New(t)
		base := testdb.Open(t, url)
		appendEvents(t, base, 2)
		slow := testdb.Beside(t, url)
		testdb.Run(t, slow, "begin")
		testdb.Run(t, slow, "SELECT pg_current_xact_id()")
		appendEvents(t, base, 4)
		ids, end := follow(t, base, event.Position{})
		if shown := listed(t, base); len(ids) != 6 || !slices.Equal(ids, shown) {
			t.Fatalf("read %v, listed %v while an earlier transaction is open", ids, shown)
		}
		testdb.AppendEvent(t, slow, "w", id, "key")
		if more, _ := follow(t, base, end); len(more) != 0 {
			t.Fatalf("read %v, which is not committed", more)
		}
		testdb.Run(t, slow, "commit")
		appendEvents(t, base, 1)
		rest, end := follow(t, base, end)
		if len(rest) != 2 || rest[0] != id {
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
	testdb.Run(t, slow, "SELECT pg_current_xact_id()")
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
	testdb.AppendEvent(t, slow, "w", "evt_late", "key")
	testdb.Run(t, slow, "commit")
	appendEvents(t, base, 1)
	var got []string
	err = base.View(context.Background(), func(tx *db.Tx) error {
		list, err := event.LogPage(tx, "w", "whk", c.Position, 100)
		for _, ev := range list {
			got = append(got, ev.ID)
		}
		return err
	})
	if err != nil || len(got) != 2 || got[0] != "evt_late" {
		t.Errorf("the endpoint gets %v (%v), want the late event and the last one", got, err)
	}
}

// A server that took over without the end of the log gives its positions to
// others. Who has read further is told, and not that nothing is new.
func TestALostEndOfTheLogIsNoticed(t *testing.T) {
	url := testpg.New(t)
	base := testdb.Open(t, url)
	appendEvents(t, base, 4)
	_, end := follow(t, base, event.Position{})
	c := testdb.Beside(t, url)
	testdb.Run(t, c, "DELETE FROM events WHERE position > 2")
	testdb.Run(t, c, "UPDATE log_heads SET position = 2")
	for range 4 { // the log is shorter than what was read, as long, and longer
		err := base.View(context.Background(), func(tx *db.Tx) error { _, err := event.LogPage(tx, "w", "whk", end, 10); return err })
		if !errors.Is(err, event.ErrLogReplaced) {
			t.Errorf("reading on ends with %v", err)
		}
		err = base.View(context.Background(), func(tx *db.Tx) error { _, err := event.EventPage(tx, "w", end, 10); return err })
		if !errors.Is(err, event.ErrLogReplaced) {
			t.Errorf("reading on ends with %v", err)
		}
		appendEvents(t, base, 1)
	}
}

// The log goes on although the clock was set back.
func TestTheLogGoesOnWhenTheClockIsSetBack(t *testing.T) {
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
