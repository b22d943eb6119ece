package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

var factorsTag = tag{"Second factors", "What people prove besides a password who they are: codes of an authenticator app, recovery codes, passkeys."}

// NewTOTP is the secret of an authenticator app.
type NewTOTP struct {
	Secret string `json:"secret" doc:"The secret in base32, for people who type it into the app. Shown only once." example:"JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"`
	URI    string `json:"uri" doc:"The same for a barcode: otpauth://totp/… Shown only once." example:"otpauth://totp/CRM:owner%40lucky-shop.example?secret=…"`
}

// ConfirmTOTP is a code of the app.
type ConfirmTOTP struct {
	Code string `json:"code,omitempty" needed:"true" maxLength:"20" doc:"What the app shows: six digits." example:"287082"`
}

// RecoveryCodes stand in for the app when its device is lost.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes" nullable:"false" doc:"Ten codes; each can be used once instead of a code of the app. Shown only once." example:"[\"k3xm-9f2a-hq7r-b5tz\"]"`
}

// Factors are what the person has besides the password.
type Factors struct {
	TOTP          bool       `json:"totp" doc:"true: signing in with the password also needs a code of an authenticator app."`
	TOTPSince     *time.Time `json:"totpSince" doc:"Since when; null if it does not."`
	RecoveryCodes int        `json:"recoveryCodesLeft" doc:"How many recovery codes are not used yet."`
	Passkeys      int        `json:"passkeys" doc:"How many passkeys there are."`
}

type (
	newTOTPOutput       struct{ Body NewTOTP }
	confirmTOTPInput    struct{ Body ConfirmTOTP }
	recoveryCodesOutput struct{ Body RecoveryCodes }
	factorsOutput       struct{ Body Factors }
)

func factorRoutes(s *Server) {
	const path = "/v1/me/totp"
	register(s, operation{id: "get-factors", method: http.MethodGet, path: "/v1/me/factors", tag: factorsTag, access: accessUser,
		summary: "Get your second factors", description: "What you have besides your password."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*factorsOutput, error) {
			f, err := s.svc.People.Factors(ctx, a)
			return &factorsOutput{Factors{f.TOTP, f.TOTPSince, f.RecoveryCodes, f.Passkeys}}, err
		})
	register(s, operation{id: "begin-totp", method: http.MethodPost, path: path, tag: factorsTag, status: http.StatusCreated, access: accessUser, recent: true, errors: []int{409},
		summary: "Begin with an authenticator app", description: "Creates a secret for the app. It counts once you have confirmed it with a code."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*newTOTPOutput, error) {
			n, err := s.svc.People.BeginTOTP(ctx, a)
			return &newTOTPOutput{NewTOTP{n.Secret, n.URI}}, err
		})
	register(s, operation{id: "confirm-totp", method: http.MethodPost, path: path + "/confirm", tag: factorsTag, access: accessUser, act: "totp.enabled", errors: []int{409},
		summary: "Confirm the authenticator app", description: "From now on signing in with the password also needs a code. This code is used up. The answer shows ten recovery codes; each stands in for a code once.",
		example: ConfirmTOTP{"287082"}},
		func(ctx context.Context, a crm.Actor, in *confirmTOTPInput) (*recoveryCodesOutput, error) {
			codes, err := s.svc.People.ConfirmTOTP(ctx, a, in.Body.Code, requestOf(ctx).device)
			return &recoveryCodesOutput{RecoveryCodes{codes}}, err
		})
	register(s, operation{id: "remove-totp", method: http.MethodDelete, path: path, tag: factorsTag, status: http.StatusNoContent, access: accessUser, recent: true, act: "totp.disabled", errors: []int{409},
		summary: "Remove the authenticator app", description: "The recovery codes end with it. You must have signed in with a second factor within the last 10 minutes."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*struct{}, error) {
			return nil, s.svc.People.RemoveTOTP(ctx, a)
		})
	register(s, operation{id: "renew-recovery-codes", method: http.MethodPost, path: "/v1/me/recovery-codes", tag: factorsTag, status: http.StatusCreated, access: accessUser, recent: true, act: "recovery_codes.renewed", errors: []int{409},
		summary: "Renew your recovery codes", description: "The old codes end. You must have signed in with a second factor within the last 10 minutes."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*recoveryCodesOutput, error) {
			codes, err := s.svc.People.RenewRecoveryCodes(ctx, a)
			return &recoveryCodesOutput{RecoveryCodes{codes}}, err
		})
	passkeyRoutes(s)
}
