package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// errSilent says that a statement before the commit is not answered and that the
// server does not work on it: nothing was changed, and to try again at once
// would take as long.
var errSilent = errors.New("the database does not answer a statement")

// sessionWorks says whether a session of the server runs a statement.
const sessionWorks = `SELECT count(*) FROM pg_stat_activity WHERE pid = $1 AND state = 'active'`

// whileItWorks returns a context that ends, with errSilent as its cause, when the
// statements of a session are not answered for long and the server, asked on
// another connection, does not work on them. TCP alone would not find out: what
// stands between may acknowledge for a server that is gone. A statement that only
// takes long, or waits for a lock, is waited for. stop must be called.
func (e *postgresEngine) whileItWorks(ctx context.Context, session uint32) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	patience := silence(e.lease)
	timer := time.AfterFunc(patience, func() {
		for began := time.Now(); ctx.Err() == nil; {
			if err := e.works(ctx, session, patience); err != nil {
				cancel(fmt.Errorf("%w for %s: %w", errSilent, patience+time.Since(began).Round(time.Millisecond), err))
				return
			}
			select {
			case <-ctx.Done():
			case <-time.After(patience):
			}
		}
	})
	return ctx, func() { timer.Stop(); cancel(nil) }
}

// works is an error unless the server says within half of the patience that the
// session runs a statement. Of a session that is not known yet it says that the
// server answers: what is asked first is never slow.
func (e *postgresEngine) works(ctx context.Context, session uint32, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, max(patience/2, time.Second))
	defer cancel()
	c, err := pgx.ConnectConfig(ctx, e.pool.Config().ConnConfig)
	var full *pgconn.PgError
	if errors.As(err, &full) && full.Code == "53300" {
		return nil // it is there, and has no connection left for the question
	}
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(context.WithoutCancel(ctx)) }()
	var running int
	if err := c.QueryRow(ctx, sessionWorks, int32(session)).Scan(&running); err != nil {
		return err
	}
	if running == 0 && session != 0 {
		return fmt.Errorf("its session does not run it: %w", context.DeadlineExceeded)
	}
	return nil
}

// tellTrouble has fn told of trouble that an engine meets before it knows what
// became of a write.
func tellTrouble(e engine, fn func(error)) {
	if p, ok := e.(*postgresEngine); ok {
		p.trouble = fn
	}
}
