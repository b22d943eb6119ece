package store

import (
	"slices"

	"github.com/ncruces/go-sqlite3/util/vfsutil"
	"github.com/ncruces/go-sqlite3/vfs"
	"github.com/ncruces/go-sqlite3/vfs/xts"
)

// encrypted is the name under which the encrypting file system is registered:
// AES-256-XTS over the whole file.
//
// XTS hands on each sector of 512 bytes by itself, and a frame of the log
// begins in the middle of one: a page would cost a dozen system calls. So the
// writes to the log are gathered above the encryption, where frames can be told
// apart, and its sectors below.
const encrypted = "crm-xts"

func init() { vfs.Register(encrypted, gathering{xts.Wrap(gatheringSectors{vfs.Find("")}, nil)}) }

type gathering struct{ vfs.VFS }

// OpenFilename opens a file; the log gets its buffers.
func (g gathering) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, out, err := vfsutil.WrapOpenFilename(g.VFS, name, flags)
	if sectors, ok := vfsutil.UnwrapFile[*sectorFile](f); ok && err == nil {
		f = &logFile{File: f, sectors: sectors}
	}
	return f, out, err
}

type gatheringSectors struct{ vfs.VFS }

// OpenFilename opens a file; of the log the sectors are gathered.
func (g gatheringSectors) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, out, err := vfsutil.WrapOpenFilename(g.VFS, name, flags)
	if err == nil && flags&vfs.OPEN_WAL != 0 {
		f = &sectorFile{pending: pending{file: f}, File: f}
	}
	return f, out, err
}

// Layout of the log (https://sqlite.org/fileformat.html#walformat).
const (
	logHeader  = 32
	frameSize  = 24 + pageSize
	gatherSize = 512 << 10 // how much of the log is gathered at most
)

// pending is a contiguous range of a file that is not written yet.
type pending struct {
	file  vfs.File
	start int64
	bytes []byte
}

func (p *pending) end() int64 { return p.start + int64(len(p.bytes)) }

// put adds bytes behind or within the range; those elsewhere begin a new one.
func (p *pending) put(b []byte, off int64) error {
	if len(p.bytes) > 0 && (off < p.start || off > p.end() || len(p.bytes) > gatherSize) {
		if err := p.write(); err != nil {
			return err
		}
	}
	if len(p.bytes) == 0 {
		p.start = off
	}
	n := copy(p.bytes[off-p.start:], b)
	p.bytes = append(p.bytes, b[n:]...)
	return nil
}

// read fills b from the range, if it lies in it as a whole.
func (p *pending) read(b []byte, off int64) bool {
	if off < p.start || off+int64(len(b)) > p.end() {
		return false
	}
	copy(b, p.bytes[off-p.start:])
	return true
}

func (p *pending) write() error {
	if len(p.bytes) == 0 {
		return nil
	}
	_, err := p.file.WriteAt(p.bytes, p.start)
	p.bytes = p.bytes[:0]
	return err
}

// sectorFile gathers the sectors of one write of the encryption.
type sectorFile struct {
	vfs.File
	pending
	ahead pending // what one read of the encryption is about to ask for
}

// prepare reads at once what the encryption will read sector by sector. It
// holds for one read only: others may write the file after it.
func (f *sectorFile) prepare(off int64, n int) {
	const sector = 512
	f.ahead.start = off &^ (sector - 1)
	size := int((off+int64(n)+sector-1)&^(sector-1) - f.ahead.start)
	f.ahead.bytes = slices.Grow(f.ahead.bytes[:0], size)[:size]
	got, err := f.File.ReadAt(f.ahead.bytes, f.ahead.start)
	if err != nil {
		got = 0 // the encryption asks by itself and sees the error
	}
	f.ahead.bytes = f.ahead.bytes[:got]
}

// WriteAt gathers; logFile writes when its write has ended.
func (f *sectorFile) WriteAt(b []byte, off int64) (int, error) { return len(b), f.put(b, off) }

// ReadAt reads what was gathered, or else from the file.
func (f *sectorFile) ReadAt(b []byte, off int64) (int, error) {
	if f.ahead.read(b, off) || f.read(b, off) {
		return len(b), nil
	}
	if err := f.write(); err != nil {
		return 0, err
	}
	return f.File.ReadAt(b, off)
}

// logFile gathers the frames of a transaction and writes them when SQLite
// syncs the log, which it does at every commit (synchronous=FULL) before it
// tells other connections. Only the frame that a sync fell into ends after it;
// that one is written at once.
type logFile struct {
	vfs.File
	sectors *sectorFile
	pending
	cut bool // a sync came within a frame
}

func (f *logFile) flush() error {
	f.file = f.File
	if err := f.pending.write(); err != nil {
		return err
	}
	return f.sectors.write()
}

// WriteAt gathers frames, and writes the rest of one that a sync has cut.
func (f *logFile) WriteAt(b []byte, off int64) (int, error) {
	f.file = f.File
	if f.cut && (off-logHeader)%frameSize == 0 {
		f.cut = false
	}
	err := f.put(b, off)
	if err == nil && f.cut {
		err = f.flush()
	}
	return len(b), err
}

// ReadAt reads what was gathered, or else from the file.
func (f *logFile) ReadAt(b []byte, off int64) (int, error) {
	if f.read(b, off) {
		return len(b), nil
	}
	if err := f.flush(); err != nil {
		return 0, err
	}
	f.sectors.prepare(off, len(b))
	n, err := f.File.ReadAt(b, off)
	f.sectors.ahead.bytes = f.sectors.ahead.bytes[:0]
	return n, err
}

// Sync writes what was gathered and makes it durable.
func (f *logFile) Sync(flags vfs.SyncFlag) error {
	f.cut = len(f.bytes) > 0 && (f.end()-logHeader)%frameSize != 0
	if err := f.flush(); err != nil {
		return err
	}
	return f.File.Sync(flags)
}

// Truncate writes what was gathered and cuts the file.
func (f *logFile) Truncate(size int64) error {
	if err := f.flush(); err != nil {
		return err
	}
	return f.File.Truncate(size)
}

// Size is that of the file with what was gathered.
func (f *logFile) Size() (int64, error) {
	if err := f.flush(); err != nil {
		return 0, err
	}
	return f.File.Size()
}

// Close writes what was gathered and closes the file.
func (f *logFile) Close() error {
	err := f.flush()
	if closing := f.File.Close(); err == nil {
		err = closing
	}
	return err
}
