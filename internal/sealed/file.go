package sealed

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync/atomic"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/util/vfsutil"
	"github.com/ncruces/go-sqlite3/vfs"

	"service.example/crm/internal/durable"
)

// Register registers a file system for SQLite that encrypts and authenticates
// databases and their logs with the 32-byte key, and returns its name. release
// forgets it, once every connection is closed.
//
// A database must be made with ReserveBytes reserved on each page.
func Register(key []byte) (name string, release func()) {
	name = fmt.Sprintf("crm-sealed-%d", registered.Add(1))
	vfs.Register(name, fileSystem{vfs.Find(""), key})
	return name, func() { vfs.Unregister(name) }
}

// ReserveBytes is what a page of a sealed database keeps free for its seal.
const ReserveBytes = sealSize

var registered atomic.Int64

type fileSystem struct {
	vfs.VFS
	key []byte
}

// Open opens a file without a name; SQLite opens all others with OpenFilename.
func (v fileSystem) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if name == "" {
		return v.OpenFilename(nil, flags)
	}
	return nil, flags, sqlite3.CANTOPEN
}

// OpenFilename opens a database or its log. Everything else is temporary and
// stays in memory: a database has a log as soon as it has a page.
func (v fileSystem) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if flags&(vfs.OPEN_MAIN_DB|vfs.OPEN_WAL) == 0 {
		return new(vfsutil.SliceFile), flags, nil
	}
	s, err := newSealer(v.key)
	if err != nil {
		return nil, flags, err
	}
	f, flags, err := vfsutil.WrapOpenFilename(v.VFS, name, flags)
	switch {
	case err != nil:
		return nil, flags, err
	case flags&vfs.OPEN_WAL != 0:
		return &logFile{File: f, sealer: s, folder: folderOf(name, flags)}, flags, nil
	}
	return &pageFile{File: f, sealer: s, log: name.WAL()}, flags, nil
}

// folderOf is the folder of a log that may be made now, whose entry there is to
// be made durable with it; "" of another one.
func folderOf(name *vfs.Filename, flags vfs.OpenFlag) string {
	if flags&vfs.OPEN_CREATE == 0 {
		return ""
	}
	return filepath.Dir(name.String())
}

// Delete deletes a file; one that was in memory only is gone already.
func (v fileSystem) Delete(name string, syncDir bool) error {
	if there, err := v.Access(name, vfs.ACCESS_EXISTS); !there {
		return err
	}
	return v.VFS.Delete(name, syncDir)
}

// Layout of the log (https://sqlite.org/fileformat.html#walformat).
const (
	logHeader  = 32
	frameSize  = 24 + PageSize
	gatherSize = 512 << 10 // how much of the log is gathered at most
)

// logFile is the log: its header and every frame are pieces of their own, so
// that none is touched when another one is written. Frames are gathered and
// written when SQLite syncs the log, which it does at every commit
// (synchronous=FULL) before it tells other connections.
type logFile struct {
	vfs.File
	*sealer
	folder  string // to be synced with the first sync; "" afterwards
	piece   piece  // that plain begins
	plain   []byte // of a piece, not yet whole
	run     []byte // sealed pieces, one behind the other, not written yet
	runAt   int64
	scratch [frameSize]byte
	sealed  [frameSize + sealSize]byte
}

// piece is the header or a frame: where SQLite sees it, and where it is.
type piece struct{ start, size, at int64 }

func pieceAt(off int64) piece {
	if off < logHeader {
		return piece{0, logHeader, 0}
	}
	i := (off - logHeader) / frameSize
	return piece{logHeader + i*frameSize, frameSize, logHeader + sealSize + i*(frameSize+sealSize)}
}

