package work

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

// ImportContacts reads tables of contacts, one at a time per workspace.
func ImportContacts(svc *service.Service) jobs.Kind {
	return jobs.Kind{
		Name: service.JobImportContacts, Concurrency: 2, Hold: 256, Timeout: 2 * time.Minute,
		Handle: func(ctx context.Context, batch []store.Job) error {
			more, err := svc.ImportContacts(ctx, batch[0])
			if err == nil && more {
				err = jobs.ErrRetried
			}
			return err
		},
		GiveUp: svc.FailContactImport,
	}
}
