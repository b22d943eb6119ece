package broadcast

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/charge"
)

const (
	// committedFor is how long after its end a broadcast may still be billed for.
	committedFor = 48 * time.Hour
	// openPage is how many broadcasts are read at once.
	openPage = 200
)

// Committed returns what the broadcasts of a workspace may still be billed for: messages
// that were accepted and are not in the ledger, at the mean price of their broadcast.
func (s *Broadcasts) Committed(ctx context.Context, workspaceID string) (out []crm.Commitment, err error) {
	var open []crm.Broadcast
	var booked map[string]int64
	err = s.db.View(ctx, func(tx *db.Tx) error {
		open = nil // a transaction may be run again
		since := tx.Now()
		err := eachOpen(tx, workspaceID, since.Add(-committedFor), func(b crm.Broadcast) {
			if b.StartedAt == nil || b.Counts.Micros == 0 {
				return
			}
			if open = append(open, b); b.StartedAt.Before(since) {
				since = *b.StartedAt
			}
		})
		if err == nil && len(open) > 0 {
			booked, err = charge.BookedOf(tx, workspaceID, since)
		}
		return err
	})
	for _, b := range open {
		took := b.Counts.Sending + b.Counts.Sent
		left := took - booked[b.ID]
		if err != nil || left <= 0 {
			continue
		}
		var t *crm.Template
		if t, err = s.templateOf(ctx, b, b.Template); t != nil {
			out = append(out, crm.Commitment{Currency: Currency(b), Category: categoryOf(t), Micros: (b.Counts.Micros*left + took - 1) / took})
		}
	}
	return out, err
}

// stopped refuses a broadcast that a budget stops.
func (s *Broadcasts) stopped(ctx context.Context, actor crm.Actor, id string) error {
	var b crm.Broadcast
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { b, err = one(tx, actor.WorkspaceID, id); return err })
	if err != nil {
		return err
	}
	t, err := s.templateOf(ctx, b, b.Template)
	if err != nil || t == nil {
		return err
	}
	a, err := s.account.Account(ctx, b.WorkspaceID, t.MessagingAccountID)
	now := s.db.Source().Now()
	if err == nil && (b.ScheduledAt == nil || !b.ScheduledAt.After(now)) {
		if stop := a.Stopped(t.Category, now); stop != nil {
			err = stop.Error()
		}
	}
	return err
}
