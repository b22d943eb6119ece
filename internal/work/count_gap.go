package work

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

// CountGap groups the questions that found no evidence, one after the other per
// workspace.
func CountGap(svc *service.Service) jobs.Kind {
	return jobs.Kind{
		Name: service.JobCountGap, Concurrency: 2, Hold: 4096, Timeout: time.Minute, MaxAttempts: 8,
		Handle: func(ctx context.Context, batch []store.Job) error { return svc.CountGap(ctx, batch[0]) },
		GiveUp: svc.DropGap,
	}
}
