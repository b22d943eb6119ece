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
	failing := false
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		err := a.Service.ServiceLevel.TellBreaches(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil && !failing:
			a.log.Error("breaches of service levels cannot be told; they are tried again each second", "error", err)
		case err == nil && failing:
			a.log.Info("breaches of service levels are told again")
		}
		failing = err != nil
	}
}
