package sealed

import (
	"encoding/binary"
	"io"
	"os"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/util/vfsutil"
	"github.com/ncruces/go-sqlite3/vfs"
)

// PageSize is the size of a page of a sealed database.
const PageSize = 4096

// pageFile is the database: every page has its seal in its reserved bytes.
type pageFile struct {
	vfs.File
	*sealer
	plain, sealed [PageSize]byte
	log           string // the path of its log
}

// ReadAt reads any part of the file, page by page.
func (f *pageFile) ReadAt(b []byte, off int64) (n int, err error) {
	for n < len(b) {
		start := (off + int64(n)) / PageSize * PageSize
		if got, err := f.File.ReadAt(f.sealed[:], start); got < PageSize {
			if err == nil {
				err = io.EOF
			}
			return n, err
		}
		page, whole := f.plain[:], off+int64(n) == start && len(b)-n >= PageSize
		if whole { // as SQLite asks but for the header: no copy is needed
			page = b[n : n+PageSize]
			clear(page[PageSize-ReserveBytes:])
		}
		// The reserved bytes read as zeros.
		if _, err := f.open(page, f.sealed[:], place{'p', start}); err != nil {
			switch {
			case start == 0 && off+int64(len(b)) <= headSize && f.torn():
				f.head()
			case start == 0:
				return n, sqlite3.NOTADB
			default:
				return n, sqlite3.CORRUPT
			}
		}
		if whole {
			n += PageSize
			continue
		}
		n += copy(b[n:], f.plain[off+int64(n)-start:])
	}
	return n, nil
}

// headSize is the header of a database, which SQLite reads before it looks at
// the log.
const headSize = 100

// torn reports whether the first page may have been cut while the log was
// written back: then the log has it, under this key.
func (f *pageFile) torn() bool {
	log, err := os.Open(f.log)
	if err != nil {
		return false
	}
	defer log.Close()
	var sealed [logHeader + sealSize]byte
	if _, err := io.ReadFull(log, sealed[:]); err != nil {
		return false
	}
	var plain [logHeader]byte
	_, err = f.open(plain[:], sealed[:], place{'l', 0})
	return err == nil
}

// head writes the header over plain that every database of ours has, as far as
// SQLite needs it to open the log.
func (f *pageFile) head() {
	clear(f.plain[:])
	copy(f.plain[:], "SQLite format 3\x00")
	binary.BigEndian.PutUint16(f.plain[16:], PageSize)
	copy(f.plain[18:], []byte{2, 2, ReserveBytes, 64, 32, 32}) // both versions: with a log
}

// reserveAt is where the header of a database tells its reserved bytes.
const reserveAt = 20

// WriteAt writes whole pages, as SQLite does.
func (f *pageFile) WriteAt(b []byte, off int64) (n int, err error) {
	if off%PageSize != 0 || len(b)%PageSize != 0 || off == 0 && b[reserveAt] != ReserveBytes {
		return 0, sqlite3.IOERR_WRITE // there would be no place for the seal
	}
	for n < len(b) {
		at := off + int64(n)
		sealed := f.seal(f.sealed[:0], b[n:n+PageSize-ReserveBytes], place{'p', at})
		if _, err := f.File.WriteAt(sealed, at); err != nil {
			return n, err
		}
		n += PageSize
	}
	return n, nil
}

// DeviceCharacteristics are those that hold for whole sealed pages.
func (f *pageFile) DeviceCharacteristics() vfs.DeviceCharacteristic {
	return f.File.DeviceCharacteristics() &
		(vfs.IOCAP_IMMUTABLE | vfs.IOCAP_SEQUENTIAL | vfs.IOCAP_UNDELETABLE_WHEN_OPEN | vfs.IOCAP_POWERSAFE_OVERWRITE)
}

// SharedMemory is the index of the log.
func (f *pageFile) SharedMemory() vfs.SharedMemory { return vfsutil.WrapSharedMemory(f.File) }
