package db

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type postgresEngine struct {
	pool  *pgxpool.Pool
	node  string        // by which its tokens are known
	lease time.Duration // of this process as a node
	risks []string      // settings by which the server may lose what it acknowledged
	// settings is the statement that sets, for a transaction, what its connection
	// could not ask for; "" where connections have what they ask for.
	settings string
	// trouble is told of a commit without an answer, as long as nobody can say what
	// became of it.
	trouble func(error)
	tokens  atomic.Int64 // the number of the last one
	kept    keptTokens
	// stop ends what runs beside, and running waits for it.
	stop    context.CancelFunc
	running sync.WaitGroup
}

func openPostgres(ctx context.Context, url string, lanes, readers int, lease time.Duration) (engine, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("the database URL cannot be read; write postgres://user:password@host:5432/name: %w", err)
	}
	if readers <= 0 {
		readers = 4
	}
	cfg.MaxConns = int32(lanes + readers)
	cfg.ConnConfig.RuntimeParams["application_name"] = "crm"
	setBySession(cfg, lease)
	cfg.ConnConfig.StatementCacheCapacity = 1024
	// A side that vanished without a word is given up for lost: no lane waits until
	// TCP gives up by itself.
	cfg.ConnConfig.DialFunc = (&net.Dialer{Timeout: dialTimeout, Control: giveUpAfter(silence(lease)), KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: silence(lease), Interval: silence(lease), Count: 2}}).DialContext
	if cfg.ConnConfig.ConnectTimeout == 0 {
		// With what is said before the first statement.
		cfg.ConnConfig.ConnectTimeout = max(silence(lease), dialTimeout/2)
	}
	cfg.PingTimeout = silence(lease)
	e := &postgresEngine{node: rand.Text(), lease: lease, trouble: func(error) {}, kept: newKeptTokens()}
	cfg.AfterConnect = e.findLoss
	if err = e.connect(ctx, cfg); errors.Is(err, errPooled) {
		e.settings = setByTransaction(cfg, url, lease)
		err = e.connect(ctx, cfg)
	}
	if err != nil {
		return nil, err
	}
	beside, stop := context.WithCancel(context.WithoutCancel(ctx))
	e.stop = stop
	e.running.Go(func() { e.analyzeGrown(beside) })
	return e, nil
}

// connect opens the pool. It fails when the server does not answer, does not set
// what it was asked to, or does not keep what it acknowledges.
func (e *postgresEngine) connect(ctx context.Context, cfg *pgxpool.Config) (err error) {
	if e.pool, err = pgxpool.NewWithConfig(ctx, cfg); err != nil {
		return fmt.Errorf("open PostgreSQL: %w", err)
	}
	if err = e.check(ctx); err != nil {
		e.pool.Close()
	}
	return err
}

func (e *postgresEngine) check(ctx context.Context) error {
	pc, err := e.pool.Acquire(ctx)
	if isPooler(err) {
		return errPooled
	}
	if err != nil {
		return explainPostgres(&e.pool.Config().ConnConfig.Config, err)
	}
	defer pc.Release()
	c := pc.Conn()
	if e.settings == "" {
		if err := hasSettings(ctx, c); err != nil {
			return err
		}
	}
	return pgx.BeginFunc(ctx, c, func(tx pgx.Tx) error {
		if err := e.set(ctx, tx); err != nil {
			return err
		}
		e.risks, err = promise(ctx, tx)
		return err
	})
}

// set gives a transaction its settings, where its connection has not got them.
func (e *postgresEngine) set(ctx context.Context, tx pgx.Tx) error {
	if e.settings == "" {
		return nil
	}
	_, err := tx.Exec(ctx, e.settings)
	return err
}

func (e *postgresEngine) dialect() *dialect              { return postgresDialect }
func (e *postgresEngine) ping(ctx context.Context) error { return e.pool.Ping(ctx) }

// close ends the engine, and gives its connections back.
func (e *postgresEngine) close() error {
	e.stop()
	e.running.Wait()
	e.pool.Close()
	return nil
}

func (e *postgresEngine) write(ctx context.Context, lane int, fn func(conn) error) error {
	return e.run(ctx, lane, true, fn)
}

// Each statement sees what was committed before it. A transaction around them
// would change nothing of that, and cost a round trip.
func (e *postgresEngine) read(ctx context.Context, fn func(conn) error) error {
	return e.run(ctx, noLane, false, fn)
}

// run sends begin, the writes and commit in as few round trips as the reads in
// between allow: each read carries along what was queued before it.
func (e *postgresEngine) run(ctx context.Context, lane int, writes bool, fn func(conn) error) error {
	pc, err := e.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer pc.Release()
	c := &postgresConn{ctx: ctx, c: pc.Conn(), batch: &pgx.Batch{}, node: e.node, lane: lane, writes: writes, engine: e}
	c.begin()
	if err = fn(c); err == nil {
		err = e.commit(c)
	}
	if errors.Is(err, errSilent) {
		e.pool.Reset() // the other connections will hardly be better
		return err     // the server undoes what it has when the connection ends
	}
	if err != nil && pc.Conn().PgConn().TxStatus() != 'I' {
		if _, undo := pc.Conn().Exec(ctx, "rollback"); undo != nil {
			err = errors.Join(err, undo)
		}
	}
	return err
}

const dialTimeout = 10 * time.Second

// silence is for how long a commit's answer is waited for: with the question
// after it (decide), for less than a forgotten job is left alone. For as long a
// writer waits for a statement before it asks whether the server is still there.
func silence(lease time.Duration) time.Duration { return max(lease/3, time.Second) }

