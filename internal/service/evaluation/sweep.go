package evaluation

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// Sweep removes evaluations that have served their time, with their questions.
func (s *Evaluations) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		found, err := expireEvaluation(tx, tx.Now().Add(-crm.EvaluationLife), limit)
		if !found {
			limit = 0
		}
		return int64(limit), err
	})
}
