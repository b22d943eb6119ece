package crm

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// judges say how an item stands by what was found out.
var judges = map[string]func(OnboardingFacts, *ChecklistEntry){ItemBusiness: judgeBusiness, ItemNumber: judgeNumber, ItemWebsite: judgeWebsite, ItemPayment: judgePayment,
	ItemDocument: judgeDocument, ItemAccount: judgeAccount, ItemVerified: judgeVerified, ItemToken: judgeToken}

const connectFirst = "Create a messaging account at the provider, and connect it: POST /v1/messaging-accounts."

// verifications are the provider's words for how the verification of a business stands
// (outbound.md 6.1), from the least to the most.
var verifications = map[string]struct {
	state              ItemState
	reason, nextAction string
}{
	"not_verified":           {ItemTodo, "", "Start the verification in the provider's business settings, under Security centre, and upload a registration document."},
	"pending":                {ItemInReview, "", "Wait for the provider."},
	"pending_submission":     {ItemTodo, "", "Finish the verification in the provider's business settings: it was begun and not sent."},
	"pending_need_more_info": {ItemInReview, "The provider needs more information.", "Answer the provider's questions in its business settings, under Security centre."},
	"verified":               {ItemDone, "", ""},
	"rejected":               {ItemRejected, "The provider rejected the verification.", "Compare name and address with the registration document, upload a readable one, and ask for a review in the provider's business settings."},
	"failed":                 {ItemRejected, "The verification failed.", "Start it again in the provider's business settings, with another document."},
	"expired":                {ItemRejected, "The verification expired before it was completed.", "Start it again in the provider's business settings."},
	"revoked":                {ItemRejected, "The provider revoked the verification.", "See why in the provider's business settings, and ask for a review."},
	"ineligible":             {ItemRejected, "The provider does not verify this business.", "Check the country and the kind of the business in the provider's business settings."},
}

func (f OnboardingFacts) verificationEvidence() (out []Evidence) {
	for _, a := range f.Accounts {
		what := a.Name
		if a.Owner != "" {
			what = a.Owner
		}
		out = append(out, Evidence{What: what, Found: "business_verification_status: " + a.Verification, Source: sourceAsked})
	}
	return out
}

// rank orders states by how much is left to do.
var rank = map[ItemState]int{ItemRejected: 0, ItemTodo: 1, ItemSubmitted: 2, ItemInReview: 3, ItemDone: 4}

func judgeBusiness(f OnboardingFacts, e *ChecklistEntry) {
	e.Evidence = f.verificationEvidence()
	if len(f.Accounts) == 0 {
		e.State, e.NextAction = ItemTodo, connectFirst
		return
	}
	e.State = ItemDone
	for _, a := range f.Accounts { // the one that is furthest behind decides
		v, known := verifications[a.Verification]
		if !known {
			v.state, v.reason, v.nextAction = ItemInReview, "The provider tells a state that is new: "+a.Verification+".", "Look at it in the provider's business settings."
		}
		if rank[v.state] < rank[e.State] {
			e.State, e.Reason, e.NextAction = v.state, v.reason, v.nextAction
		}
	}
}

// judgeDocument: the provider tells nothing of documents, but it reviews what was uploaded.
func judgeDocument(f OnboardingFacts, e *ChecklistEntry) {
	var business ChecklistEntry
	judgeBusiness(f, &business)
	e.Evidence = business.Evidence
	switch business.State {
	case ItemDone, ItemInReview:
		e.State = ItemDone
	case ItemRejected:
		e.State, e.Reason, e.NextAction = ItemRejected, business.Reason, "Upload another registration document in the provider's business settings."
	default:
		e.State, e.NextAction = ItemTodo, "Upload the registration certificate in the provider's business settings, then confirm it here."
	}
}

func judgeNumber(f OnboardingFacts, e *ChecklistEntry) {
	e.State, e.NextAction = ItemTodo, "Choose a phone number that is on no app, and add it: POST /v1/phone-numbers."
	for _, n := range f.Numbers {
		found := "not on the app"
		switch {
		case n.StaysOnApp():
			found = "connected beside the app"
		case n.OnApp:
			found = "active on the app"
		}
		found += ", status " + n.Status
		if n.Plan != "" {
			found += " (" + n.Plan + ")"
		}
		e.Evidence = append(e.Evidence, Evidence{What: n.Number, Found: found, Source: sourceAsked})
		switch {
		case e.State == ItemDone:
		case !n.OnApp && n.Registered(), n.StaysOnApp():
			e.State, e.Reason, e.NextAction = ItemDone, "", ""
		case n.OnApp && e.State != ItemSubmitted:
			e.State, e.Reason, e.NextAction = ItemRejected, "The number "+n.Number+" is active on the app.", "Delete the number from the app, then add it again: it is moved to the API."
		case !n.OnApp:
			e.State, e.Reason, e.NextAction = ItemSubmitted, "", "Verify and register the number."
		}
	}
}

