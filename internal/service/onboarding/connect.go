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
	"service.example/crm/internal/service/template"
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
	checkProviderID("messagingAccountId", r.ProviderID, "account", &f)
	checkToken(r.Token, &f)
	if len(r.AppSecret) > 200 {
		f.Add("/appSecret", crm.CodeTooLong, "appSecret has at most 200 characters.")
	}
	return f.Err()
}

func checkToken(token string, f *crm.Faults) {
	if strings.TrimSpace(token) == "" {
		f.Add("/systemUserToken", crm.CodeRequired, textNoToken)
	} else if len(token) > 2000 || strings.ContainsAny(token, " \t\r\n") {
		f.Add("/systemUserToken", crm.CodeParameterInvalid, "systemUserToken has blanks or is too long to be a token.")
	}
}

// ConnectMessagingAccount checks the token at the provider (valid, not
// expired, both scopes, this account), stores it sealed, and mirrors the
// account's numbers and templates. Nothing is stored when a check fails.
func (s *Onboarding) ConnectMessagingAccount(ctx context.Context, actor crm.Actor, req ConnectRequest) (ConnectResult, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return ConnectResult{}, err
	}
	if !actor.Live && s.opt.Test == nil {
		return ConnectResult{}, account.NoSimulator() // a token would not help
	}
	if req.Token == "" && !actor.Live && s.opt.TestToken != "" {
		req.Token = account.SimulatorToken
	}
	if err := req.validate(); err != nil {
		return ConnectResult{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[ConnectResult]) (out ConnectResult, err error) {
		if err := core.Outside(ctx); err != nil {
			return out, err
		}
		client, err := s.account.Provider(actor.Live)
		if err != nil {
			return out, err
		}
		token := s.account.OwnToken(actor.Live, req.Token)
		found, err := s.inspect(ctx, client, token, req.ProviderID)
		if err != nil {
			return out, err
		}
		if err = s.storeAccount(ctx, actor, req, found, &out, save); err != nil {
			return out, err
		}
		if s.opt.CallbackURL != "" {
			s.subscribe(ctx, client, token, out.Account)
		}
		return out, nil
	})
}

// subscribe has the provider post the webhooks of an account that was just stored. Where
// it does not, the checklist and the doctor tell so.
func (s *Onboarding) subscribe(ctx context.Context, client *whatsapp.Client, token string, a crm.MessagingAccount) {
	if err := s.subscribeAccount(ctx, client, token, a); err != nil {
		s.log.Warn("the account's webhooks could not be subscribed", "account", a.ID, "error", err)
	}
}

// subscribeAccount has the provider post the webhooks of an account: to the URL of the app,
// or, of an account with an app of its own, to the account's own URL.
func (s *Onboarding) subscribeAccount(ctx context.Context, client *whatsapp.Client, token string, a crm.MessagingAccount) error {
	own := false
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { own, err = account.HasAppSecret(tx, a.WorkspaceID, a.ID); return err })
	switch {
	case err != nil:
		return err
	case own && s.opt.CallbackURL != "" && s.opt.VerifyToken != "":
		return client.SubscribeAt(ctx, token, a.ProviderID, s.opt.CallbackURL+"/"+a.ID, s.opt.VerifyToken)
	}
	return client.SubscribeApp(ctx, token, a.ProviderID)
}

// inspection is what the provider says of an account before it is stored.
type inspection struct {
	account   crm.MessagingAccount
	numbers   []crm.PhoneNumber
	templates []crm.Template
	began     time.Time
	tokenEnds bool
}

// inspect reads an account with a token. providerID may be "" for a token that reaches
// one account alone.
func (s *Onboarding) inspect(ctx context.Context, client *whatsapp.Client, token, providerID string) (found inspection, err error) {
	found.began = s.db.Source().Now()
	debugged, err := client.DebugToken(ctx, token)
	if err != nil {
		return found, tokenProblem(s, err)
	}
	if providerID == "" {
		if providerID = debugged.OnlyAccount(); providerID == "" {
			var f crm.Faults
			f.Add("/messagingAccountId", crm.CodeRequired, "messagingAccountId is required: the token reaches several accounts, or does not say which.")
			return found, f.Err()
		}
	}
	if err := acceptable(debugged, providerID); err != nil {
		return found, err
	}
	if found.account, err = client.Account(ctx, token, providerID); err != nil {
		return found, explained(s, err)
	}
	found.account.AppID, found.tokenEnds = debugged.AppID, !debugged.ExpiresAt.IsZero()
	if found.numbers, err = client.PhoneNumbers(ctx, token, providerID); err != nil {
		return found, explained(s, err)
	}
	found.templates, err = template.AllTemplates(ctx, client, token, providerID)
	return found, err
}

func tokenFault(code crm.Code, detail string) error {
	var f crm.Faults
	f.Add("/systemUserToken", code, "%s", detail)
	return f.Err()
}

