// Package templatestats counts what became of the messages of each template: sent,
// delivered, read, tapped, answered, failed, and what they cost. A follower of the log
// adds it up, so that asking costs the same however much was sent.
package templatestats

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/rates"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/template"
)

// Statistics has the use cases about what became of templates.
type Statistics struct {
	db   *db.DB
	log  *slog.Logger
	card *rates.Card
}

// New returns the use cases.
func New(p core.Parts) *Statistics {
	return &Statistics{db: p.DB, log: p.Log, card: rates.Listed()}
}

// Currency is that of the costs: list prices. The currency of an account is not known.
const Currency = "USD"

// OfTemplate returns what became of the messages of a template that were due in a period:
// from and to are its first and last day in UTC, as 2006-01-02; "" for the last thirty.
func (s *Statistics) OfTemplate(ctx context.Context, actor crm.Actor, id, from, to string) (out crm.TemplateStatistics, err error) {
	if err := actor.Require(crm.ScopeTemplatesRead); err != nil {
		return out, err
	}
	first, last, err := crm.ReadPeriod(s.db.Source().Now().UTC(), from, to)
	if err != nil {
		return out, err
	}
	out = crm.TemplateStatistics{TemplateID: id, From: first.Format(time.DateOnly), To: last.Format(time.DateOnly)}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if err := template.Exists(tx, actor.WorkspaceID, id); err != nil {
			return err
		}
		out.Days, err = days(tx, actor.WorkspaceID, id, first, last)
		return err
	})
	for _, d := range out.Days {
		out.Add(d.TemplateCount)
	}
	return out, err
}

// tapLife is how long it is known that a message was tapped: a later tap on it counts
// again.
const tapLife = 100 * 24 * time.Hour

// Sweep forgets what nothing is counted for any more.
func (s *Statistics) Sweep(ctx context.Context) error {
	var err error
	for _, old := range []struct {
		which *db.Stmt
		life  time.Duration
	}{{expireAskedSQL, crm.AnswerPeriod}, {expireTapsSQL, tapLife}} {
		err = cmp.Or(err, core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
			return tx.Exec(old.which, db.Ms(tx.Now().Add(-old.life)), limit)
		}))
	}
	return err
}
