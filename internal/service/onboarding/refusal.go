package onboarding

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/whatsapp"
)

// codes of the provider that mean more here than a refusal.
const (
	codeParameter       = 100
	codeNotVerified     = 133006
	codeNotRegistered   = 133010
	codeVerifiedAlready = 136024
	codeWrongCode       = 136025
	subcodeCodesUsedUp  = 2388093
)

// refusal is what a refusal of the provider means to people: what happened, and what to
// do next. pointer is set where a field of the request is wrong.
type refusal struct {
	kind    crm.Kind
	code    crm.Code
	pointer string
	text    string
	wait    time.Duration // until the provider takes another one
}

const (
	askForCode = "Ask for a new code: POST /v1/phone-numbers/{id}/verification-code."
	renewToken = "Create a new System User Token in the provider's business settings, and exchange it: POST /v1/messaging-accounts/{id}/rotate-token."
)

// refusals of the provider by its code (outbound.md 8.2).
var refusals = map[int]refusal{
	0:                 {crm.KindConflict, crm.CodeTokenInvalid, "", "The provider does not accept the token of the messaging account. " + renewToken, 0},
	1:                 {crm.KindProvider, crm.CodeProviderUnreachable, "", "The provider could not handle the request. Try again in a few minutes.", time.Minute},
	2:                 {crm.KindProvider, crm.CodeProviderUnreachable, "", "The provider is not available. Try again in a few minutes.", time.Minute},
	3:                 {crm.KindConflict, crm.CodeProviderBlocked, "", "The app may not do this at the provider. Give it the permission whatsapp_business_management in the provider's app settings.", 0},
	4:                 {crm.KindRateLimited, crm.CodeProviderThrottled, "", "The app asked the provider too much.", 5 * time.Minute},
	10:                {crm.KindConflict, crm.CodeProviderBlocked, "", "The token may not do this. Assign the messaging account with full control to the system user, then connect it again.", 0},
	33:                {crm.KindConflict, crm.CodeProviderBlocked, "", "The provider does not know this number or account any more. Look at it in the provider's business settings.", 0},
	104:               {crm.KindConflict, crm.CodeTokenInvalid, "", "The provider got no token. " + renewToken, 0},
	190:               {crm.KindConflict, crm.CodeTokenInvalid, "", "The token of the messaging account has expired or was revoked. " + renewToken, 0},
	200:               {crm.KindConflict, crm.CodeProviderBlocked, "", "The token may not act for this account. Assign the messaging account with full control to the system user, then connect it again.", 0},
	368:               {crm.KindConflict, crm.CodeProviderBlocked, "", "The provider has blocked the account for a while, because it broke its rules. See the account's quality page in the provider's business settings.", 0},
	803:               {crm.KindConflict, crm.CodeProviderBlocked, "", "The provider does not know this number or account. Look at it in the provider's business settings.", 0},
	80007:             {crm.KindRateLimited, crm.CodeProviderThrottled, "", "The messaging account asked the provider too much.", 5 * time.Minute},
	80008:             {crm.KindRateLimited, crm.CodeProviderThrottled, "", "The messaging account asked the provider too much.", 5 * time.Minute},
	131000:            {crm.KindProvider, crm.CodeProviderUnreachable, "", "Something went wrong at the provider. Try again in a few minutes.", time.Minute},
	131005:            {crm.KindConflict, crm.CodeProviderBlocked, "", "The token lacks a permission. Create one with whatsapp_business_messaging and whatsapp_business_management, then connect the account again.", 0},
	131016:            {crm.KindProvider, crm.CodeProviderUnreachable, "", "The provider is overloaded. Try again in a few minutes.", time.Minute},
	131031:            {crm.KindConflict, crm.CodeProviderBlocked, "", "The provider has locked the account. See its quality page in the provider's business settings, and ask for a review there.", 0},
	131037:            {crm.KindConflict, crm.CodeProviderBlocked, "", "The display name is not approved yet. Wait for its review, or ask for another name: POST /v1/phone-numbers/{id}/display-name.", 0},
	131042:            {crm.KindConflict, crm.CodeProviderBlocked, "", "The provider has no valid payment method. Attach a card to the messaging account in the provider's billing settings.", 0},
	131045:            {crm.KindConflict, crm.CodeNotRegistered, "", "The registration of the number is not valid any more. Register it again: POST /v1/phone-numbers/{id}/register.", 0},
	131057:            {crm.KindProvider, crm.CodeProviderUnreachable, "", "The provider is changing the number at the moment. Try again in a few minutes.", time.Minute},
	133000:            {crm.KindProvider, crm.CodeProviderUnreachable, "", "The end of the registration was not completed. Deregister the number again.", time.Minute},
	133004:            {crm.KindProvider, crm.CodeProviderUnreachable, "", "The provider is not available for a moment. Try again in a few minutes.", time.Minute},
	133005:            {crm.KindInvalid, crm.CodePINWrong, "/pin", "pin is not the one that the number has. Do not guess: the provider locks the number after a few. A forgotten PIN is removed in the provider's business settings, under two-step verification.", 0},
	codeNotVerified:   {crm.KindConflict, crm.CodeNotVerified, "", "The number must be verified before it is registered. " + askForCode, 0},
	133008:            {crm.KindRateLimited, crm.CodePINLocked, "", "Too many wrong PINs were tried, so the provider takes none for now. Find out the PIN meanwhile, or remove it in the provider's business settings.", time.Hour},
	133009:            {crm.KindRateLimited, crm.CodePINLocked, "", "PINs were tried too fast. Wait a minute, then enter the right one.", time.Minute},
	codeNotRegistered: {crm.KindConflict, crm.CodeNotRegistered, "", "The number is not registered. Register it: POST /v1/phone-numbers/{id}/register.", 0},
	133015:            {crm.KindRateLimited, crm.CodeRegistrationLimit, "", "The number was removed elsewhere a moment ago, so the provider does not register it yet.", 5 * time.Minute},
	133016:            {crm.KindRateLimited, crm.CodeRegistrationLimit, "", "The number was registered and deregistered too often: the provider has closed it for up to 72 hours.", crm.RegistrationPeriod},
	136024:            {crm.KindConflict, crm.CodeNotVerified, "", "The number is verified already. Register it: POST /v1/phone-numbers/{id}/register.", 0},
	139101:            {crm.KindConflict, crm.CodeBlockListFull, "", "The number has blocked 64,000 users, and the provider takes no more. Unblock some first.", 0},
	139102:            {crm.KindProvider, crm.CodeProviderUnreachable, "", "The block list was being changed at the same moment. Try again, and read a list from its first page.", 0},
	139103:            {crm.KindProvider, crm.CodeProviderUnreachable, "", "The provider could not change or read its block list. Try again in a few minutes.", time.Minute},
	codeWrongCode:     {crm.KindInvalid, crm.CodeVerificationWrong, "/code", "code is not the one that was sent last, or it has expired. Enter the latest one, or ask for a new one.", 0},
	codeParameter:     {crm.KindProvider, crm.CodeProviderRefused, "", "The provider does not accept this. Change what you sent, then try again.", 0},
}

