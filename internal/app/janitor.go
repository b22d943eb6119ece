package app

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
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
	// aiBatch is the same for each table of what assistants and models leave.
	aiBatch = 500
	// expireEvaluations is the same for evaluations, with hundreds of questions
	// each.
	expireEvaluations = 4
)

// silentWindow is how much of the past one sweep looks through for messages of
// which nothing final was heard, and silentReach how far back it begins.
const (
	silentWindow = time.Hour
	silentReach  = 37 * 24 * time.Hour
	silentAge    = 30 * 24 * time.Hour
)

// sweepSilent looks through the next window of every workspace and returns
// where it got to.
func (a *App) sweepSilent(ctx context.Context, from time.Time) time.Time {
	now := a.clock.Now()
	if from.IsZero() {
		from = now.Add(-silentReach)
	}
	to := from.Add(silentWindow)
	if to.After(now.Add(-silentAge)) {
		return from
	}
	spaces, err := a.Service.Workspaces(ctx)
	for _, w := range spaces {
		if err == nil {
			err = a.Service.ExpireSilent(ctx, w.ID, from, to)
		}
	}
	if err != nil {
		if ctx.Err() == nil {
			a.log.Error("silent messages could not be expired", "error", err)
		}
		return from
	}
	return to
}

// runJanitor forgets what has served its time, a little at a time.
func (a *App) runJanitor(ctx context.Context) {
	tick := time.NewTicker(janitorPause)
	defer tick.Stop()
	silent := time.Time{}
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
		silent = a.sweepSilent(ctx, silent)
		a.sweepMedia(ctx, n)
		if err := a.Service.RecrawlDue(ctx); err != nil && ctx.Err() == nil {
			a.log.Error("web sources of knowledge could not be fetched again", "error", err)
		}
		if err := a.Service.HandOffOpenQuestions(ctx); err != nil && ctx.Err() == nil {
			a.log.Error("open questions could not be handed off", "error", err)
		}
		if n%12 != 0 {
			continue
		}
		err := a.db.Update(ctx, "janitor", func(tx *store.Tx) error {
			now := tx.Now()
			tx.ExpireIdempotentResults()
			if err := a.Service.CountLostReservations(tx, expireBatch); err != nil {
				return err
			}
			tx.ExpireParkedItems(now.Add(-service.ParkedItemLife))
			if err := tx.ExpireEvaluations(now.Add(-crm.EvaluationLife), expireEvaluations); err != nil {
				return err
			}
			tx.ExpireRedeliveries(now.Add(-crm.StatisticsLife))
			tx.ExpireEndpointHours(now.Add(-crm.StatisticsLife))
			return a.Service.ExpireParked(tx, now.Add(-service.ParkedLife))
		})
		if err == nil {
			err = a.removeOld(ctx)
		}
		if err == nil {
			err = a.removeOldAI(ctx)
		}
		if err != nil && ctx.Err() == nil {
			a.log.Error("old data could not be removed", "error", err)
		}
	}
}

// removeOld removes what is too old in parts, until nothing is left of it: what
// comes in may be more than one part a minute.
func (a *App) removeOld(ctx context.Context) error {
	for {
		var bodies, deliveries int64
		err := a.db.Update(ctx, "janitor", func(tx *store.Tx) (err error) {
			now := tx.Now()
			if bodies, err = tx.ExpireProviderWebhooks(now.Add(-webhookLife), expireBatch); err == nil {
				deliveries, err = tx.ExpireDeliveries(now.Add(-crm.DeliveryLife), expireBatch)
			}
			return err
		})
		if err != nil || max(bodies, deliveries) < expireBatch {
			return err
		}
	}
}

// removeOldAI is removeOld for what assistants and models leave. Sums per day
// stay, and so do messages with what they rest on.
func (a *App) removeOldAI(ctx context.Context) error {
	for {
		full := false
		err := a.db.Update(ctx, "janitor", func(tx *store.Tx) error {
			full = false
			before := tx.Now().Add(-a.cfg.AIRetention)
			for _, expire := range []func(time.Time, int) (int64, error){tx.ExpireAICalls, tx.ExpireTurns, tx.ExpireAINotices, tx.ExpireGapQuestions, tx.ExpireGaps} {
				n, err := expire(before, aiBatch)
				if err != nil {
					return err
				}
				full = full || n >= aiBatch
			}
			n, err := tx.ExpireCachedAnswers(aiBatch)
			full = full || n >= aiBatch
			return err
		})
		if err != nil || !full {
			return err
		}
	}
}
