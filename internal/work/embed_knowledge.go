package work

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

// EmbedKnowledge gives passages their vectors, one run per workspace at a time.
func EmbedKnowledge(svc *service.Service) jobs.Kind {
	return jobs.Kind{
		Name: service.JobEmbedKnowledge, Concurrency: 2, Hold: 1024, Timeout: 5 * time.Minute,
		Handle: func(ctx context.Context, batch []store.Job) error {
			again, err := svc.EmbedKnowledge(ctx, batch[0])
			if err == nil && again {
				err = jobs.ErrRetried
			}
			return err
		},
	}
}
