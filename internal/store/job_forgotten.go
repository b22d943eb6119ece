package store

import (
	"context"

	"service.example/crm/internal/db"
)

// HeldJob is a job as its owner has it in the table.
type HeldJob struct {
	ID, Fence int64
	Kind      JobKind
}

var (
	// It goes by the key of the table, a page at a time: an index over owners
	// would cost every job a write more.
	selectHeldJobs = db.SQL(`SELECT id, kind, fence, owner FROM jobs WHERE id > $1 ORDER BY id LIMIT $2`)
	freeForgotten  = db.SQL(`UPDATE jobs SET owner = '', fence = fence + 1 WHERE id = $1 AND owner = $2 AND fence = $3`)
)

// HeldJobs returns what the owner holds among the next jobs behind an
// identifier, at most limit of them all, and the last identifier that was looked
// at; 0 at the end.
func (base *DB) HeldJobs(ctx context.Context, owner string, after int64, limit int) (held []HeldJob, last int64, err error) {
	err = base.View(ctx, func(tx *Tx) error {
		held, last = nil, 0
		n := 0
		err := tx.Each(selectHeldJobs, func(r db.Row) error {
			var j HeldJob
			var kind, of string
			err := r.Scan(&j.ID, &kind, &j.Fence, &of)
			if j.Kind, last = JobKind(kind), j.ID; of == owner {
				held = append(held, j)
			}
			n++
			return err
		}, after, limit)
		if n < limit {
			last = 0
		}
		return err
	})
	return held, last, err
}

// FreeForgotten lets jobs be claimed that their owner does not know of, and
// returns how many these were. Whoever finishes one of them late fails.
func (base *DB) FreeForgotten(ctx context.Context, owner string, list []HeldJob) (freed int, err error) {
	err = base.Update(ctx, "nodes", func(tx *Tx) error {
		freed = 0
		for _, j := range list {
			n, err := tx.Exec(freeForgotten, j.ID, owner, j.Fence)
			if err != nil {
				return err
			}
			freed += int(n)
		}
		return nil
	})
	return freed, err
}
