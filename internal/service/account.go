package service

import (
	"context"
	"errors"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
	"service.example/crm/internal/whatsapp"
)

// ConnectRequest connects a messaging account with a System User Token
// (specification 1, onboarding step 4).
type ConnectRequest struct {
	// ProviderID is the account's identifier at the provider (WABA id).
	ProviderID string
	// Token is the System User Token; it is stored sealed and never shown again.
	Token string
	// AppSecret verifies webhooks that come to /provider/webhook/{id}; empty
	// where the deployment's own app receives them.
	AppSecret string
}

// ConnectResult is what was found at the provider.
type ConnectResult struct {
	Account crm.MessagingAccount
	Numbers []crm.PhoneNumber
	// Templates is how many templates were mirrored.
	Templates int
}

// textNoToken says where the token is found.
const textNoToken = "systemUserToken is required: generate it in the provider's business settings, under Users > System users, with the permissions whatsapp_business_messaging and whatsapp_business_management."

func (r *ConnectRequest) validate() error {
	var f crm.Faults
	if r.ProviderID == "" || strings.Trim(r.ProviderID, "0123456789") != "" || len(r.ProviderID) > 30 {
		f.Add("/messagingAccountId", crm.CodeParameterInvalid, "messagingAccountId is the account's number at the provider: digits only.")
	}
	if strings.TrimSpace(r.Token) == "" {
		f.Add("/systemUserToken", crm.CodeRequired, textNoToken)
	} else if len(r.Token) > 2000 || strings.ContainsAny(r.Token, " \t\r\n") {
		f.Add("/systemUserToken", crm.CodeParameterInvalid, "systemUserToken has blanks or is too long to be a token.")
	}
	if len(r.AppSecret) > 200 {
		f.Add("/appSecret", crm.CodeTooLong, "appSecret has at most 200 characters.")
	}
	return f.Err()
}

func tokenContext(workspaceID, accountID string) string {
	return "token/" + workspaceID + "/" + accountID
}

func appSecretContext(accountID string) string { return "app-secret/" + accountID }

// ConnectMessagingAccount checks the token at the provider (valid, not
// expired, both scopes, this account), stores it sealed, and mirrors the
// account's numbers and templates. Nothing is stored when a check fails.
func (s *Service) ConnectMessagingAccount(ctx context.Context, actor crm.Actor, req ConnectRequest) (ConnectResult, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return ConnectResult{}, err
	}
	if !actor.Live && s.opt.Test == nil {
		return ConnectResult{}, noSimulator() // a token would not help
	}
	if req.Token == "" && !actor.Live && s.opt.TestToken != "" {
		req.Token = simulatorToken
	}
	if err := req.validate(); err != nil {
		return ConnectResult{}, err
	}
	return once(ctx, s, actor, func(save saver[ConnectResult]) (out ConnectResult, err error) {
		if err := outside(ctx); err != nil {
			return out, err
		}
		client, err := s.provider(actor.Live)
		if err != nil {
			return out, err
		}
		token := s.ownToken(actor.Live, req.Token)
		found, err := s.inspect(ctx, client, token, req.ProviderID)
		if err != nil {
			return out, err
		}
		if err = s.storeAccount(ctx, actor, req, found, &out, save); err != nil {
			return out, err
		}
		if s.opt.CallbackURL != "" {
			if err := client.SubscribeApp(ctx, token, req.ProviderID); err != nil {
				s.log.Warn("the account's webhooks could not be subscribed", "account", out.Account.ID, "error", err)
			}
		}
		return out, nil
	})
}

// inspection is what the provider says of an account before it is stored.
type inspection struct {
	account   crm.MessagingAccount
	numbers   []crm.PhoneNumber
	templates []crm.Template
}

