package decide

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"service.example/crm/internal/knowledge"
)

// fold returns the form in which phrases are looked for: normalised, without
// the accents of Latin and the vowel signs of Arabic letters, words apart by
// single spaces, one space at each end.
func fold(text string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, r := range norm.NFD.String(knowledge.Normalise(text)) {
		switch {
		case r >= 0x300 && r <= 0x36f, r >= 0x64b && r <= 0x65f, r == 0x640, r == '\'' || r == '’':
			continue
		case r == 'أ' || r == 'إ' || r == 'آ':
			r = 'ا'
		case r == 'ى':
			r = 'ي'
		case r == 'ة':
			r = 'ه'
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			r = ' '
		}
		b.WriteRune(r)
	}
	return " " + strings.Join(strings.Fields(norm.NFC.String(b.String())), " ") + " "
}

// phrases are looked for as whole words, in scripts that set none apart as
// they stand.
type phrases struct {
	list []string
	as   []string // as they were written
}

func compile(groups ...[]string) (p phrases) {
	for _, g := range groups {
		for _, text := range g {
			folded := fold(text)
			if joined(folded) {
				folded = strings.TrimSpace(folded)
			}
			if strings.TrimSpace(folded) != "" {
				p.list, p.as = append(p.list, folded), append(p.as, text)
			}
		}
	}
	return p
}

// in returns the phrase that a folded text has, or "".
func (p phrases) in(folded string) string {
	for i, phrase := range p.list {
		if strings.Contains(folded, phrase) {
			return p.as[i]
		}
	}
	return ""
}

// all returns every phrase that a folded text has.
func (p phrases) all(folded string) (out []string) {
	for i, phrase := range p.list {
		if strings.Contains(folded, phrase) {
			out = append(out, p.as[i])
		}
	}
	return out
}

// is returns whether a folded text is one of the phrases and nothing else.
func (p phrases) is(folded string) bool {
	for _, phrase := range p.list {
		if strings.TrimSpace(folded) == strings.TrimSpace(phrase) {
			return true
		}
	}
	return false
}

// joined reports whether a text is in a script that sets no words apart, or
// joins small ones to the next.
func joined(text string) bool {
	for _, r := range text {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Arabic) {
			return true
		}
	}
	return false
}

// trigrams are the distinct runs of three characters of a text.
func trigrams(text string) map[string]bool {
	runes := []rune("  " + text + " ")
	out := make(map[string]bool, len(runes))
	for i := 0; i+3 <= len(runes); i++ {
		out[string(runes[i:i+3])] = true
	}
	return out
}

// Similarity is how alike two normalised texts are, from 0 to 1: what their
// trigrams have in common (Dice).
func Similarity(a, b string) float64 {
	if a == b {
		return 1
	}
	x, y := trigrams(a), trigrams(b)
	common := 0
	for t := range x {
		if y[t] {
			common++
		}
	}
	return 2 * float64(common) / float64(len(x)+len(y))
}

// alike is from where on two texts count as the same (loops, approved answers).
const alike = 0.9

// numbers are the numbers of a text in their order, digits in ASCII.
func numbers(text string) []string {
	return strings.FieldsFunc(knowledge.Normalise(text), func(r rune) bool { return r < '0' || r > '9' })
}

// negations are the words of a text that turn its meaning around.
func negations(text string) (n int) {
	folded := fold(text)
	for _, phrase := range negationWords.list {
		n += strings.Count(folded, phrase)
	}
	return n
}
