package contact

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
)

// ImportContacts reads tables of contacts, one at a time per workspace.
func ImportContacts(svc *Contacts) jobs.Kind {
	return jobs.Kind{
		Name: jobImportContacts, Concurrency: 2, Hold: 256, Timeout: 2 * time.Minute,
		Handle: func(ctx context.Context, batch []jobs.Job) error {
			more, err := svc.importContacts(ctx, batch[0])
			if err == nil && more {
				err = jobs.ErrRetried
			}
			return err
		},
		GiveUp: svc.failContactImport,
	}
}
