package service

import (
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

// hearing knows since when this process stores what the provider posts. The
// grace of an unknown outcome counts only from then on: before, no status could
// come.
type hearing struct {
	began time.Time
	deaf  atomic.Int64 // when a webhook was refused last, in milliseconds
}

func (h *hearing) refused(now time.Time) { h.deaf.Store(now.UnixMilli()) }

const (
	// settleLag is how long a webhook that was given its place may take to be
	// committed.
	settleLag   = 500 * time.Millisecond
	settlePause = 250 * time.Millisecond
	// settlePatience is for how long refused webhooks, and then stored ones that
	// are not applied, hold up a call.
	settlePatience = 10 * time.Minute
)

// graceEnds is when a call that ended with an unknown outcome has had its
// grace: every status that comes until then speaks first.
func (s *Service) graceEnds(ended time.Time) time.Time {
	from := later(ended, s.hearing.began)
	if deaf := time.UnixMilli(s.hearing.deaf.Load()); deaf.Before(from.Add(settlePatience)) {
		from = later(from, deaf)
	}
	return from.Add(s.opt.UnknownGrace)
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// mayBeTold returns when to look again at a message whose last call has an
// unknown outcome, or zero when no status is to be waited for any more: the
// grace is over, and every webhook that was stored until then is applied.
// Webhooks may wait for the lease of a dead node, or behind many others.
func (s *Service) mayBeTold(tx *store.Tx, m *crm.Message, last crm.Attempt) (time.Time, error) {
	ended := last.StartedAt
	if last.EndedAt != nil {
		ended = *last.EndedAt
	}
	now, ends := tx.Now(), s.graceEnds(ended)
	if decides := ends.Add(settleLag); now.Before(decides) {
		return decides, nil
	}
	if now.After(ends.Add(settlePatience)) {
		return time.Time{}, nil
	}
	waits, err := tx.WebhookWaits(JobIngest, m.PhoneNumberID, ends)
	if err != nil || !waits {
		return time.Time{}, err
	}
	return now.Add(settlePause), nil
}
