package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/dustin/go-humanize"

	"service.example/crm/internal/app"
	"service.example/crm/internal/backup"
	"service.example/crm/internal/config"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/version"
)

type backupCommand struct {
	config.Database
	Into  string `arg:"" name:"folder" help:"Where backups are kept. Each one is a folder of its own in it, named after the time."`
	Keep  int    `help:"How many of the newest backups in that folder to keep; the others are removed. By default all." placeholder:"N"`
	Media string `help:"Where files are kept, as crm serve has it: a directory, or s3://bucket, of which no file is copied. By default it is the directory media beside the database." env:"CRM_MEDIA" placeholder:"DIR|s3://BUCKET"`
}

// Run makes a backup, lets the service know of it, and removes old ones.
func (c *backupCommand) Run(ctx context.Context) error {
	if c.Keep < 0 {
		return errors.New("--keep: a number from 1; without it, all backups are kept")
	}
	if db.IsPostgres(c.Database.Database) {
		return errors.New("crm backup copies the embedded database. Back up PostgreSQL by its own means, such as pg_basebackup with WAL archiving; see docs/operations.md")
	}
	if fresh, _ := app.Fresh(c.Database); fresh {
		return fmt.Errorf("there is no database at %s; name it by --database (CRM_DATABASE)", c.Database.Database)
	}
	key, err := app.MasterKey(c.Database, false)
	if err != nil {
		return err
	}
	from := backup.Source{Database: c.Database.Database, Key: key.DatabaseKey(), Version: version.Current().Version}
	settings := config.Serve{Database: c.Database, Media: config.Media{Media: c.Media}}
	bucket, _, elsewhere := settings.MediaBucket()
	if !elsewhere {
		from.Files = settings.MediaDirectory()
	}
	began := time.Now()
	b, err := backup.Make(ctx, from, c.Into, tellCopied(began))
	if err != nil {
		return err
	}
	took := time.Since(began)
	fmt.Printf("%s: %s with %s, %d files of %s (%d shared with the backup before), in %s\n", filepath.Join(c.Into, filepath.Base(b.Folder)),
		c.Database.Database, humanize.Bytes(uint64(b.DatabaseBytes)), b.Files, humanize.Bytes(uint64(b.FileBytes)), b.Linked, took.Round(10*time.Millisecond))
	if elsewhere {
		fmt.Printf("The files are in the bucket %s and are not in it: back them up with the means of the bucket.\n", bucket)
	}
	fmt.Println("The master key is not in it: keep that in another place.")
	if err := c.note(ctx, key, b, took); err != nil {
		return fmt.Errorf("the backup is complete, but the service could not be told: %w", err)
	}
	if c.Keep == 0 {
		return nil
	}
	removed, err := backup.Prune(c.Into, c.Keep, time.Now())
	for _, folder := range removed {
		fmt.Println("removed " + folder)
	}
	return err
}

// tellCopied tells every few seconds how much is copied.
func tellCopied(told time.Time) func(what string, done, all int64) {
	return func(what string, done, all int64) {
		if time.Since(told) < 2*time.Second {
			return
		}
		told = time.Now()
		of := ""
		if all > 0 {
			of = " of " + humanize.Bytes(uint64(all))
		}
		fmt.Printf("%s: %s%s\n", what, humanize.Bytes(uint64(done)), of)
	}
}

// note lets the service know of a backup. A database that this program has not migrated yet
// has no place for that.
func (c *backupCommand) note(ctx context.Context, key secret.MasterKey, b backup.Backup, took time.Duration) error {
	base, err := schema.Connect(ctx, db.Options{URL: c.Database.Database, Key: key.DatabaseKey()})
	if err != nil {
		return err
	}
	have, known, err := base.SchemaVersion(ctx)
	if err == nil && have == known {
		err = base.NoteBackup(ctx, db.Backup{At: b.MadeAt, Took: took, Bytes: b.DatabaseBytes, FileCount: int64(b.Files), FileBytes: b.FileBytes})
	}
	return errors.Join(err, base.Close())
}
