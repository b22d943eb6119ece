// Package contact knows the people that businesses write with: who is who,
// their consent, fields and conversations, and imports of many.
package contact

import (
	"log/slog"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/csvtable"
)

// Contacts has the use cases about people.
type Contacts struct {
	db    *db.DB
	log   *slog.Logger
	calls *core.Calls

	access *access.Access
	tables *csvtable.Tables

	imports *longrun.Runner

	fields core.Cache[[]crm.CustomField] // by workspace
	words  core.Cache[*ConsentWords]     // by workspace
}

// New returns the use cases.
func New(p core.Parts, access *access.Access, tables *csvtable.Tables) *Contacts {
	s := &Contacts{db: p.DB, log: p.Log, calls: p.Calls, access: access, tables: tables}
	s.imports = longrun.New(p.DB, p.Log, s.importRuns())
	return s
}

func (s *Contacts) now() time.Time { return s.db.Source().Now() }

// jobImportContacts is the kind of the jobs of this room.
const jobImportContacts jobs.JobKind = "import_contacts"
