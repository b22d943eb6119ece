package message_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

// A filter that almost nothing passes is followed over short pages, each of which
// looks at a bounded part, to the oldest message.
func TestAFilterLooksAtABoundedPartOfTheMessages(t *testing.T) {
	const messages, step = 12_000, 500
	test := func(t *testing.T, base *db.DB) {
		var failed []string
		for from := 0; from < messages; from += step {
			err := base.Update(context.Background(), "fill", func(tx *db.Tx) error {
				for n := from; n < from+step; n++ {
					m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: "w", ConversationID: []string{"even", "odd"}[n%2], PhoneNumberID: "num", Direction: crm.Outbound,
						Type: "text", Status: crm.StatusRead, CreatedAt: tx.Now(), Times: map[crm.Status]time.Time{}}
					if n == 0 || n == messages/2 {
						m.Status = crm.StatusFailed
						failed = append(failed, m.ID)
					}
					message.InsertMessage(tx, m)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		slices.Reverse(failed)
		follow := func(f message.MessageFilter, pages int) {
			t.Helper()
			var found []string
			after, n := "", 0
			for ; n == 0 || after != ""; n++ {
				err := base.View(context.Background(), func(tx *db.Tx) error {
					page, err := message.ListMessages(tx, "w", crm.WholeReach(), f, crm.Page{After: after, Limit: 20})
					for _, m := range page.Items {
						found = append(found, m.ID)
					}
					after = page.Next
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Equal(found, failed) || n != pages {
				t.Errorf("%+v: found %v on %d pages, want %v on %d", f, found, n, failed, pages)
			}
		}
		follow(message.MessageFilter{Status: "failed"}, 3)
		follow(message.MessageFilter{Status: "failed", ConversationID: "even"}, 2)
	}
	t.Run("sqlite", func(t *testing.T) { test(t, testdb.Open(t, filepath.Join(t.TempDir(), "crm.db"))) })
	t.Run("postgres", func(t *testing.T) { test(t, testdb.Open(t, testpg.NewLike(t, testdb.Migrate))) })
}
