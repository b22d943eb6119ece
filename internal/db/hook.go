package db

import (
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/ncruces/go-sqlite3"
)

// What the engines need to know of the tables of domains is registered with
// them by package variables, as statements are.
var (
	heldByNodes []heldRows
	runAgain    []string
)

type heldRows struct{ free, freeOrphans *Stmt }

// Held registers rows that nodes hold: free lets go of those of the node $1,
// freeOrphans of those of nodes that are gone.
func Held(free, freeOrphans *Stmt) struct{} {
	heldByNodes = append(heldByNodes, heldRows{free, freeOrphans})
	return struct{}{}
}

// RunAgainAfter registers unique indexes of PostgreSQL: who violates one, beside
// another node, finds the other's row when the transaction runs again.
func RunAgainAfter(indexes ...string) struct{} {
	runAgain = append(runAgain, indexes...)
	return struct{}{}
}

// Taken reports whether an error says that a row would violate a unique index;
// columns is what the embedded engine calls it by: table.column, ….
func Taken(err error, index, columns string) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == "23505" && pg.ConstraintName == index
	}
	return errors.Is(err, sqlite3.CONSTRAINT_UNIQUE) && strings.Contains(err.Error(), columns)
}

func runsAgainAfter(index string) bool { return slices.Contains(runAgain, index) }
