// Package db runs one text of SQL on two engines: an encrypted SQLite file and
// PostgreSQL. It opens and migrates the database, reads, writes durably, and
// knows the nodes. It knows no table of a domain: domains register what it needs
// from them (Held, OnJoin, OnOpen, RunAgainAfter, Slot).
//
// View reads and Update writes; there is no third way. No column is NULL: an
// absent text is "", an absent time is 0. Times are milliseconds since 1970.
package db

import (
	"context"
	"errors"
	"hash/maphash"
	"io/fs"
	"log/slog"
	"strings"
	"sync"
	"time"

	"service.example/crm/internal/crm"
)

// Options say which database to open.
type Options struct {
	// URL is a file path for the embedded engine, or postgres://….
	URL string
	// Key is the 32-byte key of the embedded file; unused on PostgreSQL.
	Key []byte
	// Source gives time and identifiers; nil means the real ones.
	Source *crm.Source
	// Lanes is how many write transactions may run side by side on
	// PostgreSQL; 0 means 2. The embedded engine always has one.
	Lanes int
	// Readers is how many read transactions may run side by side; 0 means 4.
	Readers int
	// Schema has the migrations of the tables, NNNN_name.sql.
	Schema fs.FS
	// Tables are all that the migrations of Schema make in an empty embedded file,
	// and the rows of schema_migrations that say so; empty means to apply the
	// migrations in turn.
	Tables string
	// NodeLease is how long this process is believed alive when it goes silent
	// as a node; 0 means the constant of that name.
	NodeLease time.Duration
	// Log is told when the database goes away and comes back; nil means the
	// default one.
	Log *slog.Logger
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine  engine
	src     *crm.Source
	lanes   []*lane
	seed    maphash.Seed
	numbers numberMaker
	opened  time.Time
	callers callers
	outage  outageWatch
	log     *slog.Logger
	lease   time.Duration
	slots   slots
	schema  fs.FS
	tables  string

	closing sync.RWMutex
	closed  bool
	running sync.WaitGroup
	viewing sync.WaitGroup
}

// engine is what differs between SQLite and PostgreSQL at run time.
type engine interface {
	// write runs fn in one durable transaction of the lane.
	write(ctx context.Context, lane int, fn func(conn) error) error
	// read runs fn on one consistent, read-only view.
	read(ctx context.Context, fn func(conn) error) error
	dialect() *dialect
	// tidy removes what processes that are gone left for themselves.
	tidy(ctx context.Context) error
	ping(ctx context.Context) error
	close() error
}

// conn runs statements inside a transaction.
type conn interface {
	// query calls each for every row, after the queued writes before it.
	query(s *Stmt, args []any, each func(Row) error) error
	// exec returns the number of rows changed.
	exec(s *Stmt, args []any) (int64, error)
	// ask gets the answers to several questions, which no write of theirs
	// changes, in one go. It returns the first error.
	ask(list []*question) error
	// queue defers a write until the next query or exec, or until the commit.
	queue(q queued) error
	// script runs several statements without arguments, for migrations.
	script(sql string) error
	// broken returns the first error of the database in this transaction.
	broken() error
}

// Row is one row of a result.
type Row interface {
	// Scan copies the columns into *string, *int64, *int, *bool, *float64 or *[]byte.
	Scan(dest ...any) error
}

// Open opens and migrates the database. Its errors are sentences for an
// operator: wrong key, damaged file, newer schema, full disk.
func Open(ctx context.Context, o Options) (*DB, error) {
	db, err := Connect(ctx, o)
	if err != nil {
		return nil, err
	}
	if err = db.Migrate(ctx); err == nil {
		err = db.engine.tidy(ctx)
	}
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return db, nil
}

