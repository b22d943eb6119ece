package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/checklist"
)

var onboardingTag = tag{"Onboarding", "What a business needs before it can send, how far it has come, and the badge beside its name."}

// Onboarding is the checklist of a workspace.
type Onboarding struct {
	Prerequisites []OnboardingItem   `json:"prerequisites" nullable:"false" doc:"What the provider wants of a business, in order."`
	Steps         []OnboardingItem   `json:"steps" nullable:"false" doc:"What the business does, in order."`
	Badge         OnboardingBadge    `json:"badge" doc:"The badge beside the name of the business."`
	Website       *OnboardingWebsite `json:"website" doc:"The website that was named; null if none was."`
}

// OnboardingItem is one item of the checklist.
type OnboardingItem struct {
	ID           string         `json:"id" enum:"business_verified,dedicated_number,website,payment_card,document_uploaded,messaging_account,number_verified,system_user_token" doc:"The item."`
	State        string         `json:"state" enum:"todo,submitted,in_review,verified,rejected" doc:"How far it has come."`
	Reason       string         `json:"reason" doc:"Why it is so, for example why it was rejected; empty if there is nothing to say."`
	Evidence     []crm.Evidence `json:"evidence" nullable:"false" doc:"What the state rests on."`
	ConfirmedBy  *crm.DoneBy    `json:"confirmedBy" doc:"The person who last confirmed or rejected it; null if nobody did."`
	ConfirmedAt  *time.Time     `json:"confirmedAt" doc:"When they did."`
	Note         string         `json:"note,omitempty" doc:"What they wrote."`
	MediaID      string         `json:"mediaId,omitempty" doc:"The file that they named."`
	DocumentType string         `json:"documentType,omitempty" enum:"tax_registration_certificate,certificate_of_incorporation,small_enterprise_registration" doc:"The registration document that was uploaded."`
	CheckedAt    *time.Time     `json:"checkedAt" doc:"When the service last looked after it; null if it has not yet."`
	SubmittedAt  *time.Time     `json:"submittedAt" doc:"Since when it waits for somebody else; null if it does not."`
	ExpectedFrom *time.Time     `json:"expectedFrom" doc:"The earliest time at which the provider decides: after 24 hours. Null if no decision is awaited."`
	ExpectedBy   *time.Time     `json:"expectedBy" doc:"When the provider has decided at the latest, usually: after 3 business days by your first calendar, or Monday to Friday without one."`
	EndsAt       *time.Time     `json:"endsAt" doc:"When what is there ends by itself: the token. Null for never."`
	NextAction   string         `json:"nextAction" doc:"What to do next, in a sentence; empty if nothing is to be done."`
	Confirmable  bool           `json:"confirmable" doc:"Whether a person may confirm it. The service finds out about the others by itself."`
}

// OnboardingBadge is the badge beside the name.
type OnboardingBadge struct {
	State       string          `json:"state" enum:"not_eligible,eligible,requested,approved,rejected" doc:"How far it has come."`
	Reason      string          `json:"reason" doc:"Why it is so; empty if there is nothing to say."`
	Needs       []crm.BadgeNeed `json:"needs" nullable:"false" doc:"What the service wants to see before it asks for the badge, with the figures. The provider names none; they are the service's own."`
	Rule        crm.BadgeRule   `json:"rule" doc:"What counts as regular broadcasts."`
	Days        []crm.BadgeDay  `json:"days" nullable:"false" doc:"The days of the period on which templates were sent, and whether each counts."`
	Package     *BadgePackage   `json:"package" doc:"The request for a person to submit, where the provider's API did not take it; null otherwise."`
	RequestedAt *time.Time      `json:"requestedAt" doc:"When it was last requested; null if it never was."`
	DecidedAt   *time.Time      `json:"decidedAt" doc:"When the provider last decided; null if it has not."`
	NextTryAt   *time.Time      `json:"nextTryAt" doc:"The earliest time of a new request after a refusal; null for now."`
	CheckedAt   *time.Time      `json:"checkedAt" doc:"When the service last looked after it; null if it has not yet."`
	NextAction  string          `json:"nextAction" doc:"What to do next, in a sentence; empty if nothing is to be done."`
}

