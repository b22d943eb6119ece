package app

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

const (
	janitorPause = 5 * time.Second
	// maxSweeps bounds how many groups of workspaces one sweep looks through.
	maxSweeps = 20
	// dutyGrace is how late a node may be with a duty before others take it over.
	dutyGrace = 15 * time.Second
)

// duty is something that one node at a time does for all, every so many pauses
// of the janitor, at first after some.
type duty struct {
	name         string
	every, first int
	do           func(context.Context) error
	failure      string
}

const everyMinute = int(time.Minute / janitorPause)

func (a *App) duties() []duty {
	return []duty{
		{"silent messages", 1, 0, a.sweepSilent, "silent messages could not be expired"},
		{"waiting messages", 1, 0, a.Service.Message.ExpireWaiting, "messages whose time is over could not be expired"},
		{"unused files", expireFilesEvery, 0, func(ctx context.Context) error { return a.Service.Media.ExpireFiles(ctx, a.cfg.MediaRetention) }, "old files could not be removed"},
		{"orphaned objects", sweepObjectsEvery, sweepObjectsFirst, a.Service.Media.SweepObjects, "objects without a file could not be removed"},
		{"web sources", 1, 0, a.Service.Library.RecrawlDue, "web sources of knowledge could not be fetched again"},
		{"rotting deals", everyMinute, 0, a.Service.Deal.TellOfRot, "deals that have begun to rot could not be told of"},
		{"open questions", 1, 0, a.Service.Reply.HandOffOpenQuestions, "open questions could not be handed off"},
		{"waiting reactions and edits", everyMinute, 0, a.Service.Inbound.SweepParkedItems, "what waits for messages could not be applied"},
		{"health of numbers", everyMinute, 0, a.Service.Account.CheckHealth, "the health of the phone numbers could not be checked"},
		{"kept counts", 60 * everyMinute, everyMinute, a.Service.Conversation.CompareSome, "the counts of conversations could not be compared"},
		{"old data", everyMinute, 0, a.removeOld, "old data could not be removed"},
	}
}

// removeOld removes what has served its time, room by room. What assistants and
// models leave goes after a time that the deployment chooses.
func (a *App) removeOld(ctx context.Context) error {
	s, life := a.Service, a.cfg.AIRetention
	aged := func(sweep func(context.Context, time.Duration) error) func(context.Context) error {
		return func(ctx context.Context) error { return sweep(ctx, life) }
	}
	var errs []error
	for _, sweep := range []func(context.Context) error{s.SweepCalls, s.People.Sweep, s.SignOn.Sweep, s.Event.Sweep, s.Message.Sweep, s.Conversation.Sweep, s.Draft.Sweep, s.Button.Sweep, s.Routing.Sweep, s.Rehearsal.Sweep, s.Report.Sweep, s.Deal.Sweep, s.DealRule.Sweep, s.Proposal.Sweep, s.Notification.Sweep, s.TemplateStats.Sweep, s.Charge.Sweep, s.Budget.Sweep, s.Onboarding.Sweep, s.Reconciliation.Sweep, s.Evaluation.Sweep, s.Inbound.Sweep,
		aged(s.Model.Sweep), aged(s.Reply.Sweep), aged(s.Library.Sweep)} {
		errs = append(errs, sweep(ctx))
	}
	return errors.Join(errs...)
}

// runJanitor forgets what has served its time, a little at a time. A duty that has
// much to do holds up no other one.
func (a *App) runJanitor(ctx context.Context) error {
	tick := time.NewTicker(janitorPause)
	defer tick.Stop()
	duties := a.duties()
	busy := make([]atomic.Bool, len(duties))
	var under sync.WaitGroup
	defer under.Wait()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		a.Service.SweepCaches()
		if count, err := a.db.CountNodes(ctx); err == nil {
			a.nodes.Store(max(1, count))
		}
		for i, d := range duties {
			if n%d.every != d.first {
				continue
			}
			mine, err := a.takes(ctx, d) // anew, too, while it is still at work
			if err != nil && ctx.Err() == nil {
				a.log.Error(d.failure, "error", err)
			}
			if !mine || err != nil || !busy[i].CompareAndSwap(false, true) {
				continue
			}
			under.Go(func() {
				defer busy[i].Store(false)
				if err := d.do(ctx); err != nil && ctx.Err() == nil {
					a.log.Error(d.failure, "error", err)
				}
			})
		}
	}
}

// takes reports whether this node is the one that has a duty. Others take it
// over when this one has not come back to it.
func (a *App) takes(ctx context.Context, d duty) (bool, error) {
	if a.db.Engine() == "sqlite" {
		return true, nil // one process serves it
	}
	return a.db.TakeDuty(ctx, d.name, a.engine.Owner(), time.Duration(d.every)*janitorPause+dutyGrace)
}

func (a *App) sweepSilent(ctx context.Context) error {
	for range maxSweeps {
		if more, err := a.Service.Message.SweepSilent(ctx); err != nil || !more {
			return err
		}
	}
	return nil
}
