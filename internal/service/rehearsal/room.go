// Package rehearsal goes through the past of routing again: it makes the recorded
// decisions anew, and shows what would have come of other rules, people or hours.
// Package rehearse does so; this room reads the past and keeps the results.
package rehearsal

import (
	"context"
	"log/slog"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/longrun"
)

// Rehearsals has the use cases about rehearsing.
type Rehearsals struct {
	db    *db.DB
	log   *slog.Logger
	calls *core.Calls
	runs  *longrun.Runner
}

// New returns the use cases.
func New(p core.Parts) *Rehearsals {
	s := &Rehearsals{db: p.DB, log: p.Log, calls: p.Calls}
	s.runs = longrun.New(p.DB, p.Log, longrun.Kind{Table: rehearsalRuns, Job: jobRehearse, Slice: rehearsalSlice, GaveUp: "It failed for a reason of our own.", Open: s.open})
	return s
}

// jobRehearse is the kind of the jobs of this room.
const jobRehearse jobs.JobKind = "rehearse"

const (
	rehearsalSlice = time.Minute
	// rehearsalTimeout bounds a job: the longest rehearsal is one step.
	rehearsalTimeout = 10 * time.Minute
	busyPause        = 200 * time.Millisecond
)

// Rehearse are the jobs of rehearsals, one of a workspace at a time.
func Rehearse(s *Rehearsals) jobs.Kind {
	share := jobs.NewShare(1, busyPause)
	return jobs.Kind{
		Name: jobRehearse, Concurrency: 1, Hold: 16, Timeout: rehearsalTimeout,
		Handle: func(ctx context.Context, batch []jobs.Job) error {
			defer share.End(batch[0].Queue)
			return s.runs.Handle(ctx, batch)
		},
		GiveUp: s.runs.GiveUp,
		Gate:   func(workspaceID string, _ time.Time) time.Duration { return share.Begin(workspaceID) },
	}
}

// Sweep removes rehearsals whose time is over.
func (s *Rehearsals) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		return expireRehearsals(tx, tx.Now(), limit)
	})
}
