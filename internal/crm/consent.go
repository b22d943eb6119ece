package crm

import (
	"strings"
	"time"
	"unicode/utf8"
)

// ConsentPurpose is what a contact agrees to or refuses.
type ConsentPurpose string

// The purposes. Whoever refuses all refuses marketing too; what is left is the
// answer to what the contact itself writes or asks for.
const (
	PurposeMarketing ConsentPurpose = "marketing"
	PurposeAll       ConsentPurpose = "all"
)

// ConsentPurposes lists every purpose.
var ConsentPurposes = []ConsentPurpose{PurposeMarketing, PurposeAll}

// ConsentState is how a contact stands to a purpose.
type ConsentState string

// The states; ConsentUnknown is that of a contact who never said.
const (
	ConsentUnknown  ConsentState = "unknown"
	ConsentOptedIn  ConsentState = "opted_in"
	ConsentOptedOut ConsentState = "opted_out"
)

// ConsentSource is what proves a record of the ledger.
type ConsentSource string

// The sources of consent.
const (
	ConsentByMessage  ConsentSource = "message"
	ConsentByImport   ConsentSource = "import"
	ConsentByAPI      ConsentSource = "api"
	ConsentByProvider ConsentSource = "provider_preference"
	ConsentByUser     ConsentSource = "user"
)

// ConsentRecord is one fact of the ledger. It is never changed or removed: a
// later fact decides in its stead.
type ConsentRecord struct {
	ID          string
	WorkspaceID string
	ContactID   string
	Purpose     ConsentPurpose
	State       ConsentState
	Source      ConsentSource
	MadeBy      DoneBy // who reported the decision
	Proof       ConsentProof
	// At is when the contact decided, RecordedAt when it was heard here.
	At, RecordedAt time.Time
}

// ConsentProof is the evidence of a record: what its source has of it.
type ConsentProof struct {
	MessageID string `json:"messageId,omitempty"`
	ImportID  string `json:"importId,omitempty"`
	SignupID  string `json:"signupId,omitempty"` // the provider's, of the sign-up by which the contact agreed
	// Detail is the word that was written, the provider's own text, or what
	// the caller gave as evidence.
	Detail string `json:"detail,omitempty"`
}

// Consent is how a contact stands to every purpose now.
type Consent struct{ Marketing, All ConsentDecision }

// ConsentDecision is the newest fact about a purpose.
type ConsentDecision struct {
	State  ConsentState
	At     time.Time // zero while unknown
	Source ConsentSource
}

// Refusals are the refusals in force of a contact, as every send checks them.
type Refusals struct {
	// OptedOutAt is set while the contact refuses marketing, RefusesAllAt
	// while it refuses everything but answers.
	OptedOutAt, RefusesAllAt *time.Time
}

// CheckConsent refuses what the contact does not want: a marketing template to
// whoever opted out of marketing; a utility template too to whoever opted out
// of all. Category "" is a free-form answer in an open window and, like a code
// that the contact asked for (AUTHENTICATION), never refused.
func (r Refusals) CheckConsent(category string) error {
	switch {
	case category == CategoryMarketing && r.OptedOutAt != nil:
		return optedOut("marketing messages", *r.OptedOutAt)
	case (category == CategoryMarketing || category == CategoryUtility) && r.RefusesAllAt != nil:
		return optedOut("all messages but answers", *r.RefusesAllAt)
	}
	return nil
}

func optedOut(what string, at time.Time) error {
	detail := "The contact opted out of " + what + " at " + at.UTC().Format(time.RFC3339) + ", so this message is not sent."
	return &Error{Kind: KindInvalid, Code: CodeContactOptedOut, Message: detail,
		Fields: []FieldError{{Pointer: "/to", Detail: Naming("/to", detail), Code: CodeContactOptedOut}}}
}

// maxConsentProof is how much evidence a caller may give.
const maxConsentProof = 1000

// ConsentRequest is a decision of a contact that a caller reports.
type ConsentRequest struct {
	Purpose ConsentPurpose
	State   ConsentState
	// Proof says how the contact decided: a form, a call, a signed paper.
	Proof string
	At    *time.Time
}

// Validate returns every fault of the request.
func (r ConsentRequest) Validate(now time.Time) error {
	var f Faults
	switch r.Purpose {
	case PurposeMarketing, PurposeAll:
	case "":
		f.Add("/purpose", CodeRequired, "purpose is required: marketing or all.")
	default:
		f.Add("/purpose", CodeNotAllowed, "purpose %q is not supported: use marketing or all.", clip(string(r.Purpose)))
	}
	switch r.State {
	case ConsentOptedIn, ConsentOptedOut:
	case "":
		f.Add("/state", CodeRequired, "state is required: opted_in or opted_out.")
	default:
		f.Add("/state", CodeNotAllowed, "state %q is not supported: use opted_in or opted_out.", clip(string(r.State)))
	}
	switch n := utf8.RuneCountInString(r.Proof); {
	case strings.TrimSpace(r.Proof) == "":
		f.Add("/proof", CodeRequired, "proof is required: how the contact decided, such as a form or a call.")
	case n > maxConsentProof:
		f.Add("/proof", CodeTooLong, "proof may have at most %d characters.", maxConsentProof)
	}
	if r.At != nil && inFuture(*r.At, now) {
		f.Add("/decidedAt", CodeOutOfRange, "decidedAt must not be in the future.")
	}
	return f.Err()
}
