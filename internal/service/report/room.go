// Package report knows the figures of a workspace: why its contacts waited. Figures
// are added up when something ends, so that asking costs the same however much there
// was.
package report

import (
	"cmp"
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// Reports has the use cases about figures.
type Reports struct{ db *db.DB }

// New returns the use cases.
func New(p core.Parts) *Reports { return &Reports{db: p.DB} }

// Waiting returns why contacts waited on the days of a period. Actors see it who see
// every conversation.
func (s *Reports) Waiting(ctx context.Context, actor crm.Actor, q crm.WaitingQuery) (out crm.WaitingReport, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
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

// Sweep forgets figures whose time is over.
func (s *Reports) Sweep(ctx context.Context) error {
	var err error
	for _, which := range []*db.Stmt{expireQuartersSQL, expirePartsSQL} {
		err = cmp.Or(err, core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
			return expire(tx, which, tx.Now().Add(-crm.ReportLife), limit)
		}))
	}
	return err
}
