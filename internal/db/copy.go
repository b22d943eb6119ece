package db

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"

	"service.example/crm/internal/durable"
	"service.example/crm/internal/sealed"
)

// copyStep is how many pages are copied between two looks at the context. What was written
// is made durable every syncSteps: all of it at once would hold up the commits of the
// service, which are on the same disk.
const (
	copyStep  = 250
	syncSteps = 16
)

// CopyFile copies the embedded database at path, as it is at one moment, into a new file,
// while others read and write it. Every page is opened and sealed anew on its way, so a
// damaged one is an error. The copy is durable when CopyFile returns; after an error there
// may be a part of it. progress is told how many of all bytes are done. Until the end, the
// log of the original cannot begin anew, so it grows by what is written meanwhile.
func CopyFile(ctx context.Context, path string, key []byte, to string, progress func(done, all int64)) error {
	from, err := Locate(path, false)
	if err != nil {
		return err
	}
	// Made here, so that others on the machine cannot even copy it.
	made, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_ = made.Close()
	fileSystem, release := sealed.Register(key)
	defer release()
	src, err := sqlite3.OpenFlags(fileURL(from)+"?vfs="+fileSystem, sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI|sqlite3.OPEN_NOFOLLOW)
	if err != nil {
		return explainSQLite(path, err)
	}
	defer src.Close()
	// The read that is under way keeps the moment: without it, every commit of others would
	// begin the copy anew.
	err = errors.Join(src.BusyTimeout(openTries*openPause), src.Exec("PRAGMA wal_autocheckpoint=0; BEGIN; SELECT count(*) FROM sqlite_schema"))
	if err == nil {
		err = patiently(func() error { return copyPages(ctx, src, to, fileSystem, progress) })
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, sqlite3.CORRUPT), errors.Is(err, sqlite3.NOTADB):
		return explainSQLite(path, err)
	case err != nil:
		return fmt.Errorf("copy %s to %s: %w", path, to, err)
	}
	return errors.Join(durable.SyncFile(to), durable.SyncFolder(filepath.Dir(to)))
}

// patiently runs do so that others on the machine hardly wait for it.
func patiently(do func() error) error {
	done := make(chan error)
	go func() {
		bePatient()
		done <- do()
	}()
	return <-done
}

func copyPages(ctx context.Context, src *sqlite3.Conn, to, fileSystem string, progress func(done, all int64)) (err error) {
	b, err := src.BackupInit("main", fileURL(to)+"?vfs="+fileSystem)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	for steps, done := 1, false; !done; steps++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if done, err = b.Step(copyStep); err != nil {
			return err
		}
		if steps%syncSteps == 0 {
			if err := durable.SyncFile(to); err != nil {
				return err
			}
		}
		progress(int64(b.PageCount()-b.Remaining())*sealed.PageSize, int64(b.PageCount())*sealed.PageSize)
	}
	return nil
}
