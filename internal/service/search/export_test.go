package search

import (
	"context"

	"service.example/crm/internal/db"
)

// DieBeforeCommit makes the next batch of a workspace as a process does that is
// killed before it commits: everything but the commit.
func DieBeforeCommit(ctx context.Context, s *Search, workspaceID string, died error) error {
	var b batch
	if err := s.db.View(ctx, func(tx *db.Tx) (err error) { b, err = read(tx, workspaceID); return err }); err != nil {
		return err
	}
	return s.db.Update(ctx, "search", func(tx *db.Tx) error {
		if err := b.apply(tx); err != nil {
			return err
		}
		if _, err := knownOf(tx, workspaceID, nil); err != nil { // sends what is queued
			return err
		}
		if _, _, err := positionOf(tx, workspaceID); err != nil {
			return err
		}
		return died
	})
}

// HurryPages makes every page stop after its first step.
func HurryPages(s *Search) { s.pageTime = -1 }

// Two makes one batch of a workspace twice, as two nodes do that both believe to
// have the duty, and returns what the second one comes to.
func Two(ctx context.Context, s *Search, workspaceID string) error {
	var a, b batch
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		if a, err = read(tx, workspaceID); err == nil {
			b, err = read(tx, workspaceID)
		}
		return err
	})
	if err == nil {
		err = s.db.Update(ctx, "search", func(tx *db.Tx) error { return a.apply(tx) })
	}
	if err != nil {
		return err
	}
	return s.db.Update(ctx, "search", func(tx *db.Tx) error { return b.apply(tx) })
}

// ErrOvertaken is what a batch comes to that another node has made.
var ErrOvertaken = errOvertaken

// Step does what is to be done now, a few batches for each workspace, and reports
// whether there may be more.
func (s *Search) Step(ctx context.Context) (more bool, err error) {
	more, _, err = s.round(ctx)
	return more, err
}
