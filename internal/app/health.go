package app

import (
	"context"
	"time"
)

// healthFlush is how often what went through the numbers is stored, and what a
// crash may lose of it.
const healthFlush = 10 * time.Second

// watchNumbers stores what goes through the phone numbers.
func (a *App) watchNumbers(ctx context.Context) error {
	tick := time.NewTicker(healthFlush)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			// What was counted since the last time is stored too.
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			if err := a.Service.Account.FlushHealth(last); err != nil {
				a.log.Warn("storing the traffic of the phone numbers failed", "error", err)
			}
			return nil
		case <-tick.C:
		}
		if err := a.Service.Account.FlushHealth(ctx); err != nil && ctx.Err() == nil {
			a.log.Error("storing the traffic of the phone numbers failed", "error", err)
		}
	}
}
