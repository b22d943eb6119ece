package library

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
)

// IndexKnowledge makes passages of sources of knowledge, one run per source at
// a time.
func IndexKnowledge(svc *Library) jobs.Kind {
	return jobs.Kind{
		Name: jobIndexKnowledge, Concurrency: 2, Hold: 1024, Timeout: 5 * time.Minute, MaxAttempts: 8,
		Handle: func(ctx context.Context, batch []jobs.Job) error {
			more, err := svc.indexKnowledge(ctx, batch[0])
			if err == nil && more {
				err = jobs.ErrRetried
			}
			return err
		},
		GiveUp: svc.failKnowledgeIndexing,
	}
}
