package decide

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"service.example/crm/internal/knowledge"
)

var (
	// What may stand between the digits of a telephone number.
	phoneForm = regexp.MustCompile(`\+?\(?\d(?:[\s().\p{Pd}−/_*~|+\\]{0,3}\d|,\d){6,}`)
	// A number in the numerals of Chinese.
	phoneHan = regexp.MustCompile(`[〇零一二三四五六七八九幺](?:[\s\p{Pd}.]{0,2}[〇零一二三四五六七八九幺]){6,}`)
	handle   = regexp.MustCompile(`(?:^|[\s(:,;])@[\p{L}_][\p{L}\p{N}_.]{2,}`)
)

// visible is a text as its reader takes it: in compatible forms, without what
// nobody sees, keys around digits and joiners among it, and with the digits and
// decimal signs of every script in ASCII.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u2800' || r == '\u00a0' || r == '\u202f':
			return ' '
		case unicode.In(r, unicode.Cf, unicode.Co, unicode.Me, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
			return -1
		case r == '٫':
			return '.'
		case r == '٬':
			return ','
		case r == '’' || r == 'ʼ' || r == '`':
			return '\''
		case r > unicode.MaxASCII && unicode.IsDigit(r):
			for _, d := range knowledge.Normalise(string(r)) {
				return d
			}
		}
		return r
	}, norm.NFKC.String(text))
}

// claims holds the links, addresses, numbers and prices of an answer against
// what its evidence says. An error is not repaired: it is no slip of the pen.
// Both texts are visible ones.
func claims(text, ground string, allowedList []string) *Refusal {
	ground += "\n" + visible(strings.Join(allowedList, "\n"))
	for _, rule := range []func(text, ground string) *Refusal{addresses, phones, prices} {
		if r := rule(text, ground); r != nil {
			return r
		}
	}
	return nil
}

func uncited(rule, said string) *Refusal {
	return &Refusal{Rule: rule, Detail: fmt.Sprintf("%q is in no cited passage.", cut(strings.TrimSpace(said), 100))}
}

// phones holds telephone numbers, however they are written, against the evidence.
func phones(text, ground string) *Refusal {
	have := sync.OnceValue(func() map[string]bool { return keys(phoneForm, ground, onlyDigits) })
	for _, said := range phoneForm.FindAllString(text, -1) {
		if !have()[onlyDigits(said)] && !standsIn(ground, strings.TrimSpace(said)) {
			return uncited("phone", said)
		}
	}
	for _, said := range phoneHan.FindAllString(text, -1) {
		if !strings.Contains(ground, said) && !have()[hanDigits.Replace(strings.Join(strings.Fields(said), ""))] {
			return uncited("phone", said)
		}
	}
	if said := spelledOut(text); said != "" && !strings.Contains(fold(ground), said) {
		return uncited("phone", said)
	}
	return nil
}

var hanDigits = strings.NewReplacer("〇", "0", "零", "0", "一", "1", "二", "2", "三", "3", "四", "4", "五", "5", "六", "6", "七", "7", "八", "8", "九", "9", "幺", "1",
	"-", "", "–", "", "—", "", ".", "")

// spelledOut returns a telephone number in words: seven digits in a row.
func spelledOut(text string) string {
	words := strings.Fields(fold(text))
	for i, run := 0, 0; i < len(words); i++ {
		if !digitWords[words[i]] {
			run = 0
			continue
		}
		if run++; run == 7 {
			return strings.Join(words[i-6:i+1], " ")
		}
	}
	return ""
}

func keys(find *regexp.Regexp, text string, key func(string) string) map[string]bool {
	out := map[string]bool{}
	for _, found := range find.FindAllString(text, -1) {
		out[key(found)] = true
	}
	return out
}

func onlyDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// standsIn reports whether a text has a part that is not a part of a longer
// number, word or address.
func standsIn(text, part string) bool {
	if part == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(text[from:], part)
		if i < 0 {
			return false
		}
		begin, end := from+i, from+i+len(part)
		if !goesOnBefore(text[:begin]) && !goesOnAfter(text[end:]) {
			return true
		}
		from = begin + 1
	}
}

func goesOnBefore(before string) bool {
	runes := []rune(before[max(0, len(before)-8):])
	if len(runes) == 0 {
		return false
	}
	r := runes[len(runes)-1]
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("@_-.", r)
}

func goesOnAfter(after string) bool {
	runes := []rune(after[:min(len(after), 8)])
	if len(runes) == 0 {
		return false
	}
	if strings.ContainsRune(".-", runes[0]) && len(runes) > 1 {
		return unicode.IsLetter(runes[1]) || unicode.IsDigit(runes[1])
	}
	return unicode.IsLetter(runes[0]) || unicode.IsDigit(runes[0]) || strings.ContainsRune("@_", runes[0])
}
