package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/budget"
)

var budgetsTag = tag{"Budgets", "What you mean to spend at most in a day or a month, with events when a part of it is used up, and a hard stop."}

// Budget is what a workspace means to spend at most in each period.
type Budget struct {
	ID          string           `json:"id" doc:"Id of the budget; begins with bud_."`
	Name        string           `json:"name" doc:"What people call it."`
	Period      crm.BudgetPeriod `json:"period" enum:"day,month" doc:"A calendar day or month in UTC; then it begins anew."`
	Category    *string          `json:"category" doc:"The category that it is about; null for the whole workspace."`
	Amount      string           `json:"amount" doc:"What may be spent in each period."`
	Currency    string           `json:"currency" doc:"Currency of the amount. Charges in other currencies do not count."`
	Alerts      []int64          `json:"alerts" nullable:"false" doc:"At which percentages budget.reached is told, once in each period."`
	HardStop    bool             `json:"hardStop" doc:"Whether templates that it covers are refused once it is used up."`
	ClosedUntil *time.Time       `json:"closedUntil" doc:"Until when it stops what it covers; null while it does not."`
	CreatedBy   crm.DoneBy       `json:"createdBy" doc:"Who created it."`
	CreatedAt   time.Time        `json:"createdAt" doc:"When it was created."`
	UpdatedAt   time.Time        `json:"updatedAt" doc:"When it was last changed."`
}

// BudgetSpending is how much of a budget is used up.
type BudgetSpending struct {
	FirstDay  string `json:"firstDay" doc:"The first day of the period, in UTC."`
	LastDay   string `json:"lastDay" doc:"The last day of the period, in UTC."`
	Spent     string `json:"spent" doc:"What the ledger of charges has of the period."`
	Committed string `json:"committed" doc:"What broadcasts may still be billed for beside it: messages that were accepted and are not in the ledger."`
	Unpriced  int64  `json:"unpriced" doc:"Charges of the period whose amount is not known; they are not in spent."`
	Percent   int64  `json:"percent" doc:"Which part of the amount is spent, in percent, rounded down."`
}

// BudgetDetail is a budget with how much of it is used up.
type BudgetDetail struct {
	Budget
	Current BudgetSpending `json:"current" doc:"The period that is now."`
}

// CreateBudget is a new budget.
type CreateBudget struct {
	Name     string           `json:"name,omitempty" needed:"true" maxLength:"100" doc:"What people call it." example:"Marketing of a month"`
	Period   crm.BudgetPeriod `json:"period,omitempty" needed:"true" enum:"day,month" doc:"A calendar day or month in UTC."`
	Category string           `json:"category,omitempty" enum:"marketing,utility,authentication,service" doc:"The category that it is about; the whole workspace by default."`
	Amount   string           `json:"amount,omitempty" needed:"true" maxLength:"20" doc:"What may be spent in each period." example:"250.00"`
	Currency string           `json:"currency,omitempty" needed:"true" maxLength:"3" doc:"Currency of the amount: that of the messaging account." example:"USD"`
	Alerts   []int64          `json:"alerts,omitempty" maxItems:"10" doc:"At which percentages budget.reached is told: 1 to 1000, each above the one before it. None by default."`
	HardStop bool             `json:"hardStop,omitempty" doc:"Whether templates that it covers are refused once it is used up."`
}

// UpdateBudget changes what is given.
type UpdateBudget struct {
	Name     *string           `json:"name,omitempty" maxLength:"100" doc:"What people call it."`
	Period   *crm.BudgetPeriod `json:"period,omitempty" enum:"day,month" doc:"A calendar day or month in UTC."`
	Category *string           `json:"category,omitempty" enum:",marketing,utility,authentication,service" doc:"The category that it is about; empty for the whole workspace."`
	Amount   *string           `json:"amount,omitempty" maxLength:"20" doc:"What may be spent in each period."`
	Currency *string           `json:"currency,omitempty" maxLength:"3" doc:"Currency of the amount."`
	Alerts   *[]int64          `json:"alerts,omitempty" maxItems:"10" doc:"At which percentages budget.reached is told, as a whole. What was told of a period is not told again."`
	HardStop *bool             `json:"hardStop,omitempty" doc:"Whether templates that it covers are refused once it is used up."`
}

type (
	// BudgetInput names a budget in the path.
	BudgetInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the budget."`
	}
	createBudgetInput struct{ Body CreateBudget }
	updateBudgetInput struct {
		BudgetInput
		Body UpdateBudget
	}
	budgetOutput       struct{ Body Budget }
	budgetDetailOutput struct{ Body BudgetDetail }
)

