package library

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
)

// EmbedKnowledge gives passages their vectors, one run per workspace at a time.
func EmbedKnowledge(svc *Library) jobs.Kind {
	return jobs.Kind{
		Name: jobEmbedKnowledge, Concurrency: 2, Hold: 1024, Timeout: 5 * time.Minute,
		Handle: func(ctx context.Context, batch []jobs.Job) error {
			again, err := svc.embedKnowledge(ctx, batch[0])
			if err == nil && again {
				err = jobs.ErrRetried
			}
			return err
		},
	}
}
