package core

import (
	"errors"

	"service.example/crm/internal/crm"
)

// NoBudget tells that no provider may be called, because the day's tokens are
// used up or AI is switched off.
func NoBudget(err error) bool {
	var known *crm.Error
	return errors.As(err, &known) && (known.Code == crm.CodeAIBudgetExhausted || known.Code == crm.CodeAIDisabled)
}
