// Package dealtable reads tables of deals in, each line once whatever stops it, and
// writes deals as such a table.
package dealtable

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/csvtable"
	"service.example/crm/internal/service/deal"
)

// Tables has the use cases about tables of deals.
type Tables struct {
	db    *db.DB
	calls *core.Calls

	access *access.Access
	tables *csvtable.Tables
	deals  *deal.Deals

	imports *longrun.Runner
}

// New returns the use cases.
func New(p core.Parts, access *access.Access, tables *csvtable.Tables, deals *deal.Deals) *Tables {
	s := &Tables{db: p.DB, calls: p.Calls, access: access, tables: tables, deals: deals}
	s.imports = longrun.New(p.DB, p.Log, s.importRuns())
	return s
}

// jobImportDeals is the kind of the jobs of this room.
const jobImportDeals jobs.JobKind = "import_deals"

// ImportDeals reads tables of deals, one at a time per workspace.
func ImportDeals(s *Tables) jobs.Kind {
	return jobs.Kind{Name: jobImportDeals, Concurrency: 2, Hold: 256, Timeout: 2 * time.Minute, Handle: s.imports.Handle, GiveUp: s.imports.GiveUp}
}

// importTarget is an import as the audit log names it.
func importTarget(i crm.DealImport) crm.ActTarget {
	return crm.ActTarget{Type: "deal_import", ID: i.ID, Name: i.Filename}
}
