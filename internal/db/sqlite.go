package db

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"

	"service.example/crm/internal/sealed"
)

type sqliteEngine struct {
	writer     *sqliteConn
	writing    sync.Mutex
	readers    chan *sqliteConn
	all        []*sqliteConn
	checkpoint chan struct{}
	stopped    sync.WaitGroup
	release    func() // of the file system
}

func openSQLite(ctx context.Context, path string, key []byte, readers int) (engine, error) {
	if len(key) != sealed.KeySize {
		return nil, fmt.Errorf("the key of the database file must have %d bytes, not %d", sealed.KeySize, len(key))
	}
	if readers <= 0 {
		readers = 12
	}
	file, err := Locate(path, true)
	if err != nil {
		return nil, err
	}
	// Made here, so that others on the machine cannot even copy it.
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be opened for writing; check the folder and its permissions: %w", path, reason(err))
	}
	_ = f.Close()
	e := &sqliteEngine{readers: make(chan *sqliteConn, readers), checkpoint: make(chan struct{}, 1)}
	fileSystem, release := sealed.Register(key)
	e.release = release
	url := fileURL(file) + "?vfs=" + fileSystem
	w, err := e.connect(url, fmt.Sprintf("PRAGMA page_size=%d; ", sealed.PageSize)+"PRAGMA journal_mode=wal; PRAGMA synchronous=full; PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-24000")
	if err != nil {
		return nil, errors.Join(explainSQLite(path, err), e.close())
	}
	e.writer = w
	for range readers {
		r, err := e.connect(url, "PRAGMA query_only=on; PRAGMA cache_size=-16000")
		if err != nil {
			return nil, errors.Join(explainSQLite(path, err), e.close())
		}
		e.readers <- r
	}
	c, err := e.connect(url, "PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-1000")
	if err != nil {
		return nil, errors.Join(explainSQLite(path, err), e.close())
	}
	e.stopped.Go(func() { e.runCheckpoints(c) })
	return e, ctx.Err()
}

// explainSQLite says in a sentence why a file does not open.
func explainSQLite(path string, err error) error {
	switch {
	case errors.Is(err, sqlite3.NOTADB):
		return fmt.Errorf("%s does not open with this master key: either the key is another one (check CRM_MASTER_KEY) or the file is no database of this service. Nothing was changed: %w", path, err)
	case errors.Is(err, sqlite3.CORRUPT):
		return fmt.Errorf("%s is damaged. Nothing was changed: restore a backup: %w", path, err)
	case errors.Is(err, sqlite3.FULL):
		return fmt.Errorf("the disk of %s is full: %w", path, err)
	case errors.Is(err, sqlite3.CANTOPEN), errors.Is(err, sqlite3.PERM), errors.Is(err, sqlite3.READONLY):
		return fmt.Errorf("%s cannot be opened for writing; check the folder and its permissions: %w", path, err)
	}
	return fmt.Errorf("open %s: %w", path, err)
}

// connect opens one connection. The path in url has no links any more, so the
// flag that refuses them refuses only one that was put there since.
func (e *sqliteEngine) connect(url, pragmas string) (*sqliteConn, error) {
	c, err := sqlite3.OpenFlags(url, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE|sqlite3.OPEN_URI|sqlite3.OPEN_NOFOLLOW)
	if err != nil {
		return nil, err
	}
	sc := &sqliteConn{c: c}
	e.all = append(e.all, sc)
	if _, err := c.FileControl("main", sqlite3.FCNTL_RESERVE_BYTES, sealed.ReserveBytes); err != nil {
		return nil, err
	}
	if err := c.BusyTimeout(10 * time.Second); err != nil {
		return nil, err
	}
	// A plan does not depend on what is bound, as the tests of plans assume; else
	// statements beside a partial index are prepared anew at every use.
	if _, err := c.Config(sqlite3.DBCONFIG_ENABLE_QPSG, true); err != nil {
		return nil, err
	}
	if err := errors.Join(addFunctions(c), fts5.Register(c)); err != nil {
		return nil, err
	}
	// The first read of the schema is what a wrong key or a foreign file fails.
	// Changing to the log waits for nobody, so it is tried again while others
	// open the file too.
	pragmas = "PRAGMA temp_store=memory; " + pragmas + "; SELECT count(*) FROM sqlite_schema"
	for try := 0; ; try++ {
		if err := c.Exec(pragmas); !errors.Is(err, sqlite3.BUSY) || try == openTries {
			return sc, err
		}
		time.Sleep(openPause)
	}
}

// addFunctions adds what PostgreSQL has by itself: sha256(convert_to(text, 'UTF8')).
func addFunctions(c *sqlite3.Conn) error {
	const always = sqlite3.DETERMINISTIC | sqlite3.INNOCUOUS
	return errors.Join(
		c.CreateFunction("convert_to", 2, always, func(ctx sqlite3.Context, arg ...sqlite3.Value) { ctx.ResultBlob(arg[0].RawText()) }),
		c.CreateFunction("sha256", 1, always, func(ctx sqlite3.Context, arg ...sqlite3.Value) {
			sum := sha256.Sum256(arg[0].RawBlob())
			ctx.ResultBlob(sum[:])
		}))
}

// How often and after what pause the opening of a busy file is tried again.
const (
	openTries = 200
	openPause = 25 * time.Millisecond
)

func (e *sqliteEngine) dialect() *dialect          { return sqliteDialect }
func (e *sqliteEngine) tidy(context.Context) error { return nil }

func (e *sqliteEngine) ping(ctx context.Context) error {
	return e.read(ctx, func(c conn) error { return nil })
}