// WriteAt gathers what it is given. SQLite writes a frame in two parts, and
// rarely only one of them anew.
func (f *logFile) WriteAt(b []byte, off int64) (n int, err error) {
	for n < len(b) {
		p, at := pieceAt(off+int64(n)), off+int64(n)
		if len(f.plain) > 0 && (p != f.piece || at != p.start+int64(len(f.plain))) {
			if err := f.complete(); err != nil {
				return n, err
			}
		}
		f.piece = p
		if before := at - p.start; int64(len(f.plain)) < before {
			old, err := f.load(p)
			if err != nil {
				return n, notFrame(err)
			}
			f.plain = append(f.plain[:0], old[:before]...)
		}
		more := b[n:min(int64(len(b)), int64(n)+p.size-int64(len(f.plain)))]
		f.plain = append(f.plain, more...)
		n += len(more)
		if int64(len(f.plain)) == p.size {
			if err := f.gather(); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

// complete fills a piece of which only the beginning was written with what it
// was before.
func (f *logFile) complete() error {
	if len(f.plain) == 0 {
		return nil
	}
	old, err := f.load(f.piece)
	if err != nil {
		f.plain = f.plain[:0]
		return notFrame(err)
	}
	f.plain = append(f.plain, old[len(f.plain):]...)
	return f.gather()
}

// gather seals the piece that is whole now. A piece that cannot be kept is
// forgotten: SQLite gives up the transaction, and the next one writes there.
func (f *logFile) gather() error {
	defer func() { f.plain = f.plain[:0] }()
	if f.piece.at != f.runAt+int64(len(f.run)) || len(f.run) > gatherSize {
		if err := f.write(); err != nil {
			return err
		}
	}
	if len(f.run) == 0 {
		f.runAt = f.piece.at
	}
	f.run = f.seal(f.run, f.plain, place{'l', f.piece.start})
	return nil
}

// write writes what was gathered. What could not be written is forgotten:
// SQLite learns of it and writes it anew.
func (f *logFile) write() error {
	if len(f.run) == 0 {
		return nil
	}
	_, err := f.File.WriteAt(f.run, f.runAt)
	f.run = f.run[:0]
	return err
}

// pending reports whether something of a part of the log is not written yet.
func (f *logFile) pending(off, size int64) bool {
	from, last := pieceAt(off), pieceAt(off+max(size, 1)-1)
	end := last.at + last.size + sealSize
	return len(f.run) > 0 && from.at < f.runAt+int64(len(f.run)) && f.runAt < end ||
		len(f.plain) > 0 && from.at <= f.piece.at && f.piece.at <= last.at
}

func (f *logFile) flush() error {
	if err := f.complete(); err != nil {
		return err
	}
	return f.write()
}

// load reads a piece that was gathered or written. It holds until the next call.
func (f *logFile) load(p piece) ([]byte, error) {
	if f.pending(p.start, p.size) {
		if err := f.write(); err != nil {
			return nil, err
		}
	}
	sealed := f.sealed[:p.size+sealSize]
	if got, err := f.File.ReadAt(sealed, p.at); got < len(sealed) {
		if err == nil {
			err = io.EOF
		}
		return nil, err
	}
	return f.open(f.scratch[:], sealed, place{'l', p.start})
}

func notFrame(err error) error {
	if errors.Is(err, errNotSealed) || errors.Is(err, io.EOF) {
		return sqlite3.CORRUPT
	}
	return err
}

// ReadAt reads any part of the log. A crash may cut the last frames; SQLite
// looks for their end by reading them whole, and takes zeros for it. A page of
// a frame that it knows must be there.
//
// What lies apart from what was gathered is read without writing that first:
// after a write that failed SQLite reads what it undoes, and that must succeed
// on a full disk too, or it goes on with pages that never were.
func (f *logFile) ReadAt(b []byte, off int64) (n int, err error) {
	if f.pending(off, int64(len(b))) {
		if err := f.flush(); err != nil {
			return 0, err
		}
	}
	for n < len(b) {
		p, at := pieceAt(off+int64(n)), off+int64(n)
		plain, err := f.load(p)
		switch {
		case errors.Is(err, errNotSealed) && at == p.start:
			clear(f.scratch[:])
			plain = f.scratch[:p.size]
		case errors.Is(err, errNotSealed):
			return n, sqlite3.CORRUPT
		case err != nil:
			return n, err
		}
		n += copy(b[n:], plain[at-p.start:])
	}
	return n, nil
}

// Sync writes what was gathered and makes it durable.
func (f *logFile) Sync(flags vfs.SyncFlag) error {
	if err := f.flush(); err != nil {
		return err
	}
	if err := f.File.Sync(flags); err != nil || f.folder == "" {
		return err
	}
	// The driver syncs the file twice instead.
	err := durable.SyncFolder(f.folder)
	if err == nil {
		f.folder = ""
	}
	return err
}

// Truncate cuts the log behind the piece that the size ends in.
func (f *logFile) Truncate(size int64) error {
	if err := f.flush(); err != nil {
		return err
	}
	p := pieceAt(size)
	if size > p.start {
		p.at += p.size + sealSize
	}
	return f.File.Truncate(p.at)
}

// Size counts whole pieces.
func (f *logFile) Size() (int64, error) {
	if err := f.flush(); err != nil {
		return 0, err
	}
	size, err := f.File.Size()
	if err != nil || size < logHeader+sealSize {
		return 0, err
	}
	return logHeader + (size-logHeader-sealSize)/(frameSize+sealSize)*frameSize, nil
}

// Close writes what was gathered and closes the file.
func (f *logFile) Close() error { return errors.Join(f.flush(), f.File.Close()) }
