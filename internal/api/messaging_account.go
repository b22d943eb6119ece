package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/onboarding"
)

var numbersTag = tag{"Phone numbers", "Your phone numbers and their health."}

var accountsTag = tag{"Messaging accounts", "Your accounts at the provider, with their phone numbers and templates."}

// PhoneNumber is a business number.
type PhoneNumber struct {
	ID                 string           `json:"id" doc:"Identifier of the phone number; begins with num_."`
	MessagingAccountID string           `json:"messagingAccountId" doc:"The messaging account of the phone number."`
	ProviderID         string           `json:"providerId" doc:"The provider's identifier of the phone number."`
	Number             string           `json:"number" doc:"The number in international format."`
	VerifiedName       string           `json:"verifiedName" doc:"Display name that contacts see."`
	QualityRating      string           `json:"qualityRating" doc:"Quality rating by the provider."`
	Status             string           `json:"status" doc:"The provider's status in lower case. unknown: this version does not know the status."`
	DisconnectReason   string           `json:"disconnectReason,omitempty" doc:"Why the provider disconnected it; nothing can be sent from it meanwhile."`
	NameStatus         string           `json:"nameStatus,omitempty" doc:"The provider's decision about requestedName."`
	RequestedName      string           `json:"requestedName,omitempty" doc:"The display name that was last requested."`
	NameRejection      string           `json:"nameRejection,omitempty" doc:"Why the name was rejected."`
	MessagingLimit     string           `json:"messagingLimit,omitempty" doc:"How many people you may write to first within a day, such as TIER_2K."`
	Username           string           `json:"username,omitempty" doc:"Username of the business; absent if there is none."`
	UsernameStatus     string           `json:"usernameStatus,omitempty" doc:"The provider's decision about the username."`
	Throughput         int              `json:"throughput" doc:"Maximum number of messages per second that the provider accepts."`
	IsDefault          bool             `json:"isDefault" doc:"Whether messages without from are sent from this phone number."`
	ReadReceipts       crm.ReadReceipts `json:"readReceipts" enum:"never,when_viewed,when_answered" doc:"When contacts are told that their messages were read: when the assignee has seen the newest one, or when an answer was accepted."`
	CreatedAt          time.Time        `json:"createdAt" doc:"When it was connected."`
}

// UpdatePhoneNumber changes what is given.
type UpdatePhoneNumber struct {
	ReadReceipts *crm.ReadReceipts `json:"readReceipts,omitempty" enum:"never,when_viewed,when_answered" doc:"When contacts are told that their messages were read: when the assignee has seen the newest one, or when an answer was accepted; never at first." example:"when_viewed"`
}

// FieldValues lists the values of fields, for the document.
func (PhoneNumber) FieldValues() map[string]any {
	return map[string]any{"status": crm.NumberStatuses, "qualityRating": crm.NumberQualities, "nameStatus": crm.ReviewDecisions, "usernameStatus": crm.UsernameStatuses}
}

// MessagingAccount is a connected account at the provider. Its token is never
// shown again.
type MessagingAccount struct {
	ID               string        `json:"id" doc:"Identifier of the messaging account; begins with wba_."`
	ProviderID       string        `json:"providerId" doc:"The provider's identifier of the account (WABA id)."`
	Name             string        `json:"name" doc:"Name at the provider."`
	Currency         string        `json:"currency" doc:"ISO 4217 code of the provider's billing currency."`
	Status           string        `json:"status" doc:"restricted: some actions are not allowed, see restrictions. Only connected and restricted accounts can send."`
	DisconnectReason string        `json:"disconnectReason,omitempty" doc:"Why the provider disconnected it, in the provider's words."`
	TokenHint        string        `json:"tokenHint" doc:"The last characters of the stored token."`
	PhoneNumbers     []PhoneNumber `json:"phoneNumbers" nullable:"false" doc:"The account's phone numbers."`
	// What the provider tells of the account.
	ReviewStatus    string               `json:"reviewStatus,omitempty" doc:"The provider's decision in its account review."`
	BanState        string               `json:"banState,omitempty" doc:"The provider's latest decision about a ban."`
	BanDate         string               `json:"banDate,omitempty" doc:"Date as the provider writes it."`
	Violation       string               `json:"violation,omitempty" doc:"The policy that the account last violated."`
	Restrictions    []AccountRestriction `json:"restrictions" nullable:"false" doc:"Restrictions that are in force now."`
	MaxPhoneNumbers int                  `json:"maxPhoneNumbers,omitempty" doc:"Maximum number of phone numbers; absent if the provider has not reported it."`

	Templates   int       `json:"templates" doc:"Number of mirrored templates."`
	WebhookPath string    `json:"webhookPath" doc:"Path for this account's provider webhooks, verified with the account's own app secret."`
	CreatedAt   time.Time `json:"createdAt" doc:"When it was connected."`
}

