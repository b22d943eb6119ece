package db

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/ncruces/go-sqlite3"
)

// What a server may be set to that breaks the promise of a commit. The last
// column is what the role or the database sets for every connection.
var durabilitySettings = PostgresSQL(`SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
	COALESCE((SELECT max(o) FROM pg_db_role_setting s, unnest(s.setconfig) o
		WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
		AND s.setrole IN (0, (SELECT oid FROM pg_roles WHERE rolname = current_user))
		AND o LIKE 'synchronous_commit=%'), '')`)

// Risks returns what is set on the server by which a crash could lose what was
// acknowledged, and what is set but does no harm. The embedded engine has none.
func (db *DB) Risks(ctx context.Context) (risks, harmless []string, err error) {
	if db.engine.dialect() != postgresDialect {
		return nil, nil, nil
	}
	var fsync, whole, commit, set string
	err = db.View(ctx, func(tx *Tx) error {
		_, err := tx.One(durabilitySettings, []any{&fsync, &whole, &commit, &set})
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	for name, value := range map[string]string{"fsync": fsync, "full_page_writes": whole} {
		if value == "off" {
			risks = append(risks, name+" is off on this server: a crash of its machine can damage the database")
		}
	}
	switch _, role, _ := strings.Cut(set, "="); {
	case commit == "off":
		risks = append(risks, "synchronous_commit is off: a crash of the server loses messages that were acknowledged")
	case role == "off" || role == "false":
		harmless = append(harmless, "synchronous_commit=off is set on the role or the database; the service turns it on for its own connections")
	}
	return risks, harmless, nil
}

// isMissingTable reports whether a statement asks for a table that is not there.
func isMissingTable(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == "42P01"
	}
	return errors.Is(err, sqlite3.ERROR) && strings.Contains(err.Error(), "no such table")
}

// explainPostgres says in a sentence why a server takes no connection.
func explainPostgres(cfg *pgconn.Config, err error) error {
	at := fmt.Sprintf("%s:%d", cfg.Host, cfg.Port)
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "3D000":
			return fmt.Errorf("PostgreSQL at %s has no database %q; make it with: createdb -h %s -p %d %s", at, cfg.Database, cfg.Host, cfg.Port, cfg.Database)
		case "28P01", "28000":
			return fmt.Errorf("PostgreSQL at %s refuses the user %q: %s; check the user and the password in CRM_DATABASE", at, cfg.User, pg.Message)
		case "53300":
			return fmt.Errorf("PostgreSQL at %s takes no more connections: %s; raise its max_connections or stop other programs", at, pg.Message)
		}
		return fmt.Errorf("PostgreSQL at %s refuses the connection: %s (%s)", at, pg.Message, pg.Code)
	}
	return fmt.Errorf("PostgreSQL at %s does not answer; check CRM_DATABASE and that the server runs: %w", at, err)
}
