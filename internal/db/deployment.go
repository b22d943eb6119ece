package db

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
)

var (
	insertDeployment = SQL(`INSERT INTO deployments (id, plain, created_at) SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM deployments)`)
	selectDeployment = SQL(`SELECT id, plain FROM deployments`)
	renameDeployment = SQL(`UPDATE deployments SET id = $1, plain = FALSE`)
)

// Deployment returns what tells this database from others that keep objects in
// the same place. It is made at the first call.
func (db *DB) Deployment(ctx context.Context) (d crm.Deployment, err error) {
	fresh := crm.NewDeploymentID()
	err = db.Update(ctx, "deployment", func(tx *Tx) error {
		tx.Lock("deployment")
		tx.Write(insertDeployment, fresh, true, Ms(tx.Now()))
		_, err := tx.One(selectDeployment, []any{&d.ID, &d.Plain})
		return err
	})
	return d, err
}

// RenewDeployment gives a restored copy of a database an identifier of its own.
func (db *DB) RenewDeployment(ctx context.Context) (crm.Deployment, error) {
	if _, err := db.Deployment(ctx); err != nil {
		return crm.Deployment{}, err
	}
	d := crm.Deployment{ID: crm.NewDeploymentID()}
	return d, db.Update(ctx, "deployment", func(tx *Tx) error { tx.Write(renameDeployment, d.ID); return nil })
}

// Backup is what crm backup copied last of a database and its files.
type Backup struct {
	At                   time.Time // the moment that the copy is of
	Took                 time.Duration
	Bytes                int64 // of the database
	FileCount, FileBytes int64
}

var (
	noteBackup   = SQL(`UPDATE deployments SET backed_up_at = $1, backup_took = $2, backup_bytes = $3, backup_files = $4, backup_file_bytes = $5 WHERE backed_up_at < $1`)
	selectBackup = SQL(`SELECT backed_up_at, backup_took, backup_bytes, backup_files, backup_file_bytes FROM deployments`)
)

// NoteBackup records a backup, unless a later one is recorded.
func (db *DB) NoteBackup(ctx context.Context, b Backup) error {
	if _, err := db.Deployment(ctx); err != nil {
		return err
	}
	return db.Update(ctx, "deployment", func(tx *Tx) error {
		tx.Write(noteBackup, Ms(b.At), b.Took.Milliseconds(), b.Bytes, b.FileCount, b.FileBytes)
		return nil
	})
}

// LastBackup returns the last backup; found is false where none is recorded.
func (db *DB) LastBackup(ctx context.Context) (b Backup, found bool, err error) {
	var at, took int64
	err = db.View(ctx, func(tx *Tx) (err error) {
		found, err = tx.One(selectBackup, []any{&at, &took, &b.Bytes, &b.FileCount, &b.FileBytes})
		return err
	})
	b.At, b.Took = At(at), time.Duration(took)*time.Millisecond
	return b, found && at > 0, err
}
