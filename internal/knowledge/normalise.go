package knowledge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Normalise returns the one form of a question under which its answer is
// remembered: NFKC, case folded, without characters that nobody sees, with
// single spaces and ASCII digits, without punctuation and emoji at its end.
// Numbers, negations and diacritics stay as they are: they change what is
// asked. It is idempotent.
func Normalise(question string) string {
	for range 8 { // folding may make what composes anew; it settles at the second time
		once := normaliseOnce(question)
		if once == question {
			break
		}
		question = once
	}
	return question
}

func normaliseOnce(question string) string {
	folded := foldCase(question)
	var b strings.Builder
	b.Grow(len(folded))
	space := false
	for _, r := range folded {
		switch {
		case unicode.IsSpace(r):
			space = b.Len() > 0
			continue
		case invisible(r):
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(digit(r))
	}
	return strings.TrimRightFunc(b.String(), func(r rune) bool {
		return unicode.IsPunct(r) && !strings.ContainsRune("%)]}", r) || unicode.IsSpace(r) || emoji(r)
	})
}

// foldCase is the compatibility form without case. Text of ASCII only has but
// its case to lose, which is most of what is written, and far quicker.
func foldCase(text string) string {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(text)))
		}
	}
	return strings.ToLower(text)
}

// invisible reports whether a character is not shown: controls, zero-width and
// direction marks, variation selectors, tags.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Variation_Selector) ||
		r == '\u034f' || r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0' || r == unicode.ReplacementChar
}

// emoji reports whether a character is a picture.
func emoji(r rune) bool {
	return unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) || r >= 0x1f000 && r <= 0x1faff
}

// digit returns the ASCII form of a decimal digit of any script.
func digit(r rune) rune {
	if r < 0x80 || !unicode.Is(unicode.Nd, r) {
		return r
	}
	// The digits of a script are ten in a row, and the rows of Nd begin at zero.
	for _, t := range unicode.Nd.R16 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return '0' + (r-rune(t.Lo))%10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return '0' + (r-rune(t.Lo))%10
		}
	}
	return r
}
