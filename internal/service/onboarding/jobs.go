package onboarding

import (
	"context"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
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

// jobSettle is the kind of the jobs that look after attempts without an outcome.
const jobSettle jobs.JobKind = "settle_number_attempt"

// SettleAttempts finds out what became of attempts that were broken off, such as by a
// kill, by looking at the provider.
func SettleAttempts(svc *Onboarding) jobs.Kind {
	return jobs.Kind{
		Name: jobSettle, Concurrency: 2, Hold: 256, MaxAttempts: 12, Timeout: 2 * time.Minute,
		Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.settleJob(ctx, batch[0]) },
		GiveUp: func(ctx context.Context, j jobs.Job, cause error) error {
			svc.log.Warn("the outcome of a phone number's setup could not be determined", "subject", j.Payload, "error", cause)
			return svc.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
		},
	}
}

func (s *Onboarding) settleJob(ctx context.Context, j jobs.Job) error {
	err := s.settleSubject(ctx, j.WorkspaceID, j.Payload)
	if crm.CodeOf(err) == crm.CodeSetupUnderWay { // another one was begun meanwhile: it has its time, too
		at := s.db.Source().Now().Add(crm.AsError(err).RetryAfter)
		if err := s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error { jobs.RetryJob(tx, j, at, false); return nil }); err != nil {
			return err
		}
		return jobs.ErrRetried
	}
	if err != nil && crm.CodeOf(err) != crm.CodeNotFound {
		return err
	}
	return s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
}

func (s *Onboarding) settleSubject(ctx context.Context, workspaceID, subject string) error {
	accountID, e164, addition := strings.Cut(subject, "/")
	if addition {
		var acc crm.MessagingAccount
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			acc, err = account.MessagingAccount(tx, workspaceID, accountID)
			return err
		})
		if err != nil {
			return err
		}
		return s.settleAddition(ctx, acc, e164)
	}
	a, err := s.accessTo(ctx, workspaceID, subject)
	if err == nil {
		_, err = s.settle(ctx, a)
	}
	return err
}