func judgeWebsite(f OnboardingFacts, e *ChecklistEntry) {
	switch {
	case !f.HasSite:
		e.State, e.NextAction = ItemTodo, "Name your website, the legal name and the address: PUT /v1/onboarding/website."
	case f.Website.Problem == "":
		e.State, e.Evidence = ItemDone, f.Website.Evidence
	default:
		e.State, e.Reason, e.NextAction, e.Evidence = ItemRejected, f.Website.Problem, f.Website.NextAction, f.Website.Evidence
	}
}

// Paid reports whether the provider says that an account has a payment method; told is
// false where it was not asked.
func (f OnboardingFacts) Paid(providerID string) (paid, told bool) {
	for _, a := range f.Accounts {
		if a.ProviderID == providerID {
			return a.Paid, true
		}
	}
	return false, false
}

// unpaid reports whether messages of an account wait for a payment method.
func (f OnboardingFacts) unpaid(providerID string) bool {
	return slices.ContainsFunc(f.Standing, func(a MessagingAccount) bool { return a.ProviderID == providerID && a.UnpaidSince != nil })
}

func judgePayment(f OnboardingFacts, e *ChecklistEntry) {
	e.State, e.NextAction = ItemTodo, connectFirst
	for i, a := range f.Accounts {
		found := "no payment method"
		if a.Paid {
			found = "a payment method is attached"
		}
		e.Evidence = append(e.Evidence, Evidence{What: a.Name, Found: found, Source: sourceAsked})
		for _, p := range a.Problems {
			e.Evidence = append(e.Evidence, Evidence{What: a.Name, Found: p, Source: sourceAsked})
		}
		switch {
		case f.unpaid(a.ProviderID):
			e.State, e.Reason, e.NextAction = ItemRejected, "The provider does not deliver what costs something from "+a.Name+", for want of a valid payment method.", "Attach a card to "+a.Name+" in the provider's billing settings, then confirm it here: the messages that wait go out."
			return
		case !a.Paid:
			e.State, e.NextAction = ItemTodo, "Attach a card to "+a.Name+" in the provider's billing settings. If it is there, confirm it here."
		case i == 0:
			e.State, e.NextAction = ItemDone, ""
		}
	}
}

func judgeAccount(f OnboardingFacts, e *ChecklistEntry) {
	e.State, e.NextAction = ItemTodo, connectFirst
	review := map[string]string{}
	for _, a := range f.Accounts {
		review[a.ProviderID] = a.Review
	}
	for i, a := range f.Standing {
		state, reason, next := accountState(a, review[a.ProviderID], f.At)
		e.Evidence = append(e.Evidence, Evidence{What: a.Name, Found: strings.TrimSuffix("status "+a.Standing(f.At)+", review "+review[a.ProviderID], ", review "), Source: sourceAsked})
		if i == 0 || rank[state] < rank[e.State] {
			e.State, e.Reason, e.NextAction = state, reason, next
		}
	}
}

func accountState(a MessagingAccount, review string, now time.Time) (state ItemState, reason, next string) {
	const settings = "Look at the account in the provider's business settings, and ask for a review."
	if review == "" {
		review = a.ReviewStatus
	}
	switch {
	case a.Status == AccountDisabled:
		return ItemRejected, "The provider has disabled the account " + a.Name + ".", "Ask for a review on the account's quality page in the provider's business settings. What still waits is sent when the provider lifts it; a new token or connection changes nothing."
	case a.Status == AccountDeleted:
		return ItemRejected, "The account " + a.Name + " was deleted at the provider.", "Connect another account: POST /v1/messaging-accounts."
	case a.Status != AccountConnected:
		return ItemRejected, "The account " + a.Name + " is " + a.Status + " at the provider.", "Connect it again: POST /v1/messaging-accounts."
	case review == "rejected":
		return ItemRejected, "The provider rejected the account " + a.Name + " in its review.", settings
	case len(a.Restricted(now)) > 0:
		return ItemRejected, "The provider restricts the account " + a.Name + ".", settings
	case review == "pending" || review == "deferred":
		return ItemInReview, "", "Wait for the provider's review of the account."
	}
	return ItemDone, "", ""
}

