package backup

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"service.example/crm/internal/durable"
)

// unfinished is the end of the name of a file that is being stored.
const unfinished = ".part"

// copyFiles copies the files of messages. None ever changes, so those that the backup before
// has are shared with it where the file system can do that.
func (b *Backup) copyFiles(ctx context.Context, from, work string, before []Backup, tell func(string, int64, int64)) error {
	to := filepath.Join(work, filesFolder)
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	var folders []string
	err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if errors.Is(err, fs.ErrNotExist) { // removed meanwhile, or there never was a file
			return nil
		}
		if err != nil {
			return err
		}
		part, err := filepath.Rel(from, path)
		if err != nil || part == "." {
			return err
		}
		target := filepath.Join(to, part)
		switch {
		case e.IsDir():
			folders = append(folders, target)
			return os.Mkdir(target, 0o700)
		case !e.Type().IsRegular(), strings.HasSuffix(part, unfinished):
			return nil
		}
		return b.copyOne(path, part, target, before, tell)
	})
	for _, folder := range append(folders, to) {
		if err == nil {
			err = durable.SyncFolder(folder)
		}
	}
	return err
}

func (b *Backup) copyOne(path, part, target string, before []Backup, tell func(string, int64, int64)) error {
	size, linked := int64(0), false
	if n := len(before); n > 0 {
		size, linked = link(path, filepath.Join(before[n-1].Folder, filesFolder, part), target)
	}
	if !linked {
		var err error
		size, err = copyFile(path, target)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
	} else {
		b.Linked++
	}
	b.Files, b.FileBytes = b.Files+1, b.FileBytes+size
	tell("files", b.FileBytes, 0)
	return nil
}

// link shares a file with the backup before, if that has all of it.
func link(path, had, target string) (size int64, linked bool) {
	now, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	then, err := os.Lstat(had)
	if err != nil || !then.Mode().IsRegular() || then.Size() != now.Size() {
		return 0, false
	}
	return now.Size(), os.Link(had, target) == nil
}

// copyFile copies a file durably and returns how many bytes it has.
func copyFile(from, to string) (n int64, err error) {
	in, err := os.Open(from)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(out, in)
	if err == nil {
		err = out.Sync()
	}
	return n, errors.Join(err, out.Close())
}
