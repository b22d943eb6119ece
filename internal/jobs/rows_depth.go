package jobs

import (
	"cmp"
	"slices"
	"time"

	"service.example/crm/internal/db"
)

// MostCounted is how many jobs CountDepths looks at.
const MostCounted = 200_000

var depthsSQL = db.SQL(`SELECT kind, owner, count(*), sum(CASE WHEN run_at <= $1 THEN 1 ELSE 0 END), sum(CASE WHEN attempt > 0 THEN 1 ELSE 0 END), min(run_at)
	FROM (SELECT kind, owner, run_at, attempt FROM jobs LIMIT $2) j GROUP BY kind, owner`).
	Unlimited("so many jobs, whatever there are").AcrossWorkspaces("figures of the deployment")

// Depth is how many jobs of a kind there are.
type Depth struct {
	Kind JobKind
	// Waiting are due and free, Scheduled come later, Held are a node's: they run, or
	// are about to.
	Waiting, Scheduled, Held int64
	// Retrying are those among the waiting and scheduled ones that failed before.
	Retrying int64
	// Oldest is since when the oldest of those that are due is; zero for none.
	Oldest time.Time
}

// Depths are the jobs of a deployment.
type Depths struct {
	Kinds []Depth
	Held  map[string]int64 // by node
	// All says that every job was looked at. If not, there are at least so many.
	All bool
}

// CountDepths counts jobs by kind, MostCounted at most.
func CountDepths(tx *db.Tx) (Depths, error) {
	now := tx.Now()
	out := Depths{Held: map[string]int64{}}
	kinds := map[JobKind]*Depth{}
	var seen int64
	err := tx.Each(depthsSQL, func(r db.Row) error {
		var kind, owner string
		var all, due, retrying, first int64
		if err := r.Scan(&kind, &owner, &all, &due, &retrying, &first); err != nil {
			return err
		}
		seen += all
		d := kinds[JobKind(kind)]
		if d == nil {
			d = &Depth{Kind: JobKind(kind)}
			kinds[d.Kind] = d
		}
		if owner == "" {
			d.Waiting, d.Scheduled, d.Retrying = d.Waiting+due, d.Scheduled+all-due, d.Retrying+retrying
		} else {
			d.Held += all
			out.Held[owner] += all
		}
		if at := db.At(first); due > 0 && (d.Oldest.IsZero() || at.Before(d.Oldest)) {
			d.Oldest = at
		}
		return nil
	}, db.Ms(now), MostCounted)
	out.All = seen < MostCounted
	for _, d := range kinds {
		out.Kinds = append(out.Kinds, *d)
	}
	slices.SortFunc(out.Kinds, func(a, b Depth) int { return cmp.Compare(a.Kind, b.Kind) })
	return out, err
}
