package message

import (
	"context"
	"errors"
	"time"

	"service.example/crm/internal/breaker"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// unpaidPause is after what time a message that waits for a payment method looks again.
const unpaidPause = 30 * time.Second

// keep lets a message wait that nothing is wrong with, until people have mended what keeps
// it back. It returns false once it has waited for as long as it may.
func keep(s *Messages, tx *db.Tx, j jobs.Job, d *dispatch, attempt crm.Attempt, failure error) (kept bool, err error) {
	hold := whatsapp.HoldOf(failure)
	if hold == "" {
		return false, nil
	}
	var refusal *whatsapp.APIError
	if errors.As(failure, &refusal) && hold != whatsapp.HoldPayment { // else the account or the number has told it already
		if err := s.account.NoteHold(tx, d.Number, hold, failure); err != nil {
			return false, err
		}
	}
	now := tx.Now()
	until := d.heldUntil(now)
	if !now.Before(until) {
		return false, nil
	}
	RequeueMessage(tx, d.Message, attempt)
	pause := awayPause(d.Message)
	if hold == whatsapp.HoldPayment {
		pause = unpaidPause // each looks by itself: nothing rests, because replies go on
	}
	again := now.Add(core.Jitter(pause))
	if until.Before(again) {
		again = until
	}
	jobs.RetryJob(tx, j, d.earlier(again), false)
	return true, nil
}

// heldUntil is when a message that people keep back fails.
func (d *dispatch) heldUntil(now time.Time) time.Time {
	m, since := d.Message, now
	for _, a := range m.Attempts {
		if a.Provider != nil && a.StartedAt.Before(since) && whatsapp.HoldOf(&whatsapp.APIError{ProviderError: *a.Provider}) != "" {
			since = a.StartedAt
		}
	}
	if !d.heldSince.IsZero() && d.heldSince.Before(since) {
		since = d.heldSince
	}
	due := m.CreatedAt
	if m.ScheduledAt != nil {
		due = *m.ScheduledAt
	}
	if due.After(since) {
		since = due
	}
	return since.Add(breaker.HoldLife)
}

// tellMended tells that what people had to mend is mended, once the provider has looked at
// a message again. What cannot be told now is told when the checklist is checked.
func tellMended(ctx context.Context, s *Messages, n crm.PhoneNumber) {
	err := s.db.Update(ctx, n.ID, func(tx *db.Tx) error { return account.EndHold(tx, n) })
	if err != nil {
		s.log.Warn("could not record that messages are being sent again", "number", n.ID, "error", err)
	}
}
