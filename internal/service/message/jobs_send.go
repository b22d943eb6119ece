package message

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"service.example/crm/internal/jobs"
	"service.example/crm/internal/whatsapp"
)

// sendTimeout bounds one call to the provider; after it the outcome is unknown.
const sendTimeout = 30 * time.Second

// beginTimeout bounds the reading and checking before a call.
const beginTimeout = time.Minute

// uploadTimeout bounds the upload of a message's files, up to 100 MB each.
const uploadTimeout = 5 * time.Minute

// SendMessage sends queued messages, one at a time per conversation and no
// faster per phone number than the provider takes them. The numbers of an
// account for which the provider does not work rest.
func SendMessage(svc *Messages, provider *Breaker, concurrency int) jobs.Kind {
	pace := newPace(func(workspaceID, numberID string) int {
		return svc.account.Throughput(context.Background(), workspaceID, numberID)
	})
	burst := &jobs.StepBack{CallersQueue: svc.db.CallersQueue}
	return jobs.Kind{
		Name: JobSendMessage, Concurrency: concurrency, Hold: 8192, HoldPerQueue: 2048, Timeout: jobs.NoTimeout,
		Handle: func(ctx context.Context, batch []jobs.Job) error {
			j := batch[0]
			pace.learn(j.Queue, j.WorkspaceID)
			begin, cancel := context.WithTimeout(ctx, beginTimeout)
			defer cancel()
			d, retried, err := svc.beginSend(begin, j)
			if err != nil || d == nil {
				provider.spared(j.Queue)
			}
			switch {
			case err != nil:
				return err
			case retried:
				return jobs.ErrRetried
			case d == nil:
				return nil
			}
			provider.learn(j.Queue, d.Number.MessagingAccountID)
			sent, failure := send(ctx, svc, d)
			provider.ended(ctx, j.Queue, failure)
			retried, err = svc.recordSend(ctx, j, d, sent, failure)
			if err == nil && retried {
				err = jobs.ErrRetried
			}
			return err
		},
		GiveUp: svc.giveUpSend,
		Rest:   provider,
		Gate: func(numberID string, now time.Time) time.Duration {
			if wait := burst.Wait(now); wait > 0 {
				return wait
			}
			if wait := pace.wait(numberID, now); wait > 0 {
				return wait
			}
			return provider.wait(numberID, now) // last: it lets one call go
		},
	}
}

// send makes the call, after the calls that give the provider the message's
// files.
func send(ctx context.Context, svc *Messages, d *dispatch) (whatsapp.Sent, error) {
	upload, cancel := context.WithTimeout(ctx, uploadTimeout)
	defer cancel()
	if err := svc.uploadFiles(upload, d); err != nil {
		return whatsapp.Sent{}, err
	}
	call, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	return d.Client.Send(call, d.Token, d.Outgoing)
}

// pace spaces the calls of each phone number by its throughput, with a tenth of
// a second's worth at once.
type pace struct {
	limit func(workspaceID, numberID string) int

	mu      sync.Mutex
	numbers map[string]*numberPace
}

type numberPace struct {
	workspaceID string
	limiter     *rate.Limiter
	until       time.Time // when the throughput is looked up again
}

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
	perSecond := max(1, p.limit(workspaceID, numberID))
	p.mu.Lock()
	defer p.mu.Unlock()
	if n = p.numbers[numberID]; n == nil {
		n = &numberPace{workspaceID: workspaceID, limiter: rate.NewLimiter(rate.Limit(perSecond), max(1, perSecond/10))}
		p.numbers[numberID] = n
	}
	n.until = now.Add(5 * time.Second)
	if rate.Limit(perSecond) != n.limiter.Limit() {
		n.limiter.SetLimitAt(now, rate.Limit(perSecond))
		n.limiter.SetBurstAt(now, max(1, perSecond/10))
	}
}

// wait takes one call of a number, or says how long until the next one.
func (p *pace) wait(numberID string, now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.numbers[numberID]
	if n == nil {
		return 0 // its first call; learn follows
	}
	call := n.limiter.ReserveN(now, 1)
	if wait := call.DelayFrom(now); wait > 0 {
		call.CancelAt(now)
		return wait
	}
	return 0
}
