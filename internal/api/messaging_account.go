package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

// PhoneNumber is a business number.
type PhoneNumber struct {
	ID                 string    `json:"id"`
	MessagingAccountID string    `json:"messagingAccountId"`
	ProviderID         string    `json:"providerId"`
	Number             string    `json:"number"`
	VerifiedName       string    `json:"verifiedName"`
	QualityRating      string    `json:"qualityRating"`
	Status             string    `json:"status"`
	Throughput         int       `json:"throughput" doc:"Messages per second that the provider takes of this number."`
	IsDefault          bool      `json:"isDefault" doc:"Messages without from are sent from this number."`
	CreatedAt          time.Time `json:"createdAt"`
}

// MessagingAccount is a connected account at the provider. Its token is never
// shown again.
type MessagingAccount struct {
	ID           string        `json:"id"`
	ProviderID   string        `json:"providerId"`
	Name         string        `json:"name"`
	Currency     string        `json:"currency"`
	Status       string        `json:"status"`
	TokenHint    string        `json:"tokenHint" doc:"The end of the stored token, to recognise it."`
	PhoneNumbers []PhoneNumber `json:"phoneNumbers" nullable:"false"`
	Templates    int           `json:"templates" doc:"How many templates were mirrored."`
	WebhookPath  string        `json:"webhookPath" doc:"Where the provider may post this account's webhooks, verified by its own app secret."`
	CreatedAt    time.Time     `json:"createdAt"`
}

// ConnectMessagingAccount connects an account with a System User Token.
type ConnectMessagingAccount struct {
	MessagingAccountID string `json:"messagingAccountId,omitempty" doc:"The account's number at the provider (WABA id)." example:"102290129340398"`
	SystemUserToken    string `json:"systemUserToken,omitempty" doc:"A System User Token with the messaging and management permissions. It is checked at the provider, stored encrypted and never shown again."`
	AppSecret          string `json:"appSecret,omitempty" doc:"Secret of the app that receives this account's webhooks, where that is not the deployment's own app."`
}

type (
	connectInput  struct{ Body ConnectMessagingAccount }
	accountOutput struct{ Body MessagingAccount }
)

func (s *Server) numberRoutes() {
	register(s, operation{id: "list-phone-numbers", method: http.MethodGet, path: "/v1/phone-numbers", tag: "Phone numbers",
		scope: crm.ScopeNumbersRead, summary: "List phone numbers"},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[PhoneNumber], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.PhoneNumbers(ctx, a, p)
			return answerPage(list, renderNumber), err
		})
}

func (s *Server) accountRoutes() {
	register(s, operation{id: "connect-messaging-account", method: http.MethodPost, path: "/v1/messaging-accounts", tag: "Messaging accounts",
		status: http.StatusCreated, errors: []int{409, 502, 503}, scope: crm.ScopeAccountsWrite, summary: "Connect a messaging account",
		description: "Checks the token at the provider, stores it encrypted, and mirrors the account's numbers and templates. Connecting again renews the token."},
		func(ctx context.Context, a crm.Actor, in *connectInput) (*accountOutput, error) {
			r, err := s.svc.ConnectMessagingAccount(ctx, a, service.ConnectRequest{ProviderID: in.Body.MessagingAccountID,
				Token: in.Body.SystemUserToken, AppSecret: in.Body.AppSecret})
			return &accountOutput{renderAccount(r)}, err
		})
}

func renderAccount(r service.ConnectResult) MessagingAccount {
	a := r.Account
	out := MessagingAccount{ID: a.ID, ProviderID: a.ProviderID, Name: a.Name, Currency: a.Currency, Status: a.Status, TokenHint: a.TokenHint,
		Templates: r.Templates, WebhookPath: "/provider/webhook/" + a.ID, CreatedAt: a.CreatedAt, PhoneNumbers: []PhoneNumber{}}
	for _, n := range r.Numbers {
		out.PhoneNumbers = append(out.PhoneNumbers, renderNumber(n))
	}
	return out
}

func renderNumber(n crm.PhoneNumber) PhoneNumber {
	return PhoneNumber{ID: n.ID, MessagingAccountID: n.MessagingAccountID, ProviderID: n.ProviderID, Number: n.Number,
		VerifiedName: n.VerifiedName, QualityRating: n.QualityRating, Status: n.Status, Throughput: n.Throughput,
		IsDefault: n.IsDefault, CreatedAt: n.CreatedAt}
}
