package app

import (
	"fmt"
	"os"

	"service.example/crm/internal/db"
)

// lockDatabase makes sure that one process at most serves an embedded
// database. The lock ends with the process, however it ends.
func lockDatabase(database string) (*os.File, error) {
	if db.IsPostgres(database) {
		return nil, nil
	}
	file, err := db.Locate(database, true)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(file+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot lock the database: %w", err)
	}
	if err := lockFile(f); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("another process uses %s; stop it first, or use PostgreSQL for several processes", database)
	}
	return f, nil
}
