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
	// expireEndpoints and expireRows are the same for deliveries: of how many
	// endpoints, and how many of each.
	expireEndpoints = 20
	expireRows      = 200
	// maxSweeps bounds how many groups of workspaces one sweep looks through.
	maxSweeps = 20
	// dutyGrace is how late a node may be with a duty before others take it over.
	dutyGrace = 15 * time.Second
	// aiBatch is the same for each table of what assistants and models leave.
	aiBatch = 500
	// expireEvaluations is the same for evaluations, with hundreds of questions
	// each.
	expireEvaluations = 4
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
		{"waiting messages", 1, 0, a.Service.ExpireWaiting, "messages whose time is over could not be expired"},
		{"unused files", expireFilesEvery, 0, func(ctx context.Context) error { return a.Service.ExpireFiles(ctx, a.cfg.MediaRetention) }, "old files could not be removed"},
		{"orphaned objects", sweepObjectsEvery, sweepObjectsFirst, a.Service.SweepObjects, "objects without a file could not be removed"},
		{"web sources", 1, 0, a.Service.RecrawlDue, "web sources of knowledge could not be fetched again"},
		{"open questions", 1, 0, a.Service.HandOffOpenQuestions, "open questions could not be handed off"},
		{"waiting reactions and edits", everyMinute, 0, a.Service.SweepParkedItems, "what waits for messages could not be applied"},
		{"old data", everyMinute, 0, a.removeOld, "old data could not be removed"},
		{"old data of assistants", everyMinute, 0, a.removeOldAI, "old data could not be removed"},
	}
}

// runJanitor forgets what has served its time, a little at a time.
func (a *App) runJanitor(ctx context.Context) error {
	tick := time.NewTicker(janitorPause)
	defer tick.Stop()
	duties := a.duties()
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
		for _, d := range duties {
			if n%d.every != d.first {
				continue
			}
			mine, err := a.takes(ctx, d)
			if mine && err == nil {
				err = d.do(ctx)
			}
			if err != nil && ctx.Err() == nil {
				a.log.Error(d.failure, "error", err)
			}
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
		if more, err := a.Service.SweepSilent(ctx); err != nil || !more {
			return err
		}
	}
	return nil
}

// removeOld removes what is too old in parts, until nothing is left of it: what
// comes in may be more than one part a minute.
func (a *App) removeOld(ctx context.Context) error {
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
	for bodies := int64(expireBatch); err == nil && bodies >= expireBatch; {
		err = a.db.Update(ctx, "janitor", func(tx *store.Tx) (err error) {
			bodies, err = tx.ExpireProviderWebhooks(tx.Now().Add(-webhookLife), expireBatch)
			return err
		})
	}
	if err != nil {
		return err
	}
	return a.removeDeliveries(ctx)
}

// removeDeliveries removes the old deliveries of every endpoint, those of a few
// endpoints at a time.
func (a *App) removeDeliveries(ctx context.Context) error {
	for after := ""; ; {
		var list []string
		err := a.db.View(ctx, func(tx *store.Tx) (err error) { list, err = tx.DeliveredEndpoints(after, expireEndpoints); return err })
		if err != nil || len(list) == 0 {
			return err
		}
		for most := int64(expireRows); most >= expireRows; {
			err := a.db.Update(ctx, "janitor", func(tx *store.Tx) error {
				most = 0
				for _, id := range list {
					n, err := tx.ExpireDeliveries(id, tx.Now().Add(-crm.DeliveryLife), expireRows)
					if err != nil {
						return err
					}
					most = max(most, n)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		after = list[len(list)-1]
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
