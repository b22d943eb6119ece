package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/ncruces/go-sqlite3"

	"service.example/crm/internal/crm"
)

// outagePause is after how long a caller may try again while the database is away.
const outagePause = 2 * time.Second

// translate turns errors of the engines into errors that a caller may see. It
// is the only place that tells trouble of the database, which passes, from
// faults of ours.
func translate(err error) error {
	var known *crm.Error
	switch {
	case err == nil, errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, ErrJudged):
		return err
	case errors.Is(err, errUncertain):
		return unavailable(err, "The database went away while this was being stored, and it is not known whether it was. Try again, with the same Idempotency-Key.")
	case isFull(err):
		return unavailable(err, "The disk is full; nothing was changed.")
	case isDisk(err):
		return unavailable(err, "The disk of the database fails; nothing was changed.")
	case isAway(err):
		return unavailable(err, "The database does not answer at the moment; nothing was changed.")
	}
	return fmt.Errorf("store: %w", err)
}

// ErrOutage is among the causes of every error that is trouble of the database.
// The database's own log tells when such trouble begins and ends, once each.
var ErrOutage = errors.New("the database is in trouble")

func unavailable(cause error, sentence string) error {
	e := crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "%s", sentence).Because(fmt.Errorf("%w: %w", ErrOutage, cause))
	e.RetryAfter = outagePause
	return e
}

// isFull reports whether the disk takes no more: it is full, or a limit is
// reached. A disk that is full also fails to give the log's index its memory.
func isFull(err error) bool {
	var pg *pgconn.PgError
	return errors.Is(err, sqlite3.FULL) || errors.Is(err, sqlite3.IOERR_WRITE) || errors.Is(err, sqlite3.IOERR_FSYNC) || errors.Is(err, sqlite3.IOERR_SHMSIZE) ||
		errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.As(err, &pg) && pg.Code == "53100"
}

// isDisk reports whether the disk does not do what it should.
func isDisk(err error) bool {
	var pg *pgconn.PgError
	return errors.Is(err, sqlite3.IOERR) || errors.As(err, &pg) && pg.Code == "58030"
}

// isAway reports whether the database could not be asked, or broke off: the
// server is down, going down, coming up, out of connections, or takes no writes
// because another one is the first now.
func isAway(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code[:2] {
		case "08", "53", "57": // connection, resources, intervention of an operator
			return true
		}
		return pg.Code == "25006" || pg.Severity == "FATAL" || pg.Severity == "PANIC"
	}
	var connect *pgconn.ConnectError
	var network *net.OpError
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, sqlite3.BUSY) || errors.Is(err, sqlite3.LOCKED)
}

// calm is for how long no write may fail until an outage is over. While a disk
// is full, small writes still find room now and then.
const calm = time.Second

// outageWatch remembers since when writes fail, and when one failed last.
type outageWatch struct {
	down   atomic.Bool
	mu     sync.Mutex
	since  time.Time
	failed time.Time
	cause  error
}

// noteWrite tells the log when writes begin to fail for a reason that is not
// theirs, and when they succeed again.
func (db *DB) noteWrite(err error) {
	w := &db.outage
	if err == nil && !w.down.Load() {
		return
	}
	failing := err != nil && (isFull(err) || isDisk(err) || isAway(err) || errors.Is(err, sqlite3.CORRUPT))
	if err != nil && !failing {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if failing {
		w.failed = time.Now()
	}
	switch {
	case failing && w.since.IsZero():
		w.since, w.cause = w.failed, translate(err)
		w.down.Store(true)
		db.log.Error("the database does not accept writes; callers get 503 until it does", "cause", err)
	case !failing && !w.since.IsZero() && time.Since(w.failed) >= calm:
		db.log.Warn("the database accepts writes again", "after", time.Since(w.since).Round(time.Millisecond))
		w.since, w.cause = time.Time{}, nil
		w.down.Store(false)
	}
}

// Trouble is why writes fail at the moment, or nil.
func (db *DB) Trouble() error {
	db.outage.mu.Lock()
	defer db.outage.mu.Unlock()
	return db.outage.cause
}
