package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// errUncertain says that a transaction may have been committed: what it did
// must not be done again.
var errUncertain = errors.New("the database went away during the commit, and it is not known whether it took place")

const uncertainPause = 50 * time.Millisecond

// name asks for the number of the transaction, by which the server knows later
// what became of it.
func (c *postgresConn) name() {
	c.transaction = new(string)
	c.batch.Queue("select pg_current_xact_id()::text")
	c.waiting = append(c.waiting, queued{each: func(r Row) error { return r.Scan(c.transaction) }})
}

// unanswered reports whether the error leaves open what became of a commit: the
// server did not refuse it but went away.
func unanswered(err error) bool {
	var pg *pgconn.PgError
	return !errors.As(err, &pg) || pg.Severity == "FATAL" || pg.Severity == "PANIC"
}

// decide finds out whether a transaction whose commit failed so took place. It
// asks for as long as a lease: a node that is silent for longer has lost it.
func (e *postgresEngine) decide(transaction string, failure error) error {
	ctx, cancel := context.WithTimeout(context.Background(), e.lease)
	defer cancel()
	for {
		var state string
		err := e.pool.QueryRow(ctx, "select coalesce(pg_xact_status($1::text::xid8), '')", transaction).Scan(&state)
		switch {
		case err == nil && state == "committed":
			return nil
		case err == nil && state == "aborted":
			return failure
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", errUncertain, failure)
		case <-time.After(uncertainPause):
		}
	}
}