func budgetRoutes(s *Server) {
	const path = "/v1/budgets"
	register(s, operation{id: "list-budgets", whole: true, method: http.MethodGet, path: path, tag: budgetsTag, scope: crm.ScopeChargesRead, summary: "List budgets", description: "In the order of their creation."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[Budget], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Budget.List(ctx, a, p)
			return answerPage(list, renderBudget), err
		})
	register(s, operation{id: "create-budget", whole: true, method: http.MethodPost, path: path, tag: budgetsTag, errors: []int{409}, status: http.StatusCreated, scope: crm.ScopeChargesWrite, act: "budget.created", summary: "Create a budget",
		description: "It counts what was spent of its period before, too. A hard stop applies about two seconds after it is reached.",
		example:     CreateBudget{Name: "Marketing of a month", Period: crm.BudgetMonth, Category: "marketing", Amount: "250.00", Currency: "USD", Alerts: []int64{50, 80, 100}, HardStop: true}},
		func(ctx context.Context, a crm.Actor, in *createBudgetInput) (*budgetOutput, error) {
			b := in.Body
			micros, _ := crm.ParseMicros(b.Amount) // 0 is a fault of the budget
			return answerBudget(s.svc.Budget.Create(ctx, a, crm.BudgetBody{Name: b.Name, Period: b.Period, Category: b.Category, Micros: micros, Currency: b.Currency, Alerts: b.Alerts, HardStop: b.HardStop}))
		})
	register(s, operation{id: "get-budget", whole: true, method: http.MethodGet, path: path + "/{id}", tag: budgetsTag, errors: []int{404}, scope: crm.ScopeChargesRead, summary: "Get a budget", description: "With how much of it is used up in the period that is now."},
		func(ctx context.Context, a crm.Actor, in *BudgetInput) (*budgetDetailOutput, error) {
			b, c, err := s.svc.Budget.Budget(ctx, a, in.ID)
			if err != nil {
				return nil, err
			}
			return &budgetDetailOutput{BudgetDetail{renderBudget(b), BudgetSpending{c.First.Format(time.DateOnly), c.Last.Format(time.DateOnly), crm.FormatMicros(c.Micros), crm.FormatMicros(c.Committed), c.Unpriced, c.Percent(b.Micros)}}}, nil
		})
	register(s, operation{id: "update-budget", whole: true, method: http.MethodPatch, path: path + "/{id}", tag: budgetsTag, errors: []int{404}, scope: crm.ScopeChargesWrite, act: "budget.updated", summary: "Change a budget",
		description: "Changes only the fields you send. A stop that it made ends, and begins again within about two seconds if the budget is still used up.", example: UpdateBudget{Amount: ptr("400.00")}},
		func(ctx context.Context, a crm.Actor, in *updateBudgetInput) (*budgetOutput, error) {
			b := in.Body
			ch := budget.Change{Name: b.Name, Period: b.Period, Category: b.Category, Currency: b.Currency, Alerts: b.Alerts, HardStop: b.HardStop}
			if b.Amount != nil {
				micros, _ := crm.ParseMicros(*b.Amount)
				ch.Micros = &micros
			}
			return answerBudget(s.svc.Budget.Update(ctx, a, in.ID, ch))
		})
	register(s, operation{id: "delete-budget", whole: true, method: http.MethodDelete, path: path + "/{id}", tag: budgetsTag, status: http.StatusNoContent, errors: []int{404}, scope: crm.ScopeChargesWrite, act: "budget.deleted", summary: "Delete a budget",
		description: "A stop that it made ends."},
		func(ctx context.Context, a crm.Actor, in *BudgetInput) (*struct{}, error) {
			return nil, s.svc.Budget.Delete(ctx, a, in.ID)
		})
}

func renderBudget(b crm.Budget) Budget {
	out := Budget{ID: b.ID, Name: b.Name, Period: b.Period, Category: known(b.Category), Amount: crm.FormatMicros(b.Micros), Currency: b.Currency, Alerts: append([]int64{}, b.Alerts...), HardStop: b.HardStop,
		CreatedBy: b.CreatedBy, CreatedAt: b.CreatedAt, UpdatedAt: b.UpdatedAt}
	if !b.ClosedUntil.IsZero() {
		out.ClosedUntil = &b.ClosedUntil
	}
	return out
}

func answerBudget(b crm.Budget, err error) (*budgetOutput, error) {
	if err != nil {
		return nil, err
	}
	return &budgetOutput{renderBudget(b)}, nil
}
