package budget

import (
	"context"
	"reflect"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/charge"
	"service.example/crm/internal/service/event"
)

// roundPause is how often budgets are looked at.
const roundPause = time.Second

// Follow holds budgets against what is spent until ctx ends: one node does it, by a lease.
// owner is what this node is called.
func (s *Budgets) Follow(ctx context.Context, owner func() string) error {
	return event.Follower{DB: s.db, Log: s.log, Duty: "budgets", Trouble: "budgets could not be looked at", Round: s.round}.Follow(ctx, owner)
}

func (s *Budgets) round(ctx context.Context) (more bool, looked time.Duration, err error) {
	began := time.Now()
	s.mu.Lock()
	soon := began.Sub(s.looked) < roundPause
	if !soon {
		s.looked = began
	}
	s.mu.Unlock()
	if soon {
		return false, 0, nil
	}
	var ids []string
	err = s.db.View(ctx, func(tx *db.Tx) error {
		for id := ""; ; ids = append(ids, id) {
			var err error
			if id, err = nextWithBudgets(tx, id); err != nil || id == "" {
				return err
			}
		}
	})
	looked = time.Since(began)
	if err == nil {
		_, err = event.InTurn(ctx, ids, 1, s.Look)
	}
	return false, looked, err
}

// verdict is what is to be done about a budget.
type verdict struct {
	crm.Budget
	spent   crm.BudgetSpending
	reached []int64   // alerts that were not told of this period
	closed  time.Time // the end of the period if its hard stop is reached, else zero
}

// Look holds the budgets of a workspace against what is spent. It writes only where
// something is to be told or stopped; an alert and its event are stored together. Two may look at once.
func (s *Budgets) Look(ctx context.Context, workspaceID string) (bool, error) {
	committed, err := s.committed(ctx, workspaceID)
	if err != nil {
		return false, err
	}
	var list []verdict
	due := false
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if list, err = s.judge(tx, workspaceID, committed); err != nil {
			return err
		}
		for _, v := range list {
			due = due || len(v.reached) > 0 || !v.closed.Equal(v.ClosedUntil)
		}
		if !due {
			due, err = astray(tx, workspaceID, list)
		}
		return err
	})
	if err != nil || !due {
		return false, err
	}
	return false, s.db.Update(ctx, "budgets "+workspaceID, func(tx *db.Tx) error {
		tx.Lock("budgets" + workspaceID)
		list, err := s.judge(tx, workspaceID, committed)
		if err != nil {
			return err
		}
		for _, v := range list {
			if err := tell(tx, v); err != nil {
				return err
			}
			if !v.closed.Equal(v.ClosedUntil) {
				closeUntil(tx, v.Budget, v.closed)
			}
		}
		return s.stop(tx, workspaceID)
	})
}

// judge looks at every budget of a workspace.
func (s *Budgets) judge(tx *db.Tx, workspaceID string, committed []crm.Commitment) ([]verdict, error) {
	list, err := all(tx, workspaceID)
	out := make([]verdict, 0, len(list))
	for _, b := range list {
		v := verdict{Budget: b}
		if v.spent, err = s.spending(tx, b, committed, tx.Now()); err != nil {
			return nil, err
		}
		told, err := toldOf(tx, b, v.spent.First)
		if err != nil {
			return nil, err
		}
		for _, percent := range b.Alerts {
			if v.spent.Micros*100 >= b.Micros*percent && !slices.Contains(told, percent) {
				v.reached = append(v.reached, percent)
			}
		}
		_, _, end := b.Bounds(tx.Now())
		if b.HardStop && v.spent.Micros+v.spent.Committed >= b.Micros {
			v.closed = end
		}
		out = append(out, v)
	}
	return out, err
}

// spending is how much of a budget is used up in the period that has a time.
func (s *Budgets) spending(tx *db.Tx, b crm.Budget, committed []crm.Commitment, at time.Time) (out crm.BudgetSpending, err error) {
	out.First, out.Last, _ = b.Bounds(at)
	of, err := s.sumsOf(tx, b.WorkspaceID, sumKey{b.Currency, out.First, out.Last})
	for category, sum := range of {
		if b.Covers(category) {
			out.Micros, out.Unpriced = out.Micros+sum.Micros, out.Unpriced+sum.Unpriced
		}
	}
	for _, c := range committed {
		if c.Currency == b.Currency && b.Covers(c.Category) {
			out.Committed += c.Micros
		}
	}
	return out, err
}

// sumsOf returns sums of the ledger; they are added up anew only when it was added to.
func (s *Budgets) sumsOf(tx *db.Tx, workspaceID string, key sumKey) (map[string]charge.Spent, error) {
	rounds, err := charge.Rounds(tx, workspaceID)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	known := s.known[workspaceID]
	s.mu.Unlock()
	if found, is := known.of[key]; is && known.rounds == rounds {
		return found, nil
	}
	found, err := charge.SpentOf(tx, workspaceID, key.currency, key.first, key.last)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known = s.known[workspaceID]; known.rounds != rounds || known.of == nil || len(known.of) > 2*crm.MaxBudgets {
		known = sums{rounds, map[sumKey]map[string]charge.Spent{}}
	}
	known.of[key] = found
	s.known[workspaceID] = known
	return found, nil
}

// tell tells of the alerts that were reached.
func tell(tx *db.Tx, v verdict) error {
	for _, percent := range v.reached {
		insertAlert(tx, v.Budget, v.spent.First, percent)
		err := event.AppendEvent(tx, crm.EventBudgetReached, v.WorkspaceID, v.ID, crm.EventScope{}, crm.BudgetReachedData{BudgetID: v.ID, Name: v.Name, Period: v.Period,
			PeriodStart: v.spent.First.Format(time.DateOnly), Category: v.Category, Amount: crm.FormatMicros(v.Micros), Currency: v.Currency, Spent: crm.FormatMicros(v.spent.Micros),
			Percent: percent, HardStop: v.HardStop})
		if err != nil {
			return err
		}
	}
	return nil
}

// stopsOf are what budgets stop of an account.
func stopsOf(list []crm.Budget, a crm.MessagingAccount, now time.Time) (out []crm.BudgetStop) {
	for _, b := range list {
		if b.HardStop && b.Currency == a.Currency && now.Before(b.ClosedUntil) {
			out = append(out, crm.BudgetStop{BudgetID: b.ID, Category: b.Category, Until: b.ClosedUntil.UTC()})
		}
	}
	return out
}

// astray reports whether an account has other stops than it should.
func astray(tx *db.Tx, workspaceID string, list []verdict) (bool, error) {
	budgets := make([]crm.Budget, len(list))
	for i, v := range list {
		budgets[i] = v.Budget
	}
	accounts, err := account.MessagingAccounts(tx, workspaceID)
	for _, a := range accounts {
		if differ(stopsOf(budgets, a, tx.Now()), a.BudgetStops) {
			return true, err
		}
	}
	return false, err
}

func differ(a, b []crm.BudgetStop) bool {
	return len(a)+len(b) > 0 && !reflect.DeepEqual(a, b)
}

// stop stores what the budgets of a workspace stop, with its accounts: sends know it from
// there.
func (s *Budgets) stop(tx *db.Tx, workspaceID string) error {
	list, err := all(tx, workspaceID)
	if err != nil {
		return err
	}
	accounts, err := account.MessagingAccounts(tx, workspaceID)
	for _, a := range accounts {
		if stops := stopsOf(list, a, tx.Now()); differ(stops, a.BudgetStops) {
			account.SetBudgetStops(tx, s.account, workspaceID, a.ID, stops)
		}
	}
	return err
}
