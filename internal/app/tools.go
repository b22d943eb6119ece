package app

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
	"service.example/crm/internal/whatsapp"
)

// WithService opens the database beside a running service and gives fn the use
// cases. Both kinds of workspace reach the provider at the given URL.
func WithService(ctx context.Context, d config.Database, o service.Options, providerURL, version string, fn func(*service.Service) error) error {
	key, err := MasterKey(d, true)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, store.Options{URL: d.Database, Key: key.DatabaseKey()})
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

// Migrate brings the schema up to date and returns its version.
func Migrate(ctx context.Context, d config.Database) (int64, error) {
	key, err := MasterKey(d, true)
	if err != nil {
		return 0, err
	}
	db, err := store.Open(ctx, store.Options{URL: d.Database, Key: key.DatabaseKey()})
	if err != nil {
		return 0, err
	}
	version, _, err := db.SchemaVersion(ctx)
	return version, errors.Join(err, db.Close())
}

// Doctor checks settings, key, database and provider, tells each result in a
// line, and returns an error when something must be mended.
func Doctor(ctx context.Context, cfg config.Serve, out io.Writer) error {
	failed := 0
	check := func(name string, err error) bool {
		if err != nil {
			failed++
			fmt.Fprintf(out, "✗ %-10s %v\n", name, err)
			return false
		}
		fmt.Fprintf(out, "✓ %s\n", name)
		return true
	}
	check("settings", cfg.Validate())
	key, err := MasterKey(cfg.Database, false)
	if check("master key", err) {
		db, err := store.Connect(ctx, store.Options{URL: cfg.Database.Database, Key: key.DatabaseKey()})
		if check("database", err) {
			have, known, err := db.SchemaVersion(ctx)
			if err == nil && have != known {
				err = fmt.Errorf("version %d, this program knows %d; run crm migrate", have, known)
			}
			if check("schema", err) {
				_, err = OpenBox(ctx, db, key)
				check("secrets", err)
			}
			_ = db.Close() // nothing was written
		}
	}
	media, _, err := openMedia(cfg)
	if check("media", err) {
		ctx, cancel := context.WithTimeout(ctx, mediaCheckTimeout)
		check("media store", media.Check(ctx))
		cancel()
	}
	check("provider", reach(ctx, cfg.ProviderURL))
	if failed > 0 {
		return fmt.Errorf("%d of the checks failed", failed)
	}
	return nil
}

// reach asks only whether somebody answers at the URL.
func reach(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("%s does not answer: %w", url, err)
	}
	return res.Body.Close()
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
