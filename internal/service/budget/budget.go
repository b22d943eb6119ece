package budget

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// Change is what is given of a budget; nil leaves it as it is.
type Change struct {
	Name     *string
	Period   *crm.BudgetPeriod
	Category *string // "" for the whole workspace
	Micros   *int64
	Currency *string
	Alerts   *[]int64
	HardStop *bool
}

func (ch Change) apply(b crm.BudgetBody) crm.BudgetBody {
	set(&b.Name, ch.Name)
	set(&b.Period, ch.Period)
	set(&b.Category, ch.Category)
	set(&b.Micros, ch.Micros)
	set(&b.Currency, ch.Currency)
	set(&b.Alerts, ch.Alerts)
	set(&b.HardStop, ch.HardStop)
	return b
}

func set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// List returns a page of budgets in the order in which they were made.
func (s *Budgets) List(ctx context.Context, actor crm.Actor, p crm.Page) (out crm.List[crm.Budget], err error) {
	if err := actor.Require(crm.ScopeChargesRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = page(tx, actor.WorkspaceID, p); return err })
	return out, err
}

// Budget returns a budget, with how much of it is used up in the period that is now.
func (s *Budgets) Budget(ctx context.Context, actor crm.Actor, id string) (b crm.Budget, spent crm.BudgetSpending, err error) {
	if err := actor.Require(crm.ScopeChargesRead); err != nil {
		return b, spent, err
	}
	committed, err := s.committed(ctx, actor.WorkspaceID)
	if err != nil {
		return b, spent, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if b, err = one(tx, selectSQL, actor.WorkspaceID, id); err == nil {
			spent, err = s.spending(tx, b, committed, tx.Now())
		}
		return err
	})
	return b, spent, err
}

// Create makes a budget. It counts what was spent of its period before, too.
func (s *Budgets) Create(ctx context.Context, actor crm.Actor, body crm.BudgetBody) (crm.Budget, error) {
	return s.change(ctx, actor, func(tx *db.Tx) (b crm.Budget, act crm.Act, err error) {
		n, err := count(tx, actor.WorkspaceID)
		if err == nil && n >= crm.MaxBudgets {
			err = crm.Errorf(crm.KindConflict, crm.CodeBudgetLimit, "A workspace has at most %d budgets. Delete one that is not needed any more.", crm.MaxBudgets)
		}
		if err == nil {
			err = check(&body)
		}
		if err != nil {
			return b, act, err
		}
		b = crm.Budget{ID: tx.NewID(crm.PrefixBudget), WorkspaceID: actor.WorkspaceID, BudgetBody: body, CreatedBy: actor.By(), CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
		insert(tx, b)
		return b, crm.Act{Action: "budget.created", Targets: []crm.ActTarget{target(b)}, Changes: crm.ActDiff(factsOf(crm.BudgetBody{}), factsOf(body))}, nil
	})
}

// Update changes what is given of a budget. A stop that it made ends until it is looked at
// again.
func (s *Budgets) Update(ctx context.Context, actor crm.Actor, id string, ch Change) (crm.Budget, error) {
	return s.change(ctx, actor, func(tx *db.Tx) (b crm.Budget, act crm.Act, err error) {
		if b, err = one(tx, lockSQL, actor.WorkspaceID, id); err != nil {
			return b, act, err
		}
		before := b.BudgetBody
		if b.BudgetBody = ch.apply(before); check(&b.BudgetBody) != nil {
			return b, act, check(&b.BudgetBody)
		}
		b.UpdatedAt, b.ClosedUntil = tx.Now(), time.Time{}
		update(tx, b)
		return b, crm.Act{Action: "budget.updated", Targets: []crm.ActTarget{target(b)}, Changes: crm.ActDiff(factsOf(before), factsOf(b.BudgetBody))}, nil
	})
}

// Delete removes a budget, and with it a stop that it made.
func (s *Budgets) Delete(ctx context.Context, actor crm.Actor, id string) error {
	_, err := s.change(ctx, actor, func(tx *db.Tx) (b crm.Budget, act crm.Act, err error) {
		if b, err = one(tx, lockSQL, actor.WorkspaceID, id); err != nil {
			return b, act, err
		}
		remove(tx, b)
		return b, crm.Act{Action: "budget.deleted", Targets: []crm.ActTarget{target(b)}}, nil
	})
	return err
}

func check(b *crm.BudgetBody) error {
	var f crm.Faults
	b.Check(&f)
	return f.Err()
}

// change changes the budgets of a workspace, and what they stop, one after the other.
func (s *Budgets) change(ctx context.Context, actor crm.Actor, do func(tx *db.Tx) (crm.Budget, crm.Act, error)) (crm.Budget, error) {
	if err := actor.Require(crm.ScopeChargesWrite); err != nil {
		return crm.Budget{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Budget]) (b crm.Budget, err error) {
		err = s.db.Update(db.Urgent(ctx), "budgets "+actor.WorkspaceID, func(tx *db.Tx) error {
			tx.Lock("budgets" + actor.WorkspaceID)
			var act crm.Act
			if b, act, err = do(tx); err != nil {
				return err
			}
			if err := s.stop(tx, actor.WorkspaceID); err != nil {
				return err
			}
			if err := save(tx, b); err != nil {
				return err
			}
			return audit.Record(tx, actor, act)
		})
		return b, err
	})
}

// facts are what the audit log compares of a budget.
type facts struct {
	Name, Period, Category, Amount, Currency string
	Alerts                                   []int64
	HardStop                                 bool
}

func factsOf(b crm.BudgetBody) facts {
	return facts{b.Name, string(b.Period), b.Category, crm.FormatMicros(b.Micros), b.Currency, b.Alerts, b.HardStop}
}