// commit sends what is left and ends the transaction. What was written is
// answered before the commit is on its way: a check may refuse it, and once the
// commit was sent only its own answer may be missing.
func (e *postgresEngine) commit(c *postgresConn) error {
	if c.failed != nil {
		return c.failed // the server would take a commit, and undo everything
	}
	if !c.writes {
		if e.settings == "" {
			return nil
		}
		c.post(queued{}, "commit")
		_, err := c.roundTrip(c.ctx)
		return err
	}
	c.queueMerged(false)
	if err := c.flush(); err != nil {
		return err
	}
	c.post(queued{}, "commit")
	ctx, cancel := context.WithTimeout(c.ctx, silence(e.lease))
	defer cancel()
	_, err := c.roundTrip(ctx)
	if err != nil && unanswered(err) {
		err = e.decide(c, err)
	}
	if err == nil && c.token != "" {
		e.kept.keep(c.lane, c.token)
	}
	return err
}

// errReadOnly refuses what a view must not do.
var errReadOnly = errors.New("a view of the database neither writes nor locks")

type postgresConn struct {
	ctx     context.Context
	c       *pgx.Conn
	batch   *pgx.Batch
	waiting []queued
	late    []queued // of merged statements, sent at the end
	failed  error
	writes  bool
	node    string
	engine  *postgresEngine
	lane    int
	token   string // what the transaction leaves; "" until it writes
	session uint32 // of the server; 0 until it is known
}

// begin begins a transaction, with its settings if its connection has not got
// them: then a view needs one too.
func (c *postgresConn) begin() {
	if c.engine.settings == "" {
		c.session = c.c.PgConn().PID()
		if c.writes {
			c.post(queued{}, "begin")
		}
		return
	}
	c.post(queued{}, map[bool]string{true: "begin", false: "begin read only"}[c.writes])
	c.post(queued{each: func(r Row) error {
		var pid int32
		err := r.Scan(&pid)
		c.session = uint32(pid)
		return err
	}}, c.engine.settings)
}

// post adds a statement to what is sent next.
func (c *postgresConn) post(q queued, text string, args ...any) {
	c.batch.Queue(text, withoutNull(args)...)
	c.waiting = append(c.waiting, q)
}

// postStmt adds a statement of the service, behind the token if it writes.
func (c *postgresConn) postStmt(q queued, s *Stmt, text string, args []any) {
	if !c.writes && s.holds() && c.failed == nil {
		c.failed = errReadOnly
	}
	if s.writes {
		c.leaveToken()
	}
	c.post(q, text, args...)
}

func (c *postgresConn) broken() error { return c.failed }

func (c *postgresConn) script(sql string) error {
	if err := c.flush(); err != nil {
		return err
	}
	return c.c.PgConn().Exec(c.ctx, sql).Close()
}

func (c *postgresConn) queue(q queued) error {
	if q.stmt.merged != "" {
		c.late = append(c.late, q)
		return nil
	}
	c.postStmt(q, q.stmt, q.stmt.text, q.args)
	return nil
}

// withoutNull stores an absent blob as an empty one: no column is ever NULL.
func withoutNull(args []any) []any {
	for i, a := range args {
		if b, ok := a.([]byte); ok && b == nil {
			args[i] = []byte{}
		}
	}
	return args
}

func (c *postgresConn) flush() error {
	_, err := c.send()
	return err
}

func (c *postgresConn) query(s *Stmt, args []any, each func(Row) error) error {
	c.queueMerged(true)
	_ = c.queue(queued{stmt: s, args: args, each: each})
	_, err := c.send()
	return err
}

func (c *postgresConn) exec(s *Stmt, args []any) (int64, error) {
	c.queueMerged(true)
	_ = c.queue(queued{stmt: s, args: args})
	return c.send()
}

// send posts everything queued in one round trip and returns the rows that the
// last statement changed.
func (c *postgresConn) send() (changed int64, err error) {
	if !c.writes {
		return c.roundTrip(c.ctx)
	}
	ctx, stop := c.engine.whileItWorks(c.ctx, c.session)
	defer stop()
	if changed, err = c.roundTrip(ctx); err != nil && errors.Is(context.Cause(ctx), errSilent) {
		err = context.Cause(ctx)
		c.failed = err
	}
	return changed, err
}

func (c *postgresConn) roundTrip(ctx context.Context) (changed int64, err error) {
	if c.batch.Len() == 0 {
		return 0, nil
	}
	if errors.Is(c.failed, errReadOnly) {
		return 0, c.failed
	}
	batch, waiting := c.batch, c.waiting
	c.batch, c.waiting = &pgx.Batch{}, nil
	results := c.c.SendBatch(ctx, batch)
	defer func() {
		if closing := results.Close(); err == nil {
			err = closing
		}
		if err != nil && c.failed == nil {
			c.failed = err
		}
	}()
	for _, q := range waiting {
		if changed, err = c.result(results, q.each); err != nil {
			return 0, err
		}
		if q.done != nil {
			if err = q.done(changed); err != nil {
				return 0, err
			}
		}
	}
	return changed, nil
}

func (c *postgresConn) result(results pgx.BatchResults, each func(Row) error) (int64, error) {
	if each == nil {
		tag, err := results.Exec()
		return tag.RowsAffected(), err
	}
	rows, err := results.Query()
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return 0, err
		}
	}
	return rows.CommandTag().RowsAffected(), rows.Err()
}
