package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// AddPhoneNumber adds a number to a messaging account.
type AddPhoneNumber struct {
	MessagingAccountID string `json:"messagingAccountId,omitempty" maxLength:"64" doc:"Id of the messaging account. You can omit it if the workspace has one only."`
	CountryCode        string `json:"countryCode,omitempty" needed:"true" maxLength:"8" doc:"Country code of the number." example:"1"`
	Number             string `json:"number,omitempty" needed:"true" maxLength:"40" doc:"The number without its country code." example:"6505551234"`
	VerifiedName       string `json:"verifiedName,omitempty" doc:"Display name that contacts see: 3 to 512 characters, with a letter, without emoji. The provider reviews it. You can omit it for a number that moves: it keeps its name." example:"Lucky Shrub"`
	Migrate            bool   `json:"migrate,omitempty" doc:"The number moves here from another account or provider. Switch two-step verification off there first. It keeps its display name, and its templates of high quality."`
}

// RequestVerificationCode asks for a code.
type RequestVerificationCode struct {
	Method   string `json:"method,omitempty" needed:"true" enum:"sms,voice" doc:"How the code comes to the number."`
	Language string `json:"language,omitempty" maxLength:"16" doc:"Language of the message or call, as the provider writes it; en_US by default." example:"en_US"`
}

// VerifyPhoneNumber tells the code.
type VerifyPhoneNumber struct {
	Code string `json:"code,omitempty" needed:"true" maxLength:"16" doc:"The six digits; a hyphen between them does no harm." example:"123456"`
}

// PhoneNumberPIN is the PIN of a number.
type PhoneNumberPIN struct {
	PIN string `json:"pin,omitempty" needed:"true" maxLength:"16" doc:"Six digits that protect the number at the provider. Keep them: the service does not store them." example:"482931"`
}

// RequestDisplayName asks for another name.
type RequestDisplayName struct {
	DisplayName string `json:"displayName,omitempty" needed:"true" doc:"The name that contacts are to see: 3 to 512 characters, with a letter." example:"Lucky Shrub"`
}

// PhoneNumberSetup is how far a number is set up.
type PhoneNumberSetup struct {
	PhoneNumberID string     `json:"phoneNumberId" doc:"Identifier of the phone number."`
	Number        string     `json:"number" doc:"The number in international format."`
	Verification  string     `json:"verification" doc:"Whether the number was verified by a code. unknown: the provider was not asked yet."`
	Registered    bool       `json:"registered" doc:"Whether the number can send."`
	OnApp         bool       `json:"onApp" doc:"Whether the number is used in the provider's app on a phone, too."`
	HasPIN        bool       `json:"hasPin" doc:"Whether the number has a PIN at the provider."`
	Status        string     `json:"status" doc:"The provider's status in lower case."`
	CheckedAt     *time.Time `json:"checkedAt" doc:"When the provider last told this; null if it was not asked yet."`

	CodeSentAt    *time.Time `json:"codeSentAt" doc:"When the latest code was sent; null if none was."`
	CodeMethod    string     `json:"codeMethod,omitempty" enum:"sms,voice" doc:"How it was sent."`
	NextCodeAt    *time.Time `json:"nextCodeAt" doc:"The earliest time for another code; null for now."`
	CodeTriesLeft int        `json:"codeTriesLeft" doc:"How many wrong codes are passed on before a new one is needed."`

	RegistrationsLeft  int        `json:"registrationsLeft" doc:"How many requests to register or deregister the provider still takes. It takes 10 in 72 hours."`
	NextRegistrationAt *time.Time `json:"nextRegistrationAt" doc:"The earliest time for the next one; null for now."`

	AppHistory  *AppHistory            `json:"appHistory" doc:"What has come of the contacts and messages in the provider's app; null for a number that is not used there."`
	DisplayName PhoneNumberDisplayName `json:"displayName" doc:"The name that contacts see, and the one that was asked for."`
	UnderWay    string                 `json:"underWay,omitempty" enum:"add,code,verify,register,deregister,pin,name,badge,history" doc:"What the provider is being asked at the moment."`
	NextAction  string                 `json:"nextAction" doc:"What brings the number on, in a sentence; empty if nothing is to be done."`
}

// AppHistory is what has come of the contacts and messages in the provider's app.
type AppHistory struct {
	State     crm.HistoryState `json:"state" enum:"open,asked,arriving,complete,declined,refused,missed" doc:"How far they have come. open: they may be asked for until askBy. declined: the business does not share them. missed: nobody asked in time."`
	Progress  int              `json:"progress" doc:"How much has come, in percent."`
	AskBy     *time.Time       `json:"askBy" doc:"Until when the provider may be asked: for 24 hours after the signup. Null if the signup was not made here."`
	ChangedAt *time.Time       `json:"changedAt" doc:"When the provider last told something; null if it has not."`
	Reason    string           `json:"reason,omitempty" doc:"Why the provider refused it."`
}