// Connect opens the database without touching its schema.
func Connect(ctx context.Context, o Options) (*DB, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Source == nil {
		o.Source = crm.NewSource(nil)
	}
	if o.NodeLease <= 0 {
		o.NodeLease = NodeLease
	}
	lanes, limit := 1, turnSize
	var e engine
	var err error
	if IsPostgres(o.URL) {
		lanes, limit = max(o.Lanes, 0), postgresBatch
		if lanes == 0 {
			lanes = 2
		}
		e, err = openPostgres(ctx, o.URL, lanes, o.Readers, o.NodeLease)
	} else {
		e, err = openSQLite(ctx, o.URL, o.Key, o.Readers)
	}
	if err != nil {
		return nil, err
	}
	db := &DB{engine: e, src: o.Source, schema: o.Schema, tables: o.Tables, lease: o.NodeLease, log: o.Log, seed: maphash.MakeSeed(), opened: time.Now()}
	tellTrouble(e, db.noteWrite)
	for number := range lanes {
		turns := e.dialect() == sqliteDialect
		l := newLane(number, limit, turns)
		db.lanes = append(db.lanes, l)
		db.running.Go(func() {
			if turns {
				db.runTurns(l)
				return
			}
			db.runLane(l, limit)
		})
	}
	return db, nil
}

