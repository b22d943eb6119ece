package contact_test

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
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// handles opens the same database as several nodes do; the embedded file has
// one process only.
func handles(t *testing.T, test func(t *testing.T, dbs []*db.DB)) {
	t.Run("sqlite", func(t *testing.T) {
		test(t, []*db.DB{testdb.Open(t, filepath.Join(t.TempDir(), "crm.db"))})
	})
	t.Run("postgres", func(t *testing.T) {
		url := testpg.New(t)
		test(t, []*db.DB{testdb.Open(t, url), testdb.Open(t, url)})
	})
}

func update(t *testing.T, base *db.DB, key string, fn func(tx *db.Tx) error) {
	t.Helper()
	if err := base.Update(context.Background(), key, fn); err != nil {
		t.Error(err)
	}
}

// However the sightings of some people arrive, by number, by user id or by
// both, in whatever order and at how many nodes: there is one contact each.
func TestPeopleConvergeToOneContactEach(t *testing.T) {
	const people, seen = 40, 6
	handles(t, func(t *testing.T, dbs []*db.DB) {
		update(t, dbs[0], "w", func(tx *db.Tx) error { access.InsertWorkspace(tx, crm.Workspace{ID: "w"}); return nil })
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
					err := dbs[g%len(dbs)].Update(ctx, number, func(tx *db.Tx) error {
						_, err := contact.EnsureConversation(tx, "w", number, p)
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
		err := dbs[0].View(context.Background(), func(tx *db.Tx) error {
			ids := map[string]bool{}
			for i := range people {
				byUser, found, err := contact.ContactByUserID(tx, "w", fmt.Sprintf("BR.%d", i))
				if err != nil || !found {
					t.Errorf("person %d has no contact (%v)", i, err)
				}
				byPhone, _, err := contact.ContactByPhone(tx, "w", fmt.Sprintf("+5511987%06d", i))
				if err != nil || byPhone.ID != byUser.ID {
					t.Errorf("person %d is %s by user id and %s by number (%v)", i, byUser.ID, byPhone.ID, err)
				}
				ids[byUser.ID] = true
			}
			list, err := contact.ListContacts(tx, "w", crm.WholeReach(), crm.ContactFilter{}, crm.Page{Limit: 200})
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
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		wrote := time.Now().UTC().Truncate(time.Millisecond)
		var a, b, b2 crm.Conversation
		update(t, base, "k", func(tx *db.Tx) (err error) {
			access.InsertWorkspace(tx, crm.Workspace{ID: "w"})
			if a, err = contact.EnsureConversation(tx, "w", "n", crm.Person{Phone: "+14155550123"}); err != nil {
				return err
			}
			if b, err = contact.EnsureConversation(tx, "w", "n", crm.Person{UserID: "US.1", SeenAt: wrote}); err != nil {
				return err
			}
			if b2, err = contact.EnsureConversation(tx, "w", "m", crm.Person{UserID: "US.1", SeenAt: wrote}); err != nil {
				return err
			}
			contact.OpenWindow(tx, "w", b.ID, wrote)
			m := receivedMessage(tx, b, "wamid.1")
			_, _, err = message.InsertReceived(tx, m)
			return err
		})
		var joined crm.Conversation
		update(t, base, "k", func(tx *db.Tx) (err error) {
			joined, err = contact.EnsureConversation(tx, "w", "n", crm.Person{Phone: "+14155550123", UserID: "US.1", SeenAt: wrote})
			if err != nil {
				return err
			}
			_, _, err = message.InsertReceived(tx, receivedMessage(tx, joined, "wamid.2"))
			return err
		})
		if joined.ID != a.ID || joined.LastInboundAt == nil || !joined.LastInboundAt.Equal(wrote) {
			t.Errorf("the merged conversation is %+v", joined)
		}
		update(t, base, "k", func(tx *db.Tx) error {
			for _, id := range []string{a.ID, b.ID} {
				list, err := message.ListMessages(tx, "w", crm.WholeReach(), message.MessageFilter{ConversationID: id}, crm.Page{Limit: 50})
				if err != nil || len(list.Items) != 2 {
					t.Errorf("conversation %s has %d messages (%v)", id, len(list.Items), err)
				}
			}
			old, err := contact.Contact(tx, "w", b.ContactID)
			if err != nil || old.ID != a.ContactID || old.UserID != "US.1" {
				t.Errorf("the old contact is answered by %+v (%v)", old, err)
			}
			other, err := contact.Conversation(tx, "w", b2.ID)
			if err != nil || other.ContactID != a.ContactID {
				t.Errorf("the other conversation is %+v (%v)", other, err)
			}
			return nil
		})
		update(t, base, "k", func(tx *db.Tx) error {
			merges, err := contact.ContactMerges(tx, "w", a.ContactID)
			if err != nil || len(merges) != 1 || merges[0].Cause != crm.MergeSeenTogether {
				t.Fatalf("merges: %+v (%v)", merges, err)
			}
			m, err := contact.LockContactMerge(tx, "w", merges[0].ID)
			if err != nil {
				return err
			}
			kept, restored, err := contact.UndoContactMerge(tx, m)
			if kept.UserID != "" || kept.Phone == "" || restored.UserID != "US.1" || restored.Phone != "" {
				t.Errorf("kept %+v, restored %+v", kept, restored)
			}
			return err
		})
		update(t, base, "k", func(tx *db.Tx) error {
			back, err := contact.Conversation(tx, "w", b.ID)
			if err != nil || back.ContactID != b.ContactID || back.LastInboundAt == nil {
				t.Errorf("the restored conversation is %+v (%v)", back, err)
			}
			left, err := contact.Conversation(tx, "w", a.ID)
			if err != nil || left.LastInboundAt != nil {
				t.Errorf("the window of the other one is still open: %+v (%v)", left, err)
			}
			list, err := message.ListMessages(tx, "w", crm.WholeReach(), message.MessageFilter{ConversationID: a.ID}, crm.Page{Limit: 50})
			if len(list.Items) != 1 || list.Items[0].ProviderMessageID != "wamid.2" {
				t.Errorf("what came after the merge did not stay: %v", list.Items)
			}
			merges, _ := contact.ContactMerges(tx, "w", a.ContactID)
			if _, _, again := contact.UndoContactMerge(tx, must(contact.LockContactMerge(tx, "w", merges[0].ID))); crm.CodeOf(again) != crm.CodeMergeUndone {
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

func receivedMessage(tx *db.Tx, c crm.Conversation, wamid string) *crm.Message {
	return &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: "w", ConversationID: c.ID, ContactID: c.ContactID, PhoneNumberID: c.PhoneNumberID,
		Direction: crm.Inbound, Type: "text", Status: crm.StatusReceived, ProviderMessageID: wamid, CreatedAt: tx.Now()}
}

// What the provider says of a person moves the contact, with its history.
func TestRekeyMovesTheContact(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		const old, new = "+14155550123", "+14155550199"
		now := time.Now()
		update(t, base, "k", func(tx *db.Tx) error {
			access.InsertWorkspace(tx, crm.Workspace{ID: "w"})
			a, err := contact.EnsureConversation(tx, "w", "n", crm.Person{Phone: old, UserID: "US.1", SeenAt: now})
			if err != nil {
				return err
			}
			b, err := contact.EnsureConversation(tx, "w", "n", crm.Person{Phone: new, UserID: "US.2", SeenAt: now})
			if err != nil {
				return err
			}
			news := contact.Rekey{Before: crm.Person{Phone: old}, After: crm.Person{Phone: new, SeenAt: now.Add(time.Second)}, Notice: crm.NoticeNumberChanged}
			if moved, err := contact.RekeyContact(tx, "w", news); err != nil || !moved.Changed() {
				t.Errorf("not moved (%v)", err)
			}
			c, found, err := contact.ContactByPhone(tx, "w", new)
			if err != nil || !found || c.ID != a.ContactID || c.UserID != "US.2" || c.Phone != new {
				t.Errorf("the new number is %+v (%v)", c, err)
			}
			if c, err := contact.Contact(tx, "w", b.ContactID); err != nil || c.ID != a.ContactID {
				t.Errorf("the other contact is %+v (%v)", c, err)
			}
			if _, found, _ := contact.ContactByPhone(tx, "w", old); found {
				t.Error("the old number still leads to somebody")
			}
			// The old number is given to somebody else; the same news, late, is no news.
			z, err := contact.EnsureConversation(tx, "w", "n", crm.Person{Phone: old, UserID: "US.9", SeenAt: now.Add(time.Minute)})
			if err != nil {
				return err
			}
			if moved, err := contact.RekeyContact(tx, "w", news); err != nil || moved.Known {
				t.Errorf("late news moved somebody (%v)", err)
			}
			news = contact.Rekey{Before: crm.Person{UserID: "US.9"}, After: crm.Person{UserID: "US.10", SeenAt: now.Add(time.Hour)}, Notice: crm.NoticeUserIDChanged}
			if moved, err := contact.RekeyContact(tx, "w", news); err != nil || !moved.Changed() {
				t.Errorf("not moved (%v)", err)
			}
			if c, _, err := contact.ContactByUserID(tx, "w", "US.10"); err != nil || c.ID != z.ContactID || c.Phone != old {
				t.Errorf("the new user id is %+v (%v)", c, err)
			}
			w, err := access.Workspace(tx, "w")
			if w.ContactEpoch == 0 {
				t.Error("nobody is told to look remembered conversations up anew")
			}
			return err
		})
	})
}
