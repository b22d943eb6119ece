package contact

import (
	"strings"

	"github.com/nyaruka/phonenumbers"

	"service.example/crm/internal/crm"
)

// CheckCountry adds a fault where the country of national numbers is none; "" is for none.
func CheckCountry(code string, f *crm.Faults) {
	if code != "" && !phonenumbers.GetSupportedRegions()[code] {
		f.Add("/defaultCountry", crm.CodeNotAllowed, "defaultCountry is a country's two letters, such as DE.")
	}
}

// ReadPhone turns a number as people write it into the international form.
// Without a country only international numbers are understood. reason says why it cannot.
func ReadPhone(text, country string) (phone, reason string) {
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -.()/\u00a0\u202f\u2011", r) {
			return -1
		}
		return r
	}, text)
	if rest, ok := strings.CutPrefix(text, "00"); ok {
		text = "+" + rest
	}
	if strings.HasPrefix(text, "+") {
		if !crm.ValidPhone(text) {
			return "", "It is no international phone number."
		}
		return text, ""
	}
	if country == "" {
		return "", "It does not begin with +: write it in international format, or say the defaultCountry."
	}
	number, err := phonenumbers.Parse(text, country)
	if err != nil || !phonenumbers.IsValidNumber(number) {
		return "", "It is no phone number of " + country + "."
	}
	return phonenumbers.Format(number, phonenumbers.E164), ""
}
