package conversation

import (
	"context"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// countsPart bounds what one transaction folds of the counts.
const countsPart = 1000

// Sweep folds the lanes of the counts into one and removes what counts nothing, so
// that to add them up costs as much as there are ways to stand. It forgets actions
// whose time is over.
func (s *Conversations) Sweep(ctx context.Context) error {
	if err := core.Remove(ctx, s.db, core.SweepPart, expireActions); err != nil {
		return err
	}
	return core.Remove(ctx, s.db, countsPart, func(tx *db.Tx, limit int) (int64, error) {
		return foldCounts(tx, limit)
	})
}