// PhoneNumberDisplayName is a display name with its review.
type PhoneNumberDisplayName struct {
	Current    string     `json:"current" doc:"The name that contacts see."`
	Requested  string     `json:"requested,omitempty" doc:"The name that was last asked for."`
	Status     string     `json:"status,omitempty" doc:"The provider's decision about it."`
	Reason     string     `json:"reason,omitempty" doc:"Why it was rejected, and what to do."`
	NextChange *time.Time `json:"nextChangeAt" doc:"The earliest time for another change; null for now. The provider takes about 10 in 30 days."`
}

// FieldValues lists the values of fields, for the document.
func (PhoneNumberSetup) FieldValues() map[string]any {
	return map[string]any{"verification": crm.NumberVerifications, "status": crm.NumberStatuses}
}

// FieldValues lists the values of fields, for the document.
func (PhoneNumberDisplayName) FieldValues() map[string]any {
	return map[string]any{"status": crm.ReviewDecisions}
}

type (
	addNumberInput struct{ Body AddPhoneNumber }
	codeInput      struct {
		NumberInput
		Body RequestVerificationCode
	}
	verifyInput struct {
		NumberInput
		Body VerifyPhoneNumber
	}
	pinInput struct {
		NumberInput
		Body PhoneNumberPIN
	}
	nameInput struct {
		NumberInput
		Body RequestDisplayName
	}
	setupOutput struct{ Body PhoneNumberSetup }
)

func renderSetup(s crm.NumberSetup) PhoneNumberSetup {
	out := PhoneNumberSetup{PhoneNumberID: s.PhoneNumberID, Number: s.Number, Verification: crm.KnownWord(crm.NumberVerifications, s.Facts.Verification), Registered: s.Facts.Registered(),
		OnApp: s.Facts.OnApp, HasPIN: s.Facts.HasPIN, Status: crm.KnownWord(crm.NumberStatuses, s.Facts.Status), CheckedAt: s.CheckedAt,
		CodeSentAt: s.CodeSentAt, CodeMethod: s.CodeMethod, NextCodeAt: s.NextCodeAt, CodeTriesLeft: s.CodeTriesLeft,
		RegistrationsLeft: s.RegistrationsLeft, NextRegistrationAt: s.NextRegistrationAt, UnderWay: s.UnderWay, NextAction: s.NextAction,
		DisplayName: PhoneNumberDisplayName{Current: s.Facts.VerifiedName, Requested: s.RequestedName, Status: crm.KnownWordIfAny(crm.ReviewDecisions, s.NameStatus), NextChange: s.NextNameAt}}
	if h := s.History; h != nil {
		out.AppHistory = &AppHistory{State: h.State, Progress: h.Progress, Reason: h.Reason}
		if !h.ConnectedAt.IsZero() {
			by := h.ConnectedAt.Add(crm.HistoryPeriod)
			out.AppHistory.AskBy = &by
		}
		if !h.ChangedAt.IsZero() {
			out.AppHistory.ChangedAt = &h.ChangedAt
		}
	}
	if s.NameStatus == "rejected" {
		out.DisplayName.Reason = crm.ExplainNameRejection(s.NameRejection)
	}
	return out
}

// setupCalls are the statuses of whatever asks the provider about a number.
var setupCalls = []int{404, 409, 502, 503}

