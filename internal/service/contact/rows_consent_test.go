package contact_test

import (
	"context"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/testkit/testdb"
)

// The ledger decides by when a contact decided, and follows merges both ways.
func TestConsentFollowsTheLedger(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		ctx := context.Background()
		now := time.Now().UTC().Truncate(time.Second)
		var a, b crm.Contact
		update := func(fn func(tx *db.Tx) error) {
			t.Helper()
			if err := base.Update(ctx, "k", fn); err != nil {
				t.Fatal(err)
			}
		}
		update(func(tx *db.Tx) error {
			access.InsertWorkspace(tx, crm.Workspace{ID: "w", Name: "w", CreatedAt: now})
			for _, c := range []*crm.Contact{&a, &b} {
				*c = crm.Contact{ID: tx.NewID(crm.PrefixContact), WorkspaceID: "w", CreatedAt: now, UpdatedAt: now}
			}
			a.Phone, b.UserID = "+14155550123", "US.1"
			for _, c := range []crm.Contact{a, b} {
				if _, err := contact.InsertContact(tx, c); err != nil {
					return err
				}
			}
			return nil
		})
		say := func(c crm.Contact, purpose crm.ConsentPurpose, state crm.ConsentState, at time.Duration, fact string) {
			t.Helper()
			update(func(tx *db.Tx) error {
				_, _, err := contact.AddConsent(tx, crm.ConsentRecord{ID: tx.NewID(crm.PrefixConsent), WorkspaceID: "w", ContactID: c.ID, Purpose: purpose, State: state,
					Source: crm.ConsentByAPI, At: now.Add(at), RecordedAt: now}, fact)
				return err
			})
		}
		refuses := func(c crm.Contact, marketing, all bool) {
			t.Helper()
			err := base.View(ctx, func(tx *db.Tx) error {
				got, err := contact.Contact(tx, "w", c.ID)
				if (got.OptedOutAt != nil) != marketing || (got.RefusesAllAt != nil) != all {
					t.Errorf("%s refuses marketing %v, all %v", c.ID, got.OptedOutAt, got.RefusesAllAt)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		say(a, crm.PurposeMarketing, crm.ConsentOptedOut, -2*time.Hour, "1")
		refuses(a, true, false)
		say(a, crm.PurposeAll, crm.ConsentOptedOut, -3*time.Hour, "2")
		refuses(a, true, true)
		say(a, crm.PurposeMarketing, crm.ConsentOptedIn, -time.Hour, "3")
		refuses(a, false, true)
		say(a, crm.PurposeMarketing, crm.ConsentOptedOut, 0, "3") // the same fact again
		refuses(a, false, true)
		say(b, crm.PurposeAll, crm.ConsentOptedIn, -30*time.Minute, "1")
		var merge string
		update(func(tx *db.Tx) (err error) {
			if _, err = contact.MergeContacts(tx, a, b, crm.DoneBy{}); err == nil {
				merge, err = contact.LastMergeOf(tx, "w", b.ID)
			}
			return err
		})
		refuses(a, false, false)
		refuses(b, false, false)
		update(func(tx *db.Tx) error {
			m, err := contact.LockContactMerge(tx, "w", merge)
			if err == nil {
				_, _, err = contact.UndoContactMerge(tx, m)
			}
			return err
		})
		refuses(a, false, true)
		refuses(b, false, false)
	})
}
