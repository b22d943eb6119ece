package db

import (
	"errors"
	"strings"

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
}

var sqliteDialect = &dialect{
	name:  "sqlite",
	types: map[string]string{"text": "TEXT", "blob": "BLOB", "int": "INTEGER", "bool": "BOOLEAN", "clustered": "WITHOUT ROWID", "postgres": "--", "sqlite": ""},
	retryable: func(err error) bool {
		return errors.Is(err, sqlite3.BUSY) || errors.Is(err, sqlite3.LOCKED)
	},
}

var postgresDialect = &dialect{
	name:  "postgres",
	types: map[string]string{"text": `TEXT COLLATE "C"`, "blob": "BYTEA", "int": "BIGINT", "bool": "BOOLEAN", "clustered": "", "postgres": "", "sqlite": "--"},
	retryable: func(err error) bool {
		var pg *pgconn.PgError
		// serialisation failure, deadlock, and what two nodes made at once
		return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01" ||
			pg.Code == "23505" && runsAgainAfter(pg.ConstraintName))
	},
}

// fill writes the dialect's types into a migration.
func (d *dialect) fill(sql string) string {
	for name, typ := range d.types {
		sql = strings.ReplaceAll(sql, "{"+name+"}", typ)
	}
	return sql
}

// Refused reports whether the database refused what a statement says: it would
// do so again.
func Refused(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code[:2] {
		case "22", "23", "54": // data, constraint, limit
			return true
		}
	}
	return errors.Is(err, sqlite3.CONSTRAINT) || errors.Is(err, sqlite3.TOOBIG) || errors.Is(err, sqlite3.MISMATCH)
}
