// Package segment keeps groups of contacts: filters that people named, who is in them,
// how many, and why.
package segment

import (
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// Segments has the use cases about segments.
type Segments struct {
	db    *db.DB
	calls *core.Calls
	// budget is how long one answer counts.
	budget time.Duration
}

// New returns the use cases.
func New(p core.Parts) *Segments {
	return &Segments{db: p.DB, calls: p.Calls, budget: 2 * time.Second}
}
