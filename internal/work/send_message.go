// Package work has one file per background job: it connects the queue and the
// loops to the use cases.
package work

import (
	"cmp"
	"context"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
	"service.example/crm/internal/whatsapp"
)

// sendTimeout bounds one call to the provider; after it the outcome is unknown.
const sendTimeout = 30 * time.Second

// SendMessage sends queued messages, one at a time per conversation and no
// faster per phone number than the provider takes them.
func SendMessage(svc *service.Service, concurrency int) jobs.Kind {
	pace := newPace(func(workspaceID, numberID string) int {
		return svc.Throughput(context.Background(), workspaceID, numberID)
	})
	return jobs.Kind{
		Name: service.JobSendMessage, Concurrency: concurrency, Hold: 8192, HoldPerQueue: 2048, Timeout: 2 * sendTimeout,
		Handle: func(ctx context.Context, batch []store.Job) error {
			j := batch[0]
			pace.learn(j.Queue, j.WorkspaceID)
			if waits, err := statusMayWait(ctx, svc, j); err != nil || waits {
				return cmp.Or(err, jobs.ErrRetried)
			}
			d, retried, err := svc.BeginSend(ctx, j)
			switch {
			case err != nil:
				return err
			case retried:
				return jobs.ErrRetried
			case d == nil:
				return nil
			}
			call, cancel := context.WithTimeout(ctx, sendTimeout)
			sent, failure := d.Client.Send(call, d.Token, d.Outgoing)
			cancel()
			// What came of the call must be recorded even when this process is
			// being stopped.
			if err := svc.EndSend(context.WithoutCancel(ctx), j, d, sent, failure); err != nil {
				return err
			}
			if failure != nil && whatsapp.Classify(failure) != whatsapp.ClassRefused {
				return jobs.ErrRetried
			}
			return nil
		},
		GiveUp: svc.GiveUpSend,
		Gate:   pace.wait,
	}
}

// A call whose outcome is unknown is not made again while a webhook that may
// tell it has been stored but not applied: they may wait for the lease of a
// dead node, or behind many others.
const (
	settleLag      = 500 * time.Millisecond // webhooks younger than this are on their way
	settlePause    = 250 * time.Millisecond
	settlePatience = 10 * time.Minute // after the call; then it is made again all the same
)

func statusMayWait(ctx context.Context, svc *service.Service, j store.Job) (waits bool, err error) {
	if j.Attempt == 0 {
		return false, nil
	}
	now := svc.DB().Source().Now()
	err = svc.DB().View(ctx, func(tx *store.Tx) error {
		m, err := tx.Message(j.WorkspaceID, j.Payload)
		if err != nil || m.Status != crm.StatusSending || len(m.Attempts) == 0 {
			return nil // nothing to settle; BeginSend decides
		}
		last := m.Attempts[len(m.Attempts)-1]
		if last.Outcome != crm.OutcomeUnknown || now.Sub(last.StartedAt) > settlePatience {
			return nil
		}
		waits, err = tx.WebhookWaits(service.JobIngest, m.PhoneNumberID, now.Add(-settleLag))
		return err
	})
	if err != nil || !waits {
		return false, err
	}
	return true, svc.DB().Update(ctx, j.Key, func(tx *store.Tx) error {
		tx.RetryJob(j, now.Add(settlePause), false)
		return nil
	})
}

// pace spaces the calls of each phone number by its throughput (GCRA with a
// burst of a tenth of a second).
type pace struct {
	limit func(workspaceID, numberID string) int

	mu      sync.Mutex
	numbers map[string]*numberPace
}

type numberPace struct {
	workspaceID string
	interval    time.Duration
	until       time.Time // when the limit is looked up again
	next        time.Time
}

const paceBurst = 100 * time.Millisecond

func newPace(limit func(workspaceID, numberID string) int) *pace {
	return &pace{limit: limit, numbers: map[string]*numberPace{}}
}

// learn notes which workspace a number belongs to and how fast it is.
func (p *pace) learn(numberID, workspaceID string) {
	now := time.Now()
	p.mu.Lock()
	n := p.numbers[numberID]
	fresh := n != nil && now.Before(n.until)
	p.mu.Unlock()
	if fresh {
		return
	}
	interval := time.Second / time.Duration(max(1, p.limit(workspaceID, numberID)))
	p.mu.Lock()
	defer p.mu.Unlock()
	if n = p.numbers[numberID]; n == nil {
		n = &numberPace{workspaceID: workspaceID}
		p.numbers[numberID] = n
	}
	n.interval, n.until = interval, now.Add(5*time.Second)
}

// wait takes one call of a number, or says how long until the next one.
func (p *pace) wait(numberID string, now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.numbers[numberID]
	if n == nil {
		return 0 // its first call; learn follows
	}
	if n.next.Before(now) {
		n.next = now
	}
	if ahead := n.next.Sub(now) - paceBurst; ahead > 0 {
		return ahead
	}
	n.next = n.next.Add(n.interval)
	return 0
}
