package db

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Waiting is how many updates wait to be taken into a transaction.
func Waiting(db *DB) (n int) {
	for _, l := range db.lanes {
		n += len(l.urgent) + len(l.usual)
	}
	return n
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
	return db.migrate(ctx, list)
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

// ReplanAt sets how old connections are when their plans are made anew.
func ReplanAt(ages ...time.Duration) (undo func()) {
	was := planAges
	planAges = ages
	return func() { planAges = was }
}

// Replan forgets the plans of a connection when their time has come.
func Replan(ctx context.Context, c *pgx.Conn) error {
	return (&postgresEngine{lease: time.Minute}).replan(ctx, c)
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
