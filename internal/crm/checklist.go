package crm

import (
	"slices"
	"time"
)

// The items of the onboarding checklist: what the provider wants of a business, and the
// steps that lead there (specification 1).
const (
	ItemBusiness  = "business_verified"
	ItemNumber    = "dedicated_number"
	ItemWebsite   = "website"
	ItemPayment   = "payment_card"
	ItemDocument  = "document_uploaded"
	ItemAccount   = "messaging_account"
	ItemVerified  = "number_verified"
	ItemToken     = "system_user_token"
	ItemBadge     = "badge"
	sourceAsked   = "provider"
	sourceFetched = "website"
	sourcePerson  = "person"
)

var (
	// Prerequisites are what a business needs, and OnboardingSteps what it does.
	Prerequisites   = []string{ItemBusiness, ItemNumber, ItemWebsite, ItemPayment}
	OnboardingSteps = []string{ItemDocument, ItemAccount, ItemVerified, ItemToken}
	// ChecklistItems are all of them, in their order.
	ChecklistItems = slices.Concat(Prerequisites, OnboardingSteps)
	// confirmable are those that a person may confirm, as nobody else can tell for sure.
	confirmable = []string{ItemNumber, ItemWebsite, ItemPayment, ItemDocument}
	// DocumentTypes are the papers by which a business is verified.
	DocumentTypes = []string{"tax_registration_certificate", "certificate_of_incorporation", "small_enterprise_registration"}
	// EvidenceSources are who told what an item rests on.
	EvidenceSources = []string{sourceAsked, sourceFetched, sourcePerson}
)

// ItemState is how far an item of the checklist has come.
type ItemState string

// The states of an item.
const (
	ItemTodo      ItemState = "todo"
	ItemSubmitted ItemState = "submitted"
	ItemInReview  ItemState = "in_review"
	ItemDone      ItemState = "verified"
	ItemRejected  ItemState = "rejected"
)

// BadgeState is how far the badge beside the name has come.
type BadgeState string

// The states of the badge.
const (
	BadgeNotEligible BadgeState = "not_eligible"
	BadgeEligible    BadgeState = "eligible"
	BadgeRequested   BadgeState = "requested"
	BadgeApproved    BadgeState = "approved"
	BadgeRejected    BadgeState = "rejected"
)

// Evidence is one thing that an item rests on.
type Evidence struct {
	What   string `json:"what" doc:"What was looked at, such as a phone number or a page."`
	Found  string `json:"found" doc:"What was found."`
	Source string `json:"source" enum:"provider,website,person" doc:"Who told it: the provider, the website, or a person."`
}

// Confirmation is what a person says about an item.
type Confirmation struct {
	Note         string    `json:"note,omitempty"`
	MediaID      string    `json:"mediaId,omitempty"`
	DocumentType string    `json:"documentType,omitempty"`
	By           DoneBy    `json:"by"`
	At           time.Time `json:"at"`
	// Refused says that the item is not fulfilled, whatever else is found.
	Refused bool `json:"refused,omitempty"`
}

// ChecklistEntry is one item with its state.
type ChecklistEntry struct {
	ID           string        `json:"id,omitempty"`
	State        ItemState     `json:"state,omitempty"`
	Reason       string        `json:"reason,omitempty"`
	Evidence     []Evidence    `json:"evidence,omitempty"`
	NextAction   string        `json:"nextAction,omitempty"`
	Confirmation *Confirmation `json:"confirmation,omitempty"`
	CheckedAt    *time.Time    `json:"checkedAt,omitempty"`
	// SubmittedAt is when the item left the hands of the business.
	SubmittedAt *time.Time `json:"submittedAt,omitempty"`
	// EndsAt is when what is there ends by itself, such as a token; nil for never.
	EndsAt *time.Time `json:"endsAt,omitempty"`
	// ExpectedFrom and ExpectedBy are when it is decided; only of what is read.
	ExpectedFrom *time.Time `json:"expectedFrom,omitempty"`
	ExpectedBy   *time.Time `json:"expectedBy,omitempty"`
}

// Confirmable reports whether a person may confirm an item.
func Confirmable(item string) bool { return slices.Contains(confirmable, item) }

// Check adds the faults of what a person says about an item.
func (c Confirmation) Check(item string, f *Faults) {
	const most = 2000
	if len([]rune(c.Note)) > most {
		f.Add("/note", CodeTooLong, "note has at most %d characters.", most)
	}
	switch {
	case item == ItemDocument && c.DocumentType == "":
		f.Add("/documentType", CodeRequired, "documentType is required: tax_registration_certificate, certificate_of_incorporation or small_enterprise_registration.")
	case item != ItemDocument && c.DocumentType != "":
		f.Add("/documentType", CodeNotAllowed, "documentType is for the item document_uploaded only.")
	case c.DocumentType != "" && !slices.Contains(DocumentTypes, c.DocumentType):
		f.Add("/documentType", CodeNotAllowed, "documentType is tax_registration_certificate, certificate_of_incorporation or small_enterprise_registration.")
	}
	if c.Note == "" && c.MediaID == "" {
		f.Add("/note", CodeRequired, "note is required: say what you looked at, or name a file in mediaId.")
	}
}

// Website is what a business says of its website.
type Website struct {
	URL       string    `json:"url"`
	LegalName string    `json:"legalName"`
	Address   string    `json:"address"`
	ChangedAt time.Time `json:"changedAt"`
}

