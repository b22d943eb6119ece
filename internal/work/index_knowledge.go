package work

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

// IndexKnowledge makes passages of sources of knowledge, one run per source at
// a time.
func IndexKnowledge(svc *service.Service) jobs.Kind {
	return jobs.Kind{
		Name: service.JobIndexKnowledge, Concurrency: 2, Hold: 1024, Timeout: 5 * time.Minute, MaxAttempts: 8,
		Handle: func(ctx context.Context, batch []store.Job) error {
			more, err := svc.IndexKnowledge(ctx, batch[0])
			if err == nil && more {
				err = jobs.ErrRetried
			}
			return err
		},
		GiveUp: svc.FailKnowledgeIndexing,
	}
}
