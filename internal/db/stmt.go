package db

import (
	"math"
	"regexp"
	"strings"
)

// Stmt is one SQL statement, a package variable registered once. A test
// prepares every one of them on both engines.
type Stmt struct {
	index  int
	order  int    // in which merged statements are sent
	text   string // as written: PostgreSQL
	sqlite string
	writes bool
	locks  bool // rows, on PostgreSQL
	// merged, on PostgreSQL, does for many rows at once what text does for
	// one: its arguments are arrays, and it returns the first argument of each
	// row that it changed (see KeyOf), and one text more if text returns one.
	merged string
	soon   bool // merged, but sent before the next question
	keys   int  // how many arguments tell its rows apart, if not one
	// many, on PostgreSQL, asks for many rows of arguments at once what text
	// asks for one: its arguments are arrays, and its first column is the
	// number of the row, from 1.
	many string
	// postgres says that the statement is for PostgreSQL only.
	postgres bool
	// embedded says that it is for the embedded engine only.
	embedded bool
	// by are the indexes of the embedded engine that it goes by, if planned says
	// that it is held to them.
	by      []string
	planned bool
	// byOnPostgres and bounded say the same of PostgreSQL.
	byOnPostgres, bounded []string
	// across says why the statement looks across workspaces, and unlimited why
	// nothing bounds how much of them it looks at.
	across, unlimited string
}

var statements []*Stmt

var (
	dollar  = regexp.MustCompile(`\$([0-9]+)`)
	locking = regexp.MustCompile(`(?i)\s+FOR (?:UPDATE|KEY SHARE|SHARE)( OF \w+)?( SKIP LOCKED)?`)
	indexBy = regexp.MustCompile(`\s+INDEXED BY \w+`)
)

// SQL registers a statement. SQLite binds $2, $1 by first appearance, so $N
// becomes ?N there; row locks are needless under its single writer. INDEXED BY
// is for SQLite alone, which keeps no statistics and would rather read a whole
// table in the order of its key than a small index beside it.
func SQL(text string) *Stmt {
	s := &Stmt{index: len(statements), text: indexBy.ReplaceAllString(text, ""),
		sqlite: locking.ReplaceAllString(dollar.ReplaceAllString(text, "?$1"), "")}
	head := strings.ToUpper(strings.TrimSpace(text))
	s.writes = !strings.HasPrefix(head, "SELECT") && !strings.HasPrefix(head, "WITH")
	s.order = s.index
	s.locks = locking.MatchString(text)
	statements = append(statements, s)
	return s
}

// holds reports whether the statement takes locks that last.
func (s *Stmt) holds() bool { return s.writes || s.locks }

// Merged registers a statement that PostgreSQL runs once for all updates of
// a transaction, at its end. Nothing in the transaction may read its effect.
func Merged(text, merged string) *Stmt {
	s := SQL(text)
	s.merged = merged
	return s
}

// KeyOf says that the first n arguments tell the rows of a merged statement
// apart. It returns them as one text, with a slash between each two.
func (s *Stmt) KeyOf(n int) *Stmt {
	s.keys = n
	return s
}

// BeforeReads lets a merged statement be sent before the next question of the
// transaction, which sees its effect.
func (s *Stmt) BeforeReads() *Stmt {
	s.soon = true
	return s
}

// Last lets a merged statement be sent after all others, because it takes locks
// that transactions of everybody want: they are held for no longer than the
// commit.
func (s *Stmt) Last() *Stmt {
	s.order = math.MaxInt
	return s
}

// ForMany adds the text that asks the statement for many rows at once.
func (s *Stmt) ForMany(many string) *Stmt {
	s.many = many
	return s
}

// AcrossWorkspaces says why the statement looks across workspaces on purpose. A
// test refuses any other that does. It has a LIMIT, and names the index that it
// goes by.
func (s *Stmt) AcrossWorkspaces(why string) *Stmt {
	s.across = why
	return s
}

// Unlimited says why a statement across workspaces needs no LIMIT or no index.
func (s *Stmt) Unlimited(why string) *Stmt {
	s.unlimited = why
	return s
}

// PostgresSQL registers a statement of what only PostgreSQL has: several
// writers.
func PostgresSQL(text string) *Stmt {
	s := SQL(text)
	s.postgres = true
	return s
}

// EmbeddedSQL registers a statement of what only the embedded engine has: its
// own index of words.
func EmbeddedSQL(text string) *Stmt {
	s := SQL(text)
	s.embedded = true
	return s
}

// PostgresMerged registers a merged statement of what only PostgreSQL has.
func PostgresMerged(text, merged string) *Stmt {
	s := Merged(text, merged)
	s.postgres = true
	return s
}
