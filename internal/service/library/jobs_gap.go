package library

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
)

// CountGap groups the questions that found no evidence, one after the other per
// workspace.
func CountGap(svc *Library) jobs.Kind {
	return jobs.Kind{
		Name: jobCountGap, Concurrency: 2, Hold: 4096, Timeout: time.Minute, MaxAttempts: 8,
		Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.countGap(ctx, batch[0]) },
		GiveUp: svc.dropGap,
	}
}
