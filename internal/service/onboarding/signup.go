package onboarding

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// SignupRequest is what the window of the provider's signup gave the browser
// (outbound.md 6.5).
type SignupRequest struct {
	// Code is exchanged for a token: once, within 30 seconds.
	Code  string
	Event crm.SignupEvent
	// AccountID and PhoneID are the provider's; AccountID is "" where the window did not
	// tell it.
	AccountID, PhoneID string
	// RedirectURL is to what the window returned; "" where a script of the provider opened
	// it. The exchange names the same.
	RedirectURL string
}

const maxRedirectURL = 1000

func (r *SignupRequest) validate() error {
	var f crm.Faults
	switch {
	case r.Event == "":
		f.Add("/event", crm.CodeRequired, "event is required: how the provider's window ended, such as FINISH.")
	case r.Event == crm.SignupCanceled: // the window gives no code then
		f.Add("/event", crm.CodeNotAllowed, "event is CANCEL: the signup was left, so there is nothing to connect. Open it again.")
		return f.Err()
	case !slices.Contains(crm.SignupEvents, r.Event):
		f.Add("/event", crm.CodeNotAllowed, "event is one of FINISH, FINISH_ONLY_WABA and FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING.")
	}
	switch {
	case r.Code == "":
		f.Add("/code", crm.CodeRequired, "code is required: the provider's window gives it when it closes.")
	case len(r.Code) > 2000 || strings.ContainsAny(r.Code, " \t\r\n"):
		f.Add("/code", crm.CodeParameterInvalid, "code has blanks or is too long to be a code.")
	}
	if u, err := url.Parse(r.RedirectURL); r.RedirectURL != "" && (err != nil || u.Host == "" || !slices.Contains([]string{"https", "http"}, u.Scheme) || len(r.RedirectURL) > maxRedirectURL) {
		f.Add("/redirectUrl", crm.CodeParameterInvalid, "redirectUrl is the address of at most %d characters to which the window returned, such as https://crm.example.com/app/signup.", maxRedirectURL)
	}
	if r.AccountID != "" {
		checkProviderID("messagingAccountId", r.AccountID, "account", &f)
	}
	if r.PhoneID != "" {
		checkProviderID("phoneNumberId", r.PhoneID, "phone number", &f)
	}
	return f.Err()
}

func checkProviderID(field, id, what string, f *crm.Faults) {
	if id == "" || strings.Trim(id, "0123456789") != "" || len(id) > 30 {
		f.Add("/"+field, crm.CodeParameterInvalid, "%s is the %s's number at the provider: digits only.", field, what)
	}
}

// SignupApp is the app with which the provider's signup is opened; Available is false
// where this server knows none.
type SignupApp struct {
	Available                          bool
	AppID, Configuration, GraphVersion string
	// DialogURL is the address of the window, without its query.
	DialogURL string
}

// SignupApp returns with what a browser opens the provider's signup.
func (s *Onboarding) SignupApp(actor crm.Actor) (SignupApp, error) {
	if err := actor.Require(crm.ScopeNumbersRead); err != nil {
		return SignupApp{}, err
	}
	app := s.appOf(actor.Live)
	if app.ID == "" || app.Secret == "" || app.SignupConfig == "" {
		return SignupApp{}, nil
	}
	client, err := s.account.Provider(actor.Live)
	if err != nil {
		return SignupApp{}, err
	}
	return SignupApp{Available: true, AppID: app.ID, Configuration: app.SignupConfig, GraphVersion: s.opt.GraphVersion, DialogURL: whatsapp.DialogURL(client)}, nil
}

func (s *Onboarding) appOf(live bool) whatsapp.App {
	if live {
		return s.opt.LiveApp
	}
	return s.opt.TestApp
}

// FinishSignup connects what a business chose in the provider's signup: the account with
// its numbers. A number that stays in use in the app is asked for what the app has.
func (s *Onboarding) FinishSignup(ctx context.Context, actor crm.Actor, req SignupRequest) (ConnectResult, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return ConnectResult{}, err
	}
	if err := req.validate(); err != nil {
		return ConnectResult{}, err
	}
	app := s.appOf(actor.Live)
	if app.ID == "" || app.Secret == "" {
		return ConnectResult{}, crm.Errorf(crm.KindConflict, crm.CodeSignupUnavailable, "This server knows no app for the provider's signup. Start it with CRM_APP_ID and CRM_APP_SECRET, or connect the account with a System User Token.")
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[ConnectResult]) (out ConnectResult, err error) {
		if err := core.Outside(ctx); err != nil {
			return out, err
		}
		client, err := s.account.Provider(actor.Live)
		if err != nil {
			return out, err
		}
		token, code, err := exchange(ctx, s, client, app, actor.WorkspaceID, req)
		if err != nil {
			return out, err
		}
		found, err := s.inspect(ctx, client, token, req.AccountID)
		if err != nil {
			return out, err
		}
		connect := ConnectRequest{ProviderID: found.account.ProviderID, Token: s.kept(actor, token)}
		if err := s.storeAccount(ctx, actor, connect, found, &out, s.signedUp(actor, req, code, save)); err != nil {
			return out, err
		}
		s.subscribe(ctx, client, token, out.Account)
		return out, nil
	})
}

// signedUp saves the result, has the app on the phone asked for what it has, and lets go
// of the token of the code.
func (s *Onboarding) signedUp(actor crm.Actor, req SignupRequest, used code, save core.Saver[ConnectResult]) core.Saver[ConnectResult] {
	return func(tx *db.Tx, out ConnectResult) error {
		for _, n := range out.Numbers {
			if req.Event != crm.SignupOnApp || req.PhoneID != "" && n.ProviderID != req.PhoneID || n.Throughput != crm.ThroughputCoexistence {
				continue
			}
			if req.PhoneID == "" { // one that was connected before is not asked again
				_, known, err := account.AppHistory(tx, n.WorkspaceID, n.ID)
				if err != nil {
					return err
				}
				if known {
					continue
				}
			}
			account.StayOnApp(tx, n)
			jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: n.WorkspaceID, Kind: jobAskApp, Queue: n.WorkspaceID, Key: n.ID, Payload: n.ID + " " + actor.By().String(), RunAt: tx.Now()})
		}
		used.Outcome, used.Token = done, nil
		endCode(tx, used)
		return save(tx, out)
	}
}

// kept is how a token is stored: that of this process's own simulator by name, because it
// changes at each start.
func (s *Onboarding) kept(actor crm.Actor, token string) string {
	if !actor.Live && token == s.opt.TestToken {
		return account.SimulatorToken
	}
	return token
}

func signupFault(cause error) error {
	var f crm.Faults
	f.Add("/code", crm.CodeSignupCode, "The provider does not take this code (any more). Open the signup again, and send the new code within 30 seconds.")
	e := crm.AsError(f.Err())
	if cause == nil {
		return e
	}
	if refusal := (*whatsapp.APIError)(nil); errors.As(cause, &refusal) {
		e.Provider = refusal.Provider()
	}
	return e.Because(cause)
}
