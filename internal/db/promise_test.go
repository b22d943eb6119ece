package db_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// A commit that the server lost with its crash is never believed, even when its
// number was given again: what was acknowledged is there.
func TestALostCommitIsNotAcknowledged(t *testing.T) {
	server := testpg.StartServer(t)
	testdb.Open(t, server.URL)
	server.Keep(t)
	w, through := newWire(t, server.URL)
	base, err := schema.Open(context.Background(), db.Options{URL: through, Lanes: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	add := func(n int) error {
		return base.Update(context.Background(), "k", func(tx *db.Tx) error {
			access.InsertWorkspace(tx, crm.Workspace{ID: fmt.Sprintf("w%d", n), Name: "n", CreatedAt: tx.Now()})
			return nil
		})
	}
	if err := add(0); err != nil {
		t.Fatal(err)
	}
	w.hold.Store(true)
	answered := make(chan error, 1)
	go func() { answered <- add(1) }()
	<-w.held
	server.PutBack(t)
	spend(t, server.URL, 200) // its number among them
	close(w.release)
	if err := <-answered; err != nil {
		t.Logf("it failed, as it may: %v", err)
		return
	}
	if err := base.View(context.Background(), func(tx *db.Tx) error { _, err := access.Workspace(tx, "w1"); return err }); err != nil {
		t.Errorf("it was acknowledged and is not there: %v", err)
	}
}

// spend commits so many transactions.
func spend(t *testing.T, url string, n int) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	for range n {
		if _, err := c.Exec(ctx, "SELECT pg_current_xact_id()"); err != nil {
			t.Fatal(err)
		}
	}
}

// While nobody can say whether a commit took place, the caller hears that the
// service is unavailable.
func TestAnUncertainCommitIsAnError(t *testing.T) {
	w, through := newWire(t, testpg.New(t))
	base, err := schema.Open(context.Background(), db.Options{URL: through, Lanes: 1, NodeLease: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	w.hold.Store(true)
	answered := make(chan error, 1)
	go func() {
		answered <- base.Update(context.Background(), "k", func(tx *db.Tx) error {
			access.InsertWorkspace(tx, crm.Workspace{ID: "w", Name: "n", CreatedAt: tx.Now()})
			return nil
		})
	}()
	<-w.held
	w.breakDown()
	close(w.release)
	err = <-answered
	if e := crm.AsError(err); err == nil || e.Kind != crm.KindUnavailable || e.RetryAfter <= 0 || !strings.Contains(e.Message, "not known") {
		t.Errorf("got %v", err)
	}
}

// A transaction that is still open is waited for, also the first one of its
// lane, whose row nobody else sees yet.
func TestTheFirstCommitOfALaneIsWaitedFor(t *testing.T) {
	ctx, url := context.Background(), testpg.New(t)
	base := testdb.Open(t, url)
	for _, first := range []bool{true, false} {
		late, err := pgx.Connect(ctx, url)
		if err != nil {
			t.Fatal(err)
		}
		defer late.Close(ctx)
		tx, err := late.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		const lane = 99
		token := fmt.Sprintf("first=%t", first)
		if err := db.LeaveToken(ctx, base, tx, lane, token); err != nil {
			t.Fatal(err)
		}
		type answer struct {
			there bool
			err   error
		}
		answered := make(chan answer, 1)
		go func() {
			there, err := db.TokenIsThere(ctx, base, lane, token)
			answered <- answer{there, err}
		}()
		for waiting := 0; waiting == 0; {
			select {
			case a := <-answered:
				t.Fatalf("first=%t: it did not wait and says %t: %v", first, a.there, a.err)
			default:
			}
			if err := tx.QueryRow(ctx, "SELECT count(*) FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid").Scan(&waiting); err != nil {
				t.Fatal(err)
			}
		}
		if err := tx.Commit(ctx); err != nil {
			t.Fatal(err)
		}
		if a := <-answered; a.err != nil || !a.there {
			t.Errorf("first=%t: it took place, and the answer is %t: %v", first, a.there, a.err)
		}
	}
}

// asRole returns the URL for a role of its own that has a setting, and lets the
// role go after the test.
func asRole(t *testing.T, database, name, setting string) string {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, database)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	role := fmt.Sprintf("%s_%d", name, time.Now().UnixNano())
	for _, sql := range []string{"CREATE ROLE " + role + " LOGIN SUPERUSER", "ALTER ROLE " + role + " SET " + setting} {
		if _, err := c.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if c, err := pgx.Connect(ctx, database); err == nil {
			_, _ = c.Exec(ctx, "DROP OWNED BY "+role+" CASCADE; DROP ROLE "+role)
			_ = c.Close(ctx)
		}
	})
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.User(role)
	return u.String()
}

// A role's own setting does not take the promise back.
func TestAcknowledgementsAreOnDiskWhateverTheRoleHasSet(t *testing.T) {
	through := asRole(t, testpg.New(t), "hasty", "synchronous_commit = off")
	if got := db.Setting(testdb.Open(t, through), "synchronous_commit"); got != "on" {
		t.Errorf("synchronous_commit is %q", got)
	}
}
