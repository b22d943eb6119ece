package service

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
	"service.example/crm/internal/whatsapp"
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
// grace: every status that comes until then speaks first. While the provider
// makes up for a time in which it could not reach us, it goes on.
func (s *Service) graceEnds(ended, late time.Time) time.Time {
	from := later(ended, s.hearing.began)
	last := from.Add(settlePatience)
	for _, deaf := range []time.Time{time.UnixMilli(s.hearing.deaf.Load()), late} {
		if deaf.Before(last) {
			from = later(from, deaf)
		}
	}
	return from.Add(s.opt.UnknownGrace)
}

// lateFor is how late what the provider posts must be to show that it is making
// up for lost time.
func (s *Service) lateFor() time.Duration { return s.opt.UnknownGrace / 4 }

// noteLate records, in the transaction that applies them, that items of a
// number came late.
func (s *Service) noteLate(ctx context.Context, tx *store.Tx, p slice) error {
	if !slices.ContainsFunc(p.items[p.from:p.to], func(item whatsapp.Item) bool {
		var told time.Time // to the second
		switch item := item.(type) {
		case *whatsapp.StatusUpdate:
			told = item.Timestamp
		case *whatsapp.IncomingMessage:
			told = item.Timestamp
		}
		return !told.IsZero() && p.body.ReceivedAt.Sub(told) > s.lateFor()+time.Second
	}) {
		return nil
	}
	number, ours, err := s.routed(ctx, tx, Realm(p.body.Account), p.job.Queue)
	if ours {
		tx.NoteLate(number.WorkspaceID, number.ID, p.body.ReceivedAt)
	}
	return err
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
	late, waits, err := tx.Heard(JobIngest, m.WorkspaceID, m.PhoneNumberID)
	if err != nil {
		return time.Time{}, err
	}
	now, ends := tx.Now(), s.graceEnds(ended, late)
	if decides := ends.Add(settleLag); now.Before(decides) {
		return decides, nil
	}
	if waits.IsZero() || !waits.Before(ends) || now.After(ends.Add(settlePatience)) {
		return time.Time{}, nil
	}
	return now.Add(settlePause), nil
}
