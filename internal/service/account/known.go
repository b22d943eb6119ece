package account

import (
	"context"
	"errors"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

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
	s.routes.Clear()
}

// SweepCaches forgets what has not been asked for lately.
func (s *Accounts) SweepCaches() {
	s.numbers.Sweep()
	s.tokens.Sweep()
	s.routes.Sweep()
	s.accounts.Sweep()
}

// Route finds a number by the provider's identifier, or fails with errUnrouted.
func (s *Accounts) Route(tx *db.Tx, providerID string) (crm.PhoneNumber, error) {
	return s.routes.Get(providerID, func() (n crm.PhoneNumber, err error) {
		n, found, err := PhoneNumberByProvider(tx, providerID)
		if err == nil && !found {
			err = ErrUnrouted // an absence is not remembered
		}
		return n, err
	})
}

func Unrouted(phoneNumberID string) string { return "no phone number " + phoneNumberID + " here" }

var ErrUnrouted = errors.New("no such phone number here")

// Lane is the writer's key of a number: the one by which its messages are sent.
func (s *Accounts) Lane(providerID string) string {
	if n, ok := s.routes.Peek(providerID); ok {
		return n.ID
	}
	return providerID
}
