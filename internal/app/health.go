package app

import (
	"context"
	"time"
)

const (
	// healthFlush is how often what went through the numbers is stored, and
	// what a crash may lose of it.
	healthFlush = 10 * time.Second
	// healthCheck is after how many flushes the numbers are looked at.
	healthCheck = 6
)

// watchNumbers stores what goes through the phone numbers and looks for gaps.
func (a *App) watchNumbers(ctx context.Context) error {
	tick := time.NewTicker(healthFlush)
	defer tick.Stop()
	for n := 1; ; n++ {
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
		err := a.Service.Account.FlushHealth(ctx)
		if err == nil && n%healthCheck == 0 {
			err = a.Service.Account.CheckHealth(ctx)
		}
		if err != nil && ctx.Err() == nil {
			a.log.Error("checking the health of the phone numbers failed", "error", err)
		}
	}
}
