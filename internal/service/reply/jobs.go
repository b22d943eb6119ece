package reply

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/jobs"
)

const (
	// turnTimeout is more than the deadline of all AI providers together.
	turnTimeout = 45 * time.Second
	// turnPause is after how long a workspace whose answers are all being
	// written is looked at again.
	turnPause = 20 * time.Millisecond
	turnTries = 5
	// turnAhead keeps turns in memory for their burst pause.
	turnAhead = crm.MaxBurstPause
)

// AnswerTurn has assistants answer, one turn at a time per conversation. An
// answer that waits for an AI provider holds a goroutine and nothing else: the
// kind has room of its own, and a workspace no more than its share of it, so
// neither other jobs nor other workspaces wait behind it.
func AnswerTurn(svc *Replies, concurrency, perWorkspace int) jobs.Kind {
	share := jobs.NewShare(perWorkspace, turnPause)
	return jobs.Kind{
		Name: jobAnswerTurn, Concurrency: concurrency, Hold: 4 * concurrency, HoldPerQueue: 2 * concurrency, MaxAttempts: turnTries, Timeout: turnTimeout, Ahead: turnAhead,
		Handle: func(ctx context.Context, batch []jobs.Job) error {
			defer share.End(batch[0].Queue)
			if batch[0].Attempt >= turnTries { // nothing is asked again that was given up
				return svc.giveUpTurn(ctx, batch[0], nil)
			}
			retried, err := svc.answerTurn(ctx, batch[0])
			if err == nil && retried {
				err = jobs.ErrRetried
			}
			return err
		},
		GiveUp: svc.giveUpTurn,
		Gate:   func(workspaceID string, _ time.Time) time.Duration { return share.Begin(workspaceID) },
	}
}