// BadgePackage is a request for the badge that a person submits at the provider.
type BadgePackage struct {
	Link           string      `json:"link" doc:"Where it is submitted: the phone numbers of the account in the provider's manager. Choose the number, then Official business account."`
	Number         string      `json:"number" doc:"The phone number that it is for."`
	Because        string      `json:"because" doc:"What the provider said when it did not take the request by its API."`
	Website        string      `json:"website" doc:"What its form asks for: the website."`
	Country        string      `json:"country" doc:"The country in which the business mainly works."`
	Language       string      `json:"language" doc:"The main language of the business."`
	ParentBusiness string      `json:"parentBusiness,omitempty" doc:"The business or brand to which this one belongs."`
	Note           string      `json:"note,omitempty" doc:"What else speaks for the business."`
	Links          []string    `json:"links" nullable:"false" doc:"Articles about the business."`
	PreparedAt     time.Time   `json:"preparedAt" doc:"When it was prepared."`
	SubmittedAt    *time.Time  `json:"submittedAt" doc:"When a person submitted it; null if nobody has said so."`
	ReportedBy     *crm.DoneBy `json:"reportedBy" doc:"Who last said how it stands; null if nobody has."`
	ReportNote     string      `json:"reportNote,omitempty" doc:"What they wrote."`
}

// ReportBadge says how a request by hand stands.
type ReportBadge struct {
	State string `json:"state,omitempty" needed:"true" enum:"requested,approved,rejected" doc:"requested: you submitted it. approved, rejected: what the provider decided."`
	Note  string `json:"note,omitempty" needed:"true" doc:"Where you saw it, or why the provider refused; at most 2000 characters."`
}

// OnboardingWebsite is the website of the business.
type OnboardingWebsite struct {
	URL       string    `json:"url" doc:"Its first page."`
	LegalName string    `json:"legalName" doc:"The name of the business as it is registered."`
	Address   string    `json:"address" doc:"The address as it is registered."`
	ChangedAt time.Time `json:"changedAt" doc:"When this was last changed."`
}

// SetOnboardingWebsite names the website.
type SetOnboardingWebsite struct {
	URL       string `json:"url,omitempty" needed:"true" doc:"The first page of the website, with https." example:"https://www.luckyshrub.example/"`
	LegalName string `json:"legalName,omitempty" needed:"true" doc:"The name of the business as it is registered; at most 200 characters." example:"Lucky Shrub Ltd"`
	Address   string `json:"address,omitempty" needed:"true" doc:"The address as it is registered; at most 500 characters." example:"1 Hacker Way, Menlo Park, CA 94025"`
}

// ConfirmOnboardingItem is what a person made sure of.
type ConfirmOnboardingItem struct {
	Note         string `json:"note,omitempty" doc:"What you looked at; at most 2000 characters. Needed unless you name a file."`
	MediaID      string `json:"mediaId,omitempty" maxLength:"64" doc:"A file that shows it."`
	DocumentType string `json:"documentType,omitempty" enum:"tax_registration_certificate,certificate_of_incorporation,small_enterprise_registration" doc:"The registration document; needed for document_uploaded."`
}

// RejectOnboardingItem is what a person found missing.
type RejectOnboardingItem struct {
	Reason string `json:"reason,omitempty" needed:"true" doc:"What is missing; at most 2000 characters."`
}

// RequestBadge asks for the badge.
type RequestBadge struct {
	PhoneNumberID  string   `json:"phoneNumberId,omitempty" maxLength:"64" doc:"The phone number; by default the default number."`
	Website        string   `json:"website,omitempty" doc:"The website; by default the one of the checklist."`
	Country        string   `json:"country,omitempty" needed:"true" maxLength:"8" doc:"Country in which the business mainly works, ISO 3166." example:"US"`
	Language       string   `json:"language,omitempty" needed:"true" maxLength:"8" doc:"Main language of the business." example:"en"`
	ParentBusiness string   `json:"parentBusiness,omitempty" doc:"The business or brand to which this one belongs, if any."`
	Note           string   `json:"note,omitempty" doc:"What else speaks for the business; at most 1000 characters."`
	Links          []string `json:"links,omitempty" doc:"Articles about the business, at most 5."`
}

