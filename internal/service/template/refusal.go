package template

import (
	"cmp"
	"errors"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/whatsapp"
)

// What several refusals ask for.
const (
	renewToken  = "Create a new System User Token in the provider's business settings, and exchange it: POST /v1/messaging-accounts/{id}/rotate-token. Then submit the template again."
	assignRight = "Assign the messaging account with full control to the system user, then submit the template again."
	submitLater = "Submit it again in a few minutes."
	lockedUntil = "See the account's quality page in the provider's business settings, and ask for a review there."
)

// refusals say what a refusal of the provider means for a template, and what to do next, by
// its code (outbound.md 8.2).
var refusals = map[int]string{
	0:      "The provider does not accept the token of the messaging account. " + renewToken,
	1:      "The provider could not handle the request. " + submitLater,
	2:      "The provider is not available. " + submitLater,
	3:      "The app may not do this at the provider. Give it the permission whatsapp_business_management in the provider's app settings, then submit the template again.",
	4:      "The app asked the provider too much. " + submitLater,
	10:     "The token may not do this. " + assignRight,
	33:     "The provider does not know this messaging account or template any more. Look at it in the provider's business settings.",
	104:    "The provider got no token. " + renewToken,
	190:    "The token of the messaging account has expired or was revoked. " + renewToken,
	200:    "The token may not act for this account. " + assignRight,
	368:    "The provider has blocked the account for a while, because it broke its rules. " + lockedUntil,
	803:    "The provider does not know this messaging account or template. Look at it in the provider's business settings.",
	80007:  "The messaging account asked the provider too much. " + submitLater,
	80008:  "The messaging account asked the provider too much. " + submitLater,
	131000: "Something went wrong at the provider. " + submitLater,
	131005: "The token lacks the permission whatsapp_business_management. " + renewToken,
	131016: "The provider is overloaded. " + submitLater,
	131031: "The provider has locked the account. " + lockedUntil,
}

// subRefusals are those of code 100 by their subcode (outbound.md 8.3).
var subRefusals = map[int]string{
	33:      refusals[33],
	2388019: "The account has as many templates as the provider takes. Delete some that you do not use, then submit this one again.",
	2388023: "A template of this name and language is being deleted, and the name rests for 30 days. Choose another name.",
	2388024: "The account has a template of this name and language. Choose another name, or change the one that there is.",
	2388025: "The provider does not take this name for the language now. Choose another name.",
	2388039: "The provider takes no change of the template in the status that it has. Wait until its review is over.",
	2388040: "A part of the template is too long, or has characters that are not allowed there. Shorten it, then submit the template again.",
	2388047: "The header is not as the provider wants it: a text without emoji and formatting, or a file with a sample. Change it, then submit the template again.",
	2388072: "The body or the buttons are not as the provider wants them. Check line breaks, formatting and the order of the buttons, then submit the template again.",
	2388073: "The footer is not as the provider wants it: a short text without parameters, emoji and formatting. Change it, then submit the template again.",
	2388293: "The body has too many parameters for so short a text. Write more words, or take parameters out, then submit the template again.",
	2388299: "The body begins or ends with a parameter. Put words before and behind it, then submit the template again.",
	2388318: "The provider made this template itself, and it cannot be changed. Create one of your own.",
	2388330: "The provider made this template itself, and it cannot be deleted. You need not use it.",
}

// explained turns a failed call into an error that says what to do.
func explained(failure error) error {
	e := crm.AsError(account.ProviderProblem(failure))
	var refused *whatsapp.APIError
	if errors.As(failure, &refused) {
		e.Message = sentence(refused.ProviderError)
	}
	return e
}

// Refusals are the provider's codes with their subcodes, 0 for none, that this room puts
// into sentences; the rest is told in the provider's words.
func Refusals() (out [][2]int) {
	for code := range refusals {
		out = append(out, [2]int{code})
	}
	for subcode := range subRefusals {
		out = append(out, [2]int{100, subcode})
	}
	return out
}

// sentence says what a refusal means and what to do; what this service has no sentence for
// is told in the provider's words.
func sentence(refused crm.ProviderError) string {
	if text, ok := subRefusals[refused.Subcode]; ok && refused.Code == 100 {
		return text
	}
	code := refused.Code
	if code >= 200 && code <= 299 {
		code = 200
	}
	if text, ok := refusals[code]; ok {
		return text
	}
	return cmp.Or(refused.Details, refused.Title)
}
