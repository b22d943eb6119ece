package contact

import (
	"time"

	"service.example/crm/internal/jobs"
)

// ImportContacts reads tables of contacts, one at a time per workspace.
func ImportContacts(svc *Contacts) jobs.Kind {
	return jobs.Kind{Name: jobImportContacts, Concurrency: 2, Hold: 256, Timeout: 2 * time.Minute, Handle: svc.imports.Handle, GiveUp: svc.imports.GiveUp}
}
