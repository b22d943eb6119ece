package db_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit/testdb"
)

// message stores a queued message and returns it.
func acceptMessage(t *testing.T, base *db.DB, id string) *crm.Message {
	t.Helper()
	m := &crm.Message{ID: id, WorkspaceID: "w", ConversationID: "cnv", ContactID: "cnt", PhoneNumberID: "n",
		Direction: crm.Outbound, Type: "text", Status: crm.StatusQueued, To: "+14155550123", CreatedAt: base.Source().Now()}
	err := base.Update(context.Background(), "n", func(tx *db.Tx) error { message.InsertMessage(tx, m); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Updates that run side by side end as if each had run alone: what each asks is
// about its own message, one that fails is undone, and the others stand.
func TestSideBySideIsAsIfAlone(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		ctx := db.Beside(context.Background(), 1)
		refused := errors.New("refused")
		const count = 200
		list := make([]*crm.Message, count)
		for i := range list {
			list[i] = acceptMessage(t, base, fmt.Sprintf("msg_%03d", i))
		}
		var all sync.WaitGroup
		for i, m := range list {
			all.Go(func() {
				err := base.Update(ctx, "n", func(tx *db.Tx) error {
					claimed, err := message.ClaimMessage(tx, "w", m.ID)
					if err != nil {
						return err
					}
					if claimed == nil || claimed.ID != m.ID || len(claimed.Attempts) != 1 {
						t.Errorf("claimed %+v, want %s", claimed, m.ID)
					}
					again, err := message.ClaimMessage(tx, "w", m.ID)
					if again != nil {
						t.Errorf("%s was claimed twice", m.ID)
					}
					switch {
					case i%20 == 7:
						return refused
					case i%20 == 9:
						panic("a fault of ours")
					}
					return err
				})
				if i%20 == 7 && !errors.Is(err, refused) || i%20 == 9 && err == nil || i%20 != 7 && i%20 != 9 && err != nil {
					t.Errorf("update %d: %v", i, err)
				}
			})
		}
		all.Wait()
		for i, m := range list {
			want := crm.StatusSending
			if i%20 == 7 || i%20 == 9 {
				want = crm.StatusQueued
			}
			err := base.View(context.Background(), func(tx *db.Tx) error {
				got, err := message.Message(tx, "w", m.ID)
				if err == nil && got.Status != want {
					t.Errorf("%s is %s, want %s", m.ID, got.Status, want)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
	})
}

// A later group sees what an earlier one wrote, and the rest what both wrote.
func TestGroupsRunInOrder(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		const count = 60
		for i := range count {
			acceptMessage(t, base, fmt.Sprintf("msg_%03d", i))
		}
		move := func(tx *db.Tx, id string, to crm.Status) error {
			m, err := message.LockHeads(tx, "w", []string{id})
			if err == nil && m[id].Status.MovesTo(to) {
				message.MoveMessage(tx, m[id], message.Move{Status: to, At: tx.Now(), ProviderMessageID: "wamid." + id})
			}
			return err
		}
		var all sync.WaitGroup
		for i := range count {
			id := fmt.Sprintf("msg_%03d", i)
			for group, to := range map[db.Group]crm.Status{1: crm.StatusSent, 2: crm.StatusRead, 0: crm.StatusDelivered} {
				all.Go(func() {
					err := base.Update(db.Beside(context.Background(), group), "n", func(tx *db.Tx) error { return move(tx, id, to) })
					if err != nil {
						t.Error(err)
					}
				})
			}
		}
		all.Wait()
		err := base.View(context.Background(), func(tx *db.Tx) error {
			for i := range count {
				m, err := message.Message(tx, "w", fmt.Sprintf("msg_%03d", i))
				if err != nil {
					return err
				}
				if m.Status != crm.StatusRead || m.ProviderMessageID != "wamid."+m.ID {
					t.Errorf("%s ended as %s", m.ID, m.Status)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// Two people show themselves with the number of one contact in the same
// transaction, each at another number of the workspace: they stay two.
func TestTwoPeopleBesideEachOtherStayTwo(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		seen := func(user string) crm.Person {
			return crm.Person{Phone: "+14155550123", UserID: user, SeenAt: base.Source().Now()}
		}
		ctx := db.Beside(context.Background(), 2)
		if err := base.Update(ctx, "k", func(tx *db.Tx) error { _, err := contact.EnsureConversation(tx, "w", "n1", seen("")); return err }); err != nil {
			t.Fatal(err)
		}
		var conversations [2]crm.Conversation
		together(t, base, 2, func(i int, tx *db.Tx) (err error) {
			conversations[i], err = contact.EnsureConversation(tx, "w", fmt.Sprint("n", i), seen(fmt.Sprint("user-", i)))
			return err
		})
		for i, conv := range conversations {
			err := base.View(context.Background(), func(tx *db.Tx) error {
				c, err := contact.Contact(tx, "w", conv.ContactID)
				if want := fmt.Sprint("user-", i); err == nil && c.UserID != want {
					t.Errorf("%s wrote in the conversation of %q", want, c.UserID)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
	})
}

// together runs n updates of one group in one transaction.
func together(t *testing.T, base *db.DB, n int, fn func(i int, tx *db.Tx) error) {
	t.Helper()
	began, gate := make(chan struct{}), make(chan struct{})
	var first, all sync.WaitGroup
	var once sync.Once
	first.Go(func() {
		_ = base.Update(context.Background(), "k", func(*db.Tx) error {
			once.Do(func() { close(began) })
			<-gate
			return nil
		})
	})
	<-began
	for i := range n {
		all.Go(func() {
			err := base.Update(db.Beside(context.Background(), 2), "k", func(tx *db.Tx) error { return fn(i, tx) })
			if err != nil {
				t.Error(err)
			}
		})
	}
	awaitWaiting(t, base, n) // behind the first, all together
	close(gate)
	first.Wait()
	all.Wait()
}

// awaitWaiting waits until n updates wait for the one that holds the writer.
func awaitWaiting(t *testing.T, base *db.DB, n int) {
	t.Helper()
	tick, deadline := time.NewTicker(time.Millisecond), time.After(10*time.Second)
	defer tick.Stop()
	for db.Waiting(base) < n {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("%d updates wait, want %d", db.Waiting(base), n)
		}
	}
}
