package app

import (
	"context"
	"errors"
	"time"
)

// breachPause is how often breaches of service levels are looked for: it is how late
// one may be told.
const breachPause = time.Second

// tellBreaches tells of the clocks that are late or will be soon, and runs the steps of their policies,
// on every node: one that ends takes nothing with it.
func (a *App) tellBreaches(ctx context.Context) error {
	do := func(ctx context.Context) error {
		return errors.Join(a.Service.ServiceLevel.TellBreaches(ctx), a.Service.ServiceLevel.TellWarnings(ctx), a.Service.ServiceLevel.RunSteps(ctx))
	}
	return a.tick(ctx, breachPause, do, "breaches, warnings and steps of service levels fail; they are tried again each second", "breaches, warnings and steps of service levels work again")
}

// tick does something again and again until ctx ends, and logs once when it fails and
// once when it works again.
func (a *App) tick(ctx context.Context, pause time.Duration, do func(context.Context) error, fails, works string) error {
	if a.longestPause > 0 {
		pause = min(pause, a.longestPause)
	}
	tick := time.NewTicker(pause)
	defer tick.Stop()
	failing := false
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		err := do(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil && !failing:
			a.log.Error(fails, "error", err)
		case err == nil && failing:
			a.log.Info(works)
		}
		failing = err != nil
	}
}
