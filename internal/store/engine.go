// Package store has the statements of all domains, as methods of a transaction.
// They move to their domains; the engines are in db.
package store

import (
	"context"

	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
)

// DB is an open database with the product's tables.
type DB struct{ *db.DB }

// Tx is a transaction on the product's tables.
type Tx struct{ *db.Tx }

// The parts of the engines that those use who open a database or ask for its
// state.
type (
	Options = db.Options
	Stmt    = db.Stmt
	Row     = db.Row
)

// Open is db.Open with the product's schema.
func Open(ctx context.Context, o Options) (*DB, error) {
	o.Schema = schema.Files
	d, err := db.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	return &DB{d}, nil
}

// Connect is db.Connect with the product's schema.
func Connect(ctx context.Context, o Options) (*DB, error) {
	o.Schema = schema.Files
	d, err := db.Connect(ctx, o)
	if err != nil {
		return nil, err
	}
	return &DB{d}, nil
}

// View is db.View on the product's tables.
func (base *DB) View(ctx context.Context, fn func(*Tx) error) error {
	return base.DB.View(ctx, func(tx *db.Tx) error { return fn(&Tx{tx}) })
}

// Update is db.Update on the product's tables.
func (base *DB) Update(ctx context.Context, key string, fn func(*Tx) error) error {
	return base.DB.Update(ctx, key, func(tx *db.Tx) error { return fn(&Tx{tx}) })
}
