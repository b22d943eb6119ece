package service

import (
	"context"
	"errors"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

func (s *Service) phoneNumbers(ctx context.Context, workspaceID string) ([]crm.PhoneNumber, error) {
	return s.numbers.get(workspaceID, func() (list []crm.PhoneNumber, err error) {
		err = s.db.View(ctx, func(tx *store.Tx) error {
			page, err := tx.PhoneNumbers(workspaceID, crm.Page{Limit: 10_000})
			list = page.Items
			return err
		})
		return list, err
	})
}

// forgetAccounts drops what is remembered of accounts and their numbers.
func (s *Service) forgetAccounts(workspaceID string) {
	s.numbers.drop(workspaceID)
	s.tokens.clear()
	s.accounts.clear()
	s.routes.clear()
}

// sweepAccounts forgets what has not been asked for lately.
func (s *Service) sweepAccounts() {
	s.numbers.sweep()
	s.tokens.sweep()
	s.routes.sweep()
	s.accounts.sweep()
}

// route finds a number by the provider's identifier, or fails with errUnrouted.
func (s *Service) route(tx *store.Tx, providerID string) (crm.PhoneNumber, error) {
	return s.routes.get(providerID, func() (n crm.PhoneNumber, err error) {
		n, found, err := tx.PhoneNumberByProvider(providerID)
		if err == nil && !found {
			err = errUnrouted // an absence is not remembered
		}
		return n, err
	})
}

func unrouted(phoneNumberID string) string { return "no phone number " + phoneNumberID + " here" }

var errUnrouted = errors.New("no such phone number here")

// lane is the writer's key of a number: the one by which its messages are sent.
func (s *Service) lane(providerID string) string {
	if n, ok := s.routes.peek(providerID); ok {
		return n.ID
	}
	return providerID
}
