package sandbox

import "strings"

// countryCodes maps calling codes to ISO countries, for user ids only; where a
// code is shared the largest country stands for it.
var countryCodes = map[string]string{
	"1": "US", "7": "RU", "20": "EG", "27": "ZA", "30": "GR", "31": "NL", "32": "BE",
	"33": "FR", "34": "ES", "36": "HU", "39": "IT", "40": "RO", "41": "CH", "43": "AT",
	"44": "GB", "45": "DK", "46": "SE", "47": "NO", "48": "PL", "49": "DE", "51": "PE",
	"52": "MX", "54": "AR", "55": "BR", "56": "CL", "57": "CO", "58": "VE", "60": "MY",
	"61": "AU", "62": "ID", "63": "PH", "64": "NZ", "65": "SG", "66": "TH", "81": "JP",
	"82": "KR", "84": "VN", "86": "CN", "90": "TR", "91": "IN", "92": "PK", "94": "LK",
	"212": "MA", "213": "DZ", "233": "GH", "234": "NG", "254": "KE", "255": "TZ",
	"351": "PT", "353": "IE", "380": "UA", "420": "CZ", "502": "GT", "503": "SV",
	"504": "HN", "505": "NI", "506": "CR", "507": "PA", "591": "BO", "593": "EC",
	"595": "PY", "598": "UY", "880": "BD", "965": "KW", "966": "SA", "968": "OM",
	"971": "AE", "972": "IL", "974": "QA", "977": "NP",
}

func countryOf(number string) string {
	for n := min(3, len(number)); n > 0; n-- {
		if c, ok := countryCodes[number[:n]]; ok {
			return c
		}
	}
	return "XX"
}

// digits returns the digits of a phone number written with the separators that
// the provider tolerates, and false when it is not a phone number.
func digits(s string) (string, bool) {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			out = append(out, c)
		case c == '+' && len(out) == 0, c == ' ', c == '-', c == '(', c == ')', c == '.':
		default:
			return "", false
		}
	}
	return string(out), len(out) >= 5 && len(out) <= 15
}

// canonical rewrites a number into the form under which the provider knows the
// person: Mexican mobiles carry a 1 after 52, and Brazilian ones outside the
// areas below 31 have lost their ninth digit. Hence wa_id can differ from input.
func canonical(number string) string {
	switch {
	case strings.HasPrefix(number, "52") && len(number) == 12:
		return "521" + number[2:]
	case strings.HasPrefix(number, "55") && len(number) == 13 && number[4] == '9' && number[2:4] >= "31":
		return number[:4] + number[5:]
	}
	return number
}

// isUserID reports whether s looks like a business-scoped user id.
func isUserID(s string) bool {
	country, rest, ok := strings.Cut(s, ".")
	if !ok || len(country) != 2 || rest == "" || len(rest) > 140 {
		return false
	}
	for _, c := range country {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	rest = strings.TrimPrefix(rest, "ENT.")
	for _, c := range rest {
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return rest != ""
}
