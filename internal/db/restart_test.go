package db_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/testkit/testdb"
)

var readNamesSQL = db.SQL(`SELECT sum(length(name)) FROM (SELECT name FROM workspaces LIMIT 50) w`)

// The log of the embedded engine starts anew although somebody reads all the time: else
// it grows for as long as the load lasts, and every page that is looked up takes longer.
func TestTheLogStartsAnewWhileOthersRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crm.db")
	base := testdb.Open(t, path)
	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	defer readers.Wait()
	defer stop()
	for range 3 {
		readers.Go(func() {
			for ctx.Err() == nil {
				err := base.View(ctx, func(tx *db.Tx) error {
					var n int64
					_, err := tx.One(readNamesSQL, []any{&n})
					return err
				})
				if err != nil && ctx.Err() == nil {
					t.Error(err)
					return
				}
			}
		})
	}
	// Each update has some 800 pages. A log that starts anew is not longer afterwards.
	const rows, name, enough, most = 100, 30_000, 20, 400
	size, same := int64(0), 0
	for n := 0; same < enough; n++ {
		if n == most {
			t.Fatalf("the log has %d MB and goes on growing", size>>20)
		}
		err := base.Update(ctx, "k", func(tx *db.Tx) error {
			for i := range rows {
				access.InsertWorkspace(tx, crm.Workspace{ID: fmt.Sprintf("w%06d", n*rows+i), Name: strings.Repeat("n", name), CreatedAt: tx.Now()})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		log, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		if same++; log.Size() != size {
			size, same = log.Size(), 0
		}
	}
}
