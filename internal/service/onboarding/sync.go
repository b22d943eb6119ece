package onboarding

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/template"
)

// syncAccount reads the templates and numbers of an account from the provider
// and tells what changed.
func (s *Onboarding) syncAccount(ctx context.Context, j jobs.Job) error {
	var acc crm.MessagingAccount
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		acc, err = account.MessagingAccount(tx, j.WorkspaceID, j.Payload)
		return err
	})
	if err != nil {
		return err
	}
	client, token, err := s.account.Credentials(ctx, j.WorkspaceID, acc.ID)
	if err != nil {
		return err
	}
	began := s.db.Source().Now()
	numbers, err := client.PhoneNumbers(ctx, token, acc.ProviderID)
	if err != nil {
		return err
	}
	templates, err := template.AllTemplates(ctx, client, token, acc.ProviderID)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error {
		if err := s.mirrorNumbers(tx, acc, numbers, false); err != nil {
			return err
		}
		if _, err := s.template.MirrorTemplates(tx, acc, templates, began); err != nil {
			return err
		}
		jobs.FinishJob(tx, j)
		return nil
	})
}

// giveUpSync ends the reading of an account that failed again and again; the
// next webhook or POST /v1/templates/sync tries anew.
func (s *Onboarding) giveUpSync(ctx context.Context, j jobs.Job, cause error) error {
	s.log.Warn("an account could not be read from the provider", "account", j.Payload, "error", cause)
	return s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
}
