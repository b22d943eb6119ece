package crm

import (
	"strings"
	"time"
	"unicode/utf8"
)

// BudgetPeriod is how long a budget lasts before it begins anew.
type BudgetPeriod string

// The periods of budgets: calendar days and months in UTC.
const (
	BudgetDay   BudgetPeriod = "day"
	BudgetMonth BudgetPeriod = "month"
)

// Bounds of budgets.
const (
	MaxBudgets      = 50
	maxBudgetName   = 100
	maxBudgetAlerts = 10
	maxAlertPercent = 1000
	// BudgetAlertLife is how long after the beginning of a period it is kept which of its
	// alerts were told: more than the longest period.
	BudgetAlertLife = 90 * 24 * time.Hour
)

// BudgetCategories are the categories of rate cards that a budget may be about.
var BudgetCategories = []string{"marketing", "utility", "authentication", "service"}

// Budget is what a workspace means to spend at most in each period.
type Budget struct {
	ID, WorkspaceID string
	BudgetBody
	// ClosedUntil is the end of the period in which its hard stop was reached; zero while
	// it is not.
	ClosedUntil          time.Time
	CreatedBy            DoneBy
	CreatedAt, UpdatedAt time.Time
}

// BudgetBody is what people say of a budget. Category is "" for the whole workspace.
type BudgetBody struct {
	Name     string
	Period   BudgetPeriod
	Category string
	Micros   int64
	Currency string
	Alerts   []int64 // percent
	HardStop bool
}

// Check finds every fault of a budget.
func (b *BudgetBody) Check(f *Faults) {
	switch b.Name = strings.TrimSpace(b.Name); {
	case b.Name == "":
		f.Add("/name", CodeRequired, "name is required: what people call the budget.")
	case utf8.RuneCountInString(b.Name) > maxBudgetName:
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxBudgetName)
	}
	if b.Period != BudgetDay && b.Period != BudgetMonth {
		f.Add("/period", CodeRequired, "period is required: day or month.")
	}
	if b.Micros <= 0 {
		f.Add("/amount", CodeParameterInvalid, "amount must be a decimal number above 0, such as 250.00, and at most 100000.")
	}
	if !isCurrency(b.Currency) {
		f.Add("/currency", CodeParameterInvalid, "currency must be the three letters of a currency, such as EUR.")
	}
	if b.HardStop && b.Category == "service" {
		f.Add("/hardStop", CodeNotAllowed, "hardStop is not possible for service: replies are never stopped. Let alerts tell you.")
	}
	if len(b.Alerts) > maxBudgetAlerts {
		f.Add("/alerts", CodeOutOfRange, "alerts has at most %d entries.", maxBudgetAlerts)
	}
	for i, percent := range b.Alerts {
		if percent < 1 || percent > maxAlertPercent || i > 0 && percent <= b.Alerts[i-1] {
			f.Add("/alerts", CodeOutOfRange, "alerts must be percentages from 1 to %d, each above the one before it.", maxAlertPercent)
			break
		}
	}
}

func isCurrency(text string) bool {
	return len(text) == 3 && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// Bounds are the first and the last day of the period that has a time, and its end.
func (b BudgetBody) Bounds(at time.Time) (first, last, end time.Time) {
	first = at.UTC().Truncate(SpanDay)
	end = first.AddDate(0, 0, 1)
	if b.Period == BudgetMonth {
		first = time.Date(first.Year(), first.Month(), 1, 0, 0, 0, 0, time.UTC)
		end = first.AddDate(0, 1, 0)
	}
	return first, end.AddDate(0, 0, -1), end
}

// Covers reports whether a budget is about a category.
func (b BudgetBody) Covers(category string) bool {
	return b.Category == "" || b.Category == strings.ToLower(category)
}

// BudgetSpending is how much of a budget is used up in a period.
type BudgetSpending struct {
	First, Last time.Time
	// Micros is what the ledger has, Committed what running broadcasts may cost beside it,
	// Unpriced how many charges have no price.
	Micros, Committed, Unpriced int64
}

// Percent is which part of an amount is spent, rounded down.
func (s BudgetSpending) Percent(of int64) int64 { return s.Micros * 100 / max(1, of) }

// BudgetStop is what a budget whose hard stop was reached keeps an account from sending.
// Category is "" for everything that is billed.
type BudgetStop struct {
	BudgetID string    `json:"budgetId"`
	Category string    `json:"category,omitempty"`
	Until    time.Time `json:"until"`
}

// Stopped returns the stop that holds for templates of a category; nil for none. Replies
// without a template are never stopped.
func (a MessagingAccount) Stopped(category string, now time.Time) *BudgetStop {
	for i, s := range a.BudgetStops {
		if category != "" && now.Before(s.Until) && (s.Category == "" || s.Category == strings.ToLower(category)) {
			return &a.BudgetStops[i]
		}
	}
	return nil
}

// Error is the refusal of a template by a stop.
func (s BudgetStop) Error() *Error {
	return Errorf(KindConflict, CodeBudgetReached, "%s", s.says())
}

func (s BudgetStop) says() string {
	return "The budget " + s.BudgetID + " is used up until " + s.Until.UTC().Format(time.RFC3339) + "; nothing that is billed is sent."
}

// Commitment is what a broadcast may still be billed for: messages that were accepted and
// are not in the ledger yet.
type Commitment struct {
	Currency, Category string
	Micros             int64
}

// Codes of budgets.
const (
	CodeBudgetReached Code = "budget_reached"
	CodeBudgetLimit   Code = "budget_limit_reached"
)

var budgetErrors = []ErrorEntry{
	{CodeBudgetReached, []int{409, 422},
		"A budget with a hard stop is used up.",
		"The error names the budget and the end of its period. Templates that it covers are refused, and its broadcasts cannot be started or resumed. Replies in an open window are not, nor are utility templates there.",
		"Wait for the end of the period, raise the amount of the budget, or take away its hard stop; it takes about two seconds to apply."},
	{CodeBudgetLimit, []int{409},
		"The workspace has the maximum number of budgets.",
		"The error states the limit.",
		"Delete a budget that is not needed any more."},
}
