package db

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// migrationLock is the PostgreSQL advisory lock that lets one node migrate
// while the others wait. On SQLite the writer's lock does the same.
const migrationLock = 7262_001

type migration struct {
	version int64
	name    string
	sql     string
}

var (
	migrationsApplied = `CREATE TABLE IF NOT EXISTS schema_migrations (version {int} PRIMARY KEY, name {text} NOT NULL, applied_at {int} NOT NULL)`
	appliedMigrations = SQL(`SELECT version FROM schema_migrations ORDER BY version`)
	recordMigration   = SQL(`INSERT INTO schema_migrations (version, name, applied_at) VALUES ($1, $2, $3)`)
	dateMigrations    = SQL(`UPDATE schema_migrations SET applied_at = $1`)
)

// Migrate brings the schema up to date: it applies whatever the database has no
// record of, in order, also what is numbered below the newest that it has. It
// is safe when several nodes start at once, and refuses a schema that is newer
// than this program. An empty embedded file gets Options.Tables at once.
func (db *DB) Migrate(ctx context.Context) error {
	list, err := migrations(db.schema)
	if err != nil {
		return err
	}
	return db.migrate(ctx, list, db.tables)
}

func (db *DB) migrate(ctx context.Context, list []migration, tables string) error {
	return db.engine.write(ctx, noLane, func(c conn) error {
		d := db.engine.dialect()
		if d == postgresDialect {
			if err := c.script(fmt.Sprintf("SELECT pg_advisory_xact_lock(%d)", migrationLock)); err != nil {
				return err
			}
		}
		if err := c.script(d.fill(migrationsApplied)); err != nil {
			return err
		}
		have, err := applied(c)
		if err != nil {
			return err
		}
		if len(have) == 0 && d == sqliteDialect && tables != "" {
			if have, err = db.makeTables(c, tables); err != nil {
				return err
			}
		}
		if err := unknownMigration(have, list); err != nil {
			return err
		}
		for _, m := range list {
			if slices.Contains(have, m.version) {
				continue
			}
			if err := c.script(d.fill(m.sql)); err != nil {
				return fmt.Errorf("migration %s: %w", m.name, err)
			}
			if _, err := c.exec(recordMigration, []any{m.version, m.name, db.src.Now().UnixMilli()}); err != nil {
				return err
			}
		}
		return nil
	})
}

// makeTables makes the tables of an empty embedded file and returns the migrations
// that they stand for. SQLite reads its whole schema again after each ALTER TABLE:
// the migrations in turn would take ten times as long.
func (db *DB) makeTables(c conn, tables string) (have []int64, err error) {
	if err := c.script(tables); err != nil {
		return nil, fmt.Errorf("the tables of an empty file: %w", err)
	}
	if _, err := c.exec(dateMigrations, []any{db.src.Now().UnixMilli()}); err != nil {
		return nil, err
	}
	return applied(c)
}

// unknownMigration is an error where the database has what this program does
// not know: a newer one made it.
func unknownMigration(have []int64, list []migration) error {
	newest := list[len(list)-1].version
	for _, version := range slices.Backward(have) {
		if version > newest {
			return fmt.Errorf("the database has schema version %d, but this program knows only up to %d: run the newer program. Nothing was changed", version, newest)
		}
		if !slices.ContainsFunc(list, func(m migration) bool { return m.version == version }) {
			return fmt.Errorf("the database has the migration %d, which this program does not know: run the newer program. Nothing was changed", version)
		}
	}
	return nil
}

// SchemaVersion returns the version of the schema that the database has, 0 for
// none, and the newest one that this program knows. While a migration is missing, the
// database has the version before that one.
func (db *DB) SchemaVersion(ctx context.Context) (have, known int64, err error) {
	list, err := migrations(db.schema)
	if err != nil {
		return 0, 0, err
	}
	var versions []int64
	err = db.engine.read(ctx, func(c conn) error { versions, err = applied(c); return err })
	if isMissingTable(err) {
		err = nil
	}
	return versionOf(versions, list), list[len(list)-1].version, err
}

// versionOf is the newest version of those applied, in their order, before which
// none of the list is missing.
func versionOf(applied []int64, list []migration) (version int64) {
	for _, m := range list {
		if !slices.Contains(applied, m.version) {
			return version
		}
		version = m.version
	}
	return max(version, applied[len(applied)-1])
}

// applied are the versions that the database has a record of, in their order.
func applied(c conn) (versions []int64, err error) {
	err = c.query(appliedMigrations, nil, func(r Row) error {
		var version int64
		err := r.Scan(&version)
		versions = append(versions, version)
		return err
	})
	return versions, err
}

// migrations are those of this program, in the order of their numbers.
func migrations(files fs.FS) ([]migration, error) {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	var list []migration
	for _, e := range entries {
		body, err := fs.ReadFile(files, e.Name())
		if err != nil {
			return nil, err
		}
		number, _, _ := strings.Cut(e.Name(), "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("migration %s has no number: %w", e.Name(), err)
		}
		list = append(list, migration{version, e.Name(), string(body)})
	}
	slices.SortFunc(list, func(a, b migration) int { return cmp.Compare(a.version, b.version) })
	for i := 1; i < len(list); i++ {
		if list[i].version == list[i-1].version {
			return nil, fmt.Errorf("the migrations %s and %s have one number", list[i-1].name, list[i].name)
		}
	}
	return list, nil
}
