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
	NameStatus         string    `json:"nameStatus,omitempty" doc:"What the provider decided about requestedName: approved, rejected, pending or deferred."`
	RequestedName      string    `json:"requestedName,omitempty" doc:"The display name that was asked for last."`
	NameRejection      string    `json:"nameRejection,omitempty" doc:"Why it was rejected."`
	MessagingLimit     string    `json:"messagingLimit,omitempty" doc:"How many people may be written to first within a day, such as TIER_2K."`
	Username           string    `json:"username,omitempty"`
	UsernameStatus     string    `json:"usernameStatus,omitempty" doc:"approved, reserved or deleted."`
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
	Status       string        `json:"status" doc:"connected; restricted; or disabled, deleted or offboarded, when nothing can be sent."`
	TokenHint    string        `json:"tokenHint" doc:"The end of the stored token, to recognise it."`
	PhoneNumbers []PhoneNumber `json:"phoneNumbers" nullable:"false"`
	// What the provider tells of the account.
	ReviewStatus    string               `json:"reviewStatus,omitempty" doc:"approved, rejected, pending or deferred."`
	BanState        string               `json:"banState,omitempty" doc:"disable, schedule_for_disable or reinstate."`
	BanDate         string               `json:"banDate,omitempty" doc:"As the provider writes it."`
	Violation       string               `json:"violation,omitempty" doc:"The policy that was violated last."`
	Restrictions    []AccountRestriction `json:"restrictions" nullable:"false" doc:"What the account may not do now."`
	MaxPhoneNumbers int                  `json:"maxPhoneNumbers,omitempty"`

	Templates   int       `json:"templates" doc:"How many templates were mirrored."`
	WebhookPath string    `json:"webhookPath" doc:"Where the provider may post this account's webhooks, verified by its own app secret."`
	CreatedAt   time.Time `json:"createdAt"`
}

// AccountRestriction is one thing that an account may not do.
type AccountRestriction struct {
	Type        string     `json:"type" doc:"The provider's word, such as RESTRICTED_BIZ_INITIATED_MESSAGING."`
	ExpiresAt   *time.Time `json:"expiresAt" doc:"null where it lasts until the provider lifts it, or the account is connected again."`
	Remediation string     `json:"remediation,omitempty"`
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
	numberOutput  struct{ Body PhoneNumber }
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
	register(s, operation{id: "get-phone-number", method: http.MethodGet, path: "/v1/phone-numbers/{id}", tag: "Phone numbers", errors: []int{404},
		scope: crm.ScopeNumbersRead, summary: "Get a phone number"},
		func(ctx context.Context, a crm.Actor, in *NumberInput) (*numberOutput, error) {
			n, err := s.svc.PhoneNumber(ctx, a, in.ID)
			return &numberOutput{renderNumber(n)}, err
		})
}

func (s *Server) accountRoutes() {
	register(s, operation{id: "list-messaging-accounts", method: http.MethodGet, path: "/v1/messaging-accounts", tag: "Messaging accounts",
		scope: crm.ScopeNumbersRead, summary: "List messaging accounts"},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[MessagingAccount], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.MessagingAccounts(ctx, a, p)
			return answerPage(list, renderAccount), err
		})
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
		ReviewStatus: a.ReviewStatus, BanState: a.BanState, BanDate: a.BanDate, Violation: a.Violation, MaxPhoneNumbers: a.MaxPhoneNumbers, Restrictions: []AccountRestriction{},
		Templates: r.Templates, WebhookPath: "/provider/webhook/" + a.ID, CreatedAt: a.CreatedAt, PhoneNumbers: []PhoneNumber{}}
	for _, x := range a.Restrictions {
		out.Restrictions = append(out.Restrictions, AccountRestriction(x))
	}
	for _, n := range r.Numbers {
		out.PhoneNumbers = append(out.PhoneNumbers, renderNumber(n))
	}
	return out
}

func renderNumber(n crm.PhoneNumber) PhoneNumber {
	return PhoneNumber{ID: n.ID, MessagingAccountID: n.MessagingAccountID, ProviderID: n.ProviderID, Number: n.Number,
		VerifiedName: n.VerifiedName, QualityRating: n.QualityRating, Status: n.Status, Throughput: n.Throughput,
		NameStatus: n.NameStatus, RequestedName: n.RequestedName, NameRejection: n.NameRejection, MessagingLimit: n.MessagingLimit,
		Username: n.Username, UsernameStatus: n.UsernameStatus, IsDefault: n.IsDefault, CreatedAt: n.CreatedAt}
}
