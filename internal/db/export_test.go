package db

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"
)

// Waiting is how many updates wait to be taken into a transaction.
func Waiting(db *DB) (n int) {
	for _, l := range db.lanes {
		for _, q := range l.queues {
			n += len(q)
		}
	}
	return n
}

// LetLongWait lets long updates wait for so long at most while callers wait, and for so
// long if the turn before had one.
func LetLongWait(db *DB, most, again time.Duration) {
	for _, l := range db.lanes {
		l.longWait, l.longerWait = most, again
	}
}

// Setting is what a setting of PostgreSQL is for the connections of the service.
func Setting(db *DB, name string) (value string) {
	_ = db.engine.(*postgresEngine).pool.QueryRow(context.Background(), "SELECT current_setting($1)", name).Scan(&value)
	return value
}

// SettingOf is what a setting of PostgreSQL is in a transaction of the service.
func SettingOf(db *DB, writes bool, name string) (value string) {
	stmt := &Stmt{text: "SELECT current_setting($1)"}
	read := func(c conn) error {
		return c.query(stmt, []any{name}, func(r Row) error { return r.Scan(&value) })
	}
	if e := db.engine; writes {
		_ = e.write(context.Background(), noLane, read)
	} else {
		_ = e.read(context.Background(), read)
	}
	return value
}

// SettingNames are the settings that the service needs.
func SettingNames() (names []string) {
	for _, s := range append(settings, idleLimit(0)) {
		names = append(names, s.name)
	}
	return names
}

// LeaveToken lets a transaction leave its token as the lane of the database does.
func LeaveToken(ctx context.Context, db *DB, tx pgx.Tx, lane int, token string) error {
	_, err := tx.Exec(ctx, writeToken.text, db.engine.(*postgresEngine).node, lane, token)
	return err
}

// TokenIsThere asks whether the transaction that left the token took place.
func TokenIsThere(ctx context.Context, db *DB, lane int, token string) (bool, error) {
	e := db.engine.(*postgresEngine)
	return e.tokenIsThere(ctx, &postgresConn{node: e.node, lane: lane, token: token})
}

// MigrateBy is Migrate with migrations of the test's own, by their numbers.
func MigrateBy(ctx context.Context, db *DB, scripts map[int64]string) error {
	var list []migration
	for _, version := range slices.Sorted(maps.Keys(scripts)) {
		list = append(list, migration{version, fmt.Sprintf("%04d.sql", version), scripts[version]})
	}
	return db.migrate(ctx, list, "")
}

// VersionOf is the version that a database is said to have that has the applied
// migrations of the known ones.
func VersionOf(applied, known []int64) int64 {
	var list []migration
	for _, version := range known {
		list = append(list, migration{version: version})
	}
	return versionOf(applied, list)
}

// narrow is what a statement says that looks at a single workspace.
var (
	named    = regexp.MustCompile(`(?i)\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)`)
	inserted = regexp.MustCompile(`(?s)^\s*INSERT INTO \w+( AS \w+)?\s*\([^)]*\bworkspace_id\b`)
	narrow   = regexp.MustCompile(`workspace_id = \$\d|\bworkspace_id, \w+\) = \(SELECT workspace_id, \w+ FROM \w+_directory WHERE`)
)

// Reach is a statement on tables whose rows belong to workspaces.
type Reach struct {
	Table, Text       string
	Narrow            bool // it compares or inserts the workspace
	Across, Unlimited string
	Bounded           bool // it has a LIMIT, and is held to an index
}

// Reaches are the statements on some tables; Table is the first one of them.
func Reaches(tables []string) (out []Reach) {
	for _, s := range statements {
		list := named.FindAllStringSubmatch(s.text, -1)
		i := slices.IndexFunc(list, func(m []string) bool { return slices.Contains(tables, m[1]) })
		if i < 0 {
			continue
		}
		out = append(out, Reach{list[i][1], s.text, narrow.MatchString(s.text) || inserted.MatchString(s.text), s.across, s.unlimited,
			strings.Contains(s.text, "LIMIT") && (s.planned || s.byOnPostgres != nil || s.bounded != nil)})
	}
	return out
}

