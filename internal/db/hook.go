package db

import (
	"slices"
	"strings"
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

func runsAgainAfter(name string) bool {
	return slices.ContainsFunc(runAgain, func(index string) bool { return isIndex(name, index) })
}

// isIndex reports whether PostgreSQL calls the index so: that of a part of a table
// that is divided has the part's number behind its name.
func isIndex(name, index string) bool {
	part, ok := strings.CutPrefix(name, index)
	return ok && (part == "" || part[0] == '_' && len(part) > 1 && strings.Trim(part[1:], "0123456789") == "")
}
