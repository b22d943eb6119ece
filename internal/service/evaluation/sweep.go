package evaluation

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// sweepPart is how many evaluations a sweep removes: each has hundreds of
// questions.
const sweepPart = 4

// Sweep removes evaluations that have served their time, a few at a time.
func (s *Evaluations) Sweep(ctx context.Context) error {
	return s.db.Update(ctx, "janitor", func(tx *db.Tx) error {
		return expireEvaluations(tx, tx.Now().Add(-crm.EvaluationLife), sweepPart)
	})
}
