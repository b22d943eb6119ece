package work

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

// FetchMedia fetches what customers sent, while the provider still has it.
func FetchMedia(svc *service.Service) jobs.Kind {
	return jobs.Kind{
		Name: service.JobFetchMedia, Concurrency: 16, Hold: 1024, Timeout: 10 * time.Minute,
		Handle: func(ctx context.Context, batch []store.Job) error {
			retried, err := svc.FetchMedia(ctx, batch[0])
			if err == nil && retried {
				err = jobs.ErrRetried
			}
			return err
		},
	}
}
