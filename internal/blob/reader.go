package blob

import (
	"context"
	"errors"
	"io"
)

// Reader reads an object of a known size from anywhere, as http.ServeContent
// wants it. It opens the object at the first Read after a Seek. Close it.
type Reader struct {
	ctx   context.Context //nolint:containedctx // io.ReadSeeker has no room for one
	store *Store
	name  string
	key   []byte
	size  int64

	at   int64
	open io.ReadCloser
	err  error
}

// Reader returns a reader of an object whose size is known.
func (s *Store) Reader(ctx context.Context, name string, key []byte, size int64) *Reader {
	return &Reader{ctx: ctx, store: s, name: name, key: key, size: size}
}

// Err is why reading failed, nil while it did not.
func (r *Reader) Err() error { return r.err }

func (r *Reader) Read(p []byte) (n int, err error) {
	n, err = r.read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

func (r *Reader) read(p []byte) (n int, err error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	if r.open == nil {
		if r.open, err = r.store.Open(r.ctx, r.name, r.key, r.at); err != nil {
			return 0, err
		}
	}
	n, err = r.open.Read(p)
	r.at += int64(n)
	if errors.Is(err, io.EOF) && r.at < r.size {
		err = ErrDamaged
	}
	return n, err
}

// Seek moves the reader; nothing is read yet.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return 0, errors.New("blob: a position before the beginning")
	}
	if offset != r.at {
		_ = r.Close() // only read from
	}
	r.at = offset
	return offset, nil
}

// Close ends the reader.
func (r *Reader) Close() error {
	if r.open == nil {
		return nil
	}
	open := r.open
	r.open = nil
	return open.Close()
}
