package onboarding

import (
	"context"
	"errors"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// WebhookCheck says whether the provider reaches this service.
type WebhookCheck struct {
	Working             bool
	CallbackURL         string
	Problem, NextAction string // "" where it works
	Took                time.Duration
}

// CheckWebhooks has the provider send something to the callback URL: the question with
// which it makes sure of a new one, which only this deployment can answer. The subscription
// is as it was afterwards, whether it is the app's own URL or the account's.
func (s *Onboarding) CheckWebhooks(ctx context.Context, actor crm.Actor, accountID string) (WebhookCheck, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return WebhookCheck{}, err
	}
	var a crm.MessagingAccount
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		a, err = account.MessagingAccount(tx, actor.WorkspaceID, accountID)
		return err
	})
	if err != nil {
		return WebhookCheck{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[WebhookCheck]) (out WebhookCheck, err error) {
		if err := core.Outside(ctx); err != nil {
			return out, err
		}
		if out, err = s.checkWebhooks(ctx, actor, a); err != nil {
			return out, err
		}
		return out, s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "messaging_account.webhooks_checked", Targets: []crm.ActTarget{{Type: "messaging_account", ID: a.ID, Name: a.Name}}})
		})
	})
}

func (s *Onboarding) checkWebhooks(ctx context.Context, actor crm.Actor, a crm.MessagingAccount) (WebhookCheck, error) {
	out := WebhookCheck{CallbackURL: s.CallbackURL(actor.Live)}
	problem := func(what, next string) (WebhookCheck, error) {
		out.Problem, out.NextAction = what, next
		return out, nil
	}
	if out.CallbackURL == "" || s.opt.VerifyToken == "" {
		return problem("The service was not told at which URL the provider reaches it, or has no verify token.", "Set --callback-url (CRM_CALLBACK_URL) and --verify-token (CRM_VERIFY_TOKEN).")
	}
	client, token, err := s.account.Credentials(ctx, a.WorkspaceID, a.ID)
	if err != nil {
		return out, err
	}
	subscribed, override, err := client.Subscription(ctx, token, a.ProviderID, a.AppID)
	switch {
	case err != nil:
		return out, explained(s, err)
	case !subscribed:
		return problem("The app is not subscribed to the webhooks of the account.", "Have it subscribed: POST /v1/onboarding/doctor/{finding}/fix.")
	case override != "" && !strings.HasPrefix(override, out.CallbackURL):
		return problem("The webhooks of the account go to "+override+".", "If they are to come here, have that address removed: POST /v1/onboarding/doctor/{finding}/fix.")
	}
	if override != "" {
		out.CallbackURL = override // of this account alone
	}
	now := s.db.Source().Now()
	began := time.Now()
	err = client.SubscribeAt(ctx, token, a.ProviderID, out.CallbackURL, whatsapp.NewTrialToken(s.opt.VerifyToken, now))
	out.Took = time.Since(began)
	var refusal *whatsapp.APIError
	switch {
	case errors.As(err, &refusal) && refusal.Code == 100:
		return problem("The provider does not get an answer from the callback URL. It says: "+refusal.Title, "Make the URL reachable from the internet by https, with a certificate that everybody trusts, and let GET requests through.")
	case err != nil:
		return out, explained(s, err)
	}
	if override == "" { // as it was
		err = client.SubscribeApp(ctx, token, a.ProviderID)
	}
	if err != nil {
		return out, explained(s, err)
	}
	out.Working = true
	return out, nil
}
