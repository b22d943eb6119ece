package notification

import (
	"context"
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// roundParts is how many parts of one log are read before the next one has its turn.
const roundParts = 8

// Follow makes notifications of what happens until ctx ends: one node does it, by a
// lease. owner is what this node is called. What is told of an event, and that it was
// read, are stored in one transaction.
func (s *Notifications) Follow(ctx context.Context, owner func() string) error {
	return event.Follower{DB: s.db, Log: s.log, Duty: "notifications", Trouble: "members could not be told of what happened", Round: s.round}.Follow(ctx, owner)
}

// round goes once over the workspaces whose log goes on. looked is how long it took to
// find them.
func (s *Notifications) round(ctx context.Context) (more bool, looked time.Duration, err error) {
	began := time.Now()
	ids, err := s.Behind(ctx)
	looked = time.Since(began)
	if err == nil {
		more, err = event.InTurn(ctx, ids, roundParts, s.readUnlessOvertaken)
	}
	return more, looked, err
}

// Behind returns the workspaces in which something happened of which it is yet to be
// found out who is told.
func (s *Notifications) Behind(ctx context.Context) (ids []string, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { ids, err = workToDo(tx); return err })
	return ids, err
}

// readUnlessOvertaken is read, for which another node that has been faster is no failure.
func (s *Notifications) readUnlessOvertaken(ctx context.Context, workspaceID string) (more bool, err error) {
	if more, err = s.read(ctx, workspaceID); errors.Is(err, errOvertaken) {
		err = nil
	}
	return more, err
}

// read makes notifications of the next part of a log, and reports whether there is more.
func (s *Notifications) read(ctx context.Context, workspaceID string) (more bool, err error) {
	var p part
	if err = s.db.View(ctx, func(tx *db.Tx) (err error) { p, err = readPart(tx, workspaceID); return err }); err != nil {
		return false, err
	}
	err = s.db.Update(ctx, "notifications "+workspaceID, func(tx *db.Tx) error {
		if p.begins {
			tx.Write(insertPositionSQL, workspaceID)
		}
		if err := movePosition(tx, workspaceID, p.before, p.after); err != nil || len(p.list) == 0 {
			return err
		}
		list, err := raise(tx, workspaceID, p.list)
		if err != nil {
			return err
		}
		for _, n := range list {
			set := p.settings[n.UserID]
			if set.Channels(n.Kind).Mail {
				if err := wantDigest(tx, workspaceID, n.UserID, set, tx.Now()); err != nil {
					return err
				}
			}
			if n.anew && p.browses[n.UserID] && set.Channels(n.Kind).Push {
				orderPush(tx, workspaceID, pushOrder{UserID: n.UserID, ID: n.ID, Raised: n.Position}, tx.Now().Add(crm.PushPause))
			}
		}
		tx.After(func() {
			for _, n := range list {
				s.tell(workspaceID, n.UserID, n.ID, false)
			}
		})
		return nil
	})
	return p.more && err == nil, err
}
