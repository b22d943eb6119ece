package work

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

// Redeliver goes on with bulk redeliveries, one at a time per endpoint. It never
// gives one up: what has failed is tried again.
func Redeliver(svc *service.Service) jobs.Kind {
	return jobs.Kind{
		Name: service.JobRedeliver, Concurrency: 8, Hold: 256, Timeout: time.Minute,
		Handle: func(ctx context.Context, batch []store.Job) error {
			more, err := svc.RedeliverInBulk(ctx, batch[0])
			if err == nil && more {
				err = jobs.ErrRetried
			}
			return err
		},
	}
}
