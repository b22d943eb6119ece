package core

import (
	"context"
	"time"

	"service.example/crm/internal/db"
)

const (
	// sweepKey is the key of the updates that remove what is old.
	sweepKey = "janitor"
	// SweepPart bounds what one transaction of a sweep changes or removes of each
	// table.
	SweepPart = 200
	// sweepShare is for how long a sweep goes on at most. What is left is the next
	// one's.
	sweepShare = 20 * time.Second
)

// Remove runs remove, which changes or removes up to limit rows of each of some
// tables and returns the most of one, until nothing is left or its share of the
// time is over. Each part is a transaction of its own, so that the writer is never
// held up.
func Remove(ctx context.Context, base *db.DB, limit int, remove func(tx *db.Tx, limit int) (most int64, err error)) error {
	for began := time.Now(); time.Since(began) < sweepShare; {
		var most int64
		err := base.Update(ctx, sweepKey, func(tx *db.Tx) (err error) {
			most, err = remove(tx, limit)
			return err
		})
		if err != nil || most < int64(limit) {
			return err
		}
	}
	return nil
}

// Sweep forgets the keys whose life is over.
func (c *Calls) Sweep(ctx context.Context) error {
	return Remove(ctx, c.db, SweepPart, expireIdempotentResults)
}
