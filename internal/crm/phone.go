package crm

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	e164   = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)
	userID = regexp.MustCompile(`^[A-Za-z]{2}(\.[A-Za-z0-9_-]+)+$`)
)

// maxUserID is the length of the longest user id.
const maxUserID = 140

// ValidPhone reports whether s is an E.164 number with its leading +.
func ValidPhone(s string) bool { return e164.MatchString(s) }

// ValidUserID reports whether s can be a business-scoped user id.
func ValidUserID(s string) bool { return len(s) <= maxUserID && userID.MatchString(s) }

// ReadPhone reads a number that is looked up. It understands 00 before the
// country code, and a blank where a plus was not encoded; anything else is a
// fault of the parameter of that name.
func ReadPhone(parameter, s string, f *Faults) string {
	if s == "" {
		return ""
	}
	read := withPlus(s)
	if !ValidPhone(read) {
		f.Add(parameter, CodePhoneNumberInvalid, "%s", phoneFault(parameter, s))
	}
	return read
}

// withPlus returns a number with a plus where it begins with 00, or with the
// blank that a plus becomes in an address.
func withPlus(s string) string {
	if rest, ok := strings.CutPrefix(s, "00"); ok {
		return "+" + rest
	}
	if rest := strings.TrimLeft(s, " "); rest != s && strings.Trim(rest, "0123456789 ()-") == "" {
		return "+" + rest
	}
	return s
}

// SamePhone reports whether text is the number, in any form that a look-up
// understands.
func SamePhone(text, number string) bool {
	return text != "" && LookupKey(withPlus(text)) == LookupKey(number)
}

// IsPhone reports whether text is the whole number, with whatever signs people write
// in between.
func IsPhone(text, number string) bool {
	text = strings.TrimSpace(text)
	return number != "" && strings.Trim(text, "0123456789 +()-./") == "" && LookupKey("+"+digits(withPlus(text))) == LookupKey(number)
}

// phoneFault says how a number is to be written; where it is clear what was
// meant, it shows that.
func phoneFault(name, s string) string {
	digits := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, clipTo(s, 40))
	example := "+14155550123"
	if meant := "+" + strings.TrimPrefix(digits, "00"); ValidPhone(meant) && (strings.HasPrefix(s, "+") || strings.HasPrefix(s, "00")) {
		example = meant
	}
	if "+"+digits == s || digits == s {
		return fmt.Sprintf("%s must be a phone number in international format, with + and the country code: %s.", name, example)
	}
	return fmt.Sprintf("%s must be a phone number in international format; remove spaces, brackets and dashes: %s.", name, example)
}

// OtherForm returns the other form of a number that has two: Brazil, Mexico and
// Argentina know mobile numbers in two forms. It is "" for all others.
func OtherForm(phone string) string {
	key := LookupKey(phone)
	if key != phone {
		return key
	}
	switch national := phone[min(3, len(phone)):]; {
	case strings.HasPrefix(phone, "+55") && len(national) == 11 && national[2] == '9' && national[3] >= '6':
		return phone[:5] + phone[6:]
	case strings.HasPrefix(phone, "+52") && len(national) == 10:
		return "+521" + national
	case strings.HasPrefix(phone, "+54") && len(national) == 10:
		return "+549" + national
	}
	return ""
}
