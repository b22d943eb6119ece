package onboarding

import (
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"

	"service.example/crm/internal/crm"
)

// kinds are the words for kinds of phone numbers.
var kinds = map[phonenumbers.PhoneNumberType]string{
	phonenumbers.FIXED_LINE: "fixed line", phonenumbers.MOBILE: "mobile", phonenumbers.FIXED_LINE_OR_MOBILE: "fixed line or mobile", phonenumbers.TOLL_FREE: "toll-free",
	phonenumbers.PREMIUM_RATE: "premium rate", phonenumbers.SHARED_COST: "shared cost", phonenumbers.VOIP: "internet telephony", phonenumbers.PERSONAL_NUMBER: "personal number",
	phonenumbers.PAGER: "pager", phonenumbers.UAN: "company number", phonenumbers.VOICEMAIL: "voicemail",
}

// codeless are the kinds that get no code by SMS or call, which every number needs.
var codeless = map[phonenumbers.PhoneNumberType]bool{phonenumbers.PREMIUM_RATE: true, phonenumbers.PAGER: true, phonenumbers.VOICEMAIL: true}

// PlanOfNumber tells country and kind of a number by the numbering plans, such as
// "US, toll-free"; "" for a number that is in none.
func PlanOfNumber(e164 string) string {
	n, err := phonenumbers.Parse(e164, "")
	if err != nil {
		return ""
	}
	country := phonenumbers.GetRegionCodeForNumber(n)
	if country == "" {
		country = phonenumbers.GetRegionCodeForCountryCode(int(n.GetCountryCode()))
	}
	if kind := kinds[phonenumbers.GetNumberType(n)]; kind != "" {
		return country + ", " + kind
	}
	return country
}

// byPlan is a number as the numbering plan of its country writes it: without the digits that
// are dialled within the country, with a zero that belongs to it. It adds the faults of a
// number that no country has, or that gets no code.
func byPlan(number crm.NewNumber, f *crm.Faults) crm.NewNumber {
	if !f.Empty() {
		return number
	}
	if number.CountryCode == "52" && len(number.Number) == 11 { // Mexico dialled mobiles with a 1 until 2020
		number.Number = strings.TrimPrefix(number.Number, "1")
	}
	n, err := phonenumbers.Parse(number.E164(), "")
	if err != nil || phonenumbers.GetRegionCodeForCountryCode(int(n.GetCountryCode())) == phonenumbers.UNKNOWN_REGION || strconv.Itoa(int(n.GetCountryCode())) != number.CountryCode {
		f.Add("/countryCode", crm.CodePhoneNumberInvalid, "countryCode is the code of no country, or number is no number of it. Write, for example, 1 and 6505551234.")
		return number
	}
	switch reason := phonenumbers.IsPossibleNumberWithReason(n); {
	case reason == phonenumbers.TOO_SHORT:
		f.Add("/number", crm.CodePhoneNumberInvalid, "number is too short for its country. Short codes cannot be used: give a whole number with its area code.")
	case reason == phonenumbers.TOO_LONG:
		f.Add("/number", crm.CodePhoneNumberInvalid, "number is too long for its country.")
	case codeless[phonenumbers.GetNumberType(n)]:
		f.Add("/number", crm.CodePhoneNumberInvalid, "number is of the kind %s, which gets no code by SMS or call. Choose a mobile or fixed-line number.", kinds[phonenumbers.GetNumberType(n)])
	}
	number.Number = strings.TrimPrefix(phonenumbers.Format(n, phonenumbers.E164), "+"+number.CountryCode)
	return number
}
