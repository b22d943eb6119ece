package schema

import (
	"context"

	"service.example/crm/internal/db"
)

// Open is db.Open with the product's tables.
func Open(ctx context.Context, o db.Options) (*db.DB, error) {
	o.Schema, o.Tables = Files, Tables
	return db.Open(ctx, o)
}

// Connect is db.Connect with the product's tables.
func Connect(ctx context.Context, o db.Options) (*db.DB, error) {
	o.Schema, o.Tables = Files, Tables
	return db.Connect(ctx, o)
}
