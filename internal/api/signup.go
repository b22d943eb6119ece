package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/onboarding"
)

// SignupApp is with what a page opens the provider's signup.
type SignupApp struct {
	Available       bool   `json:"available" doc:"Whether this server takes the provider's signup. Otherwise connect accounts with a System User Token."`
	AppID           string `json:"appId" doc:"Id of the app at the provider; empty if there is none."`
	ConfigurationID string `json:"configurationId" doc:"Configuration of the signup; empty if there is none."`
	GraphVersion    string `json:"graphVersion" doc:"Version of the provider's API; empty if there is no app." example:"v25.0"`
	DialogURL       string `json:"dialogUrl" doc:"Address of the provider's window, without its query; empty if there is no app." example:"https://www.facebook.com/v25.0/dialog/oauth"`
}

// FinishSignup is what the provider's window gave the page.
type FinishSignup struct {
	Code               string          `json:"code,omitempty" needed:"true" doc:"The code of the provider's window. Send it at once: the provider takes it for 30 seconds, and once."`
	Event              crm.SignupEvent `json:"event,omitempty" needed:"true" enum:"FINISH,FINISH_ONLY_WABA,FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING,CANCEL" doc:"How the window ended, as it tells. FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING: the number stays in use in the provider's app." example:"FINISH"`
	MessagingAccountID string          `json:"messagingAccountId,omitempty" doc:"The provider's identifier of the account: waba_id of the window. You can omit it if the business shares one account only." example:"102290129340398"`
	PhoneNumberID      string          `json:"phoneNumberId,omitempty" doc:"The provider's identifier of the number: phone_number_id of the window, if it tells one." example:"106540352242922"`
	RedirectURL        string          `json:"redirectUrl,omitempty" doc:"The redirect_uri with which you opened the window by its address. Omit it if the provider's script opened the window." example:"https://crm.example.com/app/signup"`
}

type (
	signupAppOutput struct{ Body SignupApp }
	signupInput     struct{ Body FinishSignup }
)

func signupRoutes(s *Server) {
	register(s, operation{id: "get-signup", method: http.MethodGet, path: "/v1/onboarding/signup", tag: onboardingTag, whole: true,
		scope: crm.ScopeNumbersRead, summary: "Get the app of the provider's signup", description: "With what a page opens the provider's signup in a window."},
		func(_ context.Context, a crm.Actor, _ *struct{}) (*signupAppOutput, error) {
			app, err := s.svc.Onboarding.SignupApp(a)
			return &signupAppOutput{SignupApp{Available: app.Available, AppID: app.AppID, ConfigurationID: app.Configuration, GraphVersion: app.GraphVersion, DialogURL: app.DialogURL}}, err
		})
	register(s, operation{id: "finish-signup", method: http.MethodPost, path: "/v1/onboarding/signup", tag: onboardingTag, status: http.StatusCreated, errors: []int{409, 502, 503}, whole: true,
		scope: crm.ScopeAccountsWrite, act: "messaging_account.connected", summary: "Finish the provider's signup",
		description: "Exchanges the code of the provider's window for a token, connects the account with its numbers, and subscribes it. A number that stays in use in the provider's app is asked for its contacts and messages.",
		example:     FinishSignup{Code: "AQBhlXsctMxJYb", Event: crm.SignupFinished, MessagingAccountID: "102290129340398", PhoneNumberID: "106540352242922"}},
		func(ctx context.Context, a crm.Actor, in *signupInput) (*accountOutput, error) {
			b := in.Body
			r, err := s.svc.Onboarding.FinishSignup(ctx, a, onboarding.SignupRequest{Code: b.Code, Event: b.Event, AccountID: b.MessagingAccountID, PhoneID: b.PhoneNumberID, RedirectURL: b.RedirectURL})
			return &accountOutput{renderAccount(r)}, err
		})
}
