package knowledge

import (
	"strings"
	"unicode/utf8"

	snowball "github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
)

// stemmers are by language. They get words without accents, which costs them a
// few rules and lets them bear how people type.
var stemmers = map[string]func(string) string{
	"en": snow(english.Stem), "es": snow(spanish.Stem), "pt": snow(portuguese.Stem), "fr": snow(french.Stem), "de": snow(german.Stem),
	"it": snow(italian.Stem), "ru": snow(russian.Stem), "ar": stemArabic, "hi": stemHindi, "id": stemIndonesian,
}

func snow(stem func(*snowball.Env) bool) func(string) string {
	return func(word string) string {
		env := snowball.NewEnv(word)
		stem(env)
		return env.Current()
	}
}

// stem returns what a word has in common with its other forms.
func stem(word, language string) string {
	if word[0] >= '0' && word[0] <= '9' {
		return word
	}
	if s := stemmers[language]; s != nil {
		return s(word)
	}
	return word
}

// cut takes the first suffix off that leaves at least n characters.
func cut(word string, n int, suffixes []string) string {
	for _, s := range suffixes {
		if rest, ok := strings.CutSuffix(word, s); ok && utf8.RuneCountInString(rest) >= n {
			return rest
		}
	}
	return word
}

func cutPrefix(word string, n int, prefixes []string) string {
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(word, p); ok && utf8.RuneCountInString(rest) >= n {
			return rest
		}
	}
	return word
}

var (
	arabicPrefixes = []string{"وبال", "والل", "وال", "بال", "كال", "فال", "ولل", "ال", "لل"}
	arabicSuffixes = []string{"كما", "هما", "تها", "تهم", "ات", "ان", "ون", "ين", "يه", "ها", "هم", "كم", "نا", "ته", "تك", "ه", "ي", "ك"}
	hindiSuffixes  = []string{"ियों", "ाइयों", "ाओं", "ुओं", "ाएं", "ुएं", "ियां", "ाना", "ाने", "ाकर", "ाते", "ाती", "ाता", "ेगा", "ेगी", "ेंगे",
		"ूंगा", "ूंगी", "ओं", "एं", "ों", "ें", "ते", "ता", "ती", "ना", "नी", "ने", "कर", "या", "यी", "ये", "ां", "ा", "ी", "े", "ो", "ि", "ु", "ू"}
	indonesianEnds     = []string{"nyalah", "kah", "lah", "pun", "nya", "ku", "mu"}
	indonesianSuffixes = []string{"kan", "an", "i"}
	indonesianPrefixes = []string{"memper", "diper", "menge", "meny", "meng", "penge", "peny", "peng", "mem", "men", "pem", "pen", "ber", "ter", "per", "di", "me", "pe", "be", "ke", "se"}
)

// stemArabic takes off the conjunction, the article and the commonest endings.
func stemArabic(word string) string {
	w := cutPrefix(word, 3, arabicPrefixes)
	if w == word {
		w = cutPrefix(w, 4, []string{"و", "ب", "ل", "ف"})
	}
	return cut(w, 3, arabicSuffixes)
}

func stemHindi(word string) string { return cut(word, 2, hindiSuffixes) }

// stemIndonesian takes off particles, endings and prefixes. The consonant that
// some prefixes swallow (kirim, mengirim) is taken off every stem.
func stemIndonesian(word string) string {
	w := cut(word, 4, indonesianEnds)
	w = cut(w, 4, indonesianSuffixes)
	w = cutPrefix(w, 4, indonesianPrefixes)
	w = cut(w, 4, indonesianSuffixes)
	if len(w) >= 5 && strings.IndexByte("kpst", w[0]) >= 0 && strings.IndexByte("aeiou", w[1]) >= 0 {
		w = w[1:]
	}
	return w
}
