package app

import (
	"context"
	"time"

	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

const (
	janitorPause = 5 * time.Second
	// webhookLife is how long the provider's raw bodies are kept: what is not
	// understood today can be applied after an upgrade.
	webhookLife = 30 * 24 * time.Hour
	// expireBatch bounds what one sweep removes, so that it never holds up the
	// writer.
	expireBatch = 2000
)

// runJanitor forgets what has served its time, a little at a time.
func (a *App) runJanitor(ctx context.Context) {
	defer close(a.janitor)
	tick := time.NewTicker(janitorPause)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		a.Service.SweepCaches()
		if count, err := a.db.CountNodes(ctx); err == nil {
			a.nodes.Store(max(1, count))
		}
		if n%12 != 0 {
			continue
		}
		err := a.db.Update(ctx, "janitor", func(tx *store.Tx) error {
			now := tx.Now()
			tx.ExpireIdempotentResults()
			tx.ExpireParked(now.Add(-service.ParkedLife))
			tx.ExpireProviderWebhooks(now.Add(-webhookLife), expireBatch)
			return nil
		})
		if err != nil && ctx.Err() == nil {
			a.log.Error("old data could not be removed", "error", err)
		}
	}
}