func (s *Service) inspect(ctx context.Context, client *whatsapp.Client, token, providerID string) (found inspection, err error) {
	debugged, err := client.DebugToken(ctx, token)
	if err != nil {
		return found, tokenProblem(err)
	}
	if !debugged.Valid {
		return found, tokenFault(crm.CodeTokenInvalid, "The provider says that this token is not valid (any more).")
	}
	if missing := debugged.Missing(providerID); len(missing) > 0 {
		return found, tokenFault(crm.CodeTokenScopes, "The token lacks "+strings.Join(missing, ", ")+" for this account.")
	}
	if found.account, err = client.Account(ctx, token, providerID); err != nil {
		return found, providerProblem(err)
	}
	found.account.AppID = debugged.AppID
	if found.numbers, err = client.PhoneNumbers(ctx, token, providerID); err != nil {
		return found, providerProblem(err)
	}
	found.templates, err = allTemplates(ctx, client, token, providerID)
	return found, err
}

func allTemplates(ctx context.Context, client *whatsapp.Client, token, providerID string) (list []crm.Template, err error) {
	for t, err := range client.Templates(ctx, token, providerID) {
		if err != nil {
			return nil, providerProblem(err)
		}
		list = append(list, t)
	}
	return list, nil
}

func tokenFault(code crm.Code, detail string) error {
	var f crm.Faults
	f.Add("/systemUserToken", code, "%s", detail)
	return f.Err()
}

func tokenProblem(err error) error {
	var refusal *whatsapp.APIError
	if errors.As(err, &refusal) && (refusal.Code == 190 || refusal.Code == 0 || refusal.Code == 104) {
		return tokenFault(crm.CodeTokenInvalid, "The provider does not take this token.")
	}
	return providerProblem(err)
}

// providerProblem turns a failed call into an error for the caller, with the
// provider's own code where it gave one.
func providerProblem(err error) error {
	var refusal *whatsapp.APIError
	if errors.As(err, &refusal) {
		e := crm.Errorf(crm.KindProvider, crm.CodeProviderRefused, "The provider refused: %s", refusal.Title)
		e.Provider = refusal.Provider()
		return e.Because(err)
	}
	return crm.Errorf(crm.KindProvider, crm.CodeProviderUnreachable, "The provider did not answer; try again.").Because(err)
}

func (s *Service) storeAccount(ctx context.Context, actor crm.Actor, req ConnectRequest, found inspection, out *ConnectResult, save saver[ConnectResult]) error {
	defer s.forgetAccounts(actor.WorkspaceID)
	return s.db.Update(ctx, actor.WorkspaceID, func(tx *store.Tx) error {
		id := tx.NewID(crm.PrefixMessagingAccount)
		if a, ok, err := tx.MessagingAccountByProvider(req.ProviderID); err != nil {
			return err
		} else if ok {
			id = a.ID // the sealed values are bound to the account's identifier
		}
		a := found.account
		a.ID, a.WorkspaceID, a.ProviderID, a.CreatedAt = id, actor.WorkspaceID, req.ProviderID, tx.Now()
		a.TokenHint, a.Status = "…"+req.Token[max(0, len(req.Token)-4):], "connected"
		token, err := s.box.Seal([]byte(req.Token), tokenContext(actor.WorkspaceID, id))
		if err != nil {
			return err
		}
		secret := []byte{} // keeps the one that is stored
		if req.AppSecret != "" {
			if secret, err = s.box.Seal([]byte(req.AppSecret), appSecretContext(id)); err != nil {
				return err
			}
		}
		if a.ID, err = tx.SaveMessagingAccount(a, token, secret); err != nil {
			return err
		}
		if err := s.mirrorNumbers(tx, a, found.numbers, true); err != nil {
			return err
		}
		n, err := s.mirrorTemplates(tx, a, found.templates)
		if err != nil {
			return err
		}
		page, err := tx.PhoneNumbers(actor.WorkspaceID, crm.Page{Limit: crm.MaxPageLimit})
		*out = ConnectResult{Account: a, Templates: n}
		for _, p := range page.Items {
			if p.MessagingAccountID == a.ID {
				s.tellStanding(tx, p, a) // whatever was wrong before, the provider has answered now
				out.Numbers = append(out.Numbers, p)
			}
		}
		if err != nil {
			return err
		}
		return save(tx, *out)
	})
}

