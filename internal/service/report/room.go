// Package report knows the figures of a workspace: why its contacts waited, how much
// was written, answered and resolved, how soon, and by whom. Facts are added up when they
// happen, so that asking costs the same however much there was.
package report

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
)

// Reports has the use cases about figures.
type Reports struct {
	db    *db.DB
	hours *core.Recent[string, crm.OfficeTime]
	swept atomic.Int64 // when old facts were last forgotten, in seconds
}

// New returns the use cases, and lets them hear of conversations.
func New(p core.Parts) *Reports {
	conversation.SetKeeper(p.DB, "report", hear)
	return &Reports{db: p.DB, hours: core.NewRecent[string, crm.OfficeTime](knownHours)}
}

// Waiting returns why contacts waited on the days of a period, as far as the actor
// reaches.
func (s *Reports) Waiting(ctx context.Context, actor crm.Actor, q crm.WaitingQuery) (out crm.WaitingReport, err error) {
	if err := allow(actor, q.TeamID, q.AgentID, q.PhoneNumberID); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if out, err = q.Start(tx.Now()); err != nil {
			return err
		}
		return readDays(tx, actor.WorkspaceID, q, &out)
	})
	return out, err
}

// allow returns a KindForbidden error for figures that an actor does not see.
func allow(actor crm.Actor, teamID, agentID, phoneNumberID string) error {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return err
	}
	return actor.RequireFigures(teamID, agentID, phoneNumberID)
}

// Sweep forgets figures and facts whose time is over.
func (s *Reports) Sweep(ctx context.Context) error {
	var err error
	for _, which := range []*db.Stmt{expireQuartersSQL, expirePartsSQL, expireLabelSumsSQL} {
		err = cmp.Or(err, core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
			return expire(tx, which, tx.Now().Add(-crm.ReportLife), limit)
		}))
	}
	err = cmp.Or(err, core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		return expire(tx, expireLabeledSQL, tx.Now().Add(-labeledLife), limit)
	}))
	err = cmp.Or(err, core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		return tx.Exec(expireSumsSQL, db.Ms(tx.Now()), limit)
	}))
	return cmp.Or(err, s.sweepFacts(ctx))
}

// sweepFacts forgets old facts, workspace by workspace, once an hour.
func (s *Reports) sweepFacts(ctx context.Context) error {
	if time.Since(time.Unix(s.swept.Load(), 0)) < time.Hour {
		return nil
	}
	var err error
	for after, more := "", true; more && err == nil && ctx.Err() == nil; {
		var page []string
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { page, err = tx.Texts(followedSQL, after, workspacePage); return err })
		for _, id := range page {
			after = id
			for _, m := range crm.Metrics {
				for _, which := range []*db.Stmt{expireFactsSQL, expireLabelsSQL} {
					err = cmp.Or(err, core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
						return tx.Exec(which, id, string(m), db.Ms(tx.Now().Add(-crm.FactLife)), limit)
					}))
				}
			}
		}
		more = len(page) == workspacePage
	}
	if err == nil {
		s.swept.Store(time.Now().Unix())
	}
	return err
}
