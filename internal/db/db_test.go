package db_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

func TestMain(m *testing.M) { testpg.Main(m) }

func TestEveryStatementPreparesOnEveryEngine(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		for _, err := range db.PrepareAll(context.Background(), base) {
			t.Error(err)
		}
	})
	// Statements of packages that this test does not link are not registered.
	if n := db.Statements(); n < 400 {
		t.Errorf("only %d statements were prepared", n)
	}
}

func TestOneFailureSparesTheRest(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		ctx := context.Background()
		refused := errors.New("refused")
		var all sync.WaitGroup
		for i := range 200 {
			all.Go(func() {
				err := base.Update(ctx, "k", func(tx *db.Tx) error {
					access.InsertWorkspace(tx, crm.Workspace{ID: tx.NewID("wsp"), Name: "w", CreatedAt: tx.Now()})
					switch {
					case i%10 == 3:
						return refused
					case i%10 == 5:
						access.InsertWorkspace(tx, crm.Workspace{ID: "same", Name: "w", CreatedAt: tx.Now()})
					}
					return nil
				})
				if i%10 == 3 && !errors.Is(err, refused) {
					t.Errorf("update %d: got %v, want its own error", i, err)
				}
				if i%10 != 3 && i%10 != 5 && err != nil {
					t.Errorf("update %d: %v", i, err)
				}
			})
		}
		all.Wait()
		var list []crm.Workspace
		err := base.View(ctx, func(tx *db.Tx) (err error) { list, err = access.Workspaces(tx, 1000); return err })
		if err != nil || len(list) != 160+2 { // one of the twenty that fight for "same" wins
			t.Fatalf("got %d workspaces, want 162 (%v)", len(list), err)
		}
	})
}

func TestConversationIsMadeOnce(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		ctx := db.Beside(context.Background(), 1)
		var mu sync.Mutex
		ids := map[string]bool{}
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				var c crm.Conversation
				err := base.Update(ctx, string(rune('a'+i)), func(tx *db.Tx) (err error) {
					c, err = contact.EnsureConversation(tx, "w", "n", crm.Person{Phone: "+14155550123"})
					return err
				})
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				ids[c.ID+c.ContactID] = true
				mu.Unlock()
			})
		}
		all.Wait()
		if len(ids) != 1 {
			t.Fatalf("got %d conversations for one person, want 1", len(ids))
		}
	})
}

func TestTwoPeopleWithOneNumberStayTwo(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		err := base.Update(context.Background(), "k", func(tx *db.Tx) error {
			a, err := contact.EnsureConversation(tx, "w", "n", crm.Person{Phone: "+14155550123", UserID: "US.1", SeenAt: tx.Now()})
			if err != nil {
				return err
			}
			same, err := contact.EnsureConversation(tx, "w", "n", crm.Person{Phone: "+14155550123"})
			if err != nil {
				return err
			}
			b, err := contact.EnsureConversation(tx, "w", "n", crm.Person{Phone: "+14155550123", UserID: "US.2", SeenAt: tx.Now().Add(time.Second)})
			if err != nil {
				return err
			}
			if same.ID != a.ID || b.ID == a.ID || b.ContactID == a.ContactID {
				t.Errorf("a %v, same %v, b %v", a, same, b)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestMessageKeepsItsHistory(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		ctx := context.Background()
		m := &crm.Message{ID: "msg_1", WorkspaceID: "w", ConversationID: "c", PhoneNumberID: "n", Direction: crm.Outbound,
			Type: "text", Status: crm.StatusQueued, To: "+1", Content: crm.Content{Text: &crm.Text{Body: "hi"}},
			Metadata: map[string]string{"a": "b"}, CreatedAt: time.UnixMilli(1700000000000).UTC()}
		step := func(fn func(tx *db.Tx) error) {
			t.Helper()
			if err := base.Update(ctx, "c", fn); err != nil {
				t.Fatal(err)
			}
		}
		step(func(tx *db.Tx) error { message.InsertMessage(tx, m); return nil })
		step(func(tx *db.Tx) error {
			got, err := message.ClaimMessage(tx, "w", "msg_1")
			if err == nil && (got == nil || got.Status != crm.StatusSending || len(got.Attempts) != 1 || got.Content.Text.Body != "hi") {
				t.Errorf("claimed %+v", got)
			}
			return err
		})
		step(func(tx *db.Tx) error {
			got, err := message.ClaimMessage(tx, "w", "msg_1")
			if got != nil {
				t.Error("claimed twice")
			}
			return err
		})
		step(func(tx *db.Tx) error {
			status, known, _, err := message.AcceptMessage(tx, m, "wamid.1", tx.Now())
			if status != crm.StatusAccepted || known != "wamid.1" {
				t.Errorf("accepted as %s %s", status, known)
			}
			return err
		})
		step(func(tx *db.Tx) error {
			found, err := message.LockHeadsByProvider(tx, crm.PhoneNumber{ID: "n", WorkspaceID: "w"}, []string{"wamid.1"})
			if err != nil {
				return err
			}
			got := found["wamid.1"]
			if got.Attempts[0].Outcome != crm.OutcomeKnown || got.Times[crm.StatusQueued] != m.CreatedAt || got.Metadata["a"] != "b" {
				t.Errorf("got %+v", got)
			}
			return nil
		})
	})
}

func TestIdempotentResultIsStoredOnce(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		for i := range 2 {
			err := base.Update(context.Background(), "k", func(tx *db.Tx) error {
				fresh, err := core.SaveIdempotentResult(tx, "w", "key", "hash", []byte("answer"))
				if fresh != (i == 0) {
					t.Errorf("call %d: fresh %v", i, fresh)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}
