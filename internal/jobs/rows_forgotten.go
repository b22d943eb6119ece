package jobs

import (
	"context"

	"service.example/crm/internal/db"
)

// heldJob is a job as its owner has it in the table.
type heldJob struct {
	ID, Fence int64
	Kind      JobKind
}

var (
	// It goes by the key of the table, a page at a time: an index over owners
	// would cost every job a write more.
	selectHeldJobsSQL = db.SQL(`SELECT id, kind, fence, owner FROM jobs WHERE id > $1 ORDER BY id LIMIT $2`)
	freeForgottenSQL  = db.SQL(`UPDATE jobs SET owner = '', fence = fence + 1 WHERE id = $1 AND owner = $2 AND fence = $3`)
)

// heldJobs returns what the owner holds among the next jobs behind an
// identifier, at most limit of them all, and the last identifier that was looked
// at; 0 at the end.
func heldJobs(ctx context.Context, base *db.DB, owner string, after int64, limit int) (held []heldJob, last int64, err error) {
	err = base.View(ctx, func(tx *db.Tx) error {
		held, last = nil, 0
		n := 0
		err := tx.Each(selectHeldJobsSQL, func(r db.Row) error {
			var j heldJob
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

// freeForgotten lets jobs be claimed that their owner does not know of, and
// returns how many these were. Whoever finishes one of them late fails.
func freeForgotten(ctx context.Context, base *db.DB, owner string, list []heldJob) (freed int, err error) {
	err = base.Update(ctx, "nodes", func(tx *db.Tx) error {
		freed = 0
		for _, j := range list {
			n, err := tx.Exec(freeForgottenSQL, j.ID, owner, j.Fence)
			if err != nil {
				return err
			}
			freed += int(n)
		}
		return nil
	})
	return freed, err
}
