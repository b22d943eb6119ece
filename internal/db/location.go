package db

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// Locate returns the absolute path of the embedded database's file. Links above
// the file are followed; the file itself must not be one, because whoever may
// write to its folder could lead the database elsewhere by it.
//
// With create set, the folder is made where it is missing and must be writable:
// the log lies beside the file. Without it nothing is changed, and a missing
// folder is an error that wraps fs.ErrNotExist.
func Locate(path string, create bool) (string, error) {
	if path == "" || strings.HasSuffix(path, string(filepath.Separator)) {
		return "", fmt.Errorf("%q names no database file; write for example ./data/crm.db", path)
	}
	folder, name := filepath.Split(filepath.Clean(path))
	if folder == "" {
		folder = "."
	}
	if create {
		if err := makeFolder(folder); err != nil {
			return "", err
		}
	}
	real, err := filepath.Abs(folder) // first: the working directory may be reached by a link, too
	if err == nil {
		real, err = filepath.EvalSymlinks(real)
	}
	if err != nil {
		return "", fmt.Errorf("the folder of the database cannot be opened: %w", err)
	}
	file := filepath.Join(real, name)
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return file, nil
	case err != nil:
		return "", fmt.Errorf("%s cannot be opened: %w", path, err)
	case info.Mode()&fs.ModeSymlink != 0:
		return "", fmt.Errorf("%s is a symbolic link; name the file that it leads to (folders may be links, the database file may not)", path)
	case info.IsDir():
		return "", fmt.Errorf("%s is a folder; name a file in it, for example %s", path, filepath.Join(path, "crm.db"))
	}
	return file, nil
}

// makeFolder makes the folder of the database where it is missing, and finds
// out whether files can be made in it.
func makeFolder(folder string) error {
	const advice = "choose another place by --database (the demo's: --data), or let this user write there"
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("the folder %s of the database cannot be made: %w; %s", folder, reason(err), advice)
	}
	probe, err := os.CreateTemp(folder, ".writable-")
	if err != nil {
		return fmt.Errorf("the folder %s of the database cannot be written to: %w; %s", folder, reason(err), advice)
	}
	_ = probe.Close()
	return os.Remove(probe.Name())
}

// Writable returns why the folder of a database that is still to be made cannot
// be made or written to; nil when it can. It leaves nothing behind.
func Writable(path string) error {
	folder := filepath.Dir(filepath.Clean(path))
	for {
		info, err := os.Stat(folder)
		if errors.Is(err, fs.ErrNotExist) && folder != filepath.Dir(folder) {
			folder = filepath.Dir(folder)
			continue
		}
		if err == nil && !info.IsDir() {
			return fmt.Errorf("%s is a file; the database needs a folder there", folder)
		}
		return makeFolder(folder)
	}
}

// reason is an error of the file system without the path that it repeats.
func reason(err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// fileURL is the form of an absolute path that SQLite takes with parameters
// behind it: a question mark or a percent sign in the path stays in the path.
func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // of a drive
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