type (
	onboardingOutput     struct{ Body Onboarding }
	onboardingItemOutput struct{ Body OnboardingItem }
	badgeOutput          struct{ Body OnboardingBadge }
	OnboardingItemInput  struct {
		Item string `path:"item" maxLength:"64" doc:"The item, such as business_verified."`
	}
	confirmItemInput struct {
		OnboardingItemInput
		Body ConfirmOnboardingItem
	}
	rejectItemInput struct {
		OnboardingItemInput
		Body RejectOnboardingItem
	}
	onboardingWebsiteInput struct{ Body SetOnboardingWebsite }
	badgeInput             struct{ Body RequestBadge }
	badgeReportInput       struct{ Body ReportBadge }
)

func renderItem(e crm.ChecklistEntry) OnboardingItem {
	out := OnboardingItem{ID: e.ID, State: string(e.State), Reason: e.Reason, Evidence: e.Evidence, CheckedAt: e.CheckedAt, SubmittedAt: e.SubmittedAt,
		ExpectedFrom: e.ExpectedFrom, ExpectedBy: e.ExpectedBy, EndsAt: e.EndsAt, NextAction: e.NextAction, Confirmable: crm.Confirmable(e.ID)}
	if out.Evidence == nil {
		out.Evidence = []crm.Evidence{}
	}
	if c := e.Confirmation; c != nil {
		out.ConfirmedBy, out.ConfirmedAt, out.Note, out.MediaID, out.DocumentType = &c.By, &c.At, c.Note, c.MediaID, c.DocumentType
	}
	return out
}

func renderBadge(b crm.Badge) OnboardingBadge {
	out := OnboardingBadge{State: string(b.State), Reason: b.Reason, Needs: b.Needs, Rule: crm.RuleOfBadge(), Days: b.Days, RequestedAt: b.RequestedAt, DecidedAt: b.DecidedAt, NextTryAt: b.NextTryAt(), CheckedAt: b.CheckedAt, NextAction: b.NextAction}
	if out.Needs == nil {
		out.Needs = []crm.BadgeNeed{}
	}
	if out.Days == nil {
		out.Days = []crm.BadgeDay{}
	}
	if p := b.Package; p != nil {
		r := p.Request
		out.Package = &BadgePackage{Link: p.Link, Number: p.Number, Because: p.Because, Website: r.Website, Country: r.Country, Language: r.Language, ParentBusiness: r.Parent, Note: r.Note,
			Links: append([]string{}, r.Links...), PreparedAt: p.PreparedAt, SubmittedAt: p.SubmittedAt}
		if p.Said != nil {
			out.Package.ReportedBy, out.Package.ReportNote = &p.Said.By, p.Said.Note
		}
	}
	return out
}

func renderChecklist(c checklist.Checklist) Onboarding {
	out := Onboarding{Badge: renderBadge(c.Badge)}
	for _, id := range crm.Prerequisites {
		out.Prerequisites = append(out.Prerequisites, renderItem(c.Items[id]))
	}
	for _, id := range crm.OnboardingSteps {
		out.Steps = append(out.Steps, renderItem(c.Items[id]))
	}
	if c.Site.URL != "" {
		site := OnboardingWebsite(c.Site)
		out.Website = &site
	}
	return out
}

