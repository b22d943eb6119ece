package knowledge

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The longest word that is indexed, in characters; what is longer is no word.
const maxWord = 40

// Fold returns a text as retrieval compares it: NFKC, lower case, digits in
// ASCII, without accents; Devanagari and Thai keep the marks that are vowels.
func Fold(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	script := rune(0) // the last letter: marks belong to it
	for _, r := range norm.NFKD.String(strings.ToLower(norm.NFKC.String(text))) {
		switch {
		case unicode.Is(unicode.Mn, r):
			if foldMark(script, r) {
				continue
			}
		case invisible(r):
			continue
		default:
			script = r
		}
		if r = digit(foldLetter(r)); r > 0 {
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// foldMark reports whether a mark after a letter is left away.
func foldMark(letter, mark rune) bool {
	switch {
	case unicode.In(letter, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Arabic, unicode.Hebrew):
		return true
	case unicode.Is(unicode.Devanagari, mark):
		return mark == 0x093c // nukta
	}
	return false
}

// foldLetter makes one of letters that people write for each other.
func foldLetter(r rune) rune {
	switch r {
	case 'ß':
		return 's'
	case 'ø':
		return 'o'
	case 'ł':
		return 'l'
	case 'đ':
		return 'd'
	case 'ı':
		return 'i'
	case 'ٱ', 'آ', 'أ', 'إ':
		return 'ا'
	case 'ى', 'ئ', 'ی':
		return 'ي'
	case 'ؤ':
		return 'و'
	case 'ة':
		return 'ه'
	case 'ک':
		return 'ك'
	case 'ـ':
		return -1
	case 'ँ': // both are a nasal vowel, and people write the second
		return 'ं'
	}
	return r
}

// unspaced reports whether a character belongs to a script that puts no spaces
// between words.
func unspaced(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// words calls each for every word of a folded text: runs of letters, numbers
// and marks; runs of scripts without spaces by themselves.
func words(folded string, each func(word string, run bool)) {
	rs := []rune(folded)
	for i := 0; i < len(rs); {
		if !wordRune(rs[i]) {
			i++
			continue
		}
		j := i
		switch {
		case unspaced(rs[i]):
			for j < len(rs) && wordRune(rs[j]) && (unspaced(rs[j]) || unicode.IsMark(rs[j])) {
				j++
			}
			each(string(rs[i:j]), true)
		case unicode.IsDigit(rs[i]):
			var number []rune
			for j < len(rs) && (unicode.IsDigit(rs[j]) || grouping(rs, j)) {
				if unicode.IsDigit(rs[j]) {
					number = append(number, rs[j])
				}
				j++
			}
			if len(number) <= maxWord {
				each(string(number), false)
			}
		default:
			for j < len(rs) && wordRune(rs[j]) && !unspaced(rs[j]) {
				j++
			}
			if j-i <= maxWord {
				each(string(rs[i:j]), false)
			}
		}
		i = j
	}
}

// grouping reports whether there is a separator of thousands at i.
func grouping(rs []rune, i int) bool {
	if rs[i] != ',' && rs[i] != '.' && rs[i] != '\'' || i+3 >= len(rs) {
		return false
	}
	for _, r := range rs[i+1 : i+4] {
		if !unicode.IsDigit(r) {
			return false
		}
	}
	return i+4 == len(rs) || !unicode.IsDigit(rs[i+4])
}

// terms calls each for every term under which a text is found: stems of its
// words, without those that say nothing; of scripts without spaces, pairs of
// characters, and the characters alone.
func terms(text, language string, each func(term string)) {
	stop := stopWords[language]
	words(Fold(text), func(word string, run bool) {
		if !run {
			if !stop[word] {
				each(stem(word, language))
			}
			return
		}
		rs := []rune(word)
		for i := range rs {
			each(string(rs[i : i+1]))
			if i+1 < len(rs) {
				each(string(rs[i : i+2]))
			}
		}
	})
}

// Language guesses the language of a text by its script and, in Latin script,
// by its commonest words. It returns "" when it cannot tell.
func Language(text string) string {
	text = head(text, 4000)
	var counts [9]int
	names := [9]string{"latin", "zh", "ja", "ko", "hi", "ar", "th", "ru", "el"}
	for _, r := range text {
		switch {
		case r < 0x250:
			if unicode.IsLetter(r) {
				counts[0]++
			}
		case unicode.Is(unicode.Han, r):
			counts[1] += 2 // a character is about half a word
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			counts[2] += 4
		case unicode.Is(unicode.Hangul, r):
			counts[3] += 2
		case unicode.Is(unicode.Devanagari, r):
			counts[4]++
		case unicode.Is(unicode.Arabic, r):
			counts[5]++
		case unicode.Is(unicode.Thai, r):
			counts[6]++
		case unicode.Is(unicode.Cyrillic, r):
			counts[7]++
		case unicode.Is(unicode.Greek, r):
			counts[8]++
		}
	}
	best := 0
	for i, n := range counts {
		if n > counts[best] {
			best = i
		}
	}
	switch {
	case counts[best] == 0:
		return ""
	case best == 1 && counts[2]*10 > counts[1]:
		return "ja"
	case best > 0:
		return names[best]
	}
	return latinLanguage(text)
}

// latinLanguages are told apart by their words; earlier ones win ties.
var latinLanguages = []string{"en", "es", "pt", "id", "fr", "de", "it"}

func latinLanguage(text string) string {
	var counts [7]int
	words(Fold(text), func(word string, _ bool) {
		for i, l := range latinLanguages {
			if stopWords[l][word] {
				counts[i]++
			}
		}
	})
	best, second := 0, 0
	for i, n := range counts {
		if n > counts[best] {
			best = i
		}
	}
	for i, n := range counts {
		if i != best && n > second {
			second = n
		}
	}
	if counts[best] == 0 || counts[best] == second {
		return ""
	}
	return latinLanguages[best]
}

// head returns at most n bytes of a text, at a character's end.
func head(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && text[n]&0xc0 == 0x80 {
		n--
	}
	return text[:n]
}
