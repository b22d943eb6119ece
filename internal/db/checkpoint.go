package db

import (
	"errors"
	"log/slog"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// checkpointPages is how much the log grows before it is written back. The
// writing back runs beside the writer, not inside its turn. restartPages is how
// long it may get before it must start anew; restartWait is for how long reads are
// waited for then, and restartPause when it is tried again where one took longer.
const (
	checkpointPages = 6000
	restartPages    = 3 * checkpointPages
	restartWait     = 100 * time.Millisecond
	restartPause    = 2 * time.Second
)

// runCheckpoints writes the log back into the file whenever it has grown by
// checkpointPages. It does so beside the writer; only when the log is long is the writer
// held for the few pages that came meanwhile, so that the log starts anew instead of
// growing for as long as the load lasts: to look up a page takes as much longer as the
// log is long.
func (e *sqliteEngine) runCheckpoints(c *sqliteConn) {
	failing, failed := false, time.Time{}
	for range e.checkpoint {
		log, done, err := c.c.WALCheckpoint("main", sqlite3.CHECKPOINT_NOOP)
		restart := log > restartPages && time.Since(failed) > restartPause
		if err != nil || log-done < checkpointPages && !restart {
			continue
		}
		_, _, err = c.c.WALCheckpoint("main", sqlite3.CHECKPOINT_PASSIVE)
		if err == nil && restart {
			if err = e.restartLog(c); err != nil {
				failed = time.Now()
			}
		}
		if errors.Is(err, sqlite3.BUSY) {
			err = nil
		}
		if err != nil && !failing {
			slog.Warn("the database's write-ahead log cannot be written back for now", "error", err)
		}
		failing = err != nil
	}
}

// restartLog lets the log begin anew, while nothing is written. Once all of it is in the
// file, and they know, reads that begin do without it: so it is written back first, and
// then only the reads under way are waited for. One that takes longer than restartWait is
// left for the next time.
func (e *sqliteEngine) restartLog(c *sqliteConn) error {
	e.writing.Lock()
	defer e.writing.Unlock()
	var until time.Time
	for ; ; time.Sleep(time.Millisecond) {
		log, done, err := c.c.WALCheckpoint("main", sqlite3.CHECKPOINT_PASSIVE)
		if err == nil && log == done {
			break
		}
		// The first time wrote what had come meanwhile: on a slow disk that alone may take
		// longer than reads are waited for.
		if now := time.Now(); until.IsZero() {
			until = now.Add(restartWait)
		} else if err == nil && now.After(until) {
			err = sqlite3.BUSY
		}
		if err != nil {
			return err
		}
	}
	_, _, err := c.c.WALCheckpoint("main", sqlite3.CHECKPOINT_RESTART)
	return err
}
