package account

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
)

// Sender finds the phone number to send from: the one named, or the default.
func (s *Accounts) Sender(ctx context.Context, workspaceID, from string, f *crm.Faults) (crm.PhoneNumber, error) {
	list, err := s.KnownNumbers(ctx, workspaceID)
	if err != nil {
		return crm.PhoneNumber{}, err
	}
	i := slices.IndexFunc(list, func(n crm.PhoneNumber) bool {
		return from == "" && n.IsDefault || from != "" && (n.ID == from || crm.SamePhone(from, n.Number))
	})
	switch {
	case i >= 0:
		return list[i], nil
	case from != "":
		f.Add("/from", crm.CodePhoneNumberUnknown, "This workspace has no phone number %q.", from)
	default:
		f.Add("/from", crm.CodeNoPhoneNumber, "This workspace has no phone number yet: connect a messaging account first.")
	}
	return crm.PhoneNumber{}, nil
}
