package onboarding

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
)

// CallbackURL is where webhooks of live or test workspaces are received; "" where nobody
// has said.
func (s *Onboarding) CallbackURL(live bool) string {
	if s.opt.CallbackURL == "" && !live && s.opt.TestCallback != nil {
		return s.opt.TestCallback()
	}
	return s.opt.CallbackURL
}

// Subscription asks the provider whether the webhooks of an account come, and where to.
func (s *Onboarding) Subscription(ctx context.Context, a crm.MessagingAccount) (crm.SubscriptionFacts, error) {
	out := crm.SubscriptionFacts{AccountID: a.ID, Account: a.Name}
	client, token, err := s.account.Credentials(ctx, a.WorkspaceID, a.ID)
	if err != nil {
		return out, err
	}
	if out.Subscribed, out.Override, err = client.Subscription(ctx, token, a.ProviderID, a.AppID); err != nil {
		return out, explained(s, err)
	}
	return out, nil
}

// Fix does what a finding asks for (crm.FixSubscription and its neighbours).
func (s *Onboarding) Fix(ctx context.Context, workspaceID, what, about string) error {
	var acc crm.MessagingAccount
	var accounts []crm.MessagingAccount
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		if what == crm.FixNumbers { // which is about a number at the provider
			accounts, err = account.MessagingAccounts(tx, workspaceID)
			return err
		}
		acc, err = account.MessagingAccount(tx, workspaceID, about)
		return err
	})
	if err != nil {
		return err
	}
	if what == crm.FixNumbers {
		for _, a := range accounts {
			if err := s.readNumbers(ctx, a); err != nil {
				return err
			}
		}
		return nil
	}
	client, token, err := s.account.Credentials(ctx, workspaceID, acc.ID)
	if err != nil {
		return err
	}
	if err := s.subscribeAccount(ctx, client, token, acc); err != nil {
		return explained(s, err)
	}
	return nil
}

// readNumbers mirrors the numbers that the provider has in an account.
func (s *Onboarding) readNumbers(ctx context.Context, a crm.MessagingAccount) error {
	client, token, err := s.account.Credentials(ctx, a.WorkspaceID, a.ID)
	if err != nil {
		return err
	}
	numbers, err := client.PhoneNumbers(ctx, token, a.ProviderID)
	if err != nil {
		return explained(s, err)
	}
	defer s.account.ForgetAccounts(a.WorkspaceID)
	return s.db.Update(ctx, a.WorkspaceID, func(tx *db.Tx) error { return s.mirrorNumbers(tx, a, numbers, false) })
}