// IsPostgres reports whether a database URL names PostgreSQL.
func IsPostgres(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

// Engine names the engine: sqlite or postgres.
func (db *DB) Engine() string { return db.engine.dialect().name }

// Source returns the clock and identifiers that the database was opened with.
func (db *DB) Source() *crm.Source { return db.src }

// View runs fn on a consistent, read-only view of the database.
func (db *DB) View(ctx context.Context, fn func(*Tx) error) error {
	if !db.enter() {
		return errClosed
	}
	defer db.viewing.Done()
	return translate(db.engine.read(ctx, func(c conn) error {
		return fn(&Tx{conn: c, db: db})
	}))
}

// Update runs fn in a durable transaction and returns after it is on disk.
//
// Waiting updates are gathered into one transaction; fn may therefore run more
// than once, and must have no effect but through tx and variables that it sets
// anew each time. Updates of the same key run one after another in the order
// of the calls, urgent ones first; on PostgreSQL those of different keys may run side by side, so
// give the identifier of what is changed (a conversation, an endpoint).
// Returning an error undoes what fn did, and nothing else.
func (db *DB) Update(ctx context.Context, key string, fn func(*Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if Judging(ctx) {
		fn = judged(fn)
	}
	u := &update{ctx: ctx, group: groupOf(ctx), fn: fn, done: make(chan struct{})}
	db.closing.RLock()
	if db.closed {
		db.closing.RUnlock()
		return errClosed
	}
	lane := db.lanes[0]
	if n := len(db.lanes); n > 1 {
		lane = db.lanes[maphash.String(db.seed, key)%uint64(n)]
	}
	lane.add(u)
	db.closing.RUnlock()
	<-u.done
	return translate(u.err)
}

// Tx is a transaction. It must not outlive the function that it was given to.
type Tx struct {
	conn  conn
	db    *DB
	dirty bool // something was executed that only a rollback undoes
	queue []queued
	after []func()
}

// queued is a write that waits to be sent: each gets its rows, done the number
// of rows that it changed.
type queued struct {
	stmt *Stmt
	args []any
	each func(Row) error
	done func(changed int64) error
}

// Now returns the current time.
func (tx *Tx) Now() time.Time { return tx.db.src.Now() }

// NewID returns a new identifier with the prefix.
func (tx *Tx) NewID(prefix string) string { return tx.db.src.NewID(prefix) }

// NewIDAt returns a new identifier that sorts among those made at t.
func (tx *Tx) NewIDAt(prefix string, t time.Time) string { return tx.db.src.NewIDAt(prefix, t) }

// NewIDAfter returns a new identifier that sorts after all made up to t, and when it is
// of: after t.
func (tx *Tx) NewIDAfter(prefix string, t time.Time) (string, time.Time) {
	return tx.db.src.NewIDAfter(prefix, t)
}

// After registers fn to run once the transaction is on disk, in the order of
// commits. fn must not block.
func (tx *Tx) After(fn func()) { tx.after = append(tx.after, fn) }

// Each runs a query after everything that was queued.
func (tx *Tx) Each(s *Stmt, fn func(Row) error, args ...any) error {
	if err := tx.flush(); err != nil {
		return err
	}
	if s.writes {
		tx.dirty = true
	}
	return tx.conn.query(s, args, fn)
}

// EachUntil is Each that ends as soon as fn wants no more: the embedded engine reads no
// further.
func (tx *Tx) EachUntil(s *Stmt, fn func(Row) (more bool, err error), args ...any) error {
	ended := false
	err := tx.Each(s, func(r Row) error {
		if ended { // PostgreSQL has sent them all
			return nil
		}
		more, err := fn(r)
		if ended = !more; err == nil && ended && !tx.OnPostgres() {
			err = errEnough
		}
		return err
	}, args...)
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

var errEnough = errors.New("enough was read")

// EachOf runs a query once for every row of arguments, on PostgreSQL at once.
func (tx *Tx) EachOf(s *Stmt, rows [][]any, fn func(i int, r Row) error) error {
	if len(rows) == 0 {
		return nil
	}
	if err := tx.flush(); err != nil {
		return err
	}
	list := make([]*question, len(rows))
	for i, args := range rows {
		list[i] = &question{stmt: s, args: args, each: func(r Row) error { return fn(i, r) }}
	}
	return tx.conn.ask(list)
}

// One scans the first row into dest and reports whether there was one.
func (tx *Tx) One(s *Stmt, dest []any, args ...any) (found bool, err error) {
	err = tx.Each(s, func(r Row) error {
		if found {
			return nil
		}
		found = true
		return r.Scan(dest...)
	}, args...)
	return found, err
}

// Texts returns the first column of every row.
func (tx *Tx) Texts(s *Stmt, args ...any) (out []string, err error) {
	err = tx.Each(s, func(r Row) error {
		var t string
		err := r.Scan(&t)
		out = append(out, t)
		return err
	}, args...)
	return out, err
}

// Exec runs a write whose effect matters now and returns the rows changed.
func (tx *Tx) Exec(s *Stmt, args ...any) (int64, error) {
	if err := tx.flush(); err != nil {
		return 0, err
	}
	tx.dirty = true
	return tx.conn.exec(s, args)
}

// Write queues a write whose result nobody waits for: on PostgreSQL all of
// them travel in one round trip.
func (tx *Tx) Write(s *Stmt, args ...any) { tx.queue = append(tx.queue, queued{stmt: s, args: args}) }

// WriteReturning queues a write and gives its rows to fn before the commit.
func (tx *Tx) WriteReturning(s *Stmt, fn func(Row) error, args ...any) {
	tx.queue = append(tx.queue, queued{stmt: s, args: args, each: fn})
}

// WriteExactlyOne queues a write that must change one row; else the whole
// update fails with the given error and is undone.
func (tx *Tx) WriteExactlyOne(s *Stmt, otherwise error, args ...any) {
	tx.WriteThen(s, func(changed int64) error {
		if changed != 1 {
			return otherwise
		}
		return nil
	}, args...)
}

// ExecOf makes a write once for every row of arguments, on PostgreSQL at once,
// and returns how many rows each changed.
func (tx *Tx) ExecOf(s *Stmt, rows [][]any) (changed []int64, err error) {
	if err := tx.flush(); err != nil {
		return nil, err
	}
	tx.dirty = true
	list := make([]*question, len(rows))
	for i, args := range rows {
		list[i] = &question{stmt: s, args: args}
	}
	err = tx.conn.ask(list)
	for _, q := range list {
		changed = append(changed, q.changed)
	}
	return changed, err
}

// WriteThen queues a write and gives the number of rows that it changed to fn
// before the commit.
func (tx *Tx) WriteThen(s *Stmt, fn func(changed int64) error, args ...any) {
	tx.queue = append(tx.queue, queued{stmt: s, args: args, done: fn})
}

func (tx *Tx) flush() error {
	if len(tx.queue) == 0 {
		return nil
	}
	tx.dirty = true
	list := tx.queue
	tx.queue = tx.queue[:0]
	for _, q := range list {
		if err := tx.conn.queue(q); err != nil {
			return err
		}
	}
	return nil
}
