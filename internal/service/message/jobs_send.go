package message

import (
	"context"
	"time"

	"service.example/crm/internal/breaker"
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
func SendMessage(svc *Messages, provider *breaker.Breaker, pace *Pace, concurrency int) jobs.Kind {
	burst := &jobs.StepBack{CallersQueue: svc.db.CallersQueue}
	provider.Clock(svc.db.Source().Now)
	return jobs.Kind{
		Name: JobSendMessage, Concurrency: concurrency, Hold: 8192, HoldPerQueue: 2048, Timeout: jobs.NoTimeout,
		Handle: func(ctx context.Context, batch []jobs.Job) error {
			j := batch[0]
			pace.learn(j.Queue, j.WorkspaceID)
			begin, cancel := context.WithTimeout(ctx, beginTimeout)
			defer cancel()
			d, retried, err := svc.beginSend(begin, j)
			if err != nil || d == nil {
				provider.Spared(j.Queue)
			}
			switch {
			case err != nil:
				return err
			case retried:
				return jobs.ErrRetried
			case d == nil:
				return nil
			}
			provider.Learn(j.Queue, d.Number.MessagingAccountID)
			sent, failure := call(ctx, svc, provider, d)
			held := provider.Holds(j.Queue)
			provider.Ended(ctx, j.Queue, failure)
			retried, err = svc.recordSend(ctx, j, d, sent, failure)
			if err == nil && held && !provider.Holds(j.Queue) { // also where the provider refused the message for what it is
				tellMended(ctx, svc, d.Number)
			}
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
			return provider.Wait(numberID, now) // last: it lets one call go
		},
	}
}

// call makes the call, unless it is known that it would be refused.
func call(ctx context.Context, svc *Messages, provider *breaker.Breaker, d *dispatch) (whatsapp.Sent, error) {
	since, refusal := provider.HeldBy(d.Number.ID, time.Now())
	if !since.IsZero() {
		d.heldSince = since
	}
	switch {
	case refusal != nil:
		return whatsapp.Sent{}, refusal
	case d.barred != nil:
		return whatsapp.Sent{}, d.barred
	}
	return send(ctx, svc, d)
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
