package core_test

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

var countKeysSQL = db.SQL(`SELECT count(*) FROM idempotency_keys`)

// However many keys are old, a sweep removes them all, and leaves those alone
// that are not.
func TestASweepRemovesAllThatIsOld(t *testing.T) {
	for engine, url := range map[string]string{"sqlite": filepath.Join(t.TempDir(), "crm.db"), "postgres": testpg.NewLike(t, testdb.Migrate)} {
		t.Run(engine, func(t *testing.T) {
			var ahead atomic.Int64
			clock := crm.NewSource(func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) })
			base, err := schema.Open(t.Context(), db.Options{URL: url, Key: testdb.Key, Source: clock})
			if err != nil {
				t.Fatal(err)
			}
			defer base.Close()
			save := func(first, end int) {
				t.Helper()
				err := base.Update(t.Context(), "w", func(tx *db.Tx) error {
					for n := first; n < end; n++ {
						if _, err := core.SaveIdempotentResult(tx, "w", fmt.Sprint(n), "hash", []byte("sealed")); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			save(0, 2*core.SweepPart+50)
			ahead.Store(int64(25 * time.Hour))
			save(10_000, 10_030)
			if err := core.NewCalls(base, nil).Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			left := 0
			err = base.View(t.Context(), func(tx *db.Tx) error { _, err := tx.One(countKeysSQL, []any{&left}); return err })
			if err != nil || left != 30 {
				t.Errorf("%d keys are left, %v", left, err)
			}
		})
	}
}
