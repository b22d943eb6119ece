package db_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit/testdb"
)

// Functions that run together end as if one after another, also in functions
// that run together, and in updates that run side by side.
func TestTogetherIsAsIfOneAfterAnother(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		const count = 40
		for i := range 2 * count {
			acceptMessage(t, base, fmt.Sprintf("msg_%03d", i))
		}
		var all sync.WaitGroup
		for i := range count {
			all.Go(func() {
				var claimed, read, inner *crm.Message
				var told []string
				err := base.Update(db.Beside(context.Background(), 1), "n", func(tx *db.Tx) error {
					told = nil
					err := tx.Together(
						func(tx *db.Tx) (err error) {
							tx.After(func() { told = append(told, "claimed") })
							claimed, err = message.ClaimMessage(tx, "w", fmt.Sprintf("msg_%03d", i))
							return err
						},
						func(tx *db.Tx) error {
							return tx.Together(
								func(tx *db.Tx) (err error) {
									inner, err = message.Message(tx, "w", fmt.Sprintf("msg_%03d", count+i))
									return err
								},
								func(tx *db.Tx) (err error) {
									read, err = message.Message(tx, "w", fmt.Sprintf("msg_%03d", i))
									return err
								})
						})
					if err != nil {
						return err
					}
					again, err := message.ClaimMessage(tx, "w", claimed.ID)
					if again != nil {
						t.Errorf("%s was claimed twice", claimed.ID)
					}
					return err
				})
				if err != nil || claimed == nil || inner == nil || inner.Status != crm.StatusQueued || !slices.Equal(told, []string{"claimed"}) {
					t.Errorf("update %d: %v, claimed %v, read %v, told %v", i, err, claimed, inner, told)
				}
				if read == nil || read.Status != crm.StatusSending { // what writes goes first
					t.Errorf("update %d read %+v", i, read)
				}
			})
		}
		all.Wait()
	})
}

// What one of them fails with is the end of the update, and nothing of it stays.
func TestTogetherOneFails(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		m := acceptMessage(t, base, "msg_1")
		refused, told := errors.New("refused"), 0
		for _, panics := range []bool{false, true} {
			err := base.Update(context.Background(), "n", func(tx *db.Tx) error {
				return tx.Together(
					func(tx *db.Tx) (err error) {
						tx.After(func() { told++ })
						_, err = message.ClaimMessage(tx, "w", m.ID)
						return err
					},
					func(tx *db.Tx) error {
						if _, err := message.Message(tx, "w", m.ID); err != nil {
							return err
						}
						if panics {
							panic("a fault of ours")
						}
						return refused
					})
			})
			if err == nil || !panics && !errors.Is(err, refused) {
				t.Errorf("panics %v: %v", panics, err)
			}
		}
		err := base.View(context.Background(), func(tx *db.Tx) error {
			got, err := message.Message(tx, "w", m.ID)
			if err == nil && (got.Status != crm.StatusQueued || told != 0) {
				t.Errorf("%s is %s, told %d times", m.ID, got.Status, told)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// A view neither writes nor locks.
func TestAViewOnlyReads(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		m := acceptMessage(t, base, "msg_1")
		ctx := context.Background()
		err := base.View(ctx, func(tx *db.Tx) error { _, err := message.ClaimMessage(tx, "w", m.ID); return err })
		if err == nil {
			t.Error("a view claimed a message")
		}
		if base.Engine() == "postgres" {
			if base.View(ctx, func(tx *db.Tx) error { _, err := message.LockMessage(tx, "w", m.ID); return err }) == nil {
				t.Error("a view locked a message")
			}
		}
		err = base.View(ctx, func(tx *db.Tx) error {
			got, err := message.Message(tx, "w", m.ID)
			if err == nil && got.Status != crm.StatusQueued {
				t.Errorf("the message is %s", got.Status)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}
