// Package calendar knows when a business is open: its calendars of office hours,
// with every version of them.
package calendar

import (
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// Calendars has the use cases about office hours.
type Calendars struct {
	db    *db.DB
	calls *core.Calls
}

// New returns the use cases.
func New(p core.Parts) *Calendars { return &Calendars{db: p.DB, calls: p.Calls} }
