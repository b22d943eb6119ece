package inbound

import (
	"context"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// bodyLife is how long the provider's raw bodies are kept: what is not
// understood today can be applied after an upgrade.
const bodyLife = 30 * 24 * time.Hour

// Sweep removes bodies that have served their time.
func (s *Inbound) Sweep(ctx context.Context) error {
	for next := ""; ; {
		before := s.now().Add(-bodyLife)
		var owners []string
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			owners, next, err = OwnersOfOldWebhooks(tx, next, before, core.SweepPart)
			return err
		})
		for _, owner := range owners {
			if err == nil {
				err = core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
					return ExpireProviderWebhooks(tx, owner, before, limit)
				})
			}
		}
		if err != nil || next == "" {
			return err
		}
	}
}
