package work

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

// evaluationPause is after how long a workspace that evaluates something
// already is looked at again.
const evaluationPause = 500 * time.Millisecond

// Evaluate goes on with evaluations, one at a time per workspace and node, one
// question after the other: no more than one call to an AI provider is under
// way for it, so that customers hardly notice.
func Evaluate(svc *service.Service) jobs.Kind {
	share := newShare(1, evaluationPause)
	return jobs.Kind{
		Name: service.JobEvaluate, Concurrency: 4, Hold: 256, Timeout: 3 * time.Minute,
		Handle: func(ctx context.Context, batch []store.Job) error {
			defer share.end(batch[0].Queue)
			more, err := svc.RunEvaluation(ctx, batch[0])
			if err == nil && more {
				err = jobs.ErrRetried
			}
			return err
		},
		GiveUp: svc.FailEvaluation,
		Gate:   func(workspaceID string, _ time.Time) time.Duration { return share.begin(workspaceID) },
	}
}
