package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// errUncertain says that a transaction may have been committed: what it did
// must not be done again, and is not acknowledged.
var errUncertain = errors.New("the database went away during the commit, and it is not known whether it took place")

const uncertainPause = 50 * time.Millisecond

// noLane is the lane of transactions that leave no token, as there is no table
// of them yet.
const noLane = -1

// Every transaction that writes leaves a number of this process, which it gives
// once, in the row of its lane. A commit without an answer took place if the number
// is there afterwards. That of the server's transaction would not do: a server that
// lost the commit in a crash or failover gives it again (docs/adr/0027).
var (
	writeToken = PostgresSQL(`INSERT INTO commit_tokens (node, lane, token, written_at)
		VALUES ($1, $2, $3, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
		ON CONFLICT (node, lane) DO UPDATE SET token = excluded.token, written_at = excluded.written_at`).ByOnPostgres("commit_tokens_pkey")
	// The question waits for the transaction if it is still open, also where the
	// row is its own and nobody else sees it yet: hence an insert, not a lock. It
	// is itself a write, so that its own commit vouches for what was read: it comes
	// after the token's on the disks of the server and of the replicas that it
	// waits for.
	askToken = PostgresSQL(`INSERT INTO commit_tokens (node, lane, token, written_at)
		VALUES ($1, $2, '', (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
		ON CONFLICT (node, lane) DO UPDATE SET token = commit_tokens.token RETURNING token`).ByOnPostgres("commit_tokens_pkey")
	// Nobody asks for a token for longer than a lease.
	deleteTokens = PostgresSQL(`DELETE FROM commit_tokens WHERE written_at < (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 86400000`)
)

// leaveToken lets the transaction leave its token, ahead of its first write.
func (c *postgresConn) leaveToken() {
	if c.lane == noLane || c.token != "" {
		return
	}
	c.token = strconv.FormatInt(c.engine.tokens.Add(1), 10)
	c.post(queued{}, writeToken.text, c.node, c.lane, c.token)
}

// unanswered reports whether the error leaves open what became of a commit: the
// server did not refuse it but went away.
func unanswered(err error) bool {
	var pg *pgconn.PgError
	return !errors.As(err, &pg) || pg.Severity == "FATAL" || pg.Severity == "PANIC"
}

// decide finds out whether the transaction whose commit failed so took place. It
// asks for as long as a lease: a node that is silent for longer has lost it.
func (e *postgresEngine) decide(c *postgresConn, failure error) error {
	switch {
	case c.lane == noLane:
		return fmt.Errorf("%w: %w", errUncertain, failure)
	case c.token == "":
		return failure // it wrote nothing
	}
	ctx, cancel := context.WithTimeout(context.Background(), e.lease)
	defer cancel()
	for {
		there, err := e.tokenIsThere(ctx, c)
		switch {
		case err == nil && there:
			return nil
		case err == nil:
			return failure
		}
		e.trouble(failure) // it may take a lease to find out, and others meet it meanwhile
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", errUncertain, failure)
		case <-time.After(uncertainPause):
		}
	}
}

// tokenIsThere asks on a connection made now: one that was open before may end
// at a server that is not the one any more.
func (e *postgresEngine) tokenIsThere(ctx context.Context, c *postgresConn) (there bool, err error) {
	fresh, err := pgx.ConnectConfig(ctx, e.pool.Config().ConnConfig)
	if err != nil {
		return false, err
	}
	defer func() { _ = fresh.Close(context.WithoutCancel(ctx)) }()
	err = pgx.BeginFunc(ctx, fresh, func(tx pgx.Tx) error {
		if err := e.set(ctx, tx); err != nil {
			return err
		}
		var token string
		err := tx.QueryRow(ctx, askToken.text, c.node, c.lane).Scan(&token)
		there = token == c.token
		return err
	})
	return there, err
}

// tidy removes the tokens of processes that are gone.
func (e *postgresEngine) tidy(ctx context.Context) error {
	for _, risk := range e.risks {
		slog.Warn("if its machine fails, PostgreSQL may lose acknowledged data or be damaged", "setting", risk)
	}
	_, err := e.pool.Exec(ctx, deleteTokens.text)
	return err
}

// durability are the settings of the server on which an acknowledgement rests.
const durability = `SELECT current_setting('synchronous_commit'), current_setting('fsync'), current_setting('full_page_writes')`

// promise is an error where the server would acknowledge a commit that is not on
// disk, and tells of what it may lose in a crash of its machine.
func promise(ctx context.Context, c pgx.Tx) (risks []string, err error) {
	var commit, fsync, pages string
	if err := c.QueryRow(ctx, durability).Scan(&commit, &fsync, &pages); err != nil {
		return nil, err
	}
	if commit != "on" && commit != "remote_apply" {
		return nil, fmt.Errorf("PostgreSQL has synchronous_commit=%s for this connection and would lose what was acknowledged: remove what overrides the setting (a connection pooler, or options in CRM_DATABASE)", commit)
	}
	if fsync != "on" {
		risks = append(risks, "fsync=off")
	}
	if pages != "on" {
		risks = append(risks, "full_page_writes=off")
	}
	return risks, nil
}
