package message

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
)

// FetchMedia fetches what customers sent, while the provider still has it.
func FetchMedia(svc *Messages) jobs.Kind {
	return jobs.Kind{
		Name: jobFetchMedia, Concurrency: 16, Hold: 1024, Timeout: 10 * time.Minute,
		Handle: func(ctx context.Context, batch []jobs.Job) error {
			retried, err := svc.fetchFile(ctx, batch[0])
			if err == nil && retried {
				err = jobs.ErrRetried
			}
			return err
		},
	}
}