func numberSetupRoutes(s *Server) {
	register(s, operation{id: "add-phone-number", method: http.MethodPost, path: "/v1/phone-numbers", tag: numbersTag, status: http.StatusCreated, errors: []int{409, 502, 503}, whole: true,
		scope: crm.ScopeAccountsWrite, act: "phone_number.added", summary: "Add a phone number",
		description: "Adds a number to a messaging account at the provider. It must not be active in the provider's app. With `migrate`, a number moves here from another account or provider. Then verify and register it.",
		example:     AddPhoneNumber{CountryCode: "1", Number: "6505551234", VerifiedName: "Lucky Shrub"}},
		func(ctx context.Context, a crm.Actor, in *addNumberInput) (*numberOutput, error) {
			n, err := s.svc.Onboarding.AddNumber(ctx, a, crm.NewNumber{AccountID: in.Body.MessagingAccountID, CountryCode: in.Body.CountryCode, Number: in.Body.Number, Name: in.Body.VerifiedName, Migrate: in.Body.Migrate})
			return &numberOutput{renderNumber(n)}, err
		})
	register(s, operation{id: "get-phone-number-setup", method: http.MethodGet, path: "/v1/phone-numbers/{id}/setup", tag: numbersTag, errors: []int{404},
		scope: crm.ScopeNumbersRead, summary: "Get how far a phone number is set up", description: "Whether it is verified and registered, what the provider still takes, and what to do next. It shows what the provider last told."},
		func(ctx context.Context, a crm.Actor, in *NumberInput) (*setupOutput, error) {
			out, err := s.svc.Onboarding.NumberSetup(ctx, a, in.ID)
			return &setupOutput{renderSetup(out)}, err
		})
	register(s, operation{id: "request-verification-code", method: http.MethodPost, path: "/v1/phone-numbers/{id}/verification-code", tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, act: "phone_number.code_requested", summary: "Request a verification code",
		description: "The provider sends six digits to the number, by text message or by call. One code a minute at most.",
		example:     RequestVerificationCode{Method: "sms", Language: "en_US"}},
		func(ctx context.Context, a crm.Actor, in *codeInput) (*setupOutput, error) {
			out, err := s.svc.Onboarding.RequestCode(ctx, a, in.ID, in.Body.Method, in.Body.Language)
			return &setupOutput{renderSetup(out)}, err
		})
	register(s, operation{id: "verify-phone-number", method: http.MethodPost, path: "/v1/phone-numbers/{id}/verify", tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, act: "phone_number.verified", summary: "Verify a phone number",
		description: "Tells the provider the code that came to the number. After five wrong ones you need a new code.",
		example:     VerifyPhoneNumber{Code: "123456"}},
		func(ctx context.Context, a crm.Actor, in *verifyInput) (*setupOutput, error) {
			out, err := s.svc.Onboarding.VerifyNumber(ctx, a, in.ID, in.Body.Code)
			return &setupOutput{renderSetup(out)}, err
		})
	numberRegistrationRoutes(s)
}

func numberRegistrationRoutes(s *Server) {
	register(s, operation{id: "register-phone-number", method: http.MethodPost, path: "/v1/phone-numbers/{id}/register", tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, act: "phone_number.registered", summary: "Register a phone number",
		description: "Lets a verified number send. The PIN becomes its PIN, or must be the one that it has. The provider takes 10 requests to register or deregister a number in 72 hours; the service refuses more before the provider would close the number.",
		example:     PhoneNumberPIN{PIN: "482931"}},
		func(ctx context.Context, a crm.Actor, in *pinInput) (*setupOutput, error) {
			out, err := s.svc.Onboarding.RegisterNumber(ctx, a, in.ID, in.Body.PIN)
			return &setupOutput{renderSetup(out)}, err
		})
	register(s, operation{id: "deregister-phone-number", method: http.MethodPost, path: "/v1/phone-numbers/{id}/deregister", tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, act: "phone_number.deregistered", summary: "Deregister a phone number", description: "Nothing can be sent from the number until it is registered again. It counts like a registration."},
		func(ctx context.Context, a crm.Actor, in *NumberInput) (*setupOutput, error) {
			out, err := s.svc.Onboarding.DeregisterNumber(ctx, a, in.ID)
			return &setupOutput{renderSetup(out)}, err
		})
	register(s, operation{id: "request-app-history", method: http.MethodPost, path: "/v1/phone-numbers/{id}/app-history", tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, act: "phone_number.history_requested", summary: "Request the history of a number on the app",
		description: "Asks for the contacts and messages that the number has in the provider's app. After a signup the service asks by itself. The provider shares them once, within 24 hours after the signup; they arrive for some minutes or hours, start no automation and open no window."},
		func(ctx context.Context, a crm.Actor, in *NumberInput) (*setupOutput, error) {
			out, err := s.svc.Onboarding.RequestHistory(ctx, a, in.ID)
			return &setupOutput{renderSetup(out)}, err
		})
	register(s, operation{id: "change-phone-number-pin", method: http.MethodPost, path: "/v1/phone-numbers/{id}/pin", tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, act: "phone_number.pin_changed", summary: "Change the PIN of a phone number", description: "The next registration of the number needs it. Nobody can read it at the provider.",
		example: PhoneNumberPIN{PIN: "482931"}},
		func(ctx context.Context, a crm.Actor, in *pinInput) (*setupOutput, error) {
			out, err := s.svc.Onboarding.ChangePIN(ctx, a, in.ID, in.Body.PIN)
			return &setupOutput{renderSetup(out)}, err
		})
	register(s, operation{id: "request-display-name", method: http.MethodPost, path: "/v1/phone-numbers/{id}/display-name", tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, act: "phone_number.name_requested", summary: "Request another display name", description: "The provider reviews it, and contacts see the old name meanwhile. phone_number.updated tells of the decision.",
		example: RequestDisplayName{DisplayName: "Lucky Shrub"}},
		func(ctx context.Context, a crm.Actor, in *nameInput) (*setupOutput, error) {
			out, err := s.svc.Onboarding.RequestName(ctx, a, in.ID, in.Body.DisplayName)
			return &setupOutput{renderSetup(out)}, err
		})
}
