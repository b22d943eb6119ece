// Package blob keeps files as objects in a local directory or an S3-compatible
// store. It encrypts each object under its own random key with AES-256-GCM in
// packages of 64 KiB (DARE 2.0). A reader can read a range without the rest, and
// detects an object that was changed, reordered or cut off.
package blob

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/minio/sio"
)

// ErrNotFound says that there is no object of the name.
var ErrNotFound = errors.New("blob: there is no such object")

// ErrDamaged says that the stored bytes are not those that were put.
var ErrDamaged = errors.New("blob: the stored object was changed or cut off")

// Store puts and opens objects. It is safe for concurrent use.
type Store struct{ backend backend }

// backend is where the encrypted bytes are.
type backend interface {
	// put stores all of r under the name, durably, or nothing.
	put(ctx context.Context, name string, r io.Reader) error
	// open returns the bytes from an offset to the end.
	open(ctx context.Context, name string, from int64) (io.ReadCloser, error)
	remove(ctx context.Context, name string) error
	// list names every object with the prefix, also those whose put was broken off.
	list(ctx context.Context, prefix string, each func(name string) error) error
}

// DARE 2.0 puts a header and a tag around each package.
const (
	packageSize = 64 << 10
	sealedSize  = packageSize + 32
	keySize     = 32
)

func settings(key []byte) sio.Config {
	return sio.Config{MinVersion: sio.Version20, CipherSuites: []byte{sio.AES_256_GCM}, Key: key}
}

// Put stores what r gives under a new name and returns the key that opens it.
// When it returns, the object is durable; when it fails, there is none. It
// holds a few packages in memory, whatever the size. r must not be empty.
func (s *Store) Put(ctx context.Context, name string, r io.Reader) (key []byte, err error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	key = make([]byte, keySize)
	_, _ = rand.Read(key)
	sealed, err := sio.EncryptReader(r, settings(key))
	if err != nil {
		return nil, err
	}
	return key, s.backend.put(ctx, name, sealed)
}

// Open returns the object from an offset, which must lie before its end, to
// its end. Reading gives ErrDamaged where it is not what was put.
func (s *Store) Open(ctx context.Context, name string, key []byte, from int64) (io.ReadCloser, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	first := from / packageSize
	raw, err := s.backend.open(ctx, name, first*sealedSize)
	if err != nil {
		return nil, err
	}
	config := settings(key)
	config.SequenceNumber = uint32(first)
	plain, err := sio.DecryptReader(raw, config)
	if err == nil {
		_, err = io.CopyN(io.Discard, plain, from%packageSize)
	}
	if err != nil {
		_ = raw.Close()
		return nil, damage(err)
	}
	return &opened{plain, raw}, nil
}

type opened struct {
	plain io.Reader
	io.Closer
}

func (o *opened) Read(p []byte) (int, error) {
	n, err := o.plain.Read(p)
	return n, damage(err)
}

func damage(err error) error {
	var sealing sio.Error
	if errors.As(err, &sealing) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// Delete removes an object. One that is not there is no error.
func (s *Store) Delete(ctx context.Context, name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	return s.backend.remove(ctx, name)
}

// List gives the name of every object that begins with the prefix, in no
// particular order, also of those whose put was broken off by a crash.
func (s *Store) List(ctx context.Context, prefix string, each func(name string) error) error {
	return s.backend.list(ctx, prefix, each)
}

// Check writes, reads and deletes an object, so that a store that does not
// work is known before it is needed.
func (s *Store) Check(ctx context.Context) error {
	name := "check_" + strings.ToLower(rand.Text())
	const text = "written by a check"
	key, err := s.Put(ctx, name, strings.NewReader(text))
	if err != nil {
		return fmt.Errorf("cannot be written: %w", err)
	}
	r, err := s.Open(ctx, name, key, 0)
	if err != nil {
		return fmt.Errorf("cannot be read: %w", err)
	}
	back, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err == nil && string(back) != text {
		err = ErrDamaged
	}
	if err != nil {
		return fmt.Errorf("cannot be read: %w", err)
	}
	if err := s.Delete(ctx, name); err != nil {
		return fmt.Errorf("cannot be deleted from: %w", err)
	}
	return nil
}

// checkName keeps a name from leaving the directory or the prefix.
func checkName(name string) error {
	bad := func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') }
	if len(name) < 4 || len(name) > 64 || strings.ContainsFunc(name, bad) {
		return fmt.Errorf("blob: %q is no name of an object", name)
	}
	return nil
}
