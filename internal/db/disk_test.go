package db_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/testkit/testdb"
)

// smallDisk mounts a file system of a size for the test.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size="+size); err != nil {
		if os.Getenv("CI") != "" || os.Geteuid() == 0 {
			t.Fatal(err)
		}
		t.Skipf("a file system of its own cannot be mounted: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// A disk that was full and has room again takes writes again, by itself: large
// transactions too, of which a part was written when it filled up.
func TestWritesGoOnWhenTheDiskHasRoomAgain(t *testing.T) {
	dir := smallDisk(t, "64m")
	base := testdb.Open(t, filepath.Join(dir, "crm.db"))
	var stored []string
	next := 0
	store := func(rows int) error {
		from := next
		next += rows
		err := base.Update(context.Background(), "k", func(tx *db.Tx) error {
			for i := from; i < from+rows; i++ {
				access.InsertWorkspace(tx, crm.Workspace{ID: fmt.Sprintf("w%06d", i*7919%1000003), Name: strings.Repeat("n", 3000), CreatedAt: tx.Now()})
			}
			return nil
		})
		if err == nil {
			stored = append(stored, fmt.Sprintf("w%06d", from*7919%1000003))
		}
		return err
	}
	for range 3 {
		for range 3 {
			if err := store(300); err != nil {
				t.Fatal(err)
			}
		}
		free := fillUp(t, filepath.Join(dir, "filler"))
		for failures := 0; failures < 6; {
			err := store(300)
			if err == nil {
				continue
			}
			failures++
			if e := crm.AsError(err); e.Kind != crm.KindUnavailable || e.RetryAfter <= 0 || !strings.Contains(e.Message, "disk is full") {
				t.Fatalf("the error of a full disk does not tell of it: %v", err)
			}
			if base.Trouble() == nil {
				t.Fatal("writes fail, and the database says that nothing is wrong")
			}
		}
		free()
		if err := store(300); err != nil {
			t.Fatalf("writing does not go on when there is room again: %v", err)
		}
		freed := time.Now()
		for tick := time.NewTicker(100 * time.Millisecond); base.Trouble() != nil; <-tick.C { // the disk is small
			if err := store(1); err != nil || time.Since(freed) > 10*time.Second {
				t.Fatalf("writing goes on (%v), and the database says that it does not: %v", err, base.Trouble())
			}
		}
	}
	err := base.View(context.Background(), func(tx *db.Tx) error {
		for _, id := range stored {
			if _, err := access.Workspace(tx, id); err != nil {
				t.Errorf("%s was acknowledged and is lost: %v", id, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// fillUp takes all room of a file system until it is freed.
func fillUp(t *testing.T, path string) (free func()) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 4<<10)
	for {
		if _, err := f.Write(block); err != nil {
			break
		}
	}
	return func() {
		_ = f.Close()
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}
