package spill_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"service.example/crm/internal/spill"
)

func open(t *testing.T, path string, slots int) (*spill.File, map[int]string) {
	t.Helper()
	found := map[int]string{}
	f, err := spill.Open(path, slots, func(slot int, record []byte) { found[slot] = string(record) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f, found
}

func TestRecordsAreFoundAgainUntilTheyAreFreed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "spill")
	f, found := open(t, path, 4)
	if len(found) != 0 {
		t.Errorf("a new file has %v", found)
	}
	info, _ := os.Stat(path)
	for i := range 4 {
		if slot, err := f.Put(fmt.Appendf(nil, "record %d", i)); err != nil || slot != i {
			t.Fatalf("record %d is in slot %d: %v", i, slot, err)
		}
	}
	if _, err := f.Put([]byte("more")); !errors.Is(err, spill.ErrFull) {
		t.Errorf("a fifth record: %v", err)
	}
	if _, err := f.Put(bytes.Repeat([]byte("x"), spill.MaxRecord+1)); err == nil {
		t.Error("a record that is too long was taken")
	}
	if err := f.Free(2); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.Stat(path); after.Size() != info.Size() {
		t.Errorf("the file grew from %d to %d bytes: a full disk has no room for that", info.Size(), after.Size())
	}
	_ = f.Close()
	f, found = open(t, path, 2) // fewer slots than there were
	if len(found) != 3 || found[0] != "record 0" || found[1] != "record 1" || found[3] != "record 3" {
		t.Errorf("found %v", found)
	}
	if slot, err := f.Put([]byte("more")); err != nil || slot != 2 {
		t.Errorf("the freed slot is not used: %d %v", slot, err)
	}
}
