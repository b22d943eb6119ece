package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

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
	lastMigration     = stmt(`SELECT coalesce(max(version), 0) FROM schema_migrations`)
	recordMigration   = stmt(`INSERT INTO schema_migrations (version, name, applied_at) VALUES ($1, $2, $3)`)
)

// Migrate brings the schema up to date. It is safe when several nodes start at
// once, and refuses a schema that is newer than this program.
func (db *DB) Migrate(ctx context.Context) error {
	list, err := migrations()
	if err != nil {
		return err
	}
	return db.engine.write(ctx, func(c conn) error {
		d := db.engine.dialect()
		if d == postgresDialect {
			if err := c.script(fmt.Sprintf("SELECT pg_advisory_xact_lock(%d)", migrationLock)); err != nil {
				return err
			}
		}
		if err := c.script(d.fill(migrationsApplied)); err != nil {
			return err
		}
		have, err := schemaVersion(c)
		if err != nil {
			return err
		}
		if newest := list[len(list)-1].version; have > newest {
			return fmt.Errorf("the database has schema version %d, but this program knows only up to %d: run the newer program. Nothing was changed", have, newest)
		}
		for _, m := range list {
			if m.version <= have {
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

// SchemaVersion returns the version of the schema that the database has and
// the newest one that this program knows.
func (db *DB) SchemaVersion(ctx context.Context) (have, known int64, err error) {
	list, err := migrations()
	if err != nil {
		return 0, 0, err
	}
	err = db.engine.read(ctx, func(c conn) error { have, err = schemaVersion(c); return err })
	return have, list[len(list)-1].version, err
}

func schemaVersion(c conn) (version int64, err error) {
	err = c.query(lastMigration, nil, func(r Row) error { return r.Scan(&version) })
	return version, err
}

func migrations() ([]migration, error) {
	entries, err := fs.ReadDir(migrationFiles, "migrations")
	if err != nil {
		return nil, err
	}
	var list []migration
	for _, e := range entries {
		body, err := fs.ReadFile(migrationFiles, "migrations/"+e.Name())
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
	return list, nil
}
