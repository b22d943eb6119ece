package message_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// received is a message that a customer wrote.
func received(tx *db.Tx, number, called string) *crm.Message {
	return &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: "w", ConversationID: "con", PhoneNumberID: number, Direction: crm.Inbound,
		Type: "text", Status: crm.StatusReceived, ProviderMessageID: called, CreatedAt: tx.Now(), Content: crm.Content{Text: &crm.Text{Body: called}}}
}

// The same messages are posted to two nodes at once, in another order: each is
// stored once, and both numbers of a workspace may have one that is called alike.
func TestReceivedMessagesAreStoredOnceOverNodes(t *testing.T) {
	const messages = 60
	test := func(t *testing.T, nodes ...*db.DB) {
		fresh := make([]int, len(nodes))
		var all sync.WaitGroup
		for i, base := range nodes {
			all.Go(func() {
				for n := range messages {
					n := (n + i*messages/2) % messages
					err := base.Update(context.Background(), fmt.Sprint(n), func(tx *db.Tx) error {
						stored := 0
						for _, number := range []string{"num_1", "num_2"} {
							is, _, err := message.InsertReceived(tx, received(tx, number, fmt.Sprint("wamid.", n)))
							if err != nil {
								return err
							}
							if is {
								stored++
							}
						}
						tx.After(func() { fresh[i] += stored })
						return nil
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		if got := fresh[0] + fresh[1]; got != 2*messages {
			t.Errorf("%d messages were new, want %d", got, 2*messages)
		}
		err := nodes[0].View(context.Background(), func(tx *db.Tx) error {
			for n := range messages {
				called := fmt.Sprint("wamid.", n)
				list, err := message.ListMessages(tx, "w", crm.WholeReach(), message.MessageFilter{ConversationID: ""}, crm.Page{Limit: 3 * messages})
				if err != nil {
					return err
				}
				same := slices.DeleteFunc(list.Items, func(m *crm.Message) bool { return m.ProviderMessageID != called })
				if len(same) != 2 || same[0].PhoneNumberID == same[1].PhoneNumberID {
					t.Errorf("%s is stored %d times", called, len(same))
				}
				for _, m := range same {
					if id, err := message.MessageIDByProvider(tx, crm.PhoneNumber{ID: m.PhoneNumberID, WorkspaceID: "w"}, called); id != m.ID || err != nil {
						t.Errorf("%s of %s is %s (%v), want %s", called, m.PhoneNumberID, id, err, m.ID)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		base := testdb.Open(t, filepath.Join(t.TempDir(), "crm.db"))
		test(t, base, base)
	})
	t.Run("postgres", func(t *testing.T) {
		url := testpg.NewLike(t, testdb.Migrate)
		test(t, testdb.Open(t, url), testdb.Open(t, url))
	})
}

// Whoever waits for a message that another node is changing sees what that one
// wrote, its content too: nothing that was added is written over.
func TestALockedMessageIsReadBehindTheLock(t *testing.T) {
	url := testpg.NewLike(t, testdb.Migrate)
	nodes := []*db.DB{testdb.Open(t, url), testdb.Open(t, url)}
	number := crm.PhoneNumber{ID: "num_1", WorkspaceID: "w"}
	err := nodes[0].Update(context.Background(), "k", func(tx *db.Tx) error {
		_, _, err := message.InsertReceived(tx, received(tx, number.ID, "wamid"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	const each = 40
	var all sync.WaitGroup
	for i, base := range nodes {
		for n := range each {
			all.Go(func() {
				err := base.Update(context.Background(), fmt.Sprint(n), func(tx *db.Tx) error {
					m, err := message.LockMessageByProvider(tx, number, "wamid")
					if err != nil {
						return err
					}
					if n%2 == 0 {
						if m, err = message.LockMessage(tx, "w", m.ID); err != nil {
							return err
						}
					}
					m.Content.Text.Body += fmt.Sprintf(" %d/%d", i, n)
					message.ReplaceContent(tx, m)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	err = nodes[0].View(context.Background(), func(tx *db.Tx) error {
		id, err := message.MessageIDByProvider(tx, number, "wamid")
		if err != nil {
			return err
		}
		m, err := message.Message(tx, "w", id)
		if err == nil && len(strings.Fields(m.Content.Text.Body)) != 1+2*each {
			t.Errorf("%d changes were kept, want %d", len(strings.Fields(m.Content.Text.Body))-1, 2*each)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// The provider calls two messages alike: the second keeps its state, and the
// first is found. What a message is called already is no other's.
func TestAnIdentifierStaysWithItsMessage(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		ctx := context.Background()
		number := crm.PhoneNumber{ID: "num_1", WorkspaceID: "w"}
		var list []*crm.Message
		update := func(fn func(tx *db.Tx) error) error { return base.Update(ctx, "k", fn) }
		err := update(func(tx *db.Tx) error {
			list = nil
			for range 2 {
				m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: "w", ConversationID: "con", PhoneNumberID: number.ID, Direction: crm.Outbound,
					Type: "text", Status: crm.StatusQueued, CreatedAt: tx.Now(), Content: crm.Content{Text: &crm.Text{Body: "hello"}}}
				message.InsertMessage(tx, m)
				list = append(list, m)
			}
			return nil
		})
		accept := func(m *crm.Message, called string) error {
			return update(func(tx *db.Tx) error {
				if _, err := message.ClaimMessage(tx, "w", m.ID); err != nil {
					return err
				}
				_, _, _, err := message.AcceptMessage(tx, m, called, time.Now())
				return err
			})
		}
		for n, want := range []bool{false, false, true} { // the first one twice, then the second
			if err == nil {
				if got := message.ProviderIDTaken(accept(list[n/2], "wamid")); got != want {
					t.Errorf("taken %v, want %v", got, want)
				}
			}
		}
		if err == nil {
			err = accept(list[1], "wamid#2")
		}
		if err != nil {
			t.Fatal(err)
		}
		err = base.View(ctx, func(tx *db.Tx) error {
			for i, called := range []string{"wamid", "wamid#2"} {
				m, err := message.Message(tx, "w", list[i].ID)
				if err != nil {
					return err
				}
				id, err := message.MessageIDByProvider(tx, number, called)
				if id != m.ID || err != nil || m.ProviderMessageID != called || m.Status != crm.StatusAccepted {
					t.Errorf("%s is %s (%v), want %s, which is %s and called %s", called, id, err, m.ID, m.Status, m.ProviderMessageID)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}
