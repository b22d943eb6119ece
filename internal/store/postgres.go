package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type postgresEngine struct {
	pool  *pgxpool.Pool
	lease time.Duration // of this process as a node
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
	// Every statement goes by an index. Without fresh statistics the planner
	// would read whole tables for the merged ones, and keep that plan. It is
	// made once, whatever the arguments: planning costs more than most of them. A
	// page of a list comes in the order of an index, never by sorting the rest.
	for _, name := range []string{"enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin", "jit"} {
		cfg.ConnConfig.RuntimeParams[name] = "off"
	}
	cfg.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
	cfg.ConnConfig.StatementCacheCapacity = 1024
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open PostgreSQL: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("PostgreSQL at %s:%d does not answer; check CRM_DATABASE and that the server runs: %w",
			cfg.ConnConfig.Host, cfg.ConnConfig.Port, err)
	}
	return &postgresEngine{pool: pool, lease: lease}, nil
}

func (e *postgresEngine) dialect() *dialect              { return postgresDialect }
func (e *postgresEngine) ping(ctx context.Context) error { return e.pool.Ping(ctx) }
func (e *postgresEngine) close() error                   { e.pool.Close(); return nil }

func (e *postgresEngine) write(ctx context.Context, fn func(conn) error) error {
	return e.run(ctx, "begin", fn)
}

func (e *postgresEngine) read(ctx context.Context, fn func(conn) error) error {
	return e.run(ctx, beginRead, fn)
}

// Each statement sees what was committed before it: what the horizon says holds
// for the statements after it.
const beginRead = "begin transaction isolation level read committed read only"

// run sends begin, the writes and commit in as few round trips as the reads in
// between allow: each read carries along what was queued before it.
func (e *postgresEngine) run(ctx context.Context, begin string, fn func(conn) error) error {
	pc, err := e.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer pc.Release()
	c := &postgresConn{ctx: ctx, c: pc.Conn(), batch: &pgx.Batch{}}
	c.batch.Queue(begin)
	c.waiting = append(c.waiting, queued{})
	if begin != beginRead {
		c.name()
	}
	if err = fn(c); err == nil {
		err = e.commit(c)
	}
	if err != nil && pc.Conn().PgConn().TxStatus() != 'I' {
		if _, undo := pc.Conn().Exec(ctx, "rollback"); undo != nil {
			err = errors.Join(err, undo)
		}
	}
	return err
}

// commit sends what is left and ends the transaction. What was written is
// answered before the commit is on its way: a check may refuse it, and once the
// commit was sent only its own answer may be missing.
func (e *postgresEngine) commit(c *postgresConn) error {
	if c.failed != nil {
		return c.failed // the server would take a commit, and undo everything
	}
	c.queueMerged(false)
	writes := c.transaction != nil
	if writes {
		if err := c.flush(); err != nil {
			return err
		}
	}
	c.batch.Queue("commit")
	c.waiting = append(c.waiting, queued{})
	err := c.flush()
	if err != nil && writes && unanswered(err) {
		return e.decide(*c.transaction, err)
	}
	return err
}

type postgresConn struct {
	ctx     context.Context
	c       *pgx.Conn
	batch   *pgx.Batch
	waiting []queued
	late    []queued // of merged statements, sent at the end
	failed  error
	// transaction is its number; nil where nothing is written.
	transaction *string
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
	c.batch.Queue(q.stmt.text, withoutNull(q.args)...)
	c.waiting = append(c.waiting, q)
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
	if c.batch.Len() == 0 {
		return 0, nil
	}
	batch, waiting := c.batch, c.waiting
	c.batch, c.waiting = &pgx.Batch{}, nil
	results := c.c.SendBatch(c.ctx, batch)
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