// Check adds the faults of the names of a website; its URL is checked apart.
func (w Website) Check(f *Faults) {
	for _, one := range []struct {
		field, value string
		most         int
	}{{"legalName", w.LegalName, 200}, {"address", w.Address, 500}} {
		switch n := len([]rune(one.value)); {
		case n == 0:
			f.Add("/"+one.field, CodeRequired, "%s is required, as it is written in the registration of the business.", one.field)
		case n > one.most:
			f.Add("/"+one.field, CodeTooLong, "%s has at most %d characters.", one.field, one.most)
		}
	}
}

// TokenFacts are what the provider tells of the token of an account.
type TokenFacts struct {
	AccountID     string // ours
	Account, Type string
	Valid         bool
	ExpiresAt     time.Time // zero for never
	Missing       []string  // scopes
	// Accounts are the provider's identifiers of the accounts that it may manage, where it is
	// limited to some; Numbers are those of this account that it reads.
	Accounts, Numbers []string
	Problem           string
}

// Works reports whether the provider takes the token for all that it is needed for.
func (t TokenFacts) Works() bool { return t.Valid && len(t.Missing) == 0 }

// WebsiteFacts are what was found on the website: of each thing whether it is there, and
// what was seen.
type WebsiteFacts struct {
	Reachable bool
	// Problem says why it is not what is wanted; empty if all is there.
	Problem, NextAction string
	Evidence            []Evidence
}

// OnboardingFacts are what was found out about a workspace at a time.
type OnboardingFacts struct {
	At       time.Time
	Accounts []AccountFacts
	// Standing are the accounts as they are known here.
	Standing []MessagingAccount
	Numbers  []NumberFacts
	Tokens   []TokenFacts
	CodeSent bool
	// Website is nil where it was not fetched.
	Website *WebsiteFacts
	// Site is the website that was named when this was found out, and HasSite whether one was.
	Site    Website
	HasSite bool
	// SiteChanged says that another website was named since: this says nothing about it.
	SiteChanged bool
	// Templates are how many templates were accepted on the days of the badge's period, by
	// their beginnings in UTC.
	Templates map[time.Time]int
	// BadgeRejectedAt is when the provider refused the badge.
	BadgeRejectedAt *time.Time
}

// Entries are the items by their identifier.
type Entries map[string]ChecklistEntry

// Judge returns the items as they are by what was found out, and by what people said
// before. Of what was not found out, items stay as they were.
func (f OnboardingFacts) Judge(old Entries) Entries {
	out := Entries{}
	for _, id := range ChecklistItems {
		e := old[id]
		e.ID = id
		if e.State == "" {
			e.State = ItemTodo
		}
		now := e
		if judge, ok := judges[id]; ok && !f.judgeLater(id) && (e.CheckedAt == nil || !e.CheckedAt.After(f.At)) {
			now.Reason, now.NextAction, now.Evidence, now.EndsAt = "", "", nil, nil
			judge(f, &now)
			at := f.At
			now.CheckedAt = &at
		}
		f.hearPerson(&now)
		now.submit(e, f.At)
		out[id] = now
	}
	return out
}

// judgeLater reports whether nothing was found out about an item.
func (f OnboardingFacts) judgeLater(id string) bool {
	switch id {
	case ItemWebsite:
		return f.SiteChanged || f.Website == nil && f.HasSite
	case ItemToken:
		return f.Website != nil || len(f.Tokens) < len(f.Standing)
	case ItemAccount:
		return f.Website != nil
	}
	return f.Website != nil || len(f.Accounts) < len(f.Standing) // of one that is not told, nothing is known
}

// submit notes when an item left the hands of the business.
func (e *ChecklistEntry) submit(old ChecklistEntry, now time.Time) {
	switch waits := e.State == ItemSubmitted || e.State == ItemInReview; {
	case waits && e.SubmittedAt == nil:
		e.SubmittedAt = &now
	case e.State == ItemTodo || e.State == ItemRejected && old.State != ItemRejected:
		e.SubmittedAt = nil
	}
}

// Heard returns an item as it is once a person has said something about it.
func (e ChecklistEntry) Heard(now time.Time) ChecklistEntry {
	old := e
	OnboardingFacts{}.hearPerson(&e)
	e.submit(old, now)
	return e
}

// hearPerson lets what a person said count where nobody else can tell.
func (f OnboardingFacts) hearPerson(e *ChecklistEntry) {
	c := e.Confirmation
	if c == nil {
		return
	}
	said := "confirmed"
	if c.Refused {
		said = "refused"
	}
	if c.DocumentType != "" {
		said += ": " + c.DocumentType
	}
	if c.Note != "" {
		said += ": " + c.Note
	}
	e.Evidence = append(slices.DeleteFunc(slices.Clone(e.Evidence), func(v Evidence) bool { return v.Source == sourcePerson }), Evidence{What: c.By.String(), Found: said, Source: sourcePerson})
	switch {
	case c.Refused:
		e.State, e.Reason = ItemRejected, c.Note
		if e.NextAction == "" {
			e.NextAction = "Settle what was found, then confirm the item."
		}
	case e.ID == ItemDocument:
		if e.State == ItemTodo {
			e.State, e.NextAction = ItemSubmitted, "Wait for the provider's verification."
		}
	case e.ID == ItemNumber && e.State == ItemRejected: // the provider sees it on the app
	default:
		e.State, e.Reason, e.NextAction = ItemDone, "", ""
	}
}
