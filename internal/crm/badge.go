package crm

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"time"
)

// BadgeNeed is one thing that the badge needs.
type BadgeNeed struct {
	ID   string `json:"id" enum:"business_verified,messaging_account,number_registered,display_name_approved,website,broadcast_days,broadcast_span" doc:"What is needed."`
	Met  bool   `json:"met" doc:"Whether it is there."`
	Have string `json:"have" doc:"What there is."`
	Need string `json:"need" doc:"What is needed."`
}

// Badge is how far the badge beside the name has come.
type Badge struct {
	State       BadgeState  `json:"state,omitempty"`
	Reason      string      `json:"reason,omitempty"`
	Needs       []BadgeNeed `json:"needs,omitempty"`
	Days        []BadgeDay  `json:"days,omitempty"`
	NextAction  string      `json:"nextAction,omitempty"`
	RequestedAt *time.Time  `json:"requestedAt,omitempty"`
	DecidedAt   *time.Time  `json:"decidedAt,omitempty"`
	CheckedAt   *time.Time  `json:"checkedAt,omitempty"`
	// Told is the provider's last word about the badge.
	Told string `json:"told,omitempty"`
	// Package is the request for a person to submit, where the provider's API did not take
	// it; nil otherwise.
	Package *BadgePackage `json:"package,omitempty"`
}

// BadgePackage is a request for the badge that a person submits at the provider.
type BadgePackage struct {
	Link        string        `json:"link"`
	Number      string        `json:"number"`
	Because     string        `json:"because"` // what the provider said
	Told        string        `json:"told"`    // the provider's word about the badge then, which is no news
	Request     BadgeRequest  `json:"request"`
	PreparedAt  time.Time     `json:"preparedAt"`
	SubmittedAt *time.Time    `json:"submittedAt,omitempty"`
	Said        *Confirmation `json:"said,omitempty"` // what a person last said of it
}

// byHand reports whether a person follows the request, as the provider tells nothing of it.
func (b Badge) byHand() bool { return b.Package != nil && b.Package.SubmittedAt != nil }

const (
	submitByHand = "The provider's API did not take the request. Open the link of the package, submit it there by hand, then say so: PUT /v1/onboarding/badge-request."
	followByHand = "Wait for the provider's decision, which comes by e-mail, and say what it is: PUT /v1/onboarding/badge-request."
)

// Prepare keeps a request that the provider's API did not take, for a person to submit.
func (b Badge) Prepare(p BadgePackage) Badge {
	p.Told = b.Told
	b.Package, b.Reason, b.NextAction = &p, "", submitByHand
	return b
}

// Hear returns the badge after what a person says of a request by hand, or ok false where
// nothing was prepared for it. What they said before can be corrected.
func (b Badge) Hear(state BadgeState, c Confirmation) (_ Badge, ok bool) {
	submitted := b.byHand()
	if b.Package == nil || submitted && b.State == state || !submitted && (state != BadgeRequested || b.State != BadgeEligible && b.State != BadgeNotEligible) {
		return b, false
	}
	p := *b.Package
	p.Said, b.Package = &c, &p
	b.State, b.Reason, b.NextAction, b.DecidedAt = state, "", "", &c.At
	switch state {
	case BadgeRequested:
		if b.DecidedAt, b.NextAction = nil, followByHand; !submitted {
			p.SubmittedAt, b.RequestedAt = &c.At, &c.At
		}
	case BadgeRejected:
		b.Reason = c.Note
		b.NextAction = untilNext(*b.NextTryAt())
	}
	return b, true
}

// untilNext says what to do until a new request may be made.
func untilNext(at time.Time) string {
	return "Get known: links to articles about the business help. A new request may be made after " + at.UTC().Format(time.RFC3339) + "."
}

// NextTryAt is the earliest time of a new request; nil for now.
func (b Badge) NextTryAt() *time.Time {
	if b.State != BadgeRejected || b.DecidedAt == nil {
		return nil
	}
	at := b.DecidedAt.Add(inDays(badgeRule.AgainDays))
	return &at
}

// JudgeBadge returns the badge as it is by what was found out and by the items.
func (f OnboardingFacts) JudgeBadge(old Badge, items Entries) Badge {
	if f.Website != nil || len(f.Accounts) < len(f.Standing) || old.CheckedAt != nil && old.CheckedAt.After(f.At) {
		return old // nothing newer was found out
	}
	if old.State == BadgeRequested && old.RequestedAt != nil && !f.At.After(*old.RequestedAt) {
		return old // the provider was asked before the request, and told of the one before
	}
	b := old
	at := f.At
	b.Days = badgeRule.Judge(f.Templates)
	b.CheckedAt, b.Needs = &at, f.badgeNeeds(items, b.Days)
	b.Reason, b.NextAction = "", ""
	told := f.badgeTold()
	b.Told = cmp.Or(told, old.Told)
	switch {
	case told != "" && old.Package != nil && told == old.Package.Told: // no news from the provider
		if b.State = BadgeNotEligible; old.byHand() { // as a person says
			b.State, b.Reason, b.NextAction = old.State, old.Reason, old.NextAction
		}
	case told == "approved":
		b.decide(BadgeApproved, f.At)
		b.Package = nil
	case told == "rejected":
		b.decide(BadgeRejected, f.At)
		b.Package = nil
	case told == "pending" || told == "not_started" && old.State == BadgeRequested && old.RequestedAt != nil && f.At.Sub(*old.RequestedAt) < time.Hour:
		b.State, b.NextAction = BadgeRequested, "Wait for the provider's decision."
		if b.RequestedAt == nil {
			b.RequestedAt = &at
		}
	case told == "" && (old.State == BadgeRequested || old.State == BadgeApproved || old.State == BadgeRejected): // nothing was found out
		return old
	default:
		b.State = BadgeNotEligible
	}
	if next := b.NextTryAt(); next != nil {
		b.Reason, b.NextAction = cmp.Or(b.Reason, "The provider refused the badge."), untilNext(*next)
		if f.At.Before(*next) {
			return b
		}
		b.State, b.Reason, b.Package = BadgeNotEligible, "", nil
	}
	if b.State != BadgeNotEligible {
		return b
	}
	if i := slices.IndexFunc(b.Needs, func(n BadgeNeed) bool { return !n.Met }); i >= 0 {
		b.NextAction = "Still needed: " + b.Needs[i].Need + "."
		return b
	}
	b.State, b.NextAction = BadgeEligible, "Request the badge: POST /v1/onboarding/badge-request."
	if b.Package != nil {
		b.NextAction = submitByHand
	}
	return b
}

