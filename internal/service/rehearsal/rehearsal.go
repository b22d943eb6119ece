package rehearsal

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/routing"
)

// Create begins to go through a period again, in the background. Nothing is assigned.
// Everything that is wrong of the request is told at once.
func (s *Rehearsals) Create(ctx context.Context, actor crm.Actor, req crm.RehearsalRequest) (crm.Rehearsal, error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return crm.Rehearsal{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Rehearsal]) (r crm.Rehearsal, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			req := req.Whole(tx.Now())
			if err := check(tx, actor.WorkspaceID, req); err != nil {
				return err
			}
			n, err := countOpen(tx, actor.WorkspaceID)
			if err == nil && n >= crm.MaxOpenRehearsals {
				err = crm.Errorf(crm.KindConflict, crm.CodeRehearsalLimit, "A workspace has at most %d rehearsals at a time; wait for one or cancel it.", crm.MaxOpenRehearsals)
			}
			if err != nil {
				return err
			}
			now := tx.Now()
			r = crm.Rehearsal{ID: tx.NewID(crm.PrefixRehearsal), WorkspaceID: actor.WorkspaceID, RehearsalRequest: req, MadeBy: actor.By(),
				Run: crm.Run{State: crm.RunRunning, Position: "0", StartedAt: now, UpdatedAt: now}}
			insertRehearsal(tx, r)
			s.runs.Begin(tx, rehearsalKey(r), r.ID, r.Run)
			return save(tx, r)
		})
		return r, err
	})
}

// check returns every fault of a request: of its form, and what it names that is not
// there.
func check(tx *db.Tx, workspaceID string, req crm.RehearsalRequest) error {
	var f crm.Faults
	if err := f.Join(req.Validate(tx.Now())); err != nil || !f.Empty() {
		return f.Err()
	}
	err := routing.CheckNamed(tx, workspaceID, req.Changes.Named, &f)
	if err == nil {
		err = f.Err()
	}
	return err
}

// Rehearsal returns one with how far it has come and, once it is completed, what it
// found.
func (s *Rehearsals) Rehearsal(ctx context.Context, actor crm.Actor, id string) (r crm.Rehearsal, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return r, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { r, err = rehearsal(tx, actor.WorkspaceID, id); return err })
	return r, err
}

// List returns a page of the workspace's rehearsals, newest first.
func (s *Rehearsals) List(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.Rehearsal], err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = rehearsals(tx, actor.WorkspaceID, p); return err })
	return list, err
}

// Cancel ends a rehearsal. One that has ended stays as it is.
func (s *Rehearsals) Cancel(ctx context.Context, actor crm.Actor, id string) (crm.Rehearsal, error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return crm.Rehearsal{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Rehearsal]) (r crm.Rehearsal, err error) {
		err = s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
			if r, err = rehearsal(tx, actor.WorkspaceID, id); err != nil {
				return err
			}
			if err := s.runs.End(tx, rehearsalKey(r), crm.RunCanceled, ""); err != nil {
				return err
			}
			if r, err = rehearsal(tx, actor.WorkspaceID, id); err != nil {
				return err
			}
			return save(tx, r)
		})
		return r, err
	})
}
