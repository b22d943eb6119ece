package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/store"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// handles opens the same database as several nodes do; the embedded file has
// one process only.
func handles(t *testing.T, test func(t *testing.T, dbs []*store.DB)) {
	t.Run("sqlite", func(t *testing.T) {
		test(t, []*store.DB{testdb.Open(t, filepath.Join(t.TempDir(), "crm.db"))})
	})
	t.Run("postgres", func(t *testing.T) {
		url := testpg.New(t)
		test(t, []*store.DB{testdb.Open(t, url), testdb.Open(t, url)})
	})
}

func update(t *testing.T, base *store.DB, key string, fn func(tx *store.Tx) error) {
	t.Helper()
	if err := base.Update(context.Background(), key, fn); err != nil {
		t.Error(err)
	}
}

// However the sightings of some people arrive, by number, by user id or by
// both, in whatever order and at how many nodes: there is one contact each.
func TestPeopleConvergeToOneContactEach(t *testing.T) {
	const people, seen = 40, 6
	handles(t, func(t *testing.T, dbs []*store.DB) {
		update(t, dbs[0], "w", func(tx *store.Tx) error { tx.InsertWorkspace(crm.Workspace{ID: "w"}); return nil })
		now := time.Now()
		var all []crm.Person
		for i := range people {
			// A Brazilian number is shown in either form.
			forms := []string{fmt.Sprintf("+5511987%06d", i), fmt.Sprintf("+551187%06d", i)}
			for n := range seen {
				p := crm.Person{SeenAt: now}
				if n%3 != 1 {
					p.Phone = forms[rand.IntN(2)]
				}
				if n%3 != 0 {
					p.UserID = fmt.Sprintf("BR.%d", i)
				}
				all = append(all, p)
			}
		}
		rand.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
		work := make(chan crm.Person)
		var running sync.WaitGroup
		for g := range 16 {
			running.Go(func() {
				for p := range work {
					number := fmt.Sprintf("n%d", g%3)
					ctx := db.Beside(context.Background(), db.Group(g%2)) // 0: alone
					err := dbs[g%len(dbs)].Update(ctx, number, func(tx *store.Tx) error {
						_, err := tx.Thread("w", number, p)
						return err
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		for _, p := range all {
			work <- p
		}
		close(work)
		running.Wait()
		err := dbs[0].View(context.Background(), func(tx *store.Tx) error {
			ids := map[string]bool{}
			for i := range people {
				byUser, found, err := tx.ContactByUserID("w", fmt.Sprintf("BR.%d", i))
				if err != nil || !found {
					t.Errorf("person %d has no contact (%v)", i, err)
				}
				byPhone, _, err := tx.ContactByPhone("w", fmt.Sprintf("+5511987%06d", i))
				if err != nil || byPhone.ID != byUser.ID {
					t.Errorf("person %d is %s by user id and %s by number (%v)", i, byUser.ID, byPhone.ID, err)
				}
				ids[byUser.ID] = true
			}
			list, err := tx.Contacts("w", crm.ContactFilter{}, crm.Page{Limit: 200})
			if len(list.Items) != people || len(ids) != people {
				t.Errorf("%d people are %d contacts", people, len(list.Items))
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// A merge and its undoing: conversations are joined and parted, windows too,
// and both contacts are as they were.
func TestMergeIsUndone(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *store.DB) {
		wrote := time.Now().UTC().Truncate(time.Millisecond)
		var a, b, b2 crm.Conversation
		update(t, base, "k", func(tx *store.Tx) (err error) {
			tx.InsertWorkspace(crm.Workspace{ID: "w"})
			if a, err = tx.Thread("w", "n", crm.Person{Phone: "+14155550123"}); err != nil {
				return err
			}
			if b, err = tx.Thread("w", "n", crm.Person{UserID: "US.1", SeenAt: wrote}); err != nil {
				return err
			}
			if b2, err = tx.Thread("w", "m", crm.Person{UserID: "US.1", SeenAt: wrote}); err != nil {
				return err
			}
			tx.OpenWindow("w", b.ID, wrote)
			m := receivedMessage(tx, b, "wamid.1")
			_, _, err = tx.InsertReceived(m)
			return err
		})
		var joined crm.Conversation
		update(t, base, "k", func(tx *store.Tx) (err error) {
			joined, err = tx.Thread("w", "n", crm.Person{Phone: "+14155550123", UserID: "US.1", SeenAt: wrote})
			if err != nil {
				return err
			}
			_, _, err = tx.InsertReceived(receivedMessage(tx, joined, "wamid.2"))
			return err
		})
		if joined.ID != a.ID || joined.LastInboundAt == nil || !joined.LastInboundAt.Equal(wrote) {
			t.Errorf("the merged conversation is %+v", joined)
		}
		update(t, base, "k", func(tx *store.Tx) error {
			for _, id := range []string{a.ID, b.ID} {
				list, err := tx.Messages("w", store.MessageFilter{ConversationID: id}, crm.Page{Limit: 50})
				if err != nil || len(list.Items) != 2 {
					t.Errorf("conversation %s has %d messages (%v)", id, len(list.Items), err)
				}
			}
			old, err := tx.Contact("w", b.ContactID)
			if err != nil || old.ID != a.ContactID || old.UserID != "US.1" {
				t.Errorf("the old contact is answered by %+v (%v)", old, err)
			}
			other, err := tx.Conversation("w", b2.ID)
			if err != nil || other.ContactID != a.ContactID {
				t.Errorf("the other conversation is %+v (%v)", other, err)
			}
			return nil
		})
		update(t, base, "k", func(tx *store.Tx) error {
			merges, err := tx.ContactMerges("w", a.ContactID)
			if err != nil || len(merges) != 1 || merges[0].Cause != crm.MergeSeenTogether {
				t.Fatalf("merges: %+v (%v)", merges, err)
			}
			m, err := tx.LockContactMerge("w", merges[0].ID)
			if err != nil {
				return err
			}
			kept, restored, err := tx.UndoContactMerge(m)
			if kept.UserID != "" || kept.Phone == "" || restored.UserID != "US.1" || restored.Phone != "" {
				t.Errorf("kept %+v, restored %+v", kept, restored)
			}
			return err
		})
		update(t, base, "k", func(tx *store.Tx) error {
			back, err := tx.Conversation("w", b.ID)
			if err != nil || back.ContactID != b.ContactID || back.LastInboundAt == nil {
				t.Errorf("the restored conversation is %+v (%v)", back, err)
			}
			left, err := tx.Conversation("w", a.ID)
			if err != nil || left.LastInboundAt != nil {
				t.Errorf("the window of the other one is still open: %+v (%v)", left, err)
			}
			list, err := tx.Messages("w", store.MessageFilter{ConversationID: a.ID}, crm.Page{Limit: 50})
			if len(list.Items) != 1 || list.Items[0].ProviderMessageID != "wamid.2" {
				t.Errorf("what came after the merge did not stay: %v", list.Items)
			}
			merges, _ := tx.ContactMerges("w", a.ContactID)
			if _, _, again := tx.UndoContactMerge(must(tx.LockContactMerge("w", merges[0].ID))); crm.CodeOf(again) != crm.CodeMergeUndone {
				t.Errorf("a second undo: %v", again)
			}
			return err
		})
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func receivedMessage(tx *store.Tx, c crm.Conversation, wamid string) *crm.Message {
	return &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: "w", ConversationID: c.ID, ContactID: c.ContactID, PhoneNumberID: c.PhoneNumberID,
		Direction: crm.Inbound, Type: "text", Status: crm.StatusReceived, ProviderMessageID: wamid, CreatedAt: tx.Now()}
}

// What the provider says of a person moves the contact, with its history.
func TestRekeyMovesTheContact(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *store.DB) {
		const old, new = "+14155550123", "+14155550199"
		now := time.Now()
		update(t, base, "k", func(tx *store.Tx) error {
			tx.InsertWorkspace(crm.Workspace{ID: "w"})
			a, err := tx.Thread("w", "n", crm.Person{Phone: old, UserID: "US.1", SeenAt: now})
			if err != nil {
				return err
			}
			b, err := tx.Thread("w", "n", crm.Person{Phone: new, UserID: "US.2", SeenAt: now})
			if err != nil {
				return err
			}
			news := store.Rekey{Before: crm.Person{Phone: old}, After: crm.Person{Phone: new, SeenAt: now.Add(time.Second)}, Notice: crm.NoticeNumberChanged}
			if moved, err := tx.RekeyContact("w", news); err != nil || !moved.Changed() {
				t.Errorf("not moved (%v)", err)
			}
			c, found, err := tx.ContactByPhone("w", new)
			if err != nil || !found || c.ID != a.ContactID || c.UserID != "US.2" || c.Phone != new {
				t.Errorf("the new number is %+v (%v)", c, err)
			}
			if c, err := tx.Contact("w", b.ContactID); err != nil || c.ID != a.ContactID {
				t.Errorf("the other contact is %+v (%v)", c, err)
			}
			if _, found, _ := tx.ContactByPhone("w", old); found {
				t.Error("the old number still leads to somebody")
			}
			// The old number is given to somebody else; the same news, late, is no news.
			z, err := tx.Thread("w", "n", crm.Person{Phone: old, UserID: "US.9", SeenAt: now.Add(time.Minute)})
			if err != nil {
				return err
			}
			if moved, err := tx.RekeyContact("w", news); err != nil || moved.Known {
				t.Errorf("late news moved somebody (%v)", err)
			}
			news = store.Rekey{Before: crm.Person{UserID: "US.9"}, After: crm.Person{UserID: "US.10", SeenAt: now.Add(time.Hour)}, Notice: crm.NoticeUserIDChanged}
			if moved, err := tx.RekeyContact("w", news); err != nil || !moved.Changed() {
				t.Errorf("not moved (%v)", err)
			}
			if c, _, err := tx.ContactByUserID("w", "US.10"); err != nil || c.ID != z.ContactID || c.Phone != old {
				t.Errorf("the new user id is %+v (%v)", c, err)
			}
			w, err := tx.Workspace("w")
			if w.ContactEpoch == 0 {
				t.Error("nobody is told to look remembered conversations up anew")
			}
			return err
		})
	})
}
