package work

import (
	"context"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
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
func AnswerTurn(svc *service.Service, concurrency, perWorkspace int) jobs.Kind {
	share := &share{most: perWorkspace, pause: turnPause, running: map[string]int{}}
	return jobs.Kind{
		Name: service.JobAnswerTurn, Concurrency: concurrency, Hold: 4 * concurrency, HoldPerQueue: 2 * concurrency, MaxAttempts: turnTries, Timeout: turnTimeout, Ahead: turnAhead,
		Handle: func(ctx context.Context, batch []store.Job) error {
			defer share.end(batch[0].Queue)
			if batch[0].Attempt >= turnTries { // nothing is asked again that was given up
				return svc.GiveUpTurn(ctx, batch[0], nil)
			}
			retried, err := svc.AnswerTurn(ctx, batch[0])
			if err == nil && retried {
				err = jobs.ErrRetried
			}
			return err
		},
		GiveUp: svc.GiveUpTurn,
		Gate:   func(workspaceID string, _ time.Time) time.Duration { return share.begin(workspaceID) },
	}
}

// share counts what each queue has under way.
type share struct {
	most  int
	pause time.Duration // until a queue is looked at again

	mu      sync.Mutex
	running map[string]int
}

// begin takes a place of a queue, or says how long to wait for one.
func (s *share) begin(queue string) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running[queue] >= s.most {
		return s.pause
	}
	s.running[queue]++
	return 0
}

func (s *share) end(queue string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running[queue]--; s.running[queue] <= 0 {
		delete(s.running, queue)
	}
}
