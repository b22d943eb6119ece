package db

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// MaxNotice is how many bytes a notice may have: PostgreSQL takes fewer than 8,000.
const MaxNotice = 7900

// ErrNoNotices says that the processes of this database tell each other nothing: it
// has only one, or a pooler stands between, which gives each transaction another
// session.
var ErrNoNotices = errors.New("processes tell each other nothing by this database")

// Notify tells the other processes of the database something that is stored nowhere.
// Whoever does not listen at the moment misses it. The server takes one lock for it
// that all commits share, so it is for few notices a second.
func (db *DB) Notify(ctx context.Context, channel, text string) error {
	e, ok := db.engine.(*postgresEngine)
	if !ok || e.settings != "" {
		return ErrNoNotices
	}
	_, err := e.pool.Exec(ctx, "SELECT pg_notify($1, $2)", channel, text)
	return err
}

// Listen calls heard with what the processes of the database say by Notify, this one
// too, until the context ends or the connection, which is its own, breaks.
func (db *DB) Listen(ctx context.Context, channel string, heard func(text string)) error {
	e, ok := db.engine.(*postgresEngine)
	if !ok || e.settings != "" {
		return ErrNoNotices
	}
	c, err := pgx.ConnectConfig(ctx, e.pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = c.Close(end)
	}()
	if _, err := c.Exec(ctx, "LISTEN "+pgx.Identifier{channel}.Sanitize()); err != nil {
		return err
	}
	for {
		n, err := c.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		heard(n.Payload)
	}
}
