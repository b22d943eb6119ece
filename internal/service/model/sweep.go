package model

import (
	"context"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// Sweep counts reservations that nobody settled, and removes calls and ended
// notices that are older than life. Sums per day stay.
func (s *Models) Sweep(ctx context.Context, life time.Duration) error {
	err := core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		before := tx.Now().Add(-life)
		calls, err := ExpireAICalls(tx, before, limit)
		if err != nil {
			return 0, err
		}
		notices, err := expireAINotices(tx, before, limit)
		return max(calls, notices), err
	})
	if err != nil {
		return err
	}
	return core.Remove(ctx, s.db, core.SweepPart, s.countLostReservations)
}