func onboardingRoutes(s *Server) {
	signupRoutes(s)
	const path = "/v1/onboarding/{item}"
	register(s, operation{id: "get-onboarding", method: http.MethodGet, path: "/v1/onboarding", tag: onboardingTag, whole: true,
		scope: crm.ScopeNumbersRead, summary: "Get the onboarding checklist", description: "What the business needs before it can send, with what each state rests on and what to do next. From the first look on, the service checks it on a schedule; onboarding.updated tells of each change."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*onboardingOutput, error) {
			out, err := s.svc.Checklist.Checklist(ctx, a)
			return &onboardingOutput{renderChecklist(out)}, err
		})
	register(s, operation{id: "set-onboarding-website", method: http.MethodPut, path: "/v1/onboarding/website", tag: onboardingTag, whole: true,
		scope: crm.ScopeAccountsWrite, act: "onboarding_website.changed", summary: "Name the website of the business",
		description: "The service then looks at it: a valid certificate, the legal name, the address, and a privacy policy that is a page of its own. What a person confirmed of the website before does not count any more.",
		example:     SetOnboardingWebsite{URL: "https://www.luckyshrub.example/", LegalName: "Lucky Shrub Ltd", Address: "1 Hacker Way, Menlo Park, CA 94025"}},
		func(ctx context.Context, a crm.Actor, in *onboardingWebsiteInput) (*onboardingItemOutput, error) {
			out, err := s.svc.Checklist.SetWebsite(ctx, a, crm.Website{URL: in.Body.URL, LegalName: in.Body.LegalName, Address: in.Body.Address})
			return &onboardingItemOutput{renderItem(out)}, err
		})
	register(s, operation{id: "check-onboarding-item", method: http.MethodPost, path: path + "/check", tag: onboardingTag, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, summary: "Check an item now", description: "Asks the provider, or looks at the website, and answers with the item as it is then. The service does this by itself, too: every hour while something is in review, and once a day otherwise."},
		func(ctx context.Context, a crm.Actor, in *OnboardingItemInput) (*onboardingItemOutput, error) {
			out, err := s.svc.Checklist.Check(ctx, a, in.Item)
			return &onboardingItemOutput{renderItem(out)}, err
		})
	register(s, operation{id: "confirm-onboarding-item", method: http.MethodPost, path: path + "/confirm", tag: onboardingTag, errors: []int{404, 409}, whole: true,
		scope: crm.ScopeAccountsWrite, act: "onboarding_item.confirmed", summary: "Confirm an item", description: "A person says that an item is fulfilled, and what they looked at. Only for items about which the service cannot find out everything: document_uploaded, dedicated_number, website and payment_card.",
		example: ConfirmOnboardingItem{Note: "The card ending in 4242 is attached."}},
		func(ctx context.Context, a crm.Actor, in *confirmItemInput) (*onboardingItemOutput, error) {
			out, err := s.svc.Checklist.Confirm(ctx, a, in.Item, crm.Confirmation{Note: in.Body.Note, MediaID: in.Body.MediaID, DocumentType: in.Body.DocumentType})
			return &onboardingItemOutput{renderItem(out)}, err
		})
	register(s, operation{id: "reject-onboarding-item", method: http.MethodPost, path: path + "/reject", tag: onboardingTag, errors: []int{404, 409}, whole: true,
		scope: crm.ScopeAccountsWrite, act: "onboarding_item.rejected", summary: "Reject an item", description: "A person says that an item is not fulfilled, such as when it was confirmed by mistake. It stays rejected until somebody confirms it.",
		example: RejectOnboardingItem{Reason: "The card has expired."}},
		func(ctx context.Context, a crm.Actor, in *rejectItemInput) (*onboardingItemOutput, error) {
			out, err := s.svc.Checklist.Reject(ctx, a, in.Item, in.Body.Reason)
			return &onboardingItemOutput{renderItem(out)}, err
		})
	register(s, operation{id: "request-badge", method: http.MethodPost, path: "/v1/onboarding/badge-request", tag: onboardingTag, errors: []int{409, 502, 503}, whole: true,
		scope: crm.ScopeAccountsWrite, act: "badge.requested", summary: "Request the badge", description: "Asks the provider for the badge beside the name of a phone number, once everything is there that it needs. After a refusal the provider takes a new request 30 days later. Where its API does not take the request from your app, package is what a person submits by hand.",
		example: RequestBadge{Country: "US", Language: "en", Links: []string{"https://news.example/lucky-shrub"}}},
		func(ctx context.Context, a crm.Actor, in *badgeInput) (*badgeOutput, error) {
			b := in.Body
			out, err := s.svc.Checklist.RequestBadge(ctx, a, b.PhoneNumberID, crm.BadgeRequest{Website: b.Website, Country: b.Country, Language: b.Language, Parent: b.ParentBusiness, Note: b.Note, Links: b.Links})
			return &badgeOutput{renderBadge(out)}, err
		})
	register(s, operation{id: "report-badge", method: http.MethodPut, path: "/v1/onboarding/badge-request", tag: onboardingTag, errors: []int{409}, whole: true,
		scope: crm.ScopeAccountsWrite, act: "badge.reported", summary: "Say how a request by hand stands", description: "For a request that the provider's API did not take: say that you submitted it by hand, and later what the provider decided. Where the provider tells of its decision by its API, that counts.",
		example: ReportBadge{State: "requested", Note: "Submitted in the manager on Monday."}},
		func(ctx context.Context, a crm.Actor, in *badgeReportInput) (*badgeOutput, error) {
			out, err := s.svc.Checklist.ReportBadge(ctx, a, crm.BadgeState(in.Body.State), in.Body.Note)
			return &badgeOutput{renderBadge(out)}, err
		})
}