// TablesOfWorkspaces are the tables of an embedded database whose rows belong to
// workspaces.
func TablesOfWorkspaces(db *DB) (names []string, err error) {
	p, _, err := db.engine.(*sqliteEngine).writer.c.Prepare(`SELECT t.name FROM sqlite_schema t
		JOIN pragma_table_info(t.name) c ON c.name = 'workspace_id' WHERE t.type = 'table'`)
	if err != nil {
		return nil, err
	}
	for p.Step() {
		names = append(names, p.ColumnText(0))
	}
	return names, p.Close()
}

// hiddenBound is a place where a page goes on that an index cannot go to.
var hiddenBound = regexp.MustCompile(`\(\$\d+ (?:=|<) \S+ OR [\w.]+ [<>]=? \$\d+\)`)

// HiddenBounds returns the statements that read a list from its beginning to find where
// its page goes on.
func HiddenBounds() (out []string) {
	for _, s := range statements {
		if hiddenBound.MatchString(s.text) {
			out = append(out, s.text)
		}
	}
	return out
}

// EntriesOf are all entries of the schema of an embedded database, of whatever type.
func EntriesOf(db *DB) (entries string, err error) {
	err = each(db, `SELECT type || ' ' || name || ' of ' || tbl_name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1`,
		func(p *sqlite3.Stmt) error { entries += p.ColumnText(0) + "\n"; return nil })
	return entries, err
}

// TablesOf is the script that makes what an embedded database has: its tables, their
// rows, and last its indexes and triggers. When its migrations were applied is left out.
func TablesOf(db *DB) (string, error) {
	var out strings.Builder
	// The order is that of their making: it decides between two indexes that serve alike.
	// What a virtual table keeps in tables of its own is made by it.
	const tables = ` FROM sqlite_schema s WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
		AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow') `
	write := func(p *sqlite3.Stmt) error { _, err := fmt.Fprintf(&out, "%s;\n", p.ColumnText(0)); return err }
	rows := func(p *sqlite3.Stmt) error { return each(db, p.ColumnText(0), write) }
	err := errors.Join(
		each(db, `SELECT sql`+tables+`AND name <> 'schema_migrations' ORDER BY rowid`, write),
		each(db, `SELECT 'SELECT ''INSERT INTO ' || name || ' (' || (SELECT group_concat(name, ', ') FROM pragma_table_info(s.name))
			|| ') VALUES ('' || ' || (SELECT group_concat(CASE WHEN s.name || name = 'schema_migrationsapplied_at' THEN '0' ELSE 'quote(' || name || ')' END, ' || '', '' || ')
			FROM pragma_table_info(s.name)) || ' || '')'' FROM ' || name || ' ORDER BY 1'`+tables+`AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY rowid`, rows),
		each(db, `SELECT sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL ORDER BY rowid`, write))
	return out.String(), err
}

// each calls visit for every row of an embedded database.
func each(db *DB, sql string, visit func(*sqlite3.Stmt) error) error {
	p, _, err := db.engine.(*sqliteEngine).writer.c.Prepare(sql)
	if err != nil {
		return err
	}
	for p.Step() {
		if err := visit(p); err != nil {
			return err
		}
	}
	return p.Close()
}

// WantsRestart reports whether a log of so many pages should begin anew where that failed
// so often in a row, last so long ago.
func WantsRestart(log int, ago time.Duration, failures int, reads bool) bool {
	e := &sqliteEngine{readers: make(chan *sqliteConn, 1)}
	if !reads {
		e.readers <- nil
	}
	_, restart := e.wantsRestart(log, time.Now().Add(-ago), failures)
	return restart
}