// mirrorNumbers stores an account's numbers, and refuses one that another
// workspace has connected: its messages would go astray.
// connecting says that somebody has just connected the account: whatever was
// disconnected of it is not any more.
func (s *Service) mirrorNumbers(tx *store.Tx, a crm.MessagingAccount, numbers []crm.PhoneNumber, connecting bool) error {
	for _, n := range numbers {
		have, known, err := tx.PhoneNumberByProvider(n.ProviderID)
		switch {
		case err != nil:
			return err
		case known && have.WorkspaceID != a.WorkspaceID:
			return crm.Errorf(crm.KindConflict, crm.CodePhoneNumberConnected, "Phone number %s is connected to another workspace.", n.Number)
		case known:
			err = s.changeNumber(tx, a.WorkspaceID, have.ID, "", func(now *crm.PhoneNumber) {
				now.VerifiedName, now.QualityRating, now.Status, now.Throughput = n.VerifiedName, n.QualityRating, n.Status, n.Throughput
				if connecting {
					now.DisconnectReason = ""
				}
			})
			if err != nil {
				return err
			}
		}
		n.ID, n.WorkspaceID, n.MessagingAccountID, n.CreatedAt = tx.NewID(crm.PrefixPhoneNumber), a.WorkspaceID, a.ID, tx.Now()
		tx.SavePhoneNumber(n)
	}
	return nil
}

// PhoneNumber returns a number of the workspace.
func (s *Service) PhoneNumber(ctx context.Context, actor crm.Actor, id string) (n crm.PhoneNumber, err error) {
	if err := actor.Require(crm.ScopeNumbersRead); err != nil {
		return n, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) (err error) { n, err = tx.PhoneNumber(actor.WorkspaceID, id); return err })
	return n, err
}

// MessagingAccounts returns the workspace's accounts as they stand now, with
// their numbers and how many templates are mirrored of each.
func (s *Service) MessagingAccounts(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[ConnectResult], err error) {
	if err := actor.Require(crm.ScopeNumbersRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) error {
		page, err := tx.MessagingAccountPage(actor.WorkspaceID, p)
		list = crm.List[ConnectResult]{Next: page.Next}
		for _, a := range page.Items {
			a.Status, a.Restrictions = a.Standing(tx.Now()), a.Restricted(tx.Now())
			r := ConnectResult{Account: a}
			if r.Numbers, err = tx.PhoneNumbersOfAccount(a.ID); err != nil {
				return err
			}
			if r.Templates, err = tx.CountTemplates(a.WorkspaceID, a.ID); err != nil {
				return err
			}
			list.Items = append(list.Items, r)
		}
		return err
	})
	return list, err
}

// PhoneNumbers returns a page of the workspace's numbers.
func (s *Service) PhoneNumbers(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.PhoneNumber], err error) {
	if err := actor.Require(crm.ScopeNumbersRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) (err error) { list, err = tx.PhoneNumbers(actor.WorkspaceID, p); return err })
	return list, err
}

// AppSecret returns the secret that verifies an account's webhooks; false when
// there is no such account or it has none of its own.
func (s *Service) AppSecret(ctx context.Context, accountID string) (secret string, found bool, err error) {
	var sealed []byte
	err = s.db.View(ctx, func(tx *store.Tx) (err error) { sealed, found, err = tx.SealedAppSecret(accountID); return err })
	if err != nil || !found || len(sealed) == 0 {
		return "", false, err
	}
	plain, err := s.box.Open(sealed, appSecretContext(accountID))
	return string(plain), len(plain) > 0, err
}
