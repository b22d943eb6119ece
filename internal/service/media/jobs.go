package media

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
)

// RemoveFile removes what deleted files leave behind: their bytes, and their
// copies at the provider.
func RemoveFile(svc *Media) jobs.Kind {
	return jobs.Kind{
		Name: jobRemoveFile, Concurrency: 2, Hold: 256, Timeout: 2 * time.Minute,
		Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.removeFile(ctx, batch[0]) },
	}
}