func judgeVerified(f OnboardingFacts, e *ChecklistEntry) {
	e.State, e.NextAction = ItemTodo, "Add a phone number, and ask for a code: POST /v1/phone-numbers/{id}/verification-code."
	for _, n := range f.Numbers {
		e.Evidence = append(e.Evidence, Evidence{What: n.Number, Found: "code_verification_status: " + n.Verification, Source: sourceAsked})
		switch {
		case e.State == ItemDone:
		case n.Verified():
			e.State, e.Reason, e.NextAction = ItemDone, "", ""
		case n.Verification == "expired":
			e.State, e.Reason, e.NextAction = ItemRejected, "The verification of "+n.Number+" has expired.", "Ask for a new code: POST /v1/phone-numbers/{id}/verification-code."
		case f.CodeSent && e.State == ItemTodo:
			e.State, e.NextAction = ItemSubmitted, "Enter the code that was sent to the number: POST /v1/phone-numbers/{id}/verify."
		}
	}
}

// TokenWarnings are how long before its end people are told that a token ends, and at it.
var TokenWarnings = []time.Duration{14 * 24 * time.Hour, 7 * 24 * time.Hour, 24 * time.Hour, 0}

// tokenWarning says that a token ends soon; "" if it does not.
func tokenWarning(ends, now time.Time) string {
	left := ends.Sub(now)
	switch {
	case left > TokenWarnings[0]:
		return ""
	case left > TokenWarnings[1]:
		return "The token ends in less than 14 days."
	case left > TokenWarnings[2]:
		return "The token ends in less than 7 days."
	}
	return "The token ends in less than a day."
}

func judgeToken(f OnboardingFacts, e *ChecklistEntry) {
	e.State, e.NextAction = ItemTodo, "Create a System User Token at the provider, and give it to the service: POST /v1/messaging-accounts."
	for i, t := range f.Tokens {
		if i == 0 {
			e.State, e.NextAction = ItemDone, ""
		}
		reason, next := tokenProblem(t, f.At)
		found := "valid, never expires"
		switch {
		case reason != "":
			e.State, e.Reason, e.NextAction = ItemRejected, reason, next
			found = reason
		case !t.ExpiresAt.IsZero():
			found = "valid until " + t.ExpiresAt.UTC().Format(time.RFC3339)
			if ends := t.ExpiresAt; e.EndsAt == nil || ends.Before(*e.EndsAt) {
				e.EndsAt = &ends
			}
			if warning := tokenWarning(*e.EndsAt, f.At); warning != "" && e.State == ItemDone {
				e.Reason, e.NextAction = warning, "Create a new System User Token before "+e.EndsAt.UTC().Format(time.RFC3339)+", and exchange it: POST /v1/messaging-accounts/{id}/rotate-token."
			}
		}
		e.Evidence = append(e.Evidence, Evidence{What: t.Account, Found: found, Source: sourceAsked})
		if t.Works() {
			e.Evidence = append(e.Evidence, Evidence{What: "What the token of " + t.Account + " reaches", Found: t.reaches(), Source: sourceAsked})
		}
	}
}

// reaches says which accounts and numbers the token reaches.
func (t TokenFacts) reaches() string {
	accounts := "every account of the business"
	if len(t.Accounts) > 0 {
		accounts = "accounts " + shortList(t.Accounts)
	}
	if len(t.Numbers) == 0 {
		return accounts + "; no phone number of this one"
	}
	return accounts + "; phone numbers " + shortList(t.Numbers)
}

// shortList joins the first of a list, and says whether there are more.
func shortList(list []string) string {
	const shown = 10
	if len(list) <= shown {
		return strings.Join(list, ", ")
	}
	return strings.Join(list[:shown], ", ") + " and more"
}

func tokenProblem(t TokenFacts, now time.Time) (reason, next string) {
	const renew = "Create a new System User Token at the provider, and exchange it: POST /v1/messaging-accounts/{id}/rotate-token."
	switch {
	case !t.ExpiresAt.IsZero() && !t.ExpiresAt.After(now):
		return "The token has expired.", renew
	case !t.Valid:
		return "The provider does not accept the token any more.", renew
	case len(t.Missing) > 0:
		return "The token lacks " + strings.Join(t.Missing, ", ") + ".", "Assign the account to the system user with full control, create a token with both permissions, and connect the account again."
	case t.Type != "" && t.Type != "SYSTEM_USER":
		return fmt.Sprintf("The token is one of the type %s, which ends by itself.", t.Type), renew
	}
	return "", ""
}
