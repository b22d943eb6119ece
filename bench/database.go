package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"service.example/crm/bench/process"
	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
)

// The engines that are measured.
const (
	embedded = "sqlite"
	postgres = "postgres"
)

// database is an empty database that is removed after its use.
type database struct {
	engine string
	dir    string // the folder of the embedded one
	url    string
	name   string // of the database in PostgreSQL
	server string
	key    string
}

// seededDatabase is a copy of one that crm seed has filled, or that one. Its key is
// $CRM_MASTER_KEY, or in master.key beside the file.
func seededDatabase(ctx context.Context, o options, engine string) (*database, error) {
	dir, server, from := o.dir, o.postgres, o.seeded
	key := os.Getenv("CRM_MASTER_KEY")
	if key == "" && engine == embedded {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(from), "master.key"))
		if err != nil {
			return nil, err
		}
		key = strings.TrimSpace(string(text))
	}
	if o.inPlace {
		return &database{engine: engine, server: server, url: from, key: key}, nil
	}
	template := ""
	if engine == postgres {
		u, err := url.Parse(from)
		if err != nil {
			return nil, fmt.Errorf("-seeded: %w", err)
		}
		template = " TEMPLATE " + strings.TrimPrefix(u.Path, "/")
	}
	progress("  copying what was seeded")
	d, err := newDatabase(ctx, engine, dir, server, template)
	if err == nil && engine == embedded {
		_, err = process.RunWithin(ctx, time.Hour, "", nil, "cp", from, d.url)
	}
	if err == nil {
		d.key = key
	}
	return d, err
}

// newDatabase makes a database of the engine, with a master key of its own. template ends
// the statement by which PostgreSQL makes one.
func newDatabase(ctx context.Context, engine, dir, server, template string) (*database, error) {
	var key [32]byte
	_, _ = rand.Read(key[:])
	d := &database{engine: engine, server: server, key: base64.StdEncoding.EncodeToString(key[:])}
	if engine == postgres {
		d.name = fmt.Sprintf("crm_bench_%d_%d", os.Getpid(), time.Now().UnixNano())
		u, err := url.Parse(server)
		if err != nil {
			return nil, fmt.Errorf("-postgres: %w", err)
		}
		u.Path = "/" + d.name
		d.url = u.String()
		return d, execute(ctx, server, "CREATE DATABASE "+d.name+template)
	}
	var err error
	if d.dir, err = os.MkdirTemp(dir, "data-"); err != nil {
		return nil, err
	}
	d.url = filepath.Join(d.dir, "crm.db")
	return d, nil
}

// config names the database as the service's settings do.
func (d *database) config() config.Database {
	return config.Database{Database: d.url, MasterKey: d.key}
}

// env is the database in the environment of a process.
func (d *database) env() []string {
	return []string{"CRM_DATABASE=" + d.url, "CRM_MASTER_KEY=" + d.key}
}

// open opens the database in this process, migrated.
func (d *database) open(ctx context.Context) (*db.DB, error) {
	key, err := app.MasterKey(d.config(), false)
	if err != nil {
		return nil, err
	}
	return schema.Open(ctx, db.Options{URL: d.url, Key: key.DatabaseKey()})
}

// remove deletes the database, whoever is still connected.
func (d *database) remove() {
	if d.dir != "" {
		_ = os.RemoveAll(d.dir)
	}
	if d.name == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := execute(ctx, d.server, "DROP DATABASE IF EXISTS "+d.name+" WITH (FORCE)"); err != nil {
		progress("the database %s could not be dropped: %v", d.name, err)
	}
}

func execute(ctx context.Context, server, sql string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	c, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	_, err = c.Exec(ctx, sql)
	return err
}

// describeServer says which PostgreSQL answers and whether its commits are durable.
func describeServer(ctx context.Context, server string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	c, err := pgx.Connect(ctx, server)
	if err != nil {
		return "", err
	}
	defer c.Close(ctx)
	var version, fsync, commit, vacuum string
	err = c.QueryRow(ctx, `SELECT current_setting('server_version'), current_setting('fsync'), current_setting('synchronous_commit'), current_setting('autovacuum')`).
		Scan(&version, &fsync, &commit, &vacuum)
	return fmt.Sprintf("PostgreSQL %s, fsync %s, synchronous_commit %s, autovacuum %s", version, fsync, commit, vacuum), err
}
