// Package access knows who may ask: workspaces and their API keys.
package access

import (
	"log/slog"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// Access has the use cases about workspaces and keys.
type Access struct {
	db    *db.DB
	log   *slog.Logger
	calls *core.Calls

	spaces   core.Cache[crm.Workspace]
	keys     core.Cache[keyEntry] // by hash
	touching sync.Map             // keys whose use is being noted

	personNow PersonNow
}

// New returns the use cases.
func New(p core.Parts) *Access {
	return &Access{db: p.DB, log: p.Log, calls: p.Calls}
}

func (s *Access) now() time.Time { return s.db.Source().Now() }
