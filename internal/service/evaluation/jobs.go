package evaluation

import (
	"context"
	"time"

	"service.example/crm/internal/jobs"
)

// evaluationPause is after how long a workspace that evaluates something
// already is looked at again.
const busyPause = 500 * time.Millisecond

// Evaluate goes on with evaluations, one at a time per workspace and node, one
// question after the other: no more than one call to an AI provider is under
// way for it, so that customers hardly notice.
func Evaluate(svc *Evaluations) jobs.Kind {
	share := jobs.NewShare(1, busyPause)
	return jobs.Kind{
		Name: JobEvaluate, Concurrency: 4, Hold: 256, Timeout: 3 * time.Minute,
		Handle: func(ctx context.Context, batch []jobs.Job) error {
			defer share.End(batch[0].Queue)
			return svc.runs.Handle(ctx, batch)
		},
		GiveUp: svc.runs.GiveUp,
		Gate:   func(workspaceID string, _ time.Time) time.Duration { return share.Begin(workspaceID) },
	}
}
