package store

import (
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/ncruces/go-sqlite3"
)

// dialect holds every difference between the engines that is not plain I/O.
type dialect struct {
	name string
	// types fill the {placeholders} of the migrations.
	types map[string]string
	// retryable tells the errors that the same transaction survives when run again.
	retryable func(error) bool
	// eventLag is how old an event must be before it is listed, so that one
	// committed later with an earlier identifier is never skipped. The embedded
	// engine commits in the order of identifiers.
	eventLag time.Duration
}

var sqliteDialect = &dialect{
	name:  "sqlite",
	types: map[string]string{"text": "TEXT", "blob": "BLOB", "int": "INTEGER", "bool": "BOOLEAN", "clustered": "WITHOUT ROWID"},
	retryable: func(err error) bool {
		return errors.Is(err, sqlite3.BUSY) || errors.Is(err, sqlite3.LOCKED)
	},
}

var postgresDialect = &dialect{
	name:  "postgres",
	types: map[string]string{"text": `TEXT COLLATE "C"`, "blob": "BYTEA", "int": "BIGINT", "bool": "BOOLEAN", "clustered": ""},
	retryable: func(err error) bool {
		var pg *pgconn.PgError
		// serialisation failure, deadlock
		return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
	},
	eventLag: 2 * time.Second,
}

// fill writes the dialect's types into a migration.
func (d *dialect) fill(sql string) string {
	for name, typ := range d.types {
		sql = strings.ReplaceAll(sql, "{"+name+"}", typ)
	}
	return sql
}

// isFull reports whether the disk takes no more: it is full, or a limit is reached.
func isFull(err error) bool {
	var pg *pgconn.PgError
	return errors.Is(err, sqlite3.FULL) || errors.Is(err, sqlite3.IOERR_WRITE) || errors.As(err, &pg) && pg.Code == "53100"
}