// FieldValues lists the values of fields, for the document.
func (MessagingAccount) FieldValues() map[string]any {
	return map[string]any{"status": crm.AccountStatuses, "reviewStatus": crm.ReviewDecisions, "banState": crm.BanStates}
}

// AccountRestriction is one thing that an account may not do.
type AccountRestriction struct {
	Type        string     `json:"type" doc:"The provider's name of the restriction, such as RESTRICTED_BIZ_INITIATED_MESSAGING."`
	ExpiresAt   *time.Time `json:"expiresAt" doc:"When it ends; null until the provider lifts it or you connect the account again."`
	Remediation string     `json:"remediation,omitempty" doc:"The provider's advice for lifting the restriction; absent if there is none."`
}

// ConnectMessagingAccount connects an account with a System User Token.
type ConnectMessagingAccount struct {
	MessagingAccountID string `json:"messagingAccountId,omitempty" needed:"true" doc:"The provider's identifier of the account (WABA id)." example:"102290129340398"`
	SystemUserToken    string `json:"systemUserToken,omitempty" needed:"true" doc:"A System User Token with the messaging and management permissions. The service checks it at the provider, stores it encrypted and never shows it again. Omit it in a test workspace: the built-in sandbox uses its own token."`
	AppSecret          string `json:"appSecret,omitempty" doc:"Secret of the app that receives this account's webhooks, if it is not the deployment's own app."`
}

// RotateToken exchanges the token of an account.
type RotateToken struct {
	SystemUserToken string `json:"systemUserToken,omitempty" needed:"true" doc:"The new System User Token. It is stored encrypted and never shown again."`
}

// WebhookCheck says whether the provider reaches this service.
type WebhookCheck struct {
	Working     bool   `json:"working" doc:"Whether the provider reached this service."`
	CallbackURL string `json:"callbackUrl" doc:"The URL that was checked; empty if none is set."`
	TookMs      int64  `json:"tookMs" doc:"How long the provider took, in milliseconds; 0 if it was not asked."`
	Problem     string `json:"problem,omitempty" doc:"What is wrong, in one sentence; absent if it works."`
	NextAction  string `json:"nextAction,omitempty" doc:"What you can do about it; absent if it works."`
}

type (
	webhookCheckOutput struct{ Body WebhookCheck }

	connectInput struct{ Body ConnectMessagingAccount }
	AccountInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the messaging account."`
	}
	rotateTokenInput struct {
		AccountInput
		Body RotateToken
	}
	accountOutput struct{ Body MessagingAccount }
	numberOutput  struct{ Body PhoneNumber }

	updateNumberInput struct {
		NumberInput
		Body UpdatePhoneNumber
	}
)

func numberRoutes(s *Server) {
	register(s, operation{id: "list-phone-numbers", method: http.MethodGet, path: "/v1/phone-numbers", tag: numbersTag,
		scope: crm.ScopeNumbersRead, summary: "List phone numbers", description: "Oldest first, of every messaging account."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[PhoneNumber], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Account.PhoneNumbers(ctx, a, p)
			return answerPage(list, renderNumber), err
		})
	register(s, operation{id: "get-phone-number", method: http.MethodGet, path: "/v1/phone-numbers/{id}", tag: numbersTag, errors: []int{404},
		scope: crm.ScopeNumbersRead, summary: "Get a phone number", description: "Its display name, quality and limits, as the provider last reported them."},
		func(ctx context.Context, a crm.Actor, in *NumberInput) (*numberOutput, error) {
			n, err := s.svc.Account.PhoneNumber(ctx, a, in.ID)
			return &numberOutput{renderNumber(n)}, err
		})
	receipts := crm.ReceiptsWhenViewed
	register(s, operation{id: "update-phone-number", method: http.MethodPatch, path: "/v1/phone-numbers/{id}", tag: numbersTag, errors: []int{404}, whole: true,
		scope: crm.ScopeAccountsWrite, act: "phone_number.updated", summary: "Change a phone number", description: "Changes only the fields you send.",
		example: UpdatePhoneNumber{ReadReceipts: &receipts}},
		func(ctx context.Context, a crm.Actor, in *updateNumberInput) (*numberOutput, error) {
			n, err := s.svc.Account.UpdatePhoneNumber(ctx, a, in.ID, in.Body.ReadReceipts)
			return &numberOutput{renderNumber(n)}, err
		})
}

