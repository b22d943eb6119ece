package event

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Subjects look up what a subscription can be limited to, in domains that this
// one does not know. Number and Assistant fail with KindNotFound.
type Subjects struct {
	Number, Assistant func(tx *db.Tx, workspaceID, id string) error
	Numbers           func(ctx context.Context, workspaceID string) ([]crm.PhoneNumber, error)
}

// ListenToEvents allows an actor to hear those of the workspace's events that
// a subscription selects, as they come. One without patterns selects all.
func (s *Events) ListenToEvents(ctx context.Context, actor crm.Actor, want crm.Subscription) (crm.Subscription, error) {
	if err := actor.Require(crm.ScopeEventsRead); err != nil {
		return want, err
	}
	if len(want.Events) == 0 {
		want.Events = []crm.EventPattern{crm.AllEvents}
	}
	var f crm.Faults
	crm.CheckEvents(want.Events, &f)
	crm.CheckAudit(actor, want.Events, &f)
	if fine := crm.CheckSubscriptionIDs("phoneNumberId", crm.PrefixPhoneNumber, want.PhoneNumberIDs, &f); len(fine) > 0 {
		numbers, err := s.subjects.Numbers(ctx, actor.WorkspaceID)
		if err != nil {
			return want, err
		}
		for _, i := range fine {
			if !slices.ContainsFunc(numbers, func(n crm.PhoneNumber) bool { return n.ID == want.PhoneNumberIDs[i] }) {
				f.Add(crm.Pointer("phoneNumberId", i), crm.CodeNotAllowed, "There is no phone number %q in this workspace.", want.PhoneNumberIDs[i])
			}
		}
	}
	return want, f.Err()
}
