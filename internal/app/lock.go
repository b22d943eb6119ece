package app

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"service.example/crm/internal/store"
)

// lockDatabase makes sure that one process at most serves an embedded
// database. The lock ends with the process, however it ends.
func lockDatabase(database string) (*os.File, error) {
	if store.IsPostgres(database) {
		return nil, nil
	}
	if err := os.MkdirAll(filepath.Dir(database), 0o700); err != nil {
		return nil, fmt.Errorf("the folder of the database cannot be made: %w", err)
	}
	f, err := os.OpenFile(database+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the lock of the database cannot be made: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%s is served by another process; stop that one first, or use PostgreSQL for several", database)
	}
	return f, nil
}
