package work

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

// RemoveFile removes what deleted files leave behind: their bytes, and their
// copies at the provider.
func RemoveFile(svc *service.Service) jobs.Kind {
	return jobs.Kind{
		Name: service.JobRemoveFile, Concurrency: 2, Hold: 256, Timeout: 2 * time.Minute,
		Handle: func(ctx context.Context, batch []store.Job) error { return svc.RemoveFile(ctx, batch[0]) },
	}
}
