package backup

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
)

var key = []byte(strings.Repeat("k", 32))

// folder is an empty database with two files and one that is being stored.
func folder(t *testing.T) Source {
	t.Helper()
	dir := t.TempDir()
	base, err := schema.Open(context.Background(), db.Options{URL: filepath.Join(dir, "crm.db"), Key: key})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = base.Close() })
	write(t, filepath.Join(dir, "media", "aa", "one-aa"), "the first file")
	write(t, filepath.Join(dir, "media", "bb", "two-bb"), "the second file")
	write(t, filepath.Join(dir, "media", "bb", "three-bb.part"), "half of")
	return Source{Database: filepath.Join(dir, "crm.db"), Key: key, Files: filepath.Join(dir, "media"), Version: "test"}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func made(t *testing.T, from Source, into string) Backup {
	t.Helper()
	b, err := Make(context.Background(), from, into, func(string, int64, int64) {})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Files that the backup before has are shared with it, new ones are copied, those that are
// gone are left out, and one that is being stored is, too.
func TestFilesAreSharedWithTheBackupBefore(t *testing.T) {
	from, into := folder(t), filepath.Join(t.TempDir(), "b")
	first := made(t, from, into)
	if first.Files != 2 || first.Linked != 0 || first.FileBytes != 29 || first.DatabaseBytes == 0 {
		t.Errorf("the first one is %+v", first)
	}
	err := filepath.WalkDir(into, func(path string, e os.DirEntry, err error) error {
		if info, _ := e.Info(); info.Mode().Perm()&0o077 != 0 && path != into {
			t.Errorf("%s is for others, too: %s", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	write(t, filepath.Join(from.Files, "cc", "four-cc"), "the third file")
	if err := os.Remove(filepath.Join(from.Files, "aa", "one-aa")); err != nil {
		t.Fatal(err)
	}
	second := made(t, from, into)
	if second.Files != 2 || second.Linked != 1 {
		t.Errorf("the second one is %+v", second)
	}
	if err := os.RemoveAll(first.Folder); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"bb/two-bb": "the second file", "cc/four-cc": "the third file", "aa/one-aa": "", "bb/three-bb.part": ""} {
		got, _ := os.ReadFile(filepath.Join(second.Folder, "media", name))
		if string(got) != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	list, err := List(into)
	if err != nil || len(list) != 1 || !list[0].MadeAt.Equal(second.MadeAt) || list[0].Version != "test" {
		t.Errorf("there are %+v: %v", list, err)
	}
}

// The newest are kept, what nobody completes goes after a while, and nothing else is touched.
func TestOldBackupsAreRemoved(t *testing.T) {
	from, into := folder(t), t.TempDir()
	var all []string
	for range 4 {
		all = append(all, made(t, from, into).Folder)
	}
	foreign := []string{filepath.Join(into, "holiday"), filepath.Join(into, "2020-01-01T000000Z"), filepath.Join(into, "notes.partial")}
	for _, f := range foreign {
		write(t, filepath.Join(f, "a.txt"), "mine")
	}
	cut := filepath.Join(into, "2021-01-01T000000Z.partial")
	write(t, filepath.Join(cut, "crm.db"), "half of it")
	removed, err := Prune(into, 2, time.Now())
	if err != nil || !slices.Equal(removed, all[:2]) {
		t.Errorf("removed %v: %v", removed, err)
	}
	removed, err = Prune(into, 2, time.Now().Add(2*time.Hour))
	if err != nil || !slices.Equal(removed, []string{cut}) {
		t.Errorf("removed later %v: %v", removed, err)
	}
	for _, f := range append(foreign, all[2:]...) {
		if _, err := os.Stat(f); err != nil {
			t.Error(err)
		}
	}
}

// What cannot become a backup is refused, and leaves nothing.
func TestWhatCannotBeBackedUpIsRefused(t *testing.T) {
	from := folder(t)
	for what, c := range map[string]struct {
		change func(*Source)
		into   string
		says   string
	}{
		"no database":     {func(s *Source) { s.Database += "x" }, t.TempDir(), "no database"},
		"among its files": {func(*Source) {}, filepath.Join(from.Files, "b"), "among the files"},
		"another key":     {func(s *Source) { s.Key = []byte(strings.Repeat("x", 32)) }, t.TempDir(), "master key"},
		"a file":          {func(*Source) {}, from.Database, "not a directory"},
	} {
		with := from
		c.change(&with)
		_, err := Make(context.Background(), with, c.into, func(string, int64, int64) {})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", what, err)
		}
		if left, _ := os.ReadDir(c.into); len(left) > 0 {
			t.Errorf("%s: leaves %v", what, left)
		}
	}
}
