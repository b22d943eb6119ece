package crm

import (
	"regexp"
	"strings"
	"time"
	"unicode"
)

// NumberVerifications are whether a number was verified by a code.
var NumberVerifications = []string{"not_verified", "verified", "expired", "unknown"}

// NumberFacts are what the provider tells of a number that is being set up.
type NumberFacts struct {
	ProviderID   string `json:"providerId"`
	Number       string `json:"number"`
	VerifiedName string `json:"verifiedName"`
	Status       string `json:"status"`
	Verification string `json:"verification"`
	Platform     string `json:"platform,omitempty"`
	// OnApp says that the number is used in the provider's app on a phone, too.
	OnApp         bool   `json:"onApp,omitempty"`
	HasPIN        bool   `json:"hasPin,omitempty"`
	NameStatus    string `json:"nameStatus,omitempty"`
	NewName       string `json:"newName,omitempty"`
	NewNameStatus string `json:"newNameStatus,omitempty"`
	Badge         string `json:"badge,omitempty"`
	Quality       string `json:"quality,omitempty"`
	Throughput    int    `json:"throughput,omitempty"`
	// Plan is the country and the kind by the numbering plans, such as "US, mobile".
	Plan string `json:"-"`
}

// Verified reports whether the number was verified by a code.
func (f NumberFacts) Verified() bool { return f.Verification == "verified" }

// Registered reports whether the number can send.
func (f NumberFacts) Registered() bool {
	switch f.Status {
	case "connected", "flagged", "restricted", "rate_limited":
		return true
	}
	return false
}

// StaysOnApp reports whether the number is used in the provider's app and can send from
// here beside it.
func (f NumberFacts) StaysOnApp() bool {
	return f.OnApp && f.Registered() && f.Platform == "cloud_api"
}

// AccountFacts are what the provider tells of the business behind an account.
type AccountFacts struct {
	ProviderID   string   `json:"providerId"`
	Name         string   `json:"name"`
	Owner        string   `json:"owner,omitempty"`
	Verification string   `json:"verification"`
	Review       string   `json:"review"`
	Paid         bool     `json:"paid"`
	CanSend      string   `json:"canSend,omitempty"`
	Problems     []string `json:"problems,omitempty"`
}

// NewNumber is a number that is added to an account.
type NewNumber struct {
	// AccountID is ours; "" where the workspace has one account only.
	AccountID, CountryCode, Number, Name string
	// Migrate says that the number moves here from another account or provider, with its
	// display name and its templates (outbound.md 5.6).
	Migrate bool
}

// Bounds of display names.
const (
	minDisplayName = 3
	maxDisplayName = 512
)

var countryCode = regexp.MustCompile(`^[1-9][0-9]{0,2}$`)

// Check returns the number as it becomes, with its + off and its separators gone, and
// every fault of it.
func (n NewNumber) Check(f *Faults) NewNumber {
	n.CountryCode = strings.TrimPrefix(strings.TrimSpace(n.CountryCode), "+")
	national := strings.NewReplacer(" ", "", "-", "", "(", "", ")", "", ".", "").Replace(n.Number)
	switch {
	case n.CountryCode == "":
		f.Add("/countryCode", CodeRequired, "countryCode is required, such as 1 or 49.")
	case !countryCode.MatchString(n.CountryCode):
		f.Add("/countryCode", CodePhoneNumberInvalid, "countryCode has one to three digits, such as 1 or 49.")
	}
	switch {
	case national == "":
		f.Add("/number", CodeRequired, "number is required, without its country code.")
	case strings.HasPrefix(national, "+") || strings.HasPrefix(national, "00"):
		f.Add("/number", CodePhoneNumberInvalid, "number comes without its country code: that is in countryCode.")
	case !ValidPhone("+1" + strings.TrimLeft(national, "0")):
		f.Add("/number", CodePhoneNumberInvalid, "number must be a phone number without its country code, such as 6505551234.")
	}
	n.Number = national
	if !n.Migrate || n.Name != "" {
		CheckDisplayName("/verifiedName", n.Name, f)
	}
	return n
}

// E164 is the whole number.
func (n NewNumber) E164() string { return "+" + n.CountryCode + n.Number }

// CheckDisplayName adds the faults of a display name.
func CheckDisplayName(pointer, name string, f *Faults) {
	field := pointer[strings.LastIndexByte(pointer, '/')+1:]
	length := len([]rune(name))
	switch {
	case name == "":
		f.Add(pointer, CodeRequired, "%s is required: the name that contacts see.", field)
		return
	case length < minDisplayName || length > maxDisplayName:
		f.Add(pointer, CodeOutOfRange, "%s has %d to %d characters.", field, minDisplayName, maxDisplayName)
	}
	if name != strings.Join(strings.Fields(name), " ") {
		f.Add(pointer, CodeParameterInvalid, "%s has no line breaks, no double blanks, and none at its ends.", field)
	}
	if !strings.ContainsFunc(name, unicode.IsLetter) {
		f.Add(pointer, CodeParameterInvalid, "%s has at least one letter.", field)
	}
	if strings.ContainsFunc(name, isSymbol) {
		f.Add(pointer, CodeParameterInvalid, "%s has no emoji and no symbols: the provider rejects them.", field)
	}
	if strings.Contains(strings.ToLower(name), "://") || strings.HasPrefix(strings.ToLower(name), "www.") {
		f.Add(pointer, CodeParameterInvalid, "%s is a name and no address of a website.", field)
	}
}

