package decide

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// Links and addresses, as people write them and as they hide them.
var (
	emailForm  = regexp.MustCompile(`(?i)[a-z0-9._%+-]+\s*(?:@|\(at\)|\[at\])\s*[a-z0-9-]+(?:\s*(?:\.|\(dot\)|\[dot\])\s*[a-z0-9-]+)+`)
	linkForm   = regexp.MustCompile(`(?i)(?:[a-z][a-z0-9+.-]{1,10}://|www\.|mailto:|tel:|sms:)[^\s<>"'\])}，。]+`)
	domainForm = regexp.MustCompile(`(?i)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\s?(?:\[\.\]|\(\.\)|\(dot\)|\[dot\])\s?|[.。．｡]))+(?:xn--[a-z0-9-]+|[a-z]{2,24})(?:[:/][^\s<>"'\])}]*)?`)
	unicodeDot = regexp.MustCompile(`[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|net|org|info|biz|io|co|me|xyz|top|site|shop|online|link|click|app|dev|ru|cn|tk)\b[^\s]*`)
	addressIP  = regexp.MustCompile(`\b\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\S*)?`)
	// Names in any script; whether one is a host its last label says.
	namedForm = regexp.MustCompile(`[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(?:[.。][\p{L}\p{N}][\p{L}\p{M}\p{N}-]*)+`)
)

// spokenDotForm finds a host whose dot is a word, or stands apart.
func spokenDotForm(dots string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)([\p{L}\p{N}-]{2,})(?:\s{1,2}(?:` + dots + `)\s{1,2}|\s?[点點]\s?|[·‧∙⋅]|[ \t]{1,2}\.[ \t]?)(com|net|org|info|biz|xyz|shop|online|site|top|club|click|ru|cn)\b`)
}

// addresses holds what leads elsewhere against the evidence.
func addresses(text, ground string) *Refusal {
	for _, rule := range []struct {
		name string
		find *regexp.Regexp
	}{{"email", emailForm}, {"link", linkForm}, {"link", domainForm}, {"link", unicodeDot}, {"link", addressIP}} {
		have := keys(rule.find, ground, addressKey)
		for _, said := range rule.find.FindAllString(text, -1) {
			if key := addressKey(said); !have[key] && !within(key, have) && !inGround(said, ground) {
				return uncited(rule.name, said)
			}
		}
	}
	named := keys(namedForm, ground, addressKey)
	for _, said := range namedForm.FindAllString(text, -1) {
		if isHost(said) && !named[addressKey(said)] && !inGround(said, ground) {
			return uncited("link", said)
		}
	}
	for _, said := range spokenDot.FindAllStringSubmatch(text, -1) {
		if !named[strings.ToLower(said[1]+"."+said[2])] && !inGround(said[0], ground) {
			return uncited("link", said[0])
		}
	}
	for _, said := range handle.FindAllString(text, -1) {
		if name := said[strings.IndexByte(said, '@'):]; !strings.Contains(strings.ToLower(ground), strings.ToLower(strings.TrimRight(name, "."))) {
			return uncited("link", said)
		}
	}
	return nil
}

// isHost reports whether a name in any script ends with a domain that there is.
func isHost(name string) bool {
	last := name
	if dot := strings.LastIndexAny(name, ".。"); dot >= 0 {
		_, size := utf8.DecodeRuneInString(name[dot:])
		last = name[dot+size:]
	}
	ascii, err := idna.ToASCII(strings.ToLower(last))
	if err != nil || ascii == "" {
		return false
	}
	_, known := publicsuffix.PublicSuffix("x." + ascii)
	return known
}

// addressKey is one form of a link or e-mail address. Only the schemes of the
// web make no difference.
func addressKey(s string) string {
	s = strings.ToLower(s)
	s = strings.NewReplacer("[.]", ".", "(.)", ".", "(dot)", ".", "[dot]", ".", "(at)", "@", "[at]", "@", "。", ".", "．", ".", "｡", ".", " ", "").Replace(s)
	if scheme, rest, ok := strings.Cut(s, "://"); ok && (strings.HasSuffix(scheme, "http") || strings.HasSuffix(scheme, "https")) {
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

// inGround lets pass what only looks like a host because a blank is missing
// after a full stop, when the evidence has it in the same way, as a whole.
func inGround(said, ground string) bool {
	return standsIn(strings.ToLower(ground), strings.ToLower(strings.TrimRight(said, ".,;:!?)")))
}
