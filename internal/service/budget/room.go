// Package budget holds what is spent against what a workspace means to spend: it tells when
// a part of a budget is used up, and stops what is billed at the end of one that is hard.
package budget

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/charge"
	"service.example/crm/internal/service/core"
)

// Budgets has the use cases about budgets.
type Budgets struct {
	db      *db.DB
	log     *slog.Logger
	calls   *core.Calls
	account *account.Accounts

	committed func(ctx context.Context, workspaceID string) ([]crm.Commitment, error)

	mu     sync.Mutex
	looked time.Time // when the last round began
	known  map[string]sums
}

// sums are those of a ledger that was added to so often.
type sums struct {
	rounds int64
	of     map[sumKey]map[string]charge.Spent
}

type sumKey struct {
	currency    string
	first, last time.Time
}

// New returns the use cases. committed is what the broadcasts of a workspace may still be
// billed for.
func New(p core.Parts, account *account.Accounts, committed func(ctx context.Context, workspaceID string) ([]crm.Commitment, error)) *Budgets {
	return &Budgets{db: p.DB, log: p.Log, calls: p.Calls, account: account, committed: committed, known: map[string]sums{}}
}

// Sweep forgets of which alerts was told in periods that are long over.
func (s *Budgets) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		return tx.Exec(expireAlertsSQL, db.Ms(tx.Now().Add(-crm.BudgetAlertLife)), limit)
	})
}

// target is a budget as the audit log names it.
func target(b crm.Budget) crm.ActTarget {
	return crm.ActTarget{Type: "budget", ID: b.ID, Name: b.Name}
}
