package store_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
	"service.example/crm/internal/testkit/testpg"
)

// appendEvents writes events in one transaction each.
func appendEvents(t *testing.T, db *store.DB, n int) {
	t.Helper()
	for range n {
		err := db.Update(context.Background(), "k", func(tx *store.Tx) error {
			return tx.AppendEvent(crm.EventMessagesReceived, "w", "key", crm.EventScope{}, map[string]any{})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// follow reads the log from a position to its end, page by page.
func follow(t *testing.T, db *store.DB, from store.Position) (ids []string, end store.Position) {
	t.Helper()
	for more := true; more; {
		err := db.View(context.Background(), func(tx *store.Tx) error {
			list, next, err := tx.LogPage("w", "whk", from, 3)
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

func listed(t *testing.T, db *store.DB) (ids []string) {
	t.Helper()
	err := db.View(context.Background(), func(tx *store.Tx) error {
		list, err := tx.Events("w", everything, crm.Page{Limit: 200})
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
func readable(t *testing.T, db *store.DB, n int) []string {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		ids := listed(t, db)
		if len(ids) == n {
			return ids
		}
		if time.Now().After(deadline) {
			t.Fatalf("listed %v, want %d events", ids, n)
		}
	}
}

func TestTheLogIsReadOnceAndInOrder(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		appendEvents(t, db, 7)
		readable(t, db, 7)
		ids, end := follow(t, db, store.Position{})
		if len(ids) != 7 || !slices.IsSorted(ids) {
			t.Fatalf("read %v", ids)
		}
		appendEvents(t, db, 2)
		readable(t, db, 9)
		again, end := follow(t, db, end)
		if len(again) != 2 || again[0] <= ids[6] {
			t.Fatalf("read on %v", again)
		}
		if rest, _ := follow(t, db, end); len(rest) != 0 {
			t.Fatalf("read %v twice", rest)
		}
		if all := listed(t, db); !slices.Equal(all, append(ids, again...)) {
			t.Fatalf("listed %v", all)
		}
	})
}

// beside opens a connection of its own.
func beside(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

func run(t *testing.T, c *pgx.Conn, sql string, args ...any) {
	t.Helper()
	if _, err := c.Exec(context.Background(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// A transaction that began earlier commits later, with an identifier before or
// after those that were read meanwhile: readers wait for it, and miss nothing.
func TestALateCommitIsNotMissed(t *testing.T) {
	for _, id := range []string{crm.LowestID(crm.PrefixEvent, crm.NewSource(nil).Now()), "evt_7zzzzzzzzzzzzzzzzzzzzzzzzz"} {
		url := testpg.New(t)
		db := open(t, url)
		appendEvents(t, db, 2)
		readable(t, db, 2)
		slow := beside(t, url)
		run(t, slow, "begin")
		run(t, slow, `INSERT INTO events (id, workspace_id, kind, key, created_at, body, xid) VALUES ($1, 'w', 'k', 'key', 1, '', pg_current_xact_id()::text::bigint)`, id)
		appendEvents(t, db, 4)
		ids, end := follow(t, db, store.Position{})
		if shown := listed(t, db); len(ids) != 2 || !slices.Equal(ids, shown) {
			t.Fatalf("read %v, listed %v while an earlier transaction is open", ids, shown)
		}
		run(t, slow, "commit")
		readable(t, db, 7)
		rest, end := follow(t, db, end)
		if len(rest) != 5 || rest[0] != id {
			t.Fatalf("read on %v, want the late one first", rest)
		}
		if more, _ := follow(t, db, end); len(more) != 0 {
			t.Fatalf("read %v twice", more)
		}
		if shown := listed(t, db); !slices.Equal(shown, append(ids, rest...)) {
			t.Fatalf("listed %v", shown)
		}
	}
}

// A transaction that is left open in another database holds the log up no
// longer than a moment; one in this database still does.
func TestOtherDatabasesDoNotHoldTheLogUp(t *testing.T) {
	url := testpg.New(t)
	db := open(t, url)
	elsewhere, here := beside(t, testpg.New(t)), beside(t, url)
	run(t, elsewhere, "begin")
	run(t, elsewhere, "SELECT pg_current_xact_id()")
	appendEvents(t, db, 3)
	readable(t, db, 3)
	run(t, here, "begin")
	run(t, here, "SELECT pg_current_xact_id()")
	appendEvents(t, db, 2)
	for asked := false; !asked; {
		asked = store.AsksSessions(db) // so does the reading that follows
		if ids := listed(t, db); len(ids) != 3 {
			t.Fatalf("listed %v while a transaction of this database is open", ids)
		}
	}
	run(t, here, "rollback")
	readable(t, db, 5)
	run(t, elsewhere, "rollback")
}

// An endpoint that is made while a transaction is open gets that one's events,
// and none that had been committed.
func TestAnEndpointBeginsAtItsCommit(t *testing.T) {
	url := testpg.New(t)
	db := open(t, url)
	slow := beside(t, url)
	run(t, slow, "begin")
	run(t, slow, `INSERT INTO events (id, workspace_id, kind, key, created_at, body, xid) VALUES ('evt_late', 'w', 'k', 'key', 1, '', pg_current_xact_id()::text::bigint)`)
	appendEvents(t, db, 2)
	var c store.EndpointCursor
	err := db.Update(context.Background(), "k", func(tx *store.Tx) error {
		tx.InsertWebhookEndpoint(crm.WebhookEndpoint{ID: "whk", WorkspaceID: "w", Enabled: true}, nil)
		return nil
	})
	if err == nil {
		err = db.View(context.Background(), func(tx *store.Tx) (err error) { c, _, err = tx.EndpointCursor("w", "whk"); return err })
	}
	if err != nil {
		t.Fatal(err)
	}
	run(t, slow, "commit")
	appendEvents(t, db, 1)
	readable(t, db, 4)
	var got []string
	err = db.View(context.Background(), func(tx *store.Tx) error {
		list, _, err := tx.LogPage("w", "whk", c.Position, 100)
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
	db := open(t, url)
	err := db.Update(context.Background(), "k", func(tx *store.Tx) error {
		tx.InsertWorkspace(crm.Workspace{ID: "w", Name: "w", CreatedAt: tx.Now()})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	appendEvents(t, db, 4)
	before := readable(t, db, 4)
	c := beside(t, url)
	run(t, c, "UPDATE events SET xid = xid + 1000000000")
	if hidden := listed(t, db); len(hidden) != 0 {
		t.Fatalf("listed %v", hidden)
	}
	if _, _, err := db.JoinNodes(context.Background()); err != nil {
		t.Fatal(err)
	}
	appendEvents(t, db, 2)
	if after := readable(t, db, 6); !slices.Equal(after[:4], before) {
		t.Errorf("listed %v, before %v", after, before)
	}
}

// Identifiers go on after the newest of the log although the clock was set back.
func TestIDsGoOnAfterTheLog(t *testing.T) {
	path := fmt.Sprintf("%s/crm.db", t.TempDir())
	ahead := crm.NewSource(nil).Now().AddDate(0, 0, 3)
	db, err := store.Open(context.Background(), store.Options{URL: path, Key: key, Source: crm.NewSource(func() time.Time { return ahead })})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(context.Background(), "k", func(tx *store.Tx) error {
		tx.InsertWorkspace(crm.Workspace{ID: "w", Name: "w", CreatedAt: tx.Now()})
		return tx.AppendEvent(crm.EventMessagesReceived, "w", "key", crm.EventScope{}, map[string]any{})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, path)
	_, end := follow(t, again, store.Position{})
	appendEvents(t, again, 1)
	if more, _ := follow(t, again, end); len(more) != 1 {
		t.Errorf("read on %v: the event was missed", more)
	}
}
