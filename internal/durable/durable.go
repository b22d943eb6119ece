// Package durable makes what was written survive a crash of the machine.
package durable

import (
	"errors"
	"os"
	"runtime"
)

// SyncFile makes what anybody has written to a file durable.
func SyncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// SyncFolder makes the names in a folder durable. Windows refuses to sync a folder: there
// the file system keeps names in a journal of its own.
func SyncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