func accountRoutes(s *Server) {
	register(s, operation{id: "list-messaging-accounts", method: http.MethodGet, path: "/v1/messaging-accounts", tag: accountsTag,
		scope: crm.ScopeNumbersRead, summary: "List messaging accounts", description: "Oldest first, each with its phone numbers and restrictions."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[MessagingAccount], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Onboarding.MessagingAccounts(ctx, a, p)
			return answerPage(list, renderAccount), err
		})
	register(s, operation{id: "connect-messaging-account", method: http.MethodPost, path: "/v1/messaging-accounts", tag: accountsTag,
		status: http.StatusCreated, errors: []int{409, 502, 503}, scope: crm.ScopeAccountsWrite, act: "messaging_account.connected", summary: "Connect a messaging account",
		description: "Checks the token at the provider, stores it encrypted, and mirrors the account's phone numbers and templates. Connect again to replace the token.",
		example:     ConnectMessagingAccount{MessagingAccountID: "102290129340398", SystemUserToken: "EAA…"}},
		func(ctx context.Context, a crm.Actor, in *connectInput) (*accountOutput, error) {
			r, err := s.svc.Onboarding.ConnectMessagingAccount(ctx, a, onboarding.ConnectRequest{ProviderID: in.Body.MessagingAccountID,
				Token: in.Body.SystemUserToken, AppSecret: in.Body.AppSecret})
			return &accountOutput{renderAccount(r)}, err
		})
}

func tokenRoutes(s *Server) {
	register(s, operation{id: "rotate-account-token", method: http.MethodPost, path: "/v1/messaging-accounts/{id}/rotate-token", tag: accountsTag, errors: []int{404, 409, 502, 503},
		scope: crm.ScopeAccountsWrite, act: "messaging_account.token_rotated", summary: "Exchange the System User Token",
		description: "The new token is proved first: it is valid, has both permissions, reads the account and may send. Then it replaces the old one, and messages that waited for a working token go out. Nothing is sent to anybody for the proof. Revoke the old token at the provider afterwards.",
		example:     RotateToken{SystemUserToken: "EAA…"}},
		func(ctx context.Context, a crm.Actor, in *rotateTokenInput) (*accountOutput, error) {
			r, err := s.svc.Onboarding.RotateToken(ctx, a, in.ID, in.Body.SystemUserToken)
			return &accountOutput{renderAccount(r)}, err
		})
	register(s, operation{id: "check-account-webhooks", method: http.MethodPost, path: "/v1/messaging-accounts/{id}/check-webhooks", tag: accountsTag, errors: []int{404, 409, 502, 503},
		scope: crm.ScopeAccountsWrite, act: "messaging_account.webhooks_checked", summary: "Check that webhooks arrive",
		description: "Has the provider send something to the callback URL: the question with which it makes sure of a new one. Only this deployment knows the answer. The subscription is as it was afterwards."},
		func(ctx context.Context, a crm.Actor, in *AccountInput) (*webhookCheckOutput, error) {
			c, err := s.svc.Onboarding.CheckWebhooks(ctx, a, in.ID)
			return &webhookCheckOutput{WebhookCheck{Working: c.Working, CallbackURL: c.CallbackURL, TookMs: c.Took.Milliseconds(), Problem: c.Problem, NextAction: c.NextAction}}, err
		})
}

func renderAccount(r onboarding.ConnectResult) MessagingAccount {
	a := r.Account
	out := MessagingAccount{ID: a.ID, ProviderID: a.ProviderID, Name: a.Name, Currency: a.Currency, Status: a.Status, DisconnectReason: a.DisconnectReason, TokenHint: a.TokenHint,
		ReviewStatus: crm.KnownWordIfAny(crm.ReviewDecisions, a.ReviewStatus), BanState: crm.KnownWordIfAny(crm.BanStates, a.BanState), BanDate: a.BanDate, Violation: a.Violation, MaxPhoneNumbers: a.MaxPhoneNumbers, Restrictions: []AccountRestriction{},
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
		VerifiedName: n.VerifiedName, QualityRating: crm.KnownWord(crm.NumberQualities, n.QualityRating), Status: crm.KnownWord(crm.NumberStatuses, n.Standing()), DisconnectReason: n.DisconnectReason, Throughput: n.Throughput,
		NameStatus: crm.KnownWordIfAny(crm.ReviewDecisions, n.NameStatus), RequestedName: n.RequestedName, NameRejection: n.NameRejection, MessagingLimit: n.MessagingLimit,
		Username: n.Username, UsernameStatus: crm.KnownWordIfAny(crm.UsernameStatuses, n.UsernameStatus), IsDefault: n.IsDefault, ReadReceipts: n.ReadReceipts, CreatedAt: n.CreatedAt}
}
