// Package deal keeps what may be sold: pipelines with their stages, and the deals that
// go through them. Deals of a stage have one order, which the service makes; each change
// of stage is told of once, and is in the history of the deal.
package deal

import (
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// Deals has the use cases about pipelines and deals.
type Deals struct {
	db    *db.DB
	calls *core.Calls
}

// New returns the use cases.
func New(p core.Parts) *Deals { return &Deals{db: p.DB, calls: p.Calls} }