// decide notes the provider's decision; one that is known already keeps its time.
func (b *Badge) decide(state BadgeState, now time.Time) {
	if b.State == state || state == BadgeRejected && b.State != BadgeApproved && b.DecidedAt != nil && (b.RequestedAt == nil || b.RequestedAt.Before(*b.DecidedAt)) {
		b.State = state
		return
	}
	b.State, b.DecidedAt = state, &now
}

// badgeTold is the provider's word about the badge: of several numbers the best one.
func (f OnboardingFacts) badgeTold() (told string) {
	for _, word := range []string{"approved", "pending", "rejected", "not_started"} {
		for _, n := range f.Numbers {
			if n.Badge == word {
				return word
			}
		}
	}
	return ""
}

func (f OnboardingFacts) badgeNeeds(items Entries, sent []BadgeDay) []BadgeNeed {
	registered, named := 0, 0
	for _, n := range f.Numbers {
		if n.Registered() {
			registered++
		}
		if n.NameStatus == "approved" || n.NameStatus == "available_without_review" {
			named++
		}
	}
	r := badgeRule
	n, span := counted(sent)
	days := func(d time.Duration) string { return fmt.Sprintf("%d days", int(d/(24*time.Hour))) }
	state := func(id, need string) BadgeNeed {
		return BadgeNeed{ID: id, Met: items[id].State == ItemDone, Have: string(items[id].State), Need: need}
	}
	return []BadgeNeed{state(ItemBusiness, "a business that the provider has verified"), state(ItemAccount, "a messaging account without restrictions"),
		{"number_registered", registered > 0, fmt.Sprint(registered), "a phone number that is registered"},
		{"display_name_approved", named > 0, fmt.Sprint(named), "a display name that the provider has approved"},
		state(ItemWebsite, "a website that was checked"),
		{"broadcast_days", n >= r.Days, fmt.Sprintf("%d days", n), fmt.Sprintf("broadcasts on %d days of the last %d, of %d templates at least", r.Days, r.PeriodDays, r.TemplatesADay)},
		{"broadcast_span", span >= inDays(r.SpanDays), days(span), "broadcasts over " + days(inDays(r.SpanDays)) + " at least"}}
}

var (
	country2  = regexp.MustCompile(`^[A-Z]{2}$`)
	language2 = regexp.MustCompile(`^[a-z]{2,3}(_[A-Z]{2})?$`)
)

// maxBadgeLinks is how many links the provider takes.
const maxBadgeLinks = 5

// Check adds the faults of a request for the badge.
func (r BadgeRequest) Check(f *Faults) {
	switch {
	case r.Country == "":
		f.Add("/country", CodeRequired, "country is required: where the business mainly works, such as US.")
	case !country2.MatchString(r.Country):
		f.Add("/country", CodeParameterInvalid, "country is an ISO 3166 code of two capital letters, such as US.")
	}
	switch {
	case r.Language == "":
		f.Add("/language", CodeRequired, "language is required: the main one of the business, such as en.")
	case !language2.MatchString(r.Language):
		f.Add("/language", CodeParameterInvalid, "language is a code such as en or pt_BR.")
	}
	for _, one := range []struct {
		field, value string
	}{{"parentBusiness", r.Parent}, {"note", r.Note}} {
		if len([]rune(one.value)) > 1000 {
			f.Add("/"+one.field, CodeTooLong, "%s has at most 1000 characters.", one.field)
		}
	}
	if len(r.Links) > maxBadgeLinks {
		f.Add("/links", CodeOutOfRange, "links has at most %d entries.", maxBadgeLinks)
		return
	}
	for i, link := range r.Links {
		if u, err := url.Parse(link); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || len(link) > 500 {
			f.Add(Pointer("links", i), CodeURLInvalid, "links has addresses of articles about the business, with https://.")
		}
	}
}

// CheckBadgeReport adds the faults of what a person says of a request by hand.
func CheckBadgeReport(state BadgeState, note string, f *Faults) {
	switch {
	case state == "":
		f.Add("/state", CodeRequired, "state is required: requested, approved or rejected.")
	case state != BadgeRequested && state != BadgeApproved && state != BadgeRejected:
		f.Add("/state", CodeNotAllowed, "state is requested, approved or rejected.")
	}
	switch {
	case note == "":
		f.Add("/note", CodeRequired, "note is required: say where you saw it, or why the provider refused.")
	case len([]rune(note)) > 2000:
		f.Add("/note", CodeTooLong, "note has at most 2000 characters.")
	}
}
