package search

import (
	"context"
	"errors"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
)

// roundBatches is how many batches of one workspace come before the next one has its turn.
const roundBatches = 8

// Follow keeps the index until ctx ends: one node does it, by a lease. owner is
// what this node is called.
func (s *Search) Follow(ctx context.Context, owner func() string) error {
	return event.Follower{DB: s.db, Log: s.log, Duty: "search index", Trouble: "what is found by words could not be brought up to date", Round: s.round}.Follow(ctx, owner)
}

// round goes once over the workspaces that have work. looked is how long it took
// to find them.
func (s *Search) round(ctx context.Context) (more bool, looked time.Duration, err error) {
	began := time.Now()
	var list []work
	if err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = workToDo(tx); return err }); err != nil {
		return false, 0, err
	}
	looked = time.Since(began)
	ids := make([]string, len(list))
	for i, w := range list {
		ids[i] = w.workspaceID
	}
	more, err = event.InTurn(ctx, ids, roundBatches, func(ctx context.Context, workspaceID string) (bool, error) {
		again, err := s.index(ctx, workspaceID)
		if errors.Is(err, errOvertaken) { // it is read again from where the other one came to
			return true, nil
		}
		return again, err
	})
	return more, looked, err
}

// index makes one batch of a workspace, and reports whether there is more to do.
func (s *Search) index(ctx context.Context, workspaceID string) (more bool, err error) {
	var b batch
	if err = s.db.View(ctx, func(tx *db.Tx) (err error) { b, err = read(tx, workspaceID); return err }); err != nil {
		return false, err
	}
	err = s.db.Update(db.Long(ctx), "search "+workspaceID, func(tx *db.Tx) error { return b.apply(tx) })
	if err != nil || b.more || b.begins || !b.after.cleaning {
		return b.more || b.begins, err
	}
	return s.clean(ctx, workspaceID, b.before.cleaning)
}

// clean lets the words of what was removed leave the index, a part at a time.
func (s *Search) clean(ctx context.Context, workspaceID string, begun bool) (more bool, err error) {
	var done bool
	err = s.db.Update(db.Long(ctx), "search "+workspaceID, func(tx *db.Tx) error {
		at, _, err := positionOf(tx, workspaceID)
		if err == nil {
			done, err = cleanIndex(tx, !begun)
		}
		if err != nil || !done {
			return err
		}
		after := at
		after.cleaning = false
		movePosition(tx, workspaceID, at, after)
		return nil
	})
	return !done, err
}

// Lag returns for how long something has not been indexed that is in a log, 0 if
// everything is, and how many workspaces have something that is yet to be indexed.
func (s *Search) Lag(ctx context.Context) (lag time.Duration, waiting int, err error) {
	return Lag(ctx, s.db)
}

// Lag is the same for a database that nobody serves.
func Lag(ctx context.Context, base *db.DB) (lag time.Duration, waiting int, err error) {
	err = base.View(ctx, func(tx *db.Tx) error {
		list, err := workToDo(tx)
		lag, waiting = 0, len(list)
		for _, w := range list {
			if w.news && !w.until.IsZero() {
				lag = max(lag, tx.Now().Sub(w.until))
			}
		}
		return err
	})
	return lag, waiting, err
}
