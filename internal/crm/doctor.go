package crm

import (
	"slices"
	"strings"
	"time"
)

// Finding is one thing that is wrong with how a workspace sends and receives.
type Finding struct {
	ID       string   `json:"id" doc:"The finding, such as webhooks_not_subscribed, with the id of what it is about after a dot."`
	Severity Severity `json:"severity" enum:"critical,warning,info" doc:"critical: nothing is sent, or nothing is received. warning: something will go wrong. info: something is left to do."`
	What     string   `json:"what" doc:"What is wrong."`
	Why      string   `json:"why" doc:"Why it matters."`
	DoThis   string   `json:"doThis" doc:"What to do, in a sentence."`
	Fixable  bool     `json:"fixable" doc:"Whether the service can do it for you: POST /v1/onboarding/doctor/{finding}/fix."`
}

// Masked hides the numbers of contacts that a notice tells of.
func (f Finding) Masked() any {
	f.What = MaskNumbers(f.What)
	return f
}

// SubscriptionFacts are what the provider tells of the webhooks of an account.
type SubscriptionFacts struct {
	AccountID, Account string
	Subscribed         bool
	// Override is where the webhooks of this account go; "" for the app's own URL.
	Override string
}

// DoctorFacts are what a doctor looks at.
type DoctorFacts struct {
	OnboardingFacts
	// Away is why the provider could not be asked; nothing but what is stored is known then.
	Away string
	// CallbackURL is where webhooks are received; "" where nobody has said.
	CallbackURL   string
	Subscriptions []SubscriptionFacts
	Items         Entries
	Numbers       []PhoneNumber
	// Notices are the open ones about the numbers.
	Notices []HealthNotice
}

// What a doctor can do for people.
const (
	FixSubscription = "webhooks_not_subscribed"
	FixOverride     = "webhooks_elsewhere"
	FixNumbers      = "number_not_here"
)

var fixes = []string{FixSubscription, FixOverride, FixNumbers}

// Examine lists what is wrong, in the order in which it is to be settled.
func (f DoctorFacts) Examine() []Finding {
	var d diagnosis
	if f.Away != "" {
		d.add("provider_away", "", SeverityCritical, "The provider cannot be asked: "+f.Away, "Whether account, token and numbers are in order is not known now.", "Try again in a few minutes, and see crm doctor for the connection to the provider.")
	}
	f.examineAccounts(&d)
	f.examineWebhooks(&d)
	f.examineNumbers(&d)
	f.examineNotices(&d)
	f.examineItems(&d)
	return d
}

type diagnosis []Finding

func (d *diagnosis) add(id, about string, severity Severity, what, why, doThis string) {
	fixable := slices.Contains(fixes, id)
	if about != "" {
		id += "." + about
	}
	*d = append(*d, Finding{ID: id, Severity: severity, What: what, Why: why, DoThis: doThis, Fixable: fixable})
}

func (f DoctorFacts) examineAccounts(d *diagnosis) {
	const silent = "Without it nothing is sent and nothing is received."
	if len(f.Standing) == 0 {
		d.add("no_account", "", SeverityCritical, "No messaging account is connected.", silent, connectFirst)
	}
	for _, t := range f.Tokens {
		reason, next := tokenProblem(t, f.At)
		if reason != "" {
			d.add("token", t.AccountID, SeverityCritical, t.Account+": "+reason, "Messages wait for an hour for a token that works, and fail then.", next)
		} else if !t.ExpiresAt.IsZero() {
			if warning := tokenWarning(t.ExpiresAt, f.At); warning != "" {
				d.add("token", t.AccountID, SeverityWarning, t.Account+": "+warning, "Then the provider refuses every message.", "Create a new System User Token before "+t.ExpiresAt.UTC().Format(time.RFC3339)+", and exchange it: POST /v1/messaging-accounts/{id}/rotate-token.")
			}
		}
	}
	for _, a := range f.Standing {
		if state, reason, next := accountState(a, "", f.At); state == ItemRejected {
			d.add("account", a.ID, SeverityCritical, reason, "The provider refuses messages of the account, or some of them.", next)
		}
	}
	for i, a := range f.Accounts {
		if !a.Paid {
			d.add("payment", f.accountID(i), SeverityCritical, a.Name+" has no payment method at the provider.", "Messages that cost something are accepted, and fail afterwards.", "Attach a card to the account in the provider's billing settings.")
		}
		for _, p := range a.Problems {
			d.add("provider_health", f.accountID(i), SeverityWarning, a.Name+": "+p, "The provider says that this limits what is sent.", "Settle it in the provider's business settings.")
		}
	}
}

// accountID is ours of the account that the provider told of.
func (f DoctorFacts) accountID(i int) string {
	for _, a := range f.Standing {
		if a.ProviderID == f.Accounts[i].ProviderID {
			return a.ID
		}
	}
	return f.Accounts[i].ProviderID
}

func (f DoctorFacts) examineWebhooks(d *diagnosis) {
	for _, s := range f.Subscriptions {
		switch {
		case !s.Subscribed:
			d.add(FixSubscription, s.AccountID, SeverityCritical, "The app is not subscribed to the webhooks of "+s.Account+".", "No message of a customer arrives, and no status of a message.", "Have it subscribed.")
		case s.Override != "" && f.CallbackURL != "" && !strings.HasPrefix(s.Override, f.CallbackURL):
			d.add(FixOverride, s.AccountID, SeverityCritical, "The webhooks of "+s.Account+" go to "+s.Override+".", "What customers write arrives there, and not here.", "Have the address removed, so that they go to the app's own URL.")
		}
	}
	if f.CallbackURL == "" && len(f.Subscriptions) > 0 {
		d.add("no_callback_url", "", SeverityInfo, "The service was not told at which URL the provider reaches it.", "It cannot make sure that webhooks come here.", "Set --callback-url (CRM_CALLBACK_URL), or check the URL of the app at the provider.")
	}
}

