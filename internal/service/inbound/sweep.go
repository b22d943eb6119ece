package inbound

import (
	"context"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

const (
	// bodyLife is how long the provider's raw bodies are kept: what is not
	// understood today can be applied after an upgrade.
	bodyLife = 30 * 24 * time.Hour
	// sweepPart bounds what one transaction of a sweep removes.
	sweepPart = 2000
)

// Sweep removes bodies that have served their time.
func (s *Inbound) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, sweepPart, func(tx *db.Tx, limit int) (int64, error) {
		return ExpireProviderWebhooks(tx, tx.Now().Add(-bodyLife), limit)
	})
}
