package message

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/reason"
)

// ReasonOf explains why a message failed; nil where it did not, or nobody knows.
func ReasonOf(e *crm.MessageError) *crm.FailureReason {
	if e == nil {
		return nil
	}
	if e.Provider != nil {
		if r, known := reason.Of(e.Provider.Code); known {
			return &r
		}
	}
	if r, known := crm.OwnReason(e.Code); known {
		return &r
	}
	return nil
}

// Reasons explains every code with which the provider refuses something.
func Reasons(_ context.Context, actor crm.Actor) ([]crm.FailureReason, error) {
	if err := actor.Require(crm.ScopeMessagesRead); err != nil {
		return nil, err
	}
	return reason.All(), nil
}
