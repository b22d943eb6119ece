// Package reconciliation compares the ledger of charges with what the provider charged:
// with its analytics, or with an invoice. Package reconcile finds the likely causes; this
// room reads both sides and keeps what was found.
package reconciliation

import (
	"context"
	"log/slog"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/charge"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/longrun"
)

// Reconciliations has the use cases about comparing the ledger with the provider.
type Reconciliations struct {
	db      *db.DB
	log     *slog.Logger
	calls   *core.Calls
	account *account.Accounts
	charges *charge.Charges
	runs    *longrun.Runner
}

// New returns the use cases.
func New(p core.Parts, account *account.Accounts, charges *charge.Charges) *Reconciliations {
	s := &Reconciliations{db: p.DB, log: p.Log, calls: p.Calls, account: account, charges: charges}
	s.runs = longrun.New(p.DB, p.Log, longrun.Kind{Table: runs, Job: jobReconcile, Slice: slice, Open: s.open, GaveUp: "It failed for a reason of our own."})
	return s
}

// jobReconcile is the kind of the jobs of this room.
const jobReconcile jobs.JobKind = "reconcile_charges"

const (
	slice = time.Minute
	// timeout bounds a job: the longest period is one step.
	timeout = 10 * time.Minute
)

// Reconcile are the jobs that compare, two at a time.
func Reconcile(s *Reconciliations) jobs.Kind {
	return jobs.Kind{Name: jobReconcile, Concurrency: 2, Hold: 16, Timeout: timeout, Handle: s.runs.Handle, GiveUp: s.runs.GiveUp}
}

// Sweep removes reconciliations whose time is over.
func (s *Reconciliations) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) { return expire(tx, tx.Now(), limit) })
}
