package backup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// abandoned is for how long nothing was written to a backup that nobody makes any more.
const abandoned = time.Hour

// Prune removes all backups in a folder but the newest ones, and what backups left that were
// not completed. It returns the folders that it removed, and touches nothing else there.
func Prune(in string, keep int, now time.Time) (removed []string, err error) {
	list, err := List(in)
	if err != nil {
		return nil, err
	}
	for _, b := range list[:max(0, len(list)-max(1, keep))] {
		// It is no backup any more before the first part of it goes.
		gone := b.Folder + partial
		if err := os.Rename(b.Folder, gone); err != nil {
			return removed, err
		}
		if err := os.RemoveAll(gone); err != nil {
			return removed, err
		}
		removed = append(removed, b.Folder)
	}
	entries, err := os.ReadDir(in)
	for _, e := range entries {
		name, incomplete := strings.CutSuffix(e.Name(), partial)
		if _, err := time.Parse(named, name); err != nil || !incomplete || !e.IsDir() {
			continue
		}
		folder := filepath.Join(in, e.Name())
		at, err := lastWritten(folder)
		if err != nil || now.Sub(at) < abandoned {
			continue // somebody makes it
		}
		if err := os.RemoveAll(folder); err != nil {
			return removed, err
		}
		removed = append(removed, folder)
	}
	return removed, err
}

// lastWritten is when something in a folder was written last.
func lastWritten(folder string) (at time.Time, err error) {
	err = filepath.WalkDir(folder, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && info.ModTime().After(at) {
			at = info.ModTime()
		}
		return err
	})
	return at, err
}