func (e *sqliteEngine) close() error {
	if e.checkpoint != nil {
		close(e.checkpoint)
		e.stopped.Wait()
	}
	var errs []error
	for i := len(e.all) - 1; i >= 0; i-- {
		errs = append(errs, e.all[i].close())
	}
	e.release()
	return errors.Join(errs...)
}

func (e *sqliteEngine) write(_ context.Context, _ int, fn func(conn) error) error {
	e.writing.Lock()
	defer e.writing.Unlock()
	w := e.writer
	if err := w.control(beginWrite); err != nil {
		return err
	}
	w.failed = nil
	err := fn(w)
	if err == nil {
		err = w.control(commit)
	}
	if err != nil && !w.c.GetAutocommit() {
		if undo := w.c.Exec("ROLLBACK"); undo != nil {
			err = errors.Join(err, undo)
		}
	}
	select {
	case e.checkpoint <- struct{}{}:
	default:
	}
	return err
}

func (e *sqliteEngine) read(ctx context.Context, fn func(conn) error) error {
	var r *sqliteConn
	select {
	case r = <-e.readers:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { e.readers <- r }()
	if err := r.control(begin); err != nil {
		return err
	}
	err := fn(r)
	return errors.Join(err, r.control(commit))
}

// sqliteConn is one connection with its prepared statements. It is used by one
// goroutine at a time.
type sqliteConn struct {
	c        *sqlite3.Conn
	stmts    []*sqlite3.Stmt
	controls [controls]*sqlite3.Stmt
	failed   error
}

// What begins and ends transactions. It is prepared once, too: to parse it each
// time costs more than many a transaction.
const (
	begin = iota
	beginWrite
	commit
	controls
)

var controlTexts = [controls]string{begin: "BEGIN", beginWrite: "BEGIN IMMEDIATE", commit: "COMMIT"}

func (c *sqliteConn) control(n int) (err error) {
	if c.controls[n] == nil {
		if c.controls[n], _, err = c.c.PrepareFlags(controlTexts[n], sqlite3.PREPARE_PERSISTENT); err != nil {
			return err
		}
	}
	return c.controls[n].Exec()
}

func (c *sqliteConn) close() error {
	for _, s := range append(c.stmts, c.controls[:]...) {
		if s != nil {
			_ = s.Close()
		}
	}
	return c.c.Close()
}

func (c *sqliteConn) prepared(s *Stmt) (*sqlite3.Stmt, error) {
	if s.index >= len(c.stmts) {
		c.stmts = append(c.stmts, make([]*sqlite3.Stmt, len(statements)-len(c.stmts))...)
	}
	if p := c.stmts[s.index]; p != nil {
		return p, nil
	}
	p, _, err := c.c.PrepareFlags(s.sqlite, sqlite3.PREPARE_PERSISTENT)
	if err != nil {
		return nil, fmt.Errorf("prepare %q: %w", s.text, err)
	}
	c.stmts[s.index] = p
	return p, nil
}

func (c *sqliteConn) query(s *Stmt, args []any, each func(Row) error) (err error) {
	p, err := c.bind(s, args)
	if err != nil {
		c.failed = err
		return err
	}
	for p.Step() {
		if each == nil {
			continue
		}
		if err = each(sqliteRow{p}); err != nil {
			_ = p.Reset()
			return err
		}
	}
	if err = p.Reset(); err != nil {
		c.failed = err
	}
	return err
}

func (c *sqliteConn) exec(s *Stmt, args []any) (int64, error) {
	if err := c.query(s, args, nil); err != nil {
		return 0, err
	}
	return c.c.Changes(), nil
}

func (c *sqliteConn) queue(q queued) error {
	if err := c.query(q.stmt, q.args, q.each); err != nil {
		return err
	}
	if q.done == nil {
		return nil
	}
	return q.done(c.c.Changes())
}

func (c *sqliteConn) ask(list []*question) error { return askAll(c, list) }
func (c *sqliteConn) script(sql string) error    { return c.c.Exec(sql) }
func (c *sqliteConn) broken() error              { return c.failed }

func (c *sqliteConn) bind(s *Stmt, args []any) (*sqlite3.Stmt, error) {
	p, err := c.prepared(s)
	if err != nil {
		return nil, err
	}
	if n := p.BindCount(); n != len(args) {
		return nil, fmt.Errorf("%q takes %d arguments, not %d", s.text, n, len(args))
	}
	for i, a := range args {
		switch a := a.(type) {
		case string:
			err = p.BindText(i+1, a)
		case int64:
			err = p.BindInt64(i+1, a)
		case int:
			err = p.BindInt64(i+1, int64(a))
		case bool:
			err = p.BindBool(i+1, a)
		case []byte:
			if a == nil {
				a = []byte{}
			}
			err = p.BindBlob(i+1, a)
		case float64:
			err = p.BindFloat(i+1, a)
		default:
			err = fmt.Errorf("%q: argument %d has type %T", s.text, i+1, a)
		}
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

type sqliteRow struct{ s *sqlite3.Stmt }

func (r sqliteRow) Scan(dest ...any) error {
	if n := r.s.ColumnCount(); n != len(dest) {
		return fmt.Errorf("%d columns for %d places", n, len(dest))
	}
	for i, d := range dest {
		switch d := d.(type) {
		case *string:
			*d = r.s.ColumnText(i)
		case *int64:
			*d = r.s.ColumnInt64(i)
		case *int:
			*d = int(r.s.ColumnInt64(i))
		case *bool:
			*d = r.s.ColumnInt64(i) != 0
		case *[]byte:
			*d = r.s.ColumnBlob(i, nil)
		case *float64:
			*d = r.s.ColumnFloat(i)
		default:
			return fmt.Errorf("column %d: cannot scan into %T", i, d)
		}
	}
	return r.s.Err()
}
