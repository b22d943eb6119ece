package db_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

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

// A log that cannot begin anew, because another process reads for minutes, is tried more
// and more seldom: each try holds the writer for a moment.
func TestTheLogIsTriedMoreSeldom(t *testing.T) {
	const long, longer = 20_000, 40_000
	for _, c := range []struct {
		log      int
		ago      time.Duration
		failures int
		reads    bool
		want     bool
	}{
		{100, time.Hour, 0, false, false},
		{long, time.Hour, 0, false, true},
		{long, time.Hour, 0, true, false},
		{long, 5 * time.Millisecond, 1, false, false},
		{long, time.Second, 1, false, true},
		{long, time.Second, 8, false, false},
		{long, time.Second, 1000, false, false},
		{long, 3 * time.Second, 1000, false, true},
		{longer, time.Hour, 0, true, true},
		{longer, time.Second, 1, false, false},
	} {
		if got := db.WantsRestart(c.log, c.ago, c.failures, c.reads); got != c.want {
			t.Errorf("%d pages, failed %d times and last %s ago, somebody reads: %v: %v", c.log, c.failures, c.ago, c.reads, got)
		}
	}
}
