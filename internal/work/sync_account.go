package work

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

// SyncAccount reads an account from the provider, because a webhook said that
// something of it changed without saying what it is now.
func SyncAccount(svc *service.Service) jobs.Kind {
	return jobs.Kind{
		Name: service.JobSyncAccount, Concurrency: 2, Hold: 256, MaxAttempts: 8, Timeout: 2 * time.Minute,
		Handle: func(ctx context.Context, batch []store.Job) error { return svc.SyncAccount(ctx, batch[0]) },
		GiveUp: svc.GiveUpSync,
	}
}
