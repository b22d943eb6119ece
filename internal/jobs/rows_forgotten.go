package jobs

import (
	"context"

	"service.example/crm/internal/db"
)

// ref tells a job from all others.
type ref struct {
	workspaceID string
	id          int64
}

func (j Job) ref() ref { return ref{j.WorkspaceID, j.ID} }

// heldJob is a job as its owner has it in the table.
type heldJob struct {
	ref
	Fence int64
	Kind  JobKind
}

var (
	// It goes by the key of the table, a page at a time: an index over owners
	// would cost every job a write more.
	selectHeldJobsSQL = db.SQL(`SELECT workspace_id, id, kind, fence, owner FROM jobs WHERE (workspace_id, id) > ($1, $2) ORDER BY workspace_id, id LIMIT $3`).
				By().AcrossWorkspaces("a node looks for what it forgot")
	freeForgottenSQL = db.SQL(`UPDATE jobs SET owner = '', fence = fence + 1 WHERE workspace_id = $1 AND id = $2 AND owner = $3 AND fence = $4`)
)

// heldJobs returns what the owner holds among the next jobs behind one, at most
// limit of them all, and the last one that was looked at; none at the end.
func heldJobs(ctx context.Context, base *db.DB, owner string, after ref, limit int) (held []heldJob, last ref, err error) {
	err = base.View(ctx, func(tx *db.Tx) error {
		held, last = nil, ref{}
		n := 0
		err := tx.Each(selectHeldJobsSQL, func(r db.Row) error {
			var j heldJob
			var kind, of string
			err := r.Scan(&j.workspaceID, &j.id, &kind, &j.Fence, &of)
			if j.Kind, last = JobKind(kind), j.ref; of == owner {
				held = append(held, j)
			}
			n++
			return err
		}, after.workspaceID, after.id, limit)
		if n < limit {
			last = ref{}
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
			n, err := tx.Exec(freeForgottenSQL, j.workspaceID, j.id, owner, j.Fence)
			if err != nil {
				return err
			}
			freed += int(n)
		}
		return nil
	})
	return freed, err
}
