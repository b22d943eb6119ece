package crm

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
)

// ContactNumber is a contact's phone number where it names the contact, in an
// answer or in an event. Whoever has MasksPhoneNumbers is shown MaskPhone of it.
// Numbers in what people write are content, and plain texts.
type ContactNumber string

// Masked is what they are shown who see no whole number.
func (n ContactNumber) Masked() any { return MaskPhone(string(n)) }

// Masker has something that not everybody may see. Masked is what they are shown
// who see no whole number: a value of the same type, or a plain one.
type Masker interface{ Masked() any }

// Shown is a contact's number as the actor may see it, for texts and tables that
// are written by a room itself.
func (a Actor) Shown(number string) string {
	if a.MasksPhoneNumbers {
		return MaskPhone(number)
	}
	return number
}

// ShowsNumbers returns a KindForbidden error if the actor sees no whole number.
func (a Actor) ShowsNumbers() error {
	if !a.MasksPhoneNumbers {
		return nil
	}
	return Errorf(KindForbidden, CodeNumbersMasked, "%s contacts' phone numbers masked, and this would show or hand on whole ones.", a.Address("This API key sees", "You see"))
}

// checkMask records that somebody would be shown whole numbers by who is not.
func (a Actor) checkMask(masks bool, f *Faults) {
	if a.MasksPhoneNumbers && !masks {
		f.Add("/masksPhoneNumbers", CodeForbidden, "%s phone numbers masked and cannot grant more: masksPhoneNumbers must be true.", a.Address("This API key sees", "You see"))
	}
}

// maskDot stands for a digit that is not shown.
const maskDot = "•"

// MaskPhone shows of a number the country code and the last 4 digits, or the last
// 2 of one with at most 8 digits: +49••••••4567. A user id is no number and stays;
// of a text that is neither, no more of its digits is shown.
func MaskPhone(number string) string {
	if ValidUserID(number) {
		return number
	}
	all := digits(number)
	if all == "" {
		return number
	}
	tail := 2
	if len(all) > 8 {
		tail = 4
	}
	head := callingCode(all)
	if len(all)-head-tail < 2 {
		head = 0 // it is no international number
	}
	if len(all)-head-tail < 2 {
		return strings.Repeat(maskDot, len(all))
	}
	plus := ""
	if strings.HasPrefix(number, "+") {
		plus = "+"
	}
	return plus + all[:head] + strings.Repeat(maskDot, len(all)-head-tail) + all[len(all)-tail:]
}

// callingCode is how many digits the country code of a number has (ITU-T E.164):
// one for zones 1 and 7, two for the countries below, three for all others.
func callingCode(all string) int {
	const two = " 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98 "
	switch {
	case all[0] == '1' || all[0] == '7':
		return 1
	case len(all) > 1 && strings.Contains(two, " "+all[:2]+" "):
		return 2
	}
	return min(3, len(all))
}

// numberInText is what may be a phone number in a sentence: digits in one piece, or
// behind a plus with the signs that people write between them. Identifiers, where
// letters stand beside the digits, are none.
var numberInText = regexp.MustCompile(`(^|[^0-9A-Za-z_+.])(\+[0-9](?:[ ./-]?[0-9]){5,17}|[0-9]{7,15})($|[^0-9A-Za-z_])`)

// MaskNumbers masks what may be a phone number in a sentence of the provider or of
// an error, and the provider's identifiers that have one in them.
func MaskNumbers(text string) string {
	var out strings.Builder
	done := 0
	for _, at := range providerIDInText.FindAllStringIndex(text, -1) {
		out.WriteString(maskPlainNumbers(text[done:at[0]]))
		out.WriteString(MaskProviderID(text[at[0]:at[1]]))
		done = at[1]
	}
	out.WriteString(maskPlainNumbers(text[done:]))
	return out.String()
}

func maskPlainNumbers(text string) string {
	for range 2 { // what stands between two numbers belongs to the first match
		text = numberInText.ReplaceAllStringFunc(text, func(found string) string {
			parts := numberInText.FindStringSubmatch(found)
			return parts[1] + MaskPhone(parts[2]) + parts[3]
		})
	}
	return text
}

// providerIDInText is an identifier of the provider in a sentence, also as a part of an
// address, and without the full stop behind it.
var providerIDInText = regexp.MustCompile(`wa[mc]id(?:\.[A-Za-z0-9+/=_%-]+)+`)

// maskedProviderID is what MaskProviderID makes.
var maskedProviderID = regexp.MustCompile(`^wa[mc]id\.masked\.[A-Za-z0-9_-]{20}$`)

// IsProviderID reports whether a text is the provider's identifier of a message or
// a call. In its encoding it has the contact's number.
func IsProviderID(text string) bool {
	return strings.HasPrefix(text, "wamid.") || strings.HasPrefix(text, "wacid.")
}

// MaskProviderID is what stands for the provider's identifier of a message: always
// the same for the same one, and without the number that is in it. Nothing is found
// by it. A masked one stays as it is.
func MaskProviderID(id string) string {
	if maskedProviderID.MatchString(id) {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return id[:len("wamid.")] + "masked." + base64.RawURLEncoding.EncodeToString(sum[:15])
}

// Masked is the provider's refusal without the numbers that its sentences name.
func (e ProviderError) Masked() any {
	e.Title, e.Details = MaskNumbers(e.Title), MaskNumbers(e.Details)
	return e
}

// Masked is the failure without the numbers that its sentence names.
func (e MessageError) Masked() any {
	e.Detail = MaskNumbers(e.Detail)
	return e
}
