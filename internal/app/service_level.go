package app

import (
	"context"
	"time"
)

// breachPause is how often breaches of service levels are looked for: it is how late
// one may be told.
const breachPause = time.Second

// tellBreaches tells of the clocks that are late, on every node: one that ends takes
// nothing with it.
func (a *App) tellBreaches(ctx context.Context) error {
	tick := time.NewTicker(breachPause)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := a.Service.ServiceLevel.TellBreaches(ctx); err != nil && ctx.Err() == nil {
			a.log.Error("breaches of service levels could not be told", "error", err)
		}
	}
}
