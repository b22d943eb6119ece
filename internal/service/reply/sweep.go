package reply

import (
	"context"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// Sweep removes decided turns that are older than life, and remembered answers
// that have served their time. The messages stay.
func (s *Replies) Sweep(ctx context.Context, life time.Duration) error {
	return core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		turns, err := expireTurns(tx, tx.Now().Add(-life), limit)
		if err != nil {
			return 0, err
		}
		answers, err := expireCachedAnswers(tx, limit)
		return max(turns, answers), err
	})
}