// isSymbol says whether a character is an emoji or a picture, which no name has.
func isSymbol(r rune) bool { return unicode.Is(unicode.So, r) && r != '®' && r != '™' && r != '°' }

// nameRejections are the provider's reasons against a display name (inbound.md 5), each
// with what to do.
var nameRejections = map[string]string{
	"NAME_EMPLOYEE_ISSUE":       "It is the name of a person who works for the business. Ask for the name of the business itself.",
	"NAME_ENDCLIENT_NOTRELATED": "It has nothing to do with the business that is verified. Ask for a name that your website shows beside the legal name.",
	"NAME_FORMAT_UNACCEPTABLE":  "It is not written as a name: leave away capitals throughout, emoji, punctuation that does not belong to it, and general words.",
	"NAME_INDIVIDUAL_ISSUE":     "It is the name of a person. Ask for the name of the business.",
	"NAME_NOT_CONSISTENT":       "It differs from the name on your website and in your documents. Ask for a name that is found there.",
}

// ExplainNameRejection says in words why a name was rejected, and what to do.
func ExplainNameRejection(reason string) string {
	if text, ok := nameRejections[reason]; ok {
		return text
	}
	return "The provider does not say why. Compare it with the name on your website and in your documents, and ask for another one."
}

// CodeMethods are the ways in which a verification code comes.
var CodeMethods = []string{"sms", "voice"}

var codeLanguage = regexp.MustCompile(`^[a-z]{2,3}(_[A-Z]{2,3})?$`)

// CheckCodeRequest returns the language of a code, and every fault.
func CheckCodeRequest(method, language string, f *Faults) string {
	switch {
	case method == "":
		f.Add("/method", CodeRequired, "method is required: sms or voice.")
	case method != CodeMethods[0] && method != CodeMethods[1]:
		f.Add("/method", CodeNotAllowed, "method is sms or voice.")
	}
	if language == "" {
		language = "en_US"
	}
	if !codeLanguage.MatchString(language) {
		f.Add("/language", CodeParameterInvalid, "language is a code of the provider, such as en_US or de.")
	}
	return language
}

var sixDigits = regexp.MustCompile(`^[0-9]{6}$`)

// CheckCode returns the code without the hyphen or blank in its middle, and its fault.
func CheckCode(code string, f *Faults) string {
	code = strings.NewReplacer("-", "", " ", "").Replace(code)
	switch {
	case code == "":
		f.Add("/code", CodeRequired, "code is required: the six digits that the provider sent to the number.")
	case !sixDigits.MatchString(code):
		f.Add("/code", CodeParameterInvalid, "code has six digits.")
	}
	return code
}

// CheckPIN adds the fault of a PIN.
func CheckPIN(pin string, f *Faults) {
	switch {
	case pin == "":
		f.Add("/pin", CodeRequired, "pin is required: the six digits that protect the number at the provider.")
	case !sixDigits.MatchString(pin):
		f.Add("/pin", CodeParameterInvalid, "pin has six digits.")
	}
}

// What the provider allows of a number, and what we allow beside it.
const (
	// MaxRegistrations of a number, and ends of them, are taken in RegistrationPeriod
	// (outbound.md 5.1); one more closes it for as long again.
	MaxRegistrations   = 10
	RegistrationPeriod = 72 * time.Hour
	// CodePause is between two codes, and MaxCodeTries are the wrong ones that we pass
	// on before a new one is to be asked for. The provider tells no limits of its own.
	CodePause    = time.Minute
	MaxCodeTries = 5
	// MaxNameChanges of a number are taken in NameChangePeriod.
	MaxNameChanges   = 10
	NameChangePeriod = 30 * 24 * time.Hour
)

// NumberSetup is how far a number is set up, and what may be done next.
type NumberSetup struct {
	PhoneNumberID, Number string
	Facts                 NumberFacts
	CheckedAt             *time.Time
	// CodeSentAt is when a code was last sent, by CodeMethod. NextCodeAt is the
	// earliest time of another one, nil for now.
	CodeSentAt           *time.Time
	CodeMethod           string
	NextCodeAt           *time.Time
	CodeTriesLeft        int
	RegistrationsLeft    int
	NextRegistrationAt   *time.Time
	NextNameAt           *time.Time
	RequestedName        string
	NameStatus           string
	NameRejection        string
	UnderWay, NextAction string
	// History is what came from the provider's app; nil for a number that was never on it.
	History *AppHistory
}

// BadgeRequest is what the provider wants to know before it gives a number the badge.
type BadgeRequest struct {
	Website  string   `json:"website,omitempty"`
	Country  string   `json:"country,omitempty"`
	Language string   `json:"language,omitempty"`
	Parent   string   `json:"parentBusiness,omitempty"`
	Note     string   `json:"note,omitempty"`
	Links    []string `json:"links,omitempty"`
}
