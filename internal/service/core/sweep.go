package core

import (
	"context"

	"service.example/crm/internal/db"
)

// sweepKey is the key of the updates that remove what is old.
const sweepKey = "janitor"

// Remove runs remove, which removes up to limit rows of each of some tables and
// returns the most that it removed of one, until nothing is left to remove. Each
// part is a transaction of its own, so that the writer is never held up.
func Remove(ctx context.Context, base *db.DB, limit int, remove func(tx *db.Tx, limit int) (most int64, err error)) error {
	for {
		var most int64
		err := base.Update(ctx, sweepKey, func(tx *db.Tx) (err error) {
			most, err = remove(tx, limit)
			return err
		})
		if err != nil || most < int64(limit) {
			return err
		}
	}
}

// Sweep forgets the keys whose life is over.
func (c *Calls) Sweep(ctx context.Context) error {
	return c.db.Update(ctx, sweepKey, func(tx *db.Tx) error {
		expireIdempotentResults(tx)
		return nil
	})
}
