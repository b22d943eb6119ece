package onboarding

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
)

// SyncAccount reads an account from the provider, because a webhook said that
// something of it changed without saying what it is now.
func SyncAccount(svc *Onboarding) jobs.Kind {
	return jobs.Kind{
		Name: account.JobSyncAccount, Concurrency: 2, Hold: 256, MaxAttempts: 8, Timeout: 2 * time.Minute,
		Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.syncAccount(ctx, batch[0]) },
		GiveUp: svc.giveUpSync,
	}
}
