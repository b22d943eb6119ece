package assign

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// wordsOf returns the words of a text as they are compared: without case, accents
// and the invisible. In scripts that set no words apart each character is one, so
// that a keyword of several is found as it stands.
func wordsOf(text string) (out []string) {
	folded := fold(text)
	// Folding leaves marks apart from their letters, and they are dropped: what
	// remains of a word is copied only where it had any.
	var word strings.Builder
	begin, marked := -1, false
	flush := func(end int) {
		switch {
		case begin < 0:
			return
		case marked:
			out = append(out, word.String())
		default:
			out = append(out, folded[begin:end])
		}
		begin, marked = -1, false
		word.Reset()
	}
	for i, r := range folded {
		switch {
		case dropped(r):
			if begin >= 0 && !marked {
				marked = true
				word.WriteString(folded[begin:i])
			}
		case alone(r):
			flush(i)
			out = append(out, string(r))
		case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			if begin < 0 {
				begin = i
			}
			if marked {
				word.WriteRune(r)
			}
		default:
			flush(i)
		}
	}
	flush(len(folded))
	return out
}

func fold(text string) string {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return cases.Fold().String(norm.NFKD.String(strings.ToValidUTF8(text, "\uFFFD")))
		}
	}
	return strings.ToLower(text)
}

// dropped reports whether a character does not count: accents, the points of
// Arabic and Hebrew, the Arabic stretch, and what nobody sees. The vowel signs of
// Indic scripts belong to their word.
func dropped(r rune) bool {
	const tatweel = 'ـ'
	switch {
	case r < 0x80:
		return false
	case r == tatweel, unicode.In(r, unicode.Cf, unicode.Me, unicode.Variation_Selector):
		return true
	case !unicode.Is(unicode.Mn, r):
		return false
	}
	class := norm.NFD.PropertiesString(string(r)).CCC()
	return class == 7 || class > 9
}

// alone reports whether a character is of a script that sets no words apart.
func alone(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) && unicode.IsLetter(r)
}

// phrases finds the rules whose keywords are in a text.
type phrases struct {
	byFirst map[string][]phrase
}

type phrase struct {
	words []string
	rule  int
}

func (p *phrases) add(keyword string, rule int) {
	words := wordsOf(keyword)
	if len(words) == 0 {
		return
	}
	if p.byFirst == nil {
		p.byFirst = map[string][]phrase{}
	}
	p.byFirst[words[0]] = append(p.byFirst[words[0]], phrase{words, rule})
}

// find calls found with each rule that has a keyword in the text; several times
// where there are several.
func (p *phrases) find(text string, found func(rule int)) {
	if len(p.byFirst) == 0 || text == "" {
		return
	}
	words := wordsOf(text)
	for i, first := range words {
		for _, candidate := range p.byFirst[first] {
			if begins(words[i:], candidate.words) {
				found(candidate.rule)
			}
		}
	}
}

func begins(words, with []string) bool {
	if len(words) < len(with) {
		return false
	}
	for i, w := range with {
		if words[i] != w {
			return false
		}
	}
	return true
}
