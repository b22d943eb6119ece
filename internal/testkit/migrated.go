package testkit

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
)

// migrate makes the tables of a database.
func migrate(url string) error { return migrateWith(url, nil) }

func migrateWith(url string, key []byte) error {
	ctx := context.Background()
	base, err := schema.Connect(ctx, db.Options{URL: url, Key: key})
	if err != nil {
		return err
	}
	return errors.Join(base.Migrate(ctx), base.Close())
}

// migrated is an embedded file with its tables, made once in a process: to copy
// it takes less time than to make it.
var migrated = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "crm-migrated-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "crm.db")
	key, err := app.MasterKey(config.Database{Database: path, MasterKey: masterKey}, true)
	if err != nil {
		return nil, err
	}
	if err := migrateWith(path, key.DatabaseKey()); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// writeMigrated puts an embedded file with its tables at the path.
func writeMigrated(path string) error {
	file, err := migrated()
	if err != nil {
		return err
	}
	return os.WriteFile(path, file, 0o600)
}
