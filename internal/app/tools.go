package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"log/slog"
	"os"
	"path/filepath"

	"service.example/crm/internal/config"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service"
	"service.example/crm/internal/whatsapp"
)

// WithService opens the database beside a running service and gives fn the use
// cases. Both kinds of workspace reach the provider at the given URL.
func WithService(ctx context.Context, d config.Database, o service.Options, providerURL, version string, fn func(*service.Service) error) error {
	key, err := MasterKey(d, true)
	if err != nil {
		return err
	}
	db, err := schema.Open(ctx, db.Options{URL: d.Database, Key: key.DatabaseKey()})
	if err != nil {
		return err
	}
	box, err := OpenBox(ctx, db, key)
	if err == nil {
		o.Live = whatsapp.New(providerURL, version, nil)
		o.Test = o.Live
		err = fn(service.New(db, box, slog.New(slog.DiscardHandler), o))
	}
	return errors.Join(err, db.Close())
}

// ownKeyFile is the file of the master key that an embedded database gets beside it.
func ownKeyFile(database string) string {
	return filepath.Join(filepath.Dir(database), "master.key")
}

// Fresh reports whether a start makes an embedded database, and in which file it makes
// the master key; "" where the settings name a key that is there.
func Fresh(d config.Database) (database bool, keyFile string) {
	if db.IsPostgres(d.Database) {
		return false, ""
	}
	if database, _ = notMadeYet(d.Database); !database || d.MasterKey != "" {
		return database, ""
	}
	path := cmp.Or(d.MasterKeyFile, ownKeyFile(d.Database))
	if _, err := os.Stat(path); err == nil {
		return database, ""
	}
	return database, path
}

// Migrate brings the schema up to date and returns its version.
func Migrate(ctx context.Context, d config.Database) (int64, error) {
	key, err := MasterKey(d, true)
	if err != nil {
		return 0, err
	}
	db, err := schema.Open(ctx, db.Options{URL: d.Database, Key: key.DatabaseKey()})
	if err != nil {
		return 0, err
	}
	version, _, err := db.SchemaVersion(ctx)
	return version, errors.Join(err, db.Close())
}

// OpenAPI returns the document that the service serves, as YAML or JSON,
// without a database of its own.
func OpenAPI(ctx context.Context, log *slog.Logger, asJSON bool) ([]byte, error) {
	dir, err := os.MkdirTemp("", "crm-openapi-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	cfg := DemoConfig(dir, "127.0.0.1:0")
	cfg.Sandbox = false
	var random [32]byte
	_, _ = rand.Read(random[:])
	cfg.Database = config.Database{Database: filepath.Join(dir, "crm.db"), MasterKey: base64.StdEncoding.EncodeToString(random[:])}
	a, err := New(ctx, cfg, Options{Log: log})
	if err != nil {
		return nil, err
	}
	doc := a.API.OpenAPI()
	if asJSON {
		doc = a.API.OpenAPIJSON()
	}
	return doc, a.Stop(ctx)
}
