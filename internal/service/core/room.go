// Package core has what every room needs and no domain: calls that run once per
// Idempotency-Key, and the cache.
package core

import (
	"log/slog"
	"sync"

	"service.example/crm/internal/db"
	"service.example/crm/internal/secret"
)

// Parts are what every room is made from.
type Parts struct {
	DB    *db.DB
	Box   *secret.Box
	Log   *slog.Logger
	Calls *Calls
}

// Calls knows the calls with an Idempotency-Key.
type Calls struct {
	db      *db.DB
	box     *secret.Box
	running sync.Map // keys whose first request is under way
}

// NewCalls returns an empty Calls.
func NewCalls(base *db.DB, box *secret.Box) *Calls { return &Calls{db: base, box: box} }