func (f DoctorFacts) examineNumbers(d *diagnosis) {
	if len(f.Standing) > 0 && len(f.Numbers) == 0 {
		d.add("no_number", "", SeverityCritical, "The workspace has no phone number.", "Messages are sent from a phone number.", "Add one: POST /v1/phone-numbers.")
	}
	for _, n := range f.OnboardingFacts.Numbers {
		i := slices.IndexFunc(f.Numbers, func(have PhoneNumber) bool { return have.ProviderID == n.ProviderID })
		if i < 0 {
			d.add(FixNumbers, n.ProviderID, SeverityWarning, "The provider has the number "+n.Number+" in the account, and it is not here.", "Messages to it arrive nowhere.", "Have the numbers of the account read again.")
			continue
		}
		id := f.Numbers[i].ID
		switch {
		case n.Status == NumberBanned:
			d.add("number_banned", id, SeverityCritical, "The provider has banned the number "+n.Number+".", "Nothing can be sent from it, and registering it again changes nothing.", "Ask for a review on the account's quality page in the provider's business settings.")
		case !n.Verified() && n.Verification != "unknown" && !n.Registered():
			d.add("number_not_verified", id, SeverityCritical, "The number "+n.Number+" is not verified.", "Nothing can be sent from it.", "Ask for a code: POST /v1/phone-numbers/{id}/verification-code.")
		case !n.Registered():
			d.add("number_not_registered", id, SeverityCritical, "The number "+n.Number+" is not registered: its status is "+n.Status+".", "Nothing can be sent from it.", "Register it with its PIN: POST /v1/phone-numbers/{id}/register.")
		}
		if n.NameStatus == "declined" || n.NewNameStatus == "declined" {
			d.add("name_declined", id, SeverityWarning, "The provider declined the display name of "+n.Number+".", "Customers see the number alone, and some messages are refused.", "Ask for another name: POST /v1/phone-numbers/{id}/display-name.")
		}
	}
}

var noticeAdvice = map[HealthKind][2]string{
	HealthSilence:         {"Messages of customers may be lost.", "See whether the provider posts to this service: the address of the webhooks, the app secret and the network."},
	HealthStatusesOverdue: {"Nobody knows whether these messages have arrived.", "See whether the provider posts to this service."},
	HealthSignatures:      {"What is posted so is refused, and does not arrive.", "Give the service the app secret of the app that posts: connect the account again with appSecret."},
	HealthToken:           {"Messages wait for an hour, and fail then.", "Exchange the token: POST /v1/messaging-accounts/{id}/rotate-token."},
	HealthHeld:            {"Messages wait for an hour, and fail then.", "Look at the account and the number in the provider's business settings."},
	HealthQuality:         {"A number that customers block loses its throughput, and is restricted in the end.", "Write to those alone who asked for it, and less often."},
	HealthLimit:           {"Fewer people can be written to first in a day.", "Write to those alone who asked for it."},
	HealthName:            {"Customers see the number alone, and some messages are refused.", "Ask for another name: POST /v1/phone-numbers/{id}/display-name."},
	HealthDisconnected:    {"Nothing is sent from the number.", "Add the number again, or connect the account again."},
}

func (f DoctorFacts) examineNotices(d *diagnosis) {
	for _, n := range f.Notices {
		if n.Kind == HealthDisabled || n.Kind == HealthRestricted { // which the account tells
			continue
		}
		advice, known := noticeAdvice[n.Kind]
		if !known {
			advice = [2]string{"The provider, or this service, has noticed it of the number.", "See GET /v1/phone-numbers/{id}/health."}
		}
		d.add(string(n.Kind), n.PhoneNumberID, n.Severity, n.Detail, advice[0], advice[1])
	}
}

// stateWords say of an item how it stands, where nothing else does.
var stateWords = map[ItemState]string{
	ItemTodo:      "It is not done yet.",
	ItemSubmitted: "It is handed in, and nobody has looked at it yet.",
	ItemInReview:  "The provider is looking at it.",
	ItemDone:      "It is done.",
	ItemRejected:  "It was rejected.",
}

// examineItems tells what is left of the checklist that nothing above has told.
func (f DoctorFacts) examineItems(d *diagnosis) {
	why := map[string]string{
		ItemBusiness: "Without it the messaging limit stays low, and there is no badge.",
		ItemWebsite:  "The provider compares it with the registration of the business.",
		ItemDocument: "The provider verifies the business by it.",
	}
	for _, id := range ChecklistItems {
		e, reason := f.Items[id], ""
		if why[id] == "" || e.State == ItemDone || e.NextAction == "" {
			continue
		}
		if reason = e.Reason; reason == "" {
			reason = stateWords[e.State]
		}
		severity := SeverityInfo
		if e.State == ItemRejected {
			severity = SeverityWarning
		}
		d.add("checklist_"+id, "", severity, "On the checklist, "+id+": "+reason, why[id], e.NextAction)
	}
}
