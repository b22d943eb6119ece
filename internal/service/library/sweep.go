package library

import (
	"context"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// Sweep removes gaps, and the questions in them, that are older than life.
func (s *Library) Sweep(ctx context.Context, life time.Duration) error {
	return core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		before := tx.Now().Add(-life)
		questions, err := expireGapQuestions(tx, before, limit)
		if err != nil {
			return 0, err
		}
		gaps, err := expireGaps(tx, before, limit)
		return max(questions, gaps), err
	})
}
