package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"service.example/crm/internal/durable"
)

// directory keeps an object as a file in a folder that is named after the last
// two characters of its name, so that no folder grows too large.
type directory struct{ path string }

// partial is the end of the name of a file that is not complete.
const partial = ".part"

// Directory returns a store on a local directory, which is made where it does
// not exist.
func Directory(path string) (*Store, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("the directory of the media cannot be made: %w", err)
	}
	return &Store{&directory{path}}, nil
}

func (d *directory) file(name string) string {
	return filepath.Join(d.path, name[len(name)-2:], name)
}

func (d *directory) put(ctx context.Context, name string, r io.Reader) error {
	final := d.file(name)
	folder := filepath.Dir(final)
	if err := os.Mkdir(folder, 0o700); err == nil {
		if err := durable.SyncFolder(d.path); err != nil {
			return err
		}
	} else if !errors.Is(err, fs.ErrExist) {
		return err
	}
	f, err := os.OpenFile(final+partial, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(final+partial, final)
	}
	if err != nil {
		_ = os.Remove(final + partial) // what stays is removed as an orphan
		return err
	}
	return durable.SyncFolder(folder)
}

func (d *directory) open(_ context.Context, name string, from int64) (io.ReadCloser, error) {
	f, err := os.Open(d.file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	if _, err := f.Seek(from, io.SeekStart); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

func (d *directory) remove(_ context.Context, name string) error {
	for _, file := range []string{d.file(name), d.file(name) + partial} {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (d *directory) list(ctx context.Context, prefix string, each func(string) error) error {
	return filepath.WalkDir(d.path, func(_ string, e fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		name := ""
		if err == nil {
			name = strings.TrimSuffix(e.Name(), partial)
		}
		if err != nil || e.IsDir() || checkName(name) != nil || !strings.HasPrefix(name, prefix) {
			return err
		}
		return each(name)
	})
}
