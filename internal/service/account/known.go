package account

import (
	"context"
	"errors"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// KnownNumbers returns all phone numbers of a workspace as they were within the
// last second.
func (s *Accounts) KnownNumbers(ctx context.Context, workspaceID string) ([]crm.PhoneNumber, error) {
	return s.numbers.Get(workspaceID, func() (list []crm.PhoneNumber, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) error {
			page, err := PhoneNumbers(tx, workspaceID, crm.Page{Limit: 10_000})
			list = page.Items
			return err
		})
		return list, err
	})
}

// ForgetAccounts drops what is remembered of accounts and their numbers.
func (s *Accounts) ForgetAccounts(workspaceID string) {
	s.numbers.Drop(workspaceID)
	s.tokens.Clear()
	s.accounts.Clear()
	s.owners.Clear()
	s.routes.Clear()
}

// SweepCaches forgets what has not been asked for lately.
func (s *Accounts) SweepCaches() {
	s.numbers.Sweep()
	s.tokens.Sweep()
	s.routes.Sweep()
	s.accounts.Sweep()
	s.owners.Sweep()
}

// Route finds a number by the provider's identifier, or fails with ErrUnrouted.
func (s *Accounts) Route(tx *db.Tx, providerID string) (crm.PhoneNumber, error) {
	return s.routes.Get(providerID, func() (n crm.PhoneNumber, err error) {
		n, found, err := PhoneNumberByProvider(tx, providerID)
		if err == nil && !found {
			err = ErrUnrouted // an absence is not remembered
		}
		return n, err
	})
}

// RouteOf is Route for who has no transaction.
func (s *Accounts) RouteOf(ctx context.Context, providerID string) (crm.PhoneNumber, error) {
	if n, fresh := s.routes.Fresh(providerID); fresh {
		return n, nil
	}
	var n crm.PhoneNumber
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { n, err = s.Route(tx, providerID); return err })
	return n, err
}

// WorkspaceOf returns the workspace of an account whose own secret has vouched
// for a webhook.
func (s *Accounts) WorkspaceOf(ctx context.Context, accountID string) (string, error) {
	return s.owners.Get(accountID, func() (workspace string, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) error {
			a, found, err := MessagingAccountOfRealm(tx, accountID)
			if err == nil && !found {
				err = crm.NotFound("messaging account", accountID)
			}
			workspace = a.WorkspaceID
			return err
		})
		return workspace, err
	})
}

// Unrouted says that no number of ours has the identifier.
func Unrouted(phoneNumberID string) string { return "no phone number " + phoneNumberID + " here" }

var ErrUnrouted = errors.New("no such phone number here")

// Lane is the writer's key of a number: the one by which its messages are sent.
func (s *Accounts) Lane(providerID string) string {
	if n, ok := s.routes.Peek(providerID); ok {
		return n.ID
	}
	return providerID
}

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
