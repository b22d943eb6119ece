package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// What is there can be made durable; what is not there is told.
func TestWhatIsNotThereIsTold(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := SyncFile(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file: %v", err)
	}
	if err := SyncFolder(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder: %v", err)
	}
	if err := os.WriteFile(path, []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(SyncFile(path), SyncFolder(dir)); err != nil {
		t.Error(err)
	}
}
