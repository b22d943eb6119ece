// Package spill keeps a few small records on disk while the database cannot. Its
// file has its full size from the start, so it can be written on a full disk.
package spill

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"service.example/crm/internal/durable"
)

// A slot holds one record: its length in two bytes, and the record.
const slotSize = 1 << 10

// MaxRecord is how long a record may be.
const MaxRecord = slotSize - 2

// ErrFull says that every slot is taken.
var ErrFull = errors.New("spill: every slot is taken")

// File is a number of slots on disk. It is safe for concurrent use.
type File struct {
	f *os.File

	mu    sync.Mutex
	taken []bool
}

// Open opens the file of so many slots, or makes it with its full size. each
// gets every record that is there; their slots stay taken until they are freed.
func Open(path string, slots int, each func(slot int, record []byte)) (*File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the file %s cannot be opened: %w", path, err)
	}
	s := &File{f: f, taken: make([]bool, slots)}
	if err := s.load(path, each); err != nil {
		return nil, errors.Join(fmt.Errorf("the file %s cannot be used: %w", path, err), f.Close())
	}
	return s, nil
}

func (s *File) load(path string, each func(slot int, record []byte)) error {
	info, err := s.f.Stat()
	if err != nil {
		return err
	}
	if have := info.Size() / slotSize; have < int64(len(s.taken)) {
		// Zeros are written, not skipped: a hole would need room later.
		if _, err := s.f.WriteAt(make([]byte, int64(len(s.taken))*slotSize-info.Size()), info.Size()); err != nil {
			return err
		}
		if err := errors.Join(s.f.Sync(), durable.SyncFolder(filepath.Dir(path))); err != nil {
			return err
		}
	} else if have > int64(len(s.taken)) {
		s.taken = make([]bool, have) // it was larger once: nothing of it is forgotten
	}
	all := make([]byte, len(s.taken)*slotSize)
	if _, err := s.f.ReadAt(all, 0); err != nil {
		return err
	}
	for i := range s.taken {
		slot := all[i*slotSize : (i+1)*slotSize]
		if n := int(binary.BigEndian.Uint16(slot)); n > 0 && n <= MaxRecord {
			s.taken[i] = true
			each(i, slot[2:2+n])
		}
	}
	return nil
}

// Put keeps a record and returns its slot. When it returns, the record is
// durable.
func (s *File) Put(record []byte) (slot int, err error) {
	if len(record) == 0 || len(record) > MaxRecord {
		return 0, fmt.Errorf("spill: a record of %d bytes does not fit", len(record))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for slot < len(s.taken) && s.taken[slot] {
		slot++
	}
	if slot == len(s.taken) {
		return 0, ErrFull
	}
	if _, err := s.f.WriteAt(append(binary.BigEndian.AppendUint16(nil, uint16(len(record))), record...), int64(slot)*slotSize); err != nil {
		return 0, err
	}
	if err := s.f.Sync(); err != nil {
		return 0, err
	}
	s.taken[slot] = true
	return slot, nil
}

// Free forgets the record of a slot. A crash may bring it back.
func (s *File) Free(slot int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.f.WriteAt([]byte{0, 0}, int64(slot)*slotSize)
	if err == nil {
		s.taken[slot] = false
	}
	return err
}

// Close closes the file.
func (s *File) Close() error { return s.f.Close() }