// subRefusals are those of code 100 by their subcode (outbound.md 8.3).
var subRefusals = map[int]refusal{
	33:                 refusals[33],
	codeWrongCode:      refusals[codeWrongCode],
	2388001:            {crm.KindConflict, crm.CodeNumberNotMovable, "", "Two-step verification is on where the number is used now. Switch it off there, then add the number again.", 0},
	2388012:            {crm.KindConflict, crm.CodeNumberExists, "", "The provider has this number already, in this account or in another one. Remove it there first, or connect the account that has it.", 0},
	2388091:            {crm.KindRateLimited, crm.CodeVerificationEarly, "", "The provider sends no code to this number for now. If none came, wait, and ask for it by voice.", 5 * time.Minute},
	subcodeCodesUsedUp: {crm.KindConflict, crm.CodeVerificationTries, "", "The provider takes no more codes for now: too many were wrong. " + askForCode, 0},
	2388103:            {crm.KindConflict, crm.CodeNumberNotMovable, "", "The provider does not let this number move here. Look at it in the provider's business settings of the account that has it.", 0},
	2494100:            {crm.KindProvider, crm.CodeProviderUnreachable, "", "The provider is maintaining the number. Try again in a few minutes.", 5 * time.Minute},
	2207051:            refusals[codeNotRegistered],
	2593107:            historyClosed,
	2593108:            historyClosed,
}

