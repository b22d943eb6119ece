package app

import (
	"context"
	"errors"
	"time"

	"service.example/crm/internal/db"
)

// How often parts look for what is due: it is how late they may be.
const (
	breachPause  = time.Second
	silencePause = time.Second
	windowPause  = 2 * time.Second
	digestPause  = 5 * time.Second
	reportPause  = 5 * time.Second
)

// tick does something again and again until ctx ends, and logs once when it fails and
// once when it works again. An outage of the database is told by the database alone.
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
		if errors.Is(err, db.ErrOutage) {
			a.log.Debug(fails, "error", err)
			continue
		}
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

// tellBreaches tells of the clocks that are late or will be soon, and runs the steps of their policies,
// on every node: one that ends takes nothing with it.
func (a *App) tellBreaches(ctx context.Context) error {
	do := func(ctx context.Context) error {
		return errors.Join(a.Service.ServiceLevel.TellBreaches(ctx), a.Service.ServiceLevel.TellWarnings(ctx), a.Service.ServiceLevel.RunSteps(ctx))
	}
	return a.tick(ctx, breachPause, do, "service levels cannot be checked; retrying every second", "service levels are checked again")
}

// tellWindows tells of the windows that end while a contact waits, on every node: one
// that ends takes nothing with it.
func (a *App) tellWindows(ctx context.Context) error {
	return a.tick(ctx, windowPause, a.Service.Window.TellClosing, "closing windows cannot be checked; retrying every 2 seconds", "closing windows are checked again")
}

// breakSilence lets silent contacts be reminded, or their conversations be closed, on
// every node.
func (a *App) breakSilence(ctx context.Context) error {
	return a.tick(ctx, silencePause, a.Service.Courtesy.TakeSilences, "silent contacts cannot be checked; retrying every second", "silent contacts are checked again")
}

// takeDigests has the digests sent that are due, on every node: each is taken once.
func (a *App) takeDigests(ctx context.Context) error {
	return a.tick(ctx, digestPause, a.Service.Notification.TakeDigests, "due digests cannot be checked; retrying every 5 seconds", "due digests are checked again")
}

// countReports adds up what reports say, on every node.
func (a *App) countReports(ctx context.Context) error {
	return a.tick(ctx, reportPause, func(ctx context.Context) error {
		return errors.Join(a.Service.Report.AddWaits(ctx), a.Service.Report.CountFacts(ctx))
	}, "reports cannot be updated; retrying every 5 seconds", "reports are updated again")
}
