package crm

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// The statuses of a messaging account.
const (
	AccountConnected  = "connected"
	AccountDisabled   = "disabled"
	AccountDeleted    = "deleted"
	AccountOffboarded = "offboarded"
	// AccountDisconnected: the provider does not let this service act for it any more.
	AccountDisconnected = "disconnected"
	// AccountRestricted: connected, but it may not do everything.
	AccountRestricted = "restricted"
)

// AccountStatuses lists every status of a messaging account.
var AccountStatuses = []string{AccountConnected, AccountRestricted, AccountDisabled, AccountDeleted, AccountOffboarded, AccountDisconnected}

// The provider's restrictions that concern messages (inbound.md 5.1).
const (
	RestrictedFirst   = "RESTRICTED_BIZ_INITIATED_MESSAGING"
	RestrictedAnswers = "RESTRICTED_CUSTOMER_INITIATED_MESSAGING"
	RestrictedUtility = "RESTRICTED_UTILITY_TEMPLATES"
)

// AccountRestriction is one thing that an account may not do.
type AccountRestriction struct {
	Type        string     `json:"type"`
	ExpiresAt   *time.Time `json:"expiresAt,omitempty"` // nil: until the provider lifts it
	Remediation string     `json:"remediation,omitempty"`
}

// Severity is how bad the restriction is for the messages of a number: those of
// calls and of adding numbers keep none back.
func (r AccountRestriction) Severity() Severity {
	switch r.Type {
	case RestrictedFirst, RestrictedAnswers, RestrictedUtility:
		return SeverityCritical
	}
	return SeverityWarning
}

// Restricted returns the restrictions in force at a time.
func (a MessagingAccount) Restricted(now time.Time) []AccountRestriction {
	return slices.DeleteFunc(slices.Clone(a.Restrictions), func(r AccountRestriction) bool { return r.ExpiresAt != nil && !r.ExpiresAt.After(now) })
}

// Standing is the account's status, or restricted while it is connected and may
// not do everything.
func (a MessagingAccount) Standing(now time.Time) string {
	if a.Status == AccountConnected && len(a.Restricted(now)) > 0 {
		return AccountRestricted
	}
	return a.Status
}

// Restrict adds restrictions to those in force; one of the same type replaces
// what there was.
func (a *MessagingAccount) Restrict(list []AccountRestriction, now time.Time) {
	kept := slices.DeleteFunc(a.Restricted(now), func(r AccountRestriction) bool {
		return slices.ContainsFunc(list, func(n AccountRestriction) bool { return n.Type == r.Type })
	})
	a.Restrictions = append(kept, list...)
}

// CheckSend returns why nothing of this kind may be sent from the account: it
// is not in use any more, or restricted. category is that of a template, ""
// for a free-form message. windowNeeded says that a template may be sent to
// people only who wrote within the last day.
func (a MessagingAccount) CheckSend(category string, now time.Time) (windowNeeded bool, err error) {
	var f Faults
	switch a.Status {
	case AccountDisabled, AccountDeleted, AccountOffboarded, AccountDisconnected:
		f.Add("/from", CodeAccountDisabled, "The provider reports the messaging account of this phone number as %s; nothing can be sent from it. GET /v1/onboarding/doctor says what to do.", a.Status)
		return false, f.Err()
	}
	for _, r := range a.Restricted(now) {
		switch {
		case r.Type == RestrictedAnswers && category == "":
			f.Add("/from", CodeAccountRestricted, "The provider does not allow this messaging account to answer contacts%s.", r.until())
		case r.Type == RestrictedUtility && category == CategoryUtility:
			f.Add("/templateName", CodeAccountRestricted, "The provider does not allow this messaging account to send utility templates%s.", r.until())
		case r.Type == RestrictedFirst && category != "":
			windowNeeded = true
		}
	}
	if stop := a.Stopped(category, now); stop != nil {
		if category == CategoryUtility { // in a window it costs nothing
			windowNeeded = true
		} else {
			f.Add("/templateName", CodeBudgetReached, "%s", stop.says())
		}
	}
	return windowNeeded, f.Err()
}

// PaymentMissing is why a message waits that costs something: a template, or a reply once
// the free ones are used up. It returns nil where nothing keeps it back.
func (a MessagingAccount) PaymentMissing(template bool) error {
	if a.UnpaidSince == nil || !template && !a.UnpaidReplies {
		return nil
	}
	return Errorf(KindConflict, CodePaymentMissing, "The messaging account of this phone number has no valid payment method; the provider delivers nothing that costs something.")
}

// NeedsWindow is the refusal of a template from an account that may not write
// first, to a contact whose window is closed.
func (a MessagingAccount) NeedsWindow(now time.Time) error {
	var f Faults
	until := ""
	if stop := a.Stopped(CategoryUtility, now); stop != nil {
		f.Add("/templateName", CodeBudgetReached, "%s", stop.says())
		return f.Err()
	}
	for _, r := range a.Restricted(now) {
		if r.Type == RestrictedFirst {
			until = r.until()
		}
	}
	f.Add("/from", CodeAccountRestricted, "The provider does not allow this messaging account to write first%s, and the contact has not written in the last 24 hours.", until)
	return f.Err()
}

func (r AccountRestriction) until() string {
	if r.ExpiresAt == nil {
		return ""
	}
	return " until " + r.ExpiresAt.UTC().Format(time.RFC3339)
}

// MessagingLimit returns a limit as a tier: the provider tells it as one or as
// a number (inbound.md 5).
func MessagingLimit(s string) string {
	s = strings.ToUpper(strings.TrimSpace(s))
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		switch {
		case n <= 0:
			return ""
		case n%1000 == 0:
			return "TIER_" + strconv.FormatInt(n/1000, 10) + "K"
		}
		return "TIER_" + s
	}
	if s == "TIER_NOT_SET" {
		return ""
	}
	return s
}

// MessagingLimitSize orders tiers; 0 is unknown.
func MessagingLimitSize(tier string) int64 {
	s := strings.TrimPrefix(MessagingLimit(tier), "TIER_")
	if s == "UNLIMITED" {
		return 1 << 62
	}
	thousands, isThousands := strings.CutSuffix(s, "K")
	n, err := strconv.ParseInt(thousands, 10, 64)
	if err != nil {
		return 0
	}
	if isThousands {
		n *= 1000
	}
	return n
}

// NumberChange is one fact of a phone number that changed.
type NumberChange struct {
	Field string `json:"field" enum:"verified_name,name_status,quality_rating,status,throughput,messaging_limit,username,username_status,account_status,sending,app_history" doc:"What changed. sending: whether messages go out (working), or wait for something that has to be mended (held). app_history: how far the messages have come that the number had in the provider's app."`
	From  string `json:"from" doc:"Previous value; empty if there was none."`
	To    string `json:"to" doc:"Current value; empty if there is none."`
}

// ChangesOf returns the facts in which two states of a number differ.
func ChangesOf(before, after PhoneNumber) (out []NumberChange) {
	for _, c := range []NumberChange{
		{"verified_name", before.VerifiedName, after.VerifiedName}, {"name_status", before.NameStatus, after.NameStatus},
		{"quality_rating", before.QualityRating, after.QualityRating}, {"status", before.Standing(), after.Standing()},
		{"throughput", strconv.Itoa(before.Throughput), strconv.Itoa(after.Throughput)}, {"messaging_limit", before.MessagingLimit, after.MessagingLimit},
		{"username", before.Username, after.Username}, {"username_status", before.UsernameStatus, after.UsernameStatus},
	} {
		if c.From != c.To {
			out = append(out, c)
		}
	}
	return out
}
