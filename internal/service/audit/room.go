// Package audit keeps the audit log: every administrative act, by whom, on what and
// from where, each with the hash of the one before.
package audit

import (
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// Audit has the use cases about the audit log. Other rooms write it with Record.
type Audit struct {
	db *db.DB
}

// New returns the use cases.
func New(p core.Parts) *Audit { return &Audit{db: p.DB} }
