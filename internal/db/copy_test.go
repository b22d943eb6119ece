package db_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit/testdb"
)

// A copy has what was committed before it began, and all of a transaction or nothing,
// however much is written meanwhile.
func TestACopyIsOfOneMoment(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "crm.db")
	base := testdb.Open(t, path)
	for i := range 40 {
		insert(t, base, i*100, (i+1)*100)
	}
	var stop atomic.Bool
	wrote := make(chan int)
	go func() {
		n := 4000
		for ; !stop.Load(); n += 100 {
			insert(t, base, n, n+100)
		}
		wrote <- n
	}()
	for i := range 5 {
		to := filepath.Join(dir, "copy"+string(rune('a'+i))+".db")
		var last, all int64
		err := db.CopyFile(context.Background(), path, testdb.Key, to, func(d, a int64) {
			if d < last {
				t.Errorf("the copy began anew: %d bytes after %d", d, last)
			}
			last, all = d, a
		})
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(to); err != nil || info.Size() != all || last != all {
			t.Errorf("the file has %v bytes, %d of %d were told: %v", info, last, all, err)
		}
		if _, err := os.Stat(to + "-wal"); err == nil {
			t.Error("the copy has a log")
		}
		if n := workspaces(t, to); n < 4000 || n%100 != 0 {
			t.Errorf("copy %d has %d rows", i, n)
		}
	}
	stop.Store(true)
	if n := <-wrote; n == 4000 {
		t.Error("nothing was written meanwhile")
	}
}

// What is damaged, or sealed by another key, does not become a copy; a copy that is
// stopped ends at once.
func TestACopyNoticesDamage(t *testing.T) {
	path := filled(t)
	copyOf := func(ctx context.Context, key []byte) error {
		return db.CopyFile(ctx, path, key, filepath.Join(t.TempDir(), "copy.db"), func(int64, int64) {})
	}
	if err := copyOf(context.Background(), []byte(strings.Repeat("x", 32))); err == nil || !strings.Contains(err.Error(), "master key") {
		t.Errorf("another key: %v", err)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if err := copyOf(stopped, testdb.Key); err == nil {
		t.Error("it was not stopped")
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file[len(file)/4096/2*4096+100] ^= 1
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := copyOf(context.Background(), testdb.Key); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged page: %v", err)
	}
}