func tokenProblem(s *Onboarding, err error) error {
	var refusal *whatsapp.APIError
	if errors.As(err, &refusal) && (refusal.Code == 190 || refusal.Code == 0 || refusal.Code == 104) {
		return tokenFault(crm.CodeTokenInvalid, "The provider does not take this token. Create a new System User Token in the provider's business settings, with whatsapp_business_messaging and whatsapp_business_management.")
	}
	return explained(s, err)
}

func (s *Onboarding) storeAccount(ctx context.Context, actor crm.Actor, req ConnectRequest, found inspection, out *ConnectResult, save core.Saver[ConnectResult]) error {
	defer s.account.ForgetAccounts(actor.WorkspaceID)
	return s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
		// The sealed values are bound to the account's identifier.
		id, err := account.ClaimAccount(tx, actor.WorkspaceID, req.ProviderID, tx.NewID(crm.PrefixMessagingAccount))
		if err != nil {
			return err
		}
		a := found.account
		a.ID, a.WorkspaceID, a.ProviderID, a.CreatedAt = id, actor.WorkspaceID, req.ProviderID, tx.Now()
		a.TokenHint, a.Status = hintOf(req.Token), crm.AccountConnected
		if found.account.Status == crm.AccountDisabled { // a new token does not end that
			a.Status = crm.AccountDisabled
		}
		token, err := s.box.Seal([]byte(req.Token), account.TokenContext(actor.WorkspaceID, id))
		if err != nil {
			return err
		}
		secret := []byte{} // keeps the one that is stored
		if req.AppSecret != "" {
			if secret, err = s.box.Seal([]byte(req.AppSecret), account.AppSecretContext(id)); err != nil {
				return err
			}
		}
		account.SaveMessagingAccount(tx, a, token, secret)
		if err := s.mirrorNumbers(tx, a, found.numbers, true); err != nil {
			return err
		}
		n, err := s.template.MirrorTemplates(tx, a, found.templates, found.began)
		if err != nil {
			return err
		}
		page, err := account.PhoneNumbers(tx, actor.WorkspaceID, crm.Page{Limit: crm.MaxPageLimit})
		*out = ConnectResult{Account: a, Templates: n}
		for _, p := range page.Items {
			if p.MessagingAccountID == a.ID {
				s.account.TellStanding(tx, p, a) // whatever was wrong before, the provider has answered now
				if err := account.EndHolds(tx, p); err != nil {
					return err
				}
				out.Numbers = append(out.Numbers, p)
			}
		}
		if err != nil {
			return err
		}
		if err := account.TellNews(tx, actor.WorkspaceID, newsOf(found.tokenEnds)); err != nil {
			return err
		}
		if err := save(tx, *out); err != nil {
			return err
		}
		return audit.Record(tx, actor, connected(req, out))
	})
}

// newsOf is what later rooms hear of a token: one that ends is watched.
func newsOf(tokenEnds bool) account.News {
	if tokenEnds {
		return account.NewsTokenEnds
	}
	return account.NewsChanged
}

// connected is the act of connecting an account.
func connected(req ConnectRequest, out *ConnectResult) crm.Act {
	act := crm.Act{Action: "messaging_account.connected", Targets: []crm.ActTarget{{Type: "messaging_account", ID: out.Account.ID, Name: out.Account.Name}},
		Changes: crm.ActChanges{}.Secret("systemUserToken")}
	if req.AppSecret != "" {
		act.Changes.Secret("appSecret")
	}
	for _, n := range out.Numbers {
		act.Targets = append(act.Targets, crm.ActTarget{Type: "phone_number", ID: n.ID, Name: n.Number})
	}
	return act
}

// mirrorNumbers stores an account's numbers, and refuses one that another
// workspace has connected.
// connecting says that somebody has just connected the account: whatever was
// disconnected of it is not any more.
func (s *Onboarding) mirrorNumbers(tx *db.Tx, a crm.MessagingAccount, numbers []crm.PhoneNumber, connecting bool) error {
	for _, n := range numbers {
		have, known, err := account.PhoneNumberByProvider(tx, n.ProviderID)
		switch {
		case err != nil:
			return err
		case known && have.WorkspaceID == a.WorkspaceID:
			err = s.account.ChangeNumber(tx, a.WorkspaceID, have.ID, "", func(now *crm.PhoneNumber) {
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
		if !known {
			if err := account.KeepIdentity(tx, &n); err != nil {
				return err
			}
		}
		account.SavePhoneNumber(tx, n)
	}
	return nil
}

// MessagingAccounts returns the workspace's accounts as they stand now, with
// their numbers and how many templates are mirrored of each.
func (s *Onboarding) MessagingAccounts(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[ConnectResult], err error) {
	if err := actor.Require(crm.ScopeNumbersRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		page, err := account.MessagingAccountPage(tx, actor.WorkspaceID, p)
		list = crm.List[ConnectResult]{Next: page.Next}
		for _, a := range page.Items {
			var r ConnectResult
			if r, err = stood(tx, a.WorkspaceID, a.ID); err != nil {
				return err
			}
			list.Items = append(list.Items, r)
		}
		return err
	})
	return list, err
}
