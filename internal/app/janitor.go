package app

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/evaluation"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/inbound"
	"service.example/crm/internal/service/library"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/model"
	"service.example/crm/internal/service/reply"
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
		{"waiting messages", 1, 0, a.Service.Message.ExpireWaiting, "messages whose time is over could not be expired"},
		{"unused files", expireFilesEvery, 0, func(ctx context.Context) error { return a.Service.Media.ExpireFiles(ctx, a.cfg.MediaRetention) }, "old files could not be removed"},
		{"orphaned objects", sweepObjectsEvery, sweepObjectsFirst, a.Service.Media.SweepObjects, "objects without a file could not be removed"},
		{"web sources", 1, 0, a.Service.Library.RecrawlDue, "web sources of knowledge could not be fetched again"},
		{"open questions", 1, 0, a.Service.Reply.HandOffOpenQuestions, "open questions could not be handed off"},
		{"waiting reactions and edits", everyMinute, 0, a.Service.Inbound.SweepParkedItems, "what waits for messages could not be applied"},
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
		if more, err := a.Service.Message.SweepSilent(ctx); err != nil || !more {
			return err
		}
	}
	return nil
}

// removeOld removes what is too old in parts, until nothing is left of it: what
// comes in may be more than one part a minute.
func (a *App) removeOld(ctx context.Context) error {
	err := a.db.Update(ctx, "janitor", func(tx *db.Tx) error {
		now := tx.Now()
		core.ExpireIdempotentResults(tx)
		if err := a.Service.Model.CountLostReservations(tx, expireBatch); err != nil {
			return err
		}
		message.ExpireParkedItems(tx, now.Add(-inbound.ParkedItemLife))
		if err := evaluation.ExpireEvaluations(tx, now.Add(-crm.EvaluationLife), expireEvaluations); err != nil {
			return err
		}
		event.ExpireRedeliveries(tx, now.Add(-crm.StatisticsLife))
		event.ExpireEndpointHours(tx, now.Add(-crm.StatisticsLife))
		return a.Service.Message.ExpireParked(tx, now.Add(-message.ParkedLife))
	})
	for bodies := int64(expireBatch); err == nil && bodies >= expireBatch; {
		err = a.db.Update(ctx, "janitor", func(tx *db.Tx) (err error) {
			bodies, err = inbound.ExpireProviderWebhooks(tx, tx.Now().Add(-webhookLife), expireBatch)
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
		err := a.db.View(ctx, func(tx *db.Tx) (err error) {
			list, err = event.DeliveredEndpoints(tx, after, expireEndpoints)
			return err
		})
		if err != nil || len(list) == 0 {
			return err
		}
		for most := int64(expireRows); most >= expireRows; {
			err := a.db.Update(ctx, "janitor", func(tx *db.Tx) error {
				most = 0
				for _, id := range list {
					n, err := event.ExpireDeliveries(tx, id, tx.Now().Add(-crm.DeliveryLife), expireRows)
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
		err := a.db.Update(ctx, "janitor", func(tx *db.Tx) error {
			full = false
			before := tx.Now().Add(-a.cfg.AIRetention)
			for _, expire := range []func(*db.Tx, time.Time, int) (int64, error){model.ExpireAICalls, reply.ExpireTurns, model.ExpireAINotices, library.ExpireGapQuestions, library.ExpireGaps} {
				n, err := expire(tx, before, aiBatch)
				if err != nil {
					return err
				}
				full = full || n >= aiBatch
			}
			n, err := reply.ExpireCachedAnswers(tx, aiBatch)
			full = full || n >= aiBatch
			return err
		})
		if err != nil || !full {
			return err
		}
	}
}
