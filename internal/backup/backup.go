// Package backup copies an embedded database with its files into a folder of its own, while
// a service runs on it. What it makes can be served as it is. It knows no table.
package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/durable"
)

// Source is what is copied.
type Source struct {
	Database string // the path of its file
	Key      []byte // that the file is sealed with
	Files    string // the directory of the files; "" where they are kept elsewhere
	Version  string // of this program, which the backup tells
}

// Backup is a backup that is complete, and what its note beside it says.
type Backup struct {
	Folder        string    `json:"-"`
	MadeAt        time.Time `json:"madeAt"` // the moment that it has the database of
	Version       string    `json:"version"`
	DatabaseBytes int64     `json:"databaseBytes"`
	Files         int       `json:"files"`
	FileBytes     int64     `json:"fileBytes"`
	Linked        int       `json:"-"` // files that it shares with the backup before
}

const (
	// note says in each backup that it is one. It is written last.
	note = "backup.json"
	// partial is the end of the name of a folder that is not complete.
	partial = ".partial"
	// named is how a backup is named, so that names sort by time.
	named = "2006-01-02T150405Z"
	// filesFolder is where the service looks for files beside its database.
	filesFolder = "media"
)

// Make makes a backup in a folder of its own below into, named after the moment, and
// returns when it is durable. What an error or a crash leaves has a name that ends in
// .partial. tell hears what is being copied, done of all bytes; all is 0 where it is not known.
func Make(ctx context.Context, from Source, into string, tell func(what string, done, all int64)) (b Backup, err error) {
	into, err = filepath.Abs(into)
	if err != nil {
		return b, err
	}
	if err := from.check(into); err != nil {
		return b, err
	}
	if err := os.MkdirAll(into, 0o700); err != nil {
		return b, fmt.Errorf("the folder of the backups cannot be made: %w", err)
	}
	before, err := List(into)
	if err != nil {
		return b, err
	}
	b = Backup{MadeAt: time.Now().UTC(), Version: from.Version}
	var work string
	if b.Folder, work, err = makeFolder(into, b.MadeAt); err != nil {
		return b, err
	}
	if err := b.fill(ctx, from, work, before, tell); err != nil {
		return b, errors.Join(err, os.RemoveAll(work))
	}
	return b, errors.Join(os.Rename(work, b.Folder), durable.SyncFolder(into))
}

// makeFolder makes the folder that a backup of a moment is made in, and returns its name of
// later. Where another backup has the name of that second, it gets the next one.
func makeFolder(into string, at time.Time) (folder, work string, err error) {
	for range 60 {
		folder = filepath.Join(into, at.Format(named))
		work = folder + partial
		if _, err := os.Lstat(folder); errors.Is(err, fs.ErrNotExist) {
			if err = os.Mkdir(work, 0o700); err == nil {
				return folder, work, nil
			} else if !errors.Is(err, fs.ErrExist) {
				return "", "", fmt.Errorf("a backup cannot be made in %s: %w", into, err)
			}
		}
		at = at.Add(time.Second)
	}
	return "", "", fmt.Errorf("%s has backups for each second of this minute", into)
}

// check finds out whether there is something to copy, and whether it would be copied into
// itself.
func (from Source) check(into string) error {
	file, err := db.Locate(from.Database, false)
	var info fs.FileInfo
	if err == nil {
		info, err = os.Stat(file)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0:
		return fmt.Errorf("there is no database at %s; name it by --database (CRM_DATABASE)", from.Database)
	case err != nil:
		return err
	case from.Files == "":
		return nil
	}
	files, err := filepath.Abs(from.Files)
	if err == nil && (into == files || strings.HasPrefix(into, files+string(filepath.Separator))) {
		err = fmt.Errorf("%s is among the files that are to be backed up; choose another folder", into)
	}
	return err
}

// fill copies everything into a folder. The database comes first: a file is stored before
// the database knows it, so every file that the copy knows is there, unless it was removed
// meanwhile.
func (b *Backup) fill(ctx context.Context, from Source, work string, before []Backup, tell func(string, int64, int64)) error {
	name := filepath.Base(from.Database)
	if err := copyOutcomes(from.Database+".outcomes", filepath.Join(work, name+".outcomes")); err != nil {
		return err
	}
	err := db.CopyFile(ctx, from.Database, from.Key, filepath.Join(work, name), func(done, all int64) {
		b.DatabaseBytes = all
		tell("database", done, all)
	})
	if err == nil && from.Files != "" {
		err = b.copyFiles(ctx, from.Files, work, before, tell)
	}
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(work, note), append(text, '\n'), 0o600); err != nil {
		return err
	}
	return errors.Join(durable.SyncFile(filepath.Join(work, note)), durable.SyncFolder(work))
}

// copyOutcomes copies what came of sends and is not in the database yet. What is in both is
// not recorded twice.
func copyOutcomes(from, to string) error {
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	_, err := copyFile(from, to)
	return err
}

// List returns the complete backups in a folder, the oldest first.
func List(in string) (list []Backup, err error) {
	entries, err := os.ReadDir(in) // by name, so by time
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if _, err := time.Parse(named, e.Name()); err != nil || !e.IsDir() {
			continue
		}
		b := Backup{Folder: filepath.Join(in, e.Name())}
		text, err := os.ReadFile(filepath.Join(b.Folder, note))
		if err == nil && json.Unmarshal(text, &b) == nil {
			list = append(list, b)
		}
	}
	return list, nil
}
