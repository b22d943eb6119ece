package assistant

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"service.example/crm/internal/knowledge"
)

// What an answer may say only when its evidence does, or the business allows it.
var (
	emailForm  = regexp.MustCompile(`(?i)[a-z0-9._%+-]+\s*(?:@|\(at\)|\[at\])\s*[a-z0-9-]+(?:\s*(?:\.|\(dot\)|\[dot\])\s*[a-z0-9-]+)+`)
	linkForm   = regexp.MustCompile(`(?i)(?:[a-z][a-z0-9+.-]{1,10}://|www\.|mailto:|tel:)[^\s<>"'\])}，。]+`)
	domainForm = regexp.MustCompile(`(?i)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\s?(?:\[\.\]|\(\.\)|\(dot\)|\[dot\])\s?|[.。．｡]))+(?:xn--[a-z0-9-]+|[a-z]{2,24})(?:[:/][^\s<>"'\])}]*)?`)
	unicodeDot = regexp.MustCompile(`[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|net|org|info|biz|io|co|me|xyz|top|site|shop|online|link|click|app|dev|ru|cn|tk)\b[^\s]*`)
	addressIP  = regexp.MustCompile(`\b\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\S*)?`)
	phoneForm  = regexp.MustCompile(`\+?\(?\d(?:[\s().\-–/]{0,3}\d){6,}`)
	money      = `(?:[$€£¥₹₽₩₺₫₪₦₱฿]|r\$|rp\.?|rs\.?|usd|eur|gbp|inr|brl|mxn|idr|cny|rmb|aed|sar|egp|chf|jpy|us\$|dollars?|euros?|pounds?|rupees?|reais|real|pesos?|rupiah|yuan|元|块|人民币|डॉलर|रुपये|रुपए|रुपया|ريال|درهم|جنيه|دولار|يورو|dólares?|dolares?)`
	priceForm  = regexp.MustCompile(`(?i)` + money + `\s{0,2}\d[\d.,' ]*\d?|\d[\d.,' ]*\s{0,2}` + money)
	percent    = regexp.MustCompile(`\d[\d.,]*\s?(?:%|％|٪|per ?cent|percent|por ciento|por cento|pour ?cent|prozent|persen|प्रतिशत|بالمئة|بالمائة)`)
	freeForm   = compile([]string{"for free", "free of charge", "100 off", "gratis", "kostenlos", "gratuit", "gratuito", "मुफ्त", "مجانا", "免费"})
)

// claims holds the links, addresses, numbers and prices of an answer against
// what its evidence says. An error is not repaired: it is no slip of the pen.
func claims(text, ground string, allowedList []string) *Refusal {
	ground = digitsASCII(ground) + "\n" + digitsASCII(strings.Join(allowedList, "\n"))
	text = digitsASCII(text)
	rest := text
	for _, rule := range []struct {
		name string
		find *regexp.Regexp
		key  func(string) string
	}{{"email", emailForm, addressKey}, {"link", linkForm, addressKey}, {"link", domainForm, addressKey}, {"link", unicodeDot, addressKey}, {"link", addressIP, addressKey}} {
		have := keys(rule.find, ground, rule.key)
		for _, said := range rule.find.FindAllString(rest, -1) {
			if key := rule.key(said); !have[key] && !within(key, have) && !sentenceEnd(said, ground) {
				return &Refusal{Rule: rule.name, Detail: fmt.Sprintf("%q is in no cited passage.", cut(said, 100))}
			}
		}
	}
	phones := keys(phoneForm, ground, onlyDigits)
	for _, said := range phoneForm.FindAllString(rest, -1) {
		if !phones[onlyDigits(said)] && !strings.Contains(ground, strings.TrimSpace(said)) {
			return &Refusal{Rule: "phone", Detail: fmt.Sprintf("%q is in no cited passage.", cut(said, 40))}
		}
	}
	for _, find := range []*regexp.Regexp{priceForm, percent} {
		have := keys(find, ground, amount)
		for _, said := range find.FindAllString(rest, -1) {
			if !have[amount(said)] {
				return &Refusal{Rule: "price", Detail: fmt.Sprintf("%q is in no cited passage.", cut(said, 40))}
			}
		}
	}
	if word := freeForm.in(fold(text)); word != "" && freeForm.in(fold(ground)) == "" {
		return &Refusal{Rule: "price", Detail: fmt.Sprintf("%q is in no cited passage.", word)}
	}
	return nil
}

func keys(find *regexp.Regexp, text string, key func(string) string) map[string]bool {
	out := map[string]bool{}
	for _, found := range find.FindAllString(text, -1) {
		out[key(found)] = true
	}
	return out
}

// addressKey is one form of a link or e-mail address.
func addressKey(s string) string {
	s = strings.ToLower(s)
	s = strings.NewReplacer("[.]", ".", "(.)", ".", "(dot)", ".", "[dot]", ".", "(at)", "@", "[at]", "@", "。", ".", "．", ".", "｡", ".", " ", "").Replace(s)
	if _, rest, ok := strings.Cut(s, "://"); ok {
		s = rest
	}
	s = strings.TrimPrefix(strings.TrimPrefix(s, "mailto:"), "www.")
	return strings.TrimRight(s, ".,;:!?)/*_~")
}

// within lets the host of a link stand that the evidence has with its path, and
// the parts of an e-mail address.
func within(key string, have map[string]bool) bool {
	for h := range have {
		if strings.HasPrefix(h, key+"/") || strings.HasSuffix(h, "@"+key) {
			return true
		}
	}
	return false
}

// sentenceEnd lets pass what only looks like a host because a blank is missing
// after a full stop, when the evidence has it in the same way.
func sentenceEnd(said, ground string) bool {
	return strings.Contains(strings.ToLower(ground), strings.ToLower(strings.TrimRight(said, ".,;:!?)")))
}

func onlyDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// amount is the number of a price: 1,299.00 and 1299 are one.
func amount(s string) string {
	n := strings.TrimFunc(strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' || r == ',' {
			return r
		}
		return -1
	}, s), func(r rune) bool { return r == '.' || r == ',' })
	if i := strings.LastIndexAny(n, ".,"); i >= 0 && len(n)-i-1 != 3 {
		return onlyDigits(n[:i]) + "." + strings.TrimRight(n[i+1:], "0")
	}
	return onlyDigits(n) + "."
}

// digitsASCII writes the digits of every script in ASCII.
func digitsASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII && unicode.IsDigit(r) {
			for _, d := range knowledge.Normalise(string(r)) {
				return d
			}
		}
		return r
	}, s)
}
