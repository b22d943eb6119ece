package db

import (
	"errors"
	"log/slog"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// checkpointPages is how much the log grows before it is written back. The
// writing back runs beside the writer, not inside its turn. restartPages is how
// long it may get before it must start anew, which needs a moment in which nobody reads;
// insistPages is where it waits for such a moment. Such a try waits for readers for
// restartWait or insistWait, with the writer held. It is repeated after restartPause, and
// each time after twice as long, up to longestPause: another process may read for minutes.
const (
	checkpointPages = 6000
	restartPages    = 3 * checkpointPages
	restartWait     = 3 * time.Millisecond
	restartPause    = 10 * time.Millisecond
	insistPages     = 2 * restartPages
	insistWait      = 100 * time.Millisecond
	longestPause    = 2 * time.Second
)

// What is written while the writer is held is kept few: the log is written back again
// and again before, catchUps times at most, until fewer than fewPages are left.
const (
	catchUps = 4
	fewPages = 40
)

// runCheckpoints writes the log back into the file whenever it has grown by
// checkpointPages. It does so beside the writer; only when the log is long is the writer
// held for the few pages that came meanwhile, so that the log starts anew instead of
// growing for as long as the load lasts: to look up a page takes as much longer as the
// log is long.
func (e *sqliteEngine) runCheckpoints(c *sqliteConn) {
	failing, failed, failures := false, time.Time{}, 0
	for range e.checkpoint {
		log, done, err := c.c.WALCheckpoint("main", sqlite3.CHECKPOINT_NOOP)
		if err != nil {
			continue
		}
		wait, restart := e.wantsRestart(log, failed, failures)
		switch {
		case restart:
			if err = c.catchUp(); err == nil {
				if err = e.restartLog(c, wait); err != nil {
					failed, failures = time.Now(), failures+1
				} else {
					failures = 0
				}
			}
		case log-done >= checkpointPages:
			_, _, err = c.c.WALCheckpoint("main", sqlite3.CHECKPOINT_PASSIVE)
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

// wantsRestart reports whether a log of so many pages should begin anew now, and for how
// long readers may be waited for; failed is when that did not work last, and failures how
// often in a row.
func (e *sqliteEngine) wantsRestart(log int, failed time.Time, failures int) (wait time.Duration, restart bool) {
	since := time.Since(failed)
	if log > insistPages {
		return insistWait, since > longestPause
	}
	pause := min(restartPause<<min(failures, 10), longestPause)
	nobodyReads := len(e.readers) == cap(e.readers)
	return restartWait, log > restartPages && since > pause && nobodyReads
}

// catchUp writes the log back until little is left. Each time less has come meanwhile.
func (c *sqliteConn) catchUp() error {
	for range catchUps {
		log, done, err := c.c.WALCheckpoint("main", sqlite3.CHECKPOINT_NOOP)
		if err != nil || log-done < fewPages {
			return err
		}
		if _, _, err = c.c.WALCheckpoint("main", sqlite3.CHECKPOINT_PASSIVE); err != nil {
			return err
		}
	}
	return nil
}

// restartLog lets the log begin anew, while nothing is written. Once all of it is in the
// file, and they know, reads that begin do without it: so it is written back first, and
// then only the reads under way are waited for. One that takes longer than wait is left
// for the next time.
func (e *sqliteEngine) restartLog(c *sqliteConn, wait time.Duration) error {
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
			until = now.Add(wait)
		} else if err == nil && now.After(until) {
			err = sqlite3.BUSY
		}
		if err != nil {
			return err
		}
	}
	err := c.c.BusyTimeout(wait)
	if err == nil {
		_, _, err = c.c.WALCheckpoint("main", sqlite3.CHECKPOINT_RESTART)
	}
	return err
}
