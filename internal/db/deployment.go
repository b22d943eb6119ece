package db

import (
	"context"

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