// historyClosed: the provider shares what the app has once, and for a day. Which of its two
// codes says which of the two is not known.
var historyClosed = refusal{crm.KindConflict, crm.CodeHistoryClosed, "", "The provider shares the contacts and messages of the app once, within 24 hours after the signup. Both are over.", 0}

// meaning finds what a refusal means.
func meaning(code, subcode int) refusal {
	if m, ok := subRefusals[subcode]; ok && code == codeParameter {
		return m
	}
	if code >= 200 && code <= 299 {
		return refusals[200]
	}
	if m, ok := refusals[code]; ok {
		return m
	}
	return refusals[codeParameter]
}

// Refusals are the provider's codes with their subcodes, 0 for none, that this room puts
// into sentences; the rest is told in the provider's words.
func Refusals() (out [][2]int) {
	for code := range refusals {
		out = append(out, [2]int{code})
	}
	for subcode := range subRefusals {
		out = append(out, [2]int{codeParameter, subcode})
	}
	return out
}

// waitAfter returns how long the provider takes no further attempt of the kind.
func waitAfter(e *whatsapp.APIError) time.Duration {
	m := meaning(e.Code, e.Subcode)
	if m.kind != crm.KindRateLimited {
		return 0
	}
	return max(m.wait, e.RetryAfter)
}

// Explain says in words why the provider did not do what was asked of a number at a time,
// and what to do next.
func Explain(failure error, at time.Time) error {
	a := attempt{At: at}
	a.settle(failure, at)
	return explain(a, failure)
}

// explained is Explain for what was asked just now.
func explained(s *Onboarding, failure error) error { return Explain(failure, s.db.Source().Now()) }

// explain is Explain for an attempt.
func explain(a attempt, failure error) error {
	var refused *whatsapp.APIError
	if !errors.As(failure, &refused) {
		return account.ProviderProblem(failure)
	}
	m := meaning(refused.Code, refused.Subcode)
	if m.kind == crm.KindRateLimited {
		e := tooEarly(m.code, a.Until, a.At, "%s", m.text).(*crm.Error)
		e.Provider = refused.Provider()
		return e.Because(failure)
	}
	text := m.text
	if m.code == crm.CodeProviderRefused {
		text = fmt.Sprintf("%s It says: %s", text, cmp.Or(refused.Details, refused.Title))
	}
	e := crm.Errorf(m.kind, m.code, "%s", text)
	if m.pointer != "" {
		var f crm.Faults
		f.Add(m.pointer, m.code, "%s", text)
		e = crm.AsError(f.Err())
	}
	e.Provider, e.RetryAfter = refused.Provider(), max(m.wait, refused.RetryAfter)
	return e.Because(failure)
}

// foresee refuses what the provider would refuse by what it says of the number. Where it says
// nothing, it is asked.
func foresee(ctx context.Context, s *Onboarding, a access, o order) error {
	if o.known == nil {
		return nil
	}
	bounded, cancel := context.WithTimeout(ctx, s.callLimit())
	defer cancel()
	facts, err := a.client.Number(bounded, a.token, a.number.ProviderID)
	if err != nil {
		return nil //nolint:nilerr // what is asked then fails for the same reason, and says so
	}
	if code := o.known(facts); code != 0 {
		m := meaning(code, 0)
		return crm.Errorf(m.kind, m.code, "%s", m.text)
	}
	return nil
}
